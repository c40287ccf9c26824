"""Calls in an example that did nothing because a requirement refused them: told where a later line fails."""

from __future__ import annotations

from tangrules import interpret
from tangrules.ir import ExampleDef, Program
from tangrules.play.silent import SilentTracer
from tangrules.runtime.state import State, Value


class Refusals(SilentTracer):
    """Notes the refused calls that stand in an example itself, each as a sentence."""

    told: list[str]

    def __init__(self, program: Program, example: ExampleDef) -> None:
        self.told = []
        self._program = program
        self._asking = interpret.Machine(program)
        place = program.origins[example.origin]
        lines = [program.origins[step.origin].line for step in example.steps]
        self._file, self._lines = place.file, range(place.line, max(lines, default=place.line) + 1)

    def passed_over(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """Note a call of the example, with the requirements that fail."""
        place = self._program.origins[origin] if 0 <= origin < len(self._program.origins) else None
        if place is None or place.file != self._file or place.line not in self._lines:
            return
        known = self._program.verbs[verb]
        spare = max(known.slots, known.requirement_slots) - len(args)
        failing = self._asking.evaluator.failing(state, known.requirements, [*args, *([0] * spare)])
        names = ", ".join(known.requirements[at].name for at in failing)
        self.told.append(f"`{known.name}` on line {place.line} was refused" + (f": {names}" if names else ""))
