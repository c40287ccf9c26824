"""A mutable state, for playouts and search: it is played in place, moves are tuples and are not checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tangrules.play.result import scores_of, winners_of
from tangrules.play.rules import Rules
from tangrules.runtime.chance import Caller
from tangrules.runtime.state import Answer, State


class Thawed:
    """Play in place. A RuleError leaves it unusable: copy before, if that may happen."""

    __slots__ = ("_machine", "_rules", "state")

    state: State

    def __init__(self, rules: Rules, state: State) -> None:
        state.journal = None
        self._rules = rules
        self._machine = rules.reference if isinstance(state.source, Caller) else rules.machine
        self.state = state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.stack

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may answer now."""
        return self._rules.reference.seats(self.state)

    def answers(self, seat: int = -1) -> Sequence[Answer]:
        """Return the legal answers, at a secret question those of one seat (-1: the first that has to)."""
        return self._machine.answers(self.state, seat)

    def step(self, answer: Answer, seat: int = -1) -> None:
        """Give one of the legal answers. Where the caller decides chance this may raise NeedChance."""
        self._machine.advance(self.state, answer, seat)

    def decide(self, outcome: int) -> None:
        """Say what chance gives, after NeedChance, and go on; it may need more."""
        self.state.source = Caller(outcome)
        self._machine.advance(self.state)

    def copy(self) -> Thawed:
        """Return an independent copy."""
        return Thawed(self._rules, self.state.copy())

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import numbers_of, thawed_of

        return thawed_of, (self._rules, numbers_of(self.state))

    def scores(self) -> tuple[int, ...]:
        """Return the score of each seat as things stand."""
        return scores_of(self._machine, self.state)

    def winners(self) -> tuple[int, ...]:
        """Return the seats that win if the game ends here."""
        return winners_of(self._machine, self.state, self.scores())
