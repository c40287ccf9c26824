"""The game of a save or a replay that names shipped packs: a file from outside names nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tangrules.diagnostics.errors import SaveError

if TYPE_CHECKING:
    from tangrules.play.game import Game

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


def load_shipped(packs: Sequence[str], what: str, function: str) -> Game:
    """Return the game of the packs that a file names. `what` is "save" or "replay".

    Raises SaveError where one is not shipped; its message says how to read the file all the same.
    """
    from tangrules.packs.finding import shipped_named
    from tangrules.play.game import load

    if not packs or not all(_NAME.fullmatch(pack) for pack in packs):
        raise SaveError(f"this {what} does not name shipped packs: {_advice(function)}")
    foreign = [pack for pack in packs if shipped_named(pack) is None]
    if foreign:
        listed = " and ".join(f"`{pack}`" for pack in foreign)
        told = "is no shipped pack" if len(foreign) == 1 else "are no shipped packs"
        raise SaveError(f"this {what} is of {', '.join(packs)}, and {listed} {told}: {_advice(function)}")
    return load(*packs)


def _advice(function: str) -> str:
    return f"name the packs' files behind it (in a program: give the loaded game to {function})"
