"""The interpreter with compiled rules at hand.

It does each instruction itself, so that it can be heard, and lets compiled rules answer what is asked on the
way. Whoever listens to a game hears what is done, not how a question is answered or what may be answered to a
decision; but that is where the interpreter spends its time. Both answer alike, which tests and `verify` check.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangrules import interpret
from tangrules.interpret.evaluate import Evaluator
from tangrules.interpret.instructions import Activation
from tangrules.interpret.tracer import Tracer
from tangrules.ir import Choose, Secret
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import Answer, State, Value


class Aided(interpret.Machine):
    """Interprets instructions, and asks compiled rules of the same program."""

    def __init__(self, compiled: Machine, tracer: Tracer | None = None) -> None:
        super().__init__(compiled.program, tracer)
        self.evaluator = _Asking(compiled)
        self._compiled = compiled

    def _found(self, act: Activation, choice: Choose) -> Sequence[Answer]:
        return self._compiled.answers(act.state)

    def _found_in_secret(self, act: Activation, choice: Secret, seat: int) -> Sequence[Answer]:
        self._close(act)  # compiled rules see what has been answered in the frame
        return self._compiled.answers(act.state, seat)


class _Asking(Evaluator):
    """Evaluates what stands in an instruction, and leaves questions and requirements to compiled rules."""

    def __init__(self, compiled: Machine) -> None:
        super().__init__(compiled.program)
        self._compiled = compiled

    def call(self, state: State, index: int, args: Sequence[Value]) -> Value:
        return self._compiled.value(state, index, args)

    def legal(self, state: State, verb: int, args: Sequence[Value]) -> bool:
        return self._compiled.legal(state, verb, args)
