"""Why the rules of a save are not those that are here: another game, other packs, other seats, or other texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.diagnostics import Reporter, TangError
from tangrules.ir import Program

if TYPE_CHECKING:
    from tangrules.play.game import Game
    from tangrules.play.saves import Save

_MOST_SEATS = 16
_DIGITS = 16
"""So much of a digest tells two apart."""


def difference(save: Save, game: Game, program: Program) -> str:
    """Return a sentence for a save whose rules are not those of a program: what differs."""
    advice = "a replay can be played under changed rules"
    told = f"this save was made with other rules: {{}}; {advice}"
    if save.game != program.name:
        return told.format(f"it is of {save.game}, and the game here is {program.name}")
    lacking = [name for name in save.packs if name not in program.packs]
    beside = [name for name in program.packs if name not in save.packs]
    if lacking or beside:
        parts = [f"it was played with {_listed(lacking)}, which is not here"] if lacking else []
        parts += [f"it was played without {_listed(beside)}"] if beside else []
        return told.format(", and ".join(parts))
    altered = other_seats(save, game)
    if altered:
        return altered
    digests = f"its rules have the mark {save.fingerprint[:_DIGITS]}, these {program.fingerprint[:_DIGITS]}"
    return told.format(f"the files of {_listed(program.packs)} are not what they were then ({digests})")


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def other_seats(save: Save, game: Game) -> str:
    """Return a sentence for a save that says another number of players than it was made with, or ""."""
    from tangrules.packs import fingerprint, gather

    try:
        packs = gather(game.packs, Reporter())
    except (TangError, OSError):  # a game that was not made of files, or whose files are gone
        return ""
    for seats in range(1, _MOST_SEATS + 1):
        if seats != save.players and fingerprint(packs, seats) == save.fingerprint:
            return f"this save is damaged: it says {save.players} players, and was made with {seats}"
    return ""
