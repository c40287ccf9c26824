"""Saves: a position as JSON, to go on with under the same rules, in this process or another.

A save is data from outside. Its shape is checked here and its contents in `checks`, all before any of it is
used; every fault is a SaveError that says what is wrong. A save of other rules is refused: a replay (see
`replay`) is the form that outlives a change of the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from operator import eq
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn

from tangrules.diagnostics.errors import SaveError, UsageError
from tangrules.play.arguments import game_given, text_given
from tangrules.play.checks import state_of
from tangrules.play.foreign import difference, other_seats
from tangrules.play.game_state import Beginning, GameState
from tangrules.play.past import check_past
from tangrules.runtime.chance import Scripted, Source

if TYPE_CHECKING:
    from tangrules.play.game import Game

FORMAT = 1
LONGEST = 2_000_000
"""So many characters a save may have."""

_SHOWN_AT_MOST = 5
_DIGITS = 25
_BITS = re.compile(r"0x[0-9a-f]{1,16}")

T = TypeVar("T")

Item: TypeAlias = int | tuple[int, ...]
"""A local or a part of an answer."""


@attrs.frozen
class SavedScript:
    """Scripted chance that is left."""

    queues: dict[str, tuple[int | str, ...]]
    strict: bool


@attrs.frozen
class Save:
    """What stands in a save. Numbers of 64 bits are written in hexadecimal, as text."""

    format: int
    game: str
    packs: tuple[str, ...]
    fingerprint: str
    players: int
    seed: str
    script: SavedScript | None
    rng: str
    source: SavedScript | None
    V: tuple[int, ...]
    Z: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]
    stack: tuple[tuple[Item, ...], ...]
    journal: tuple[tuple[int, int, tuple[Item, ...]], ...]


def to_json(state: GameState) -> str:
    """Return a save of a state. Equal states with equal pasts give the same text."""
    raw, program = state.raw(), state.rules.program
    if raw.journal is None:
        raise UsageError("a state that was made up has no past, and cannot be saved")
    save = Save(
        format=FORMAT,
        game=program.name,
        packs=program.packs,
        fingerprint=program.fingerprint,
        players=program.players,
        seed=hex(state.beginning.seed),
        script=_saved_script(state.beginning.source),
        rng=hex(raw.rng),
        source=_saved_script(raw.source),
        V=tuple(raw.V),
        Z=tuple(raw.Z),
        box=tuple(piece for piece, place in enumerate(raw.P) if place == -1),
        stack=tuple(raw.stack),
        journal=raw.journal,
    )
    return json.dumps(attrs.asdict(save), separators=(",", ":"))


def from_json(text: str, game: Game | None = None) -> GameState:
    """Return the state of a save, of this game or of the shipped packs that it names."""
    save = read(text_given(text, "save"))
    game_given(game)
    game = _loaded(save) if game is None else game
    try:
        rules = game.rules(save.players)
    except UsageError as error:
        altered = other_seats(save, game)
        raise SaveError(altered or f"this save is of {save.players} players: {error}") from error
    program = rules.program
    if (save.game, save.fingerprint) != (program.name, program.fingerprint):
        raise SaveError(difference(save, game, program))
    state = state_of(save, rules)
    state.rng = _bits(save.rng, "rng")
    state.source = _script(save.source)
    beginning = Beginning(_bits(save.seed, "seed"), _script(save.script))
    check_past(rules, state, beginning)
    return GameState(game, rules, state, beginning)


def read(text: str) -> Save:
    """Return what stands in a save whose shape is right."""
    if len(text) > LONGEST:
        raise SaveError(f"this save is too long: {len(text):,} characters, at most {LONGEST:,} are read")
    try:
        data = json.loads(
            text,
            parse_int=_int,
            parse_float=_no_float,
            parse_constant=_no_float,
            object_pairs_hook=_fields,
        )
    except RecursionError:
        raise SaveError("this save is nested too deeply") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SaveError(f"this save is damaged: it is no JSON, or cut off, at {place}") from None
    except ValueError as error:
        raise SaveError(f"this save is damaged: {error}") from None
    if not isinstance(data, dict):
        raise SaveError("this is not a save: it must be a JSON object")
    if "format" not in data:
        raise SaveError("this is not a save: it does not say its format")
    if data["format"] != FORMAT or isinstance(data["format"], bool):
        shown = _short(data["format"])
        raise SaveError(f"this save has format {shown}; this version reads format {FORMAT}")
    try:
        return _CONVERTER.structure(data, Save)
    except (cattrs.BaseValidationError, cattrs.ForbiddenExtraKeysError, TypeError, ValueError) as error:
        faults = cattrs.transform_error(error, path="save", format_exception=_told)
        more = [f"and {len(faults) - _SHOWN_AT_MOST} more"] if len(faults) > _SHOWN_AT_MOST else []
        raise SaveError("\n  - ".join(["this save is damaged:", *faults[:_SHOWN_AT_MOST], *more])) from None


def _loaded(save: Save) -> Game:
    from tangrules.play.shipped import load_shipped

    return load_shipped(save.packs, "save", "from_json")


def _saved_script(source: Source | None) -> SavedScript | None:
    if source is None:
        return None
    if not isinstance(source, Scripted):
        raise UsageError("a state whose chance is decided by the caller cannot be saved")
    return SavedScript({name: source.queues[name] for name in sorted(source.queues)}, source.strict)


def _script(saved: SavedScript | None) -> Scripted | None:
    if saved is None:
        return None
    return Scripted(saved.queues, strict=saved.strict)


def _bits(text: str, name: str) -> int:
    if not _BITS.fullmatch(text):
        raise SaveError(f"this save is damaged: {name} is {_short(text)}, not a number such as 0x2a")
    return int(text, 16)


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not a whole number")


def _int(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"{text[:40]}… is too large")
    return int(text)


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"it says twice what {twice[:40]} is")
    return found


# ------------------------------------------------------------------------------ shape


def _whole(value: object, _kind: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{_short(value)} is not a whole number")
    if abs(value) >= 1 << 63:
        raise ValueError(f"{_short(value)} is too large")
    return value


def _text(value: object, _kind: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{_short(value)} is not a text")
    return value


def _yes_no(value: object, _kind: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{_short(value)} is not true or false")
    return value


def _many(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{_short(value)} is not a list")
    return value


def _each(hook: Callable[[object, object], T]) -> Callable[[object, object], tuple[T, ...]]:
    return lambda value, kind: tuple(hook(item, kind) for item in _many(value))


def _item(value: object, kind: object) -> Item:
    return tuple(_whole(item, kind) for item in value) if isinstance(value, list) else _whole(value, kind)


def _items(value: object, kind: object) -> tuple[Item, ...]:
    return tuple(_item(item, kind) for item in _many(value))


def _entries(value: object, kind: object) -> tuple[tuple[int, int, tuple[Item, ...]], ...]:
    entries = []
    for entry in _many(value):
        parts = _many(entry)
        if len(parts) != 3:
            raise ValueError(f"{_short(entry)} is not a decision, a seat and an answer")
        entries.append((_whole(parts[0], kind), _whole(parts[1], kind), _items(parts[2], kind)))
    return tuple(entries)


def _queue(value: object, kind: object) -> tuple[int | str, ...]:
    return tuple(item if isinstance(item, str) else _whole(item, kind) for item in _many(value))


def _queues(value: object, kind: object) -> dict[str, tuple[int | str, ...]]:
    return {name: _queue(queue, kind) for name, queue in _object(value).items()}


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{_short(value)} is not an object")
    return value


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int, _whole)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(bool, _yes_no)
    for kind, hook in (
        (tuple[int, ...], _each(_whole)),
        (tuple[str, ...], _each(_text)),
        (tuple[tuple[int, ...], ...], _each(_each(_whole))),
        (tuple[tuple[Item, ...], ...], _each(_items)),
        (tuple[tuple[int, int, tuple[Item, ...]], ...], _entries),
        (dict[str, tuple[int | str, ...]], _queues),
    ):
        converter.register_structure_hook_func(partial(eq, kind), hook)
    fields = make_dict_structure_fn(SavedScript, converter, _cattrs_forbid_extra_keys=True)
    converter.register_structure_hook(SavedScript, lambda value, kind: fields(_object(value), kind))
    return converter


def _short(value: object) -> str:
    """Return a value as a save writes it."""
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 40 else shown[:40] + "…"


def _told(error: BaseException, _kind: type | None) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        return f"unknown: {', '.join(sorted(error.extra_fields))}"
    return str(error)


_CONVERTER = _converter()
