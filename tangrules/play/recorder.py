"""A tracer that notes what chance decides, as a script can say it."""

from __future__ import annotations

from tangrules.ir import Program
from tangrules.play.chance import PICK
from tangrules.play.state import Answer, State, Value


class Recorder:
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

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """Not noted."""

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """Not noted."""

    def passed_over(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """Not noted."""

    def left(self, state: State, verb: int) -> None:
        """Not noted."""

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        """Not noted."""

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        """Not noted."""

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        """Not noted."""

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        """Not noted."""
