"""Random games: from a position to the end, every legal answer equally likely at each decision."""

from __future__ import annotations

import attrs

from tangrules.ir import Reserved
from tangrules.play.result import scores_of, winners_of
from tangrules.play.rules import Rules
from tangrules.runtime.state import State

_ROUND = Reserved.ROUND


@attrs.frozen
class Playout:
    """A finished random game. `decisions` counts the questions that had several answers."""

    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int


def play_out(rules: Rules, state: State, seed: int) -> Playout:
    """Play a state to its end, in place. It may also be a game that has not begun."""
    machine = rules.machine
    decisions = machine.random_playout(state, seed)
    scores = scores_of(machine, state)
    return Playout(decisions, scores, winners_of(machine, state, scores), state.V[_ROUND])
