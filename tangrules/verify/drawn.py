"""Moves that numbers stand for, so that Hypothesis can draw games and make them small.

A number stands for the answers of a whole turn: if one is left out, a turn is, and those after it still ask what
they asked before. Which answer it stands for depends on the answer itself, not on its place among the others, so
that it stays the same where the position is a little different. 0 is always the first answer.

While examples are made small, most of them begin alike. So the positions that were come to last are kept.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from tangrules.explain.reading import read_packs
from tangrules.ir import Reserved
from tangrules.link.complete import seat_counts
from tangrules.play.game import Game, load
from tangrules.play.game_state import GameState
from tangrules.runtime.state import Answer

PICKS = 1 << 16
"""Numbers are below this."""

TURN_AT_MOST = 12
"""So many answers are taken for a turn at most: not all games count turns."""

KEPT_AT_MOST = 400
"""So many positions are kept."""

_BITS = (1 << 64) - 1

_kept: OrderedDict[tuple[object, ...], tuple[object, GameState]] = OrderedDict()


@cache
def game_of(*packs: str) -> Game:
    """Return the game of packs, the same one each time."""
    return load(*packs)


@cache
def seats_of(*packs: str) -> tuple[int, ...]:
    """Return the numbers of seats that packs are for."""
    return tuple(seat_counts(read_packs(packs)))


def begun(packs: Sequence[str], players: int, seed: int) -> GameState:
    """Return a game at its first question."""
    game = game_of(*packs)
    key = (id(game), players, seed)
    found = _look_up(key, game)
    return found or _keep(key, game, game.start(players=players, seed=seed))


def turn(state: GameState, pick: int) -> Iterator[GameState]:
    """Play a whole turn, all of whose answers a number stands for; yield the state after each."""
    began = _turn_of(state)
    for number in range(TURN_AT_MOST):
        if state.over or _turn_of(state) != began:
            return
        state = played(state, pick, number)
        yield state


def played(state: GameState, pick: int, number: int = 0) -> GameState:
    """Play the move that a number stands for, in the first seat that is asked."""
    key = (id(state), pick, number)
    found = _look_up(key, state)
    if found is not None:
        return found
    with _untraced():
        options = state.decision_of(state.pending[0]).options
        option = options.option(chosen(options.answers, pick, number))
        return _keep(key, state, state.play(option, seat=state.pending[0]))


@contextmanager
def _untraced() -> Iterator[None]:
    """Do without a tracer for a while: Hypothesis wants to know which lines fail, and means the author's."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


def chosen(answers: Sequence[Answer], pick: int, number: int = 0) -> Answer:
    """Return the answer that a number stands for: the first one for 0, else the one that it likes best."""
    if pick == 0:
        return answers[0]
    salt = _mixed(pick * PICKS + number)
    return min(answers, key=lambda answer: _mixed(salt ^ (hash(answer) & _BITS)))


def _turn_of(state: GameState) -> tuple[int, int]:
    numbers = state.raw().V
    return numbers[Reserved.ROUND], numbers[Reserved.TURN]


def _mixed(number: int) -> int:
    """Return a number that looks like chance, the same one each time."""
    number = (number + 0x9E3779B97F4A7C15) & _BITS
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _BITS
    return number ^ (number >> 31)


def _look_up(key: tuple[object, ...], before: object) -> GameState | None:
    """Return what was kept; the key holds the place in memory of what was before, which must still be it."""
    held, found = _kept.get(key, (None, None))
    if held is not before:
        return None
    _kept.move_to_end(key)
    return found


def _keep(key: tuple[object, ...], before: object, state: GameState) -> GameState:
    _kept[key] = before, state
    if len(_kept) > KEPT_AT_MOST:
        _kept.popitem(last=False)
    return state
