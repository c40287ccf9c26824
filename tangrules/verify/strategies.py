"""Hypothesis strategies over the games of packs.

    from hypothesis import given
    from tangrules.verify.strategies import states

    @given(states("my_game.tang"))
    def test_scores_are_low(state):
        assert sum(state.scores) <= 40

Examples shrink to few seats, to seed 0, to early turns, and to the first of the offered moves. A failure
prints the game as a replay, which can be kept as a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from hypothesis import note, reject
from hypothesis import strategies as st

from tangrules.play.decision import Option
from tangrules.play.game_state import GameState
from tangrules.verify.drawn import PICKS, begun, played, seats_of, turn

MOVES = 120
"""So many moves into a game a state is at most, unless said otherwise."""

LONGEST = 2_000
"""A game that is played to its end must come to it in so many moves."""

_SEEDS = 1 << 16
_BEGUN_AT_MOST = 6


def seeds() -> st.SearchStrategy[int]:
    """Return seeds of games, 0 first."""
    return st.integers(0, _SEEDS - 1)


def _picks() -> st.SearchStrategy[int]:
    """Return numbers that stand for moves, 0 for the first ones."""
    return st.integers(0, PICKS - 1)


@st.composite
def games(draw: st.DrawFn, *packs: str, players: int | None = None) -> GameState:
    """Draw a game at its first question: any number of seats that the packs are for, any seed."""
    count = draw(st.sampled_from(seats_of(*packs))) if players is None else players
    return begun(packs, count, draw(seeds()))


@st.composite
def moves(draw: st.DrawFn, state: GameState) -> Option:
    """Draw one of the moves that are offered in a state, of the first seat that is asked."""
    options = state.decision_of(state.pending[0]).options
    return options[draw(st.integers(0, len(options) - 1))]


@st.composite
def states(
    draw: st.DrawFn,
    *packs: str,
    players: int | None = None,
    moves: int = MOVES,
    where: Callable[[GameState], bool] | None = None,
) -> GameState:
    """Draw a state at most so many moves into a game; `where` says which ones are wanted.

    With `where`, the first state of the game that fits is taken, so an example is not thrown away if one
    comes later.
    """
    start = draw(games(*packs, players=players))
    least = draw(st.integers(0, moves // 4))
    turns = draw(st.lists(_picks(), min_size=least, max_size=moves))
    # So many moves of another turn, each drawn by itself.
    begun_turn = draw(st.lists(_picks(), max_size=_BEGUN_AT_MOST))
    state = start
    for state in islice(_positions(start, turns, begun_turn), moves + 1):
        if where is not None and where(state):
            break
    if where is not None and not where(state):
        reject()
    _tell(state)
    return state


def _positions(state: GameState, turns: Sequence[int], picks: Sequence[int]) -> Iterator[GameState]:
    """Yield the positions of a game: so many whole turns, then single moves."""
    yield state
    for pick in turns:
        if state.over:
            return
        for later in turn(state, pick):
            state = later
            yield state
    for pick in picks:
        if state.over:
            return
        state = played(state, pick)
        yield state


@st.composite
def replays(draw: st.DrawFn, *packs: str, players: int | None = None) -> tuple[GameState, ...]:
    """Draw a whole game: all its states, the last of which is over."""
    found = [draw(games(*packs, players=players))]
    turns = draw(st.lists(_picks(), max_size=MOVES))
    index = 0
    while not found[-1].over:
        if len(found) > LONGEST:
            raise AssertionError(f"the game is not over after {LONGEST} moves")
        found += turn(found[-1], turns[index] if index < len(turns) else 7919 * index % PICKS)
        index += 1
    _tell(found[-1])
    return tuple(found)


def _tell(state: GameState) -> None:
    """Print the game with a failure."""
    note(state.to_replay())
