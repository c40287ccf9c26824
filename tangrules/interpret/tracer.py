"""What an observer of a run may hear. Explanations and coverage are made of these events.

`origin` is an index into `Program.origins`. A machine without a tracer spends nothing on it.
"""

from __future__ import annotations

from typing import Protocol

from tangrules.runtime.state import Answer, State, Value


class Tracer(Protocol):
    """Hears what happens, in order. All calls come before the next instruction is done."""

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """An instruction of a verb is about to be done; `origin` is its sentence's, or 0."""

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """A verb begins, doer first; `origin` is that of the call."""

    def passed_over(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """A call did not happen, because a requirement of the verb did not hold."""

    def left(self, state: State, verb: int) -> None:
        """A verb has ended."""

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        """A number or a list changed (or was set to what it was)."""

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        """A piece moved; the places are as in `State.P`."""

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        """Chance decided: an element of a pick (`name` is "pick"), or a piece from the deck of this name."""

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        """A decision was answered; `forced` if the answer was the only one and nobody was asked."""

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        """An end was reached."""
