"""A state machine for Hypothesis over the games of packs, ready for an author's own properties.

    from hypothesis.stateful import invariant
    from tangrules.verify.stateful import machine_of

    class MyGame(machine_of("my_game.tang")):
        @invariant()
        def scores_are_low(self):
            assert all(score < 40 for score in self.state.scores)

    TestMyGame = MyGame.TestCase

Its rules start a game, play offered moves, go back, save and load. They hold with each other what must:
playing leaves the earlier state alone, a loaded state is the saved one.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tangrules.play.game_state import GameState
from tangrules.verify.drawn import PICKS, begun, chosen, seats_of
from tangrules.verify.strategies import seeds


class GameMachine(RuleBasedStateMachine):
    """Plays one game. `state` is where it stands, `past` are the states before it."""

    packs: tuple[str, ...] = ()
    players: int | None = None

    def __init__(self) -> None:
        super().__init__()
        self.past: list[GameState] = []
        self._state: GameState | None = None

    @property
    def state(self) -> GameState:
        """Where the game stands. Invariants are looked at from the first question on."""
        assert self._state is not None
        return self._state

    @initialize(data=st.data(), seed=seeds())
    def start(self, data: st.DataObject, seed: int) -> None:
        """Begin."""
        count = self.players or data.draw(st.sampled_from(seats_of(*self.packs)), label="players")
        self._state = begun(self.packs, count, seed)

    @precondition(lambda self: not self.state.over)
    @rule(pick=st.integers(0, PICKS - 1), who=st.integers(0, 15))
    def play(self, pick: int, who: int) -> None:
        """Play an offered move; where several seats are asked, of any of them."""
        state = self.state
        seat = state.pending[who % len(state.pending)]
        options = state.decision_of(seat).options
        before = state.key()
        self._state = state.play(options.option(chosen(options.answers, pick)), seat=seat)
        assert state.key() == before, "playing changed the state before"
        self.past.append(state)

    @precondition(lambda self: bool(self.past))
    @rule(moves=st.integers(1, 5))
    def go_back(self, moves: int) -> None:
        """Take back moves."""
        for _ in range(min(moves, len(self.past))):
            self._state = self.past.pop()

    @rule()
    def save_and_load(self) -> None:
        """Save the game, and go on from what was loaded."""
        loaded = GameState.from_json(self.state.to_json(), self.state.game)
        assert loaded == self.state, "the loaded state differs"
        self._state = loaded

    def teardown(self) -> None:
        """Print the game with a failure."""
        if self._state is not None:
            from hypothesis import note

            note(self._state.to_replay())


def machine_of(*packs: str, players: int | None = None) -> type[GameMachine]:
    """Return a state machine over the games of packs: derive from it and add invariants and rules."""
    return type("GameMachine", (GameMachine,), {"packs": packs, "players": players})
