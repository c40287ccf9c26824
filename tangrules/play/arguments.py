"""What callers give, looked at before it is used: seats, seeds, texts, games."""

from __future__ import annotations

from tangrules.diagnostics.errors import UsageError

_SEEDS = 1 << 64
_SHOWN = 60


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether a value is a number in this range; yes and no are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def seat_given(seat: int, players: int) -> int:
    """Return a seat, counted from 0; UsageError if it is none."""
    if not is_whole(seat, 0, players - 1):
        raise UsageError(f"seat is {shown(seat)}: there are seats 0 to {players - 1}")
    return seat


def seed_given(seed: int) -> int:
    """Return a seed; UsageError if it is none."""
    if not is_whole(seed, 0, _SEEDS - 1):
        raise UsageError(f"seed is {shown(seed)}: it must be a number from 0 to 2**64 - 1")
    return seed


def text_given(text: str, what: str) -> str:
    """Return the text of a save or a replay; UsageError if it is no text."""
    if not is_instance(text, str):
        raise UsageError(f"{what} is {shown(text)}: give the text of a {what}, not its file or its bytes")
    return text


def game_given(game: object) -> None:
    """Raise UsageError for what is neither a game nor nothing."""
    if game is not None and not hasattr(game, "rules"):
        raise UsageError(f"game is {shown(game)}: give what `load` returns")


def is_instance(value: object, kind: type | tuple[type, ...]) -> bool:
    """Whether a value is of a kind, asked so that a type checker does not take the answer for granted."""
    return isinstance(value, kind)


def shown(value: object) -> str:
    """Return a value as it is told in a message, the beginning of a long one."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
