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

from collections.abc import Callable
from functools import cache

from hypothesis import note
from hypothesis import strategies as st

from tangrules.explain.reading import read_packs
from tangrules.link.complete import seat_counts
from tangrules.play.decision import Option
from tangrules.play.game import Game, load
from tangrules.play.game_state import GameState

MOVES = 120
"""So many moves into a game a state is at most, unless said otherwise."""

LONGEST = 2_000
"""A game that is played to its end must come to it in so many moves."""

_PICKS = 1 << 16
_SEEDS = 1 << 16


@cache
def game_of(*packs: str) -> Game:
    """Return the game of packs, the same one each time."""
    return load(*packs)


@cache
def seats_of(*packs: str) -> tuple[int, ...]:
    """Return the numbers of seats that packs are for."""
    return tuple(seat_counts(read_packs(packs)))


def seeds() -> st.SearchStrategy[int]:
    """Return seeds of games, 0 first."""
    return st.integers(0, _SEEDS - 1)


@st.composite
def games(draw: st.DrawFn, *packs: str, players: int | None = None) -> GameState:
    """Draw a game at its first question: any number of seats that the packs are for, any seed."""
    count = draw(st.sampled_from(seats_of(*packs))) if players is None else players
    return game_of(*packs).start(players=count, seed=draw(seeds()))


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
    state = draw(games(*packs, players=players))
    least = draw(st.integers(0, moves))
    for pick in draw(st.lists(st.integers(0, _PICKS - 1), min_size=least, max_size=moves)):
        if state.over or (where is not None and where(state)):
            break
        state = _played(state, pick)
    if where is not None and not where(state):
        from hypothesis import reject

        reject()
    _tell(state)
    return state


@st.composite
def replays(draw: st.DrawFn, *packs: str, players: int | None = None) -> tuple[GameState, ...]:
    """Draw a whole game: all its states, the last of which is over."""
    found = [draw(games(*packs, players=players))]
    picks = draw(st.lists(st.integers(0, _PICKS - 1), max_size=MOVES))
    while not found[-1].over:
        if len(found) > LONGEST:
            raise AssertionError(f"the game is not over after {LONGEST} moves")
        index = len(found) - 1
        found.append(_played(found[-1], picks[index] if index < len(picks) else 7919 * index))
    _tell(found[-1])
    return tuple(found)


def _played(state: GameState, pick: int) -> GameState:
    """Play the move that a number stands for; 0 is the first one of the first seat."""
    seat = state.pending[0]
    options = state.decision_of(seat).options
    return state.play(options[pick % len(options)], seat=seat)


def _tell(state: GameState) -> None:
    """Print the game with a failure."""
    note(state.to_replay())
