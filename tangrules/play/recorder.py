"""A tracer that notes what chance decides, as a script can say it."""

from __future__ import annotations

from tangrules.ir import Program
from tangrules.play.silent import SilentTracer
from tangrules.runtime.chance import PICK
from tangrules.runtime.state import State


class Recorder(SilentTracer):
    """`outcomes` holds, for each deck and for `pick`, what came, in order."""

    outcomes: dict[str, list[int | str]]

    def __init__(self, program: Program) -> None:
        self.outcomes = {}
        self._decks = {zone.name for zone in program.zones if zone.storage == "deck"}

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        """Note an outcome; a pile's top is no chance."""
        if name == PICK:
            self.outcomes.setdefault(name, []).append(item)
        elif name in self._decks:
            self.outcomes.setdefault(name, []).append(state.program.pieces[item].name)
