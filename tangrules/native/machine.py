"""The machine of native rules: its loop is compiled, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tangrules.emit import machine
from tangrules.ir import Program
from tangrules.native.loaded import Native
from tangrules.runtime.state import Answer, State


class Machine(machine.Machine):
    """Runs the states of one program. Choices are answered in machine code; all else is done as by compiled Python."""

    def __init__(self, program: Program, loaded: Native) -> None:
        super().__init__(program, loaded)
        self._answers: Callable[[State], tuple[Answer, ...] | None] = loaded.names["answers"]
        self._advance: Callable[[State, Answer], bool] = loaded.names["advance"]

    def answers(self, state: State, seat: int = -1) -> Sequence[Answer]:
        """Return the legal answers of the open decision, of one seat at a Secret."""
        try:
            found = self._answers(state)
        except Exception as error:
            self._fail(error, state)
        return super().answers(state, seat) if found is None else found

    def advance(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """Give a legal answer, if there is one, and go on until a decision is open or the game is over."""
        if answer is not None and state.source is None:
            try:
                if self._advance(state, answer):
                    return
            except Exception as error:
                self._fail(error, state)
        super().advance(state, answer, seat)
