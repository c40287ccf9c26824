"""A game in progress, as users of the library hold it: a value that never changes.

Playing gives a new state; the old one stays as it was, so undo is keeping it. Two states are equal if the
same rules, table and open question are; the generator and the way there do not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from tangrules.diagnostics.errors import IllegalMove, UsageError
from tangrules.play.arguments import seat_given
from tangrules.play.decision import Decision, Option, decision_of
from tangrules.play.result import Result, result_of, scores_of
from tangrules.play.rules import Rules
from tangrules.play.thawed import Thawed
from tangrules.runtime import driver
from tangrules.runtime.chance import Caller, Scripted
from tangrules.runtime.state import Answer, Frame, State

if TYPE_CHECKING:
    from tangrules.play.game import Game
    from tangrules.play.score_pad import ScorePad
    from tangrules.play.seen import SeenMove
    from tangrules.play.views import View


@attrs.frozen
class Move:
    """A line of the history: who answered which decision, and how."""

    seat: int
    decision: str
    text: str
    answer: Answer


@attrs.frozen
class Beginning:
    """What a game began with: enough, with the moves, to play it again."""

    seed: int
    source: Scripted | None = None


class GameState:
    """One position of a game. Get the first from `Game.start`, the next from `play`."""

    def __init__(self, game: Game, rules: Rules, state: State, beginning: Beginning) -> None:
        self._game = game
        self._rules = rules
        self._state = state
        self._beginning = beginning

    # ------------------------------------------------------------------------------ asking

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        return self._game

    @property
    def rules(self) -> Rules:
        """The program of this seat count, its machines and its words."""
        return self._rules

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._rules.program.players

    @property
    def beginning(self) -> Beginning:
        """The seed and the script that the game began with."""
        return self._beginning

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._state.stack

    @cached_property
    def pending(self) -> tuple[int, ...]:
        """The seats that may answer now: one, or all that have not answered a secret question."""
        return self._rules.reference.seats(self._state)

    @cached_property
    def decision(self) -> Decision | None:
        """The open decision (of the first seat that is asked, if several are), None when the game is over."""
        return self.decision_of(self.pending[0]) if self.pending else None

    def decision_of(self, seat: int) -> Decision:
        """Return the open decision of a seat that has to answer."""
        choice = driver.open_decision(self._state)
        seat_given(seat, self.players)
        if choice is None or seat not in self.pending:
            raise UsageError(f"seat {seat + 1} has nothing to answer now")
        if seat not in self._decisions:
            self._decisions[seat] = decision_of(self._rules, self._state, choice, seat)
        return self._decisions[seat]

    @cached_property
    def _decisions(self) -> dict[int, Decision]:
        """What seats were asked, with the options that were found for them."""
        return {}

    def why_not(self, move: Option | str | Answer, *, seat: int | None = None) -> tuple[str, ...]:
        """Return why a move is refused, in the rules' own words; nothing if it is legal."""
        if self.over:
            return ("the game is over",)
        return self.decision_of(self.pending[0] if seat is None else seat).options.why_not(move)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves so far as they were, those that were the only one left out: see `history_for`."""
        from tangrules.play.history import moves_of

        return moves_of(self._rules, self._state.journal or ())

    def history_for(self, seat: int) -> tuple[SeenMove, ...]:
        """Return the moves as a seat has seen them.

        Answers in secret stand there once they are told, hidden pieces by their kind. The game is played again
        for it.
        """
        from tangrules.play.seen import moves_seen

        seat_given(seat, self.players)
        return moves_seen(self, seat)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat as things stand, what is hidden counted too."""
        return scores_of(self._rules.machine, self._state)

    @cached_property
    def standing(self) -> Result:
        """The result if the game ended here, what is hidden counted too: see `score_pad`."""
        return result_of(self._rules.machine, self._rules.words, self._state)

    def score_pad(self, seat: int | None = None) -> ScorePad:
        """Return how the scores stand as far as a seat can tell, or as every seat can."""
        from tangrules.play.score_pad import pad_of

        if seat is not None:
            seat_given(seat, self.players)
        return pad_of(self._rules.machine, self._state, seat)

    @property
    def result(self) -> Result:
        """The result of a game that is over."""
        if not self.over:
            raise UsageError("the game is not over; `standing` tells how things stand")
        return self.standing

    def view(self, seat: int) -> View:
        """Return what a seat may see."""
        from tangrules.play.views import view_of

        return view_of(self._rules, self._state, seat)

    # ------------------------------------------------------------------------------ playing

    def play(self, move: Option | str | Answer, *, seat: int | None = None) -> GameState:
        """Return the state after a move: an option, a text or an answer. IllegalMove leaves this one be."""
        if self.over:
            raise IllegalMove("the game is over")
        if seat is not None and seat_given(seat, self.players) not in self.pending:
            raise IllegalMove(f"it is not for seat {seat + 1} to answer now")
        asked = self.decision_of(self.pending[0] if seat is None else seat)
        option = asked.options.find(move)
        state = self._state.copy()
        if state.journal is not None:
            choice = driver.open_decision(state)
            assert choice is not None
            state.journal = (*state.journal, (choice.decision, asked.seat, option.answer))
        self._rules.machine.advance(state, option.answer, asked.seat)
        return GameState(self._game, self._rules, state, self._beginning)

    def thaw(self, *, caller: bool = False) -> Thawed:
        """Return a mutable copy, to play out or search quickly. It keeps no history.

        With `caller`, chance is not drawn: `step` stops with NeedChance, and `decide` goes on (slowly).
        """
        state = self.raw()
        if caller:
            state.source = Caller()
        return Thawed(self._rules, state)

    def raw(self) -> State:
        """Return a copy of the numbers behind this state."""
        return self._state.copy()

    # ------------------------------------------------------------------------------ values

    def to_json(self) -> str:
        """Return a save of this state."""
        from tangrules.play.saves import to_json

        return to_json(self)

    def to_replay(self, *, chance: bool = False) -> str:
        """Return the game so far as text, a move a line; `chance` writes down what was drawn, too."""
        from tangrules.play.replay import write

        return write(self, chance=chance)

    @staticmethod
    def from_json(text: str, game: Game | None = None) -> GameState:
        """Return the state of a save. Without a game, the shipped packs that it names are loaded."""
        from tangrules.play.saves import from_json

        return from_json(text, game)

    def copy(self) -> GameState:
        """Return this state; a value needs no copy."""
        return self

    def key(self) -> tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...], tuple[Frame, ...]]:
        """Return what makes two states equal."""
        return self._key

    @cached_property
    def _key(self) -> tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...], tuple[Frame, ...]]:
        return (self._rules.program.fingerprint, *self._state.key())

    def __copy__(self) -> GameState:
        return self

    def __deepcopy__(self, _: object) -> GameState:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import numbers_of, state_of

        return state_of, (self._rules, numbers_of(self._state), self._beginning)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, GameState) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        if self.over:
            return f"<{self._rules.program.name}, {self.players} seats, over>"
        waiting = " and ".join(f"seat {seat + 1}" for seat in self.pending)
        return f"<{self._rules.program.name}, {self.players} seats, {waiting} to answer>"
