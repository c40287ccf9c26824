"""A tracer that hears everything and notes nothing: others take from it what they do not listen to."""

from __future__ import annotations

from tangrules.runtime.state import Answer, State, Value


class SilentTracer:
    """Notes nothing."""

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

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        """Not noted."""

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        """Not noted."""

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        """Not noted."""
