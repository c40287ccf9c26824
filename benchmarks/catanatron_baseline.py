"""Random games of Settlers of Catan by `catanatron`, a Python engine of like scope, from PyPI.

Written for catanatron 3.2 (`Game(players, seed)`, `state.playable_actions`, `execute`), without its
check of each action, and without the copies of the state that `Game.play` makes.

catanatron also asks when only one action is legal (roll the dice, end the turn). `asked` counts
every ask, which is catanatron's own tick; `decisions` counts those with two or more actions, as the
other programs here count. About two asks in three are forced, so the two rates differ threefold.
"""

from __future__ import annotations

import random

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT


def playout(seed: int, players: int = 4) -> tuple[int, int]:
    """Play one random game; return the decisions with a choice, and all that were asked."""
    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE][:players]
    game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
    state = game.state
    pick = random.random  # catanatron seeds the shared generator, and rolls its dice with it
    decisions = asked = 0
    while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
        actions = state.playable_actions
        asked += 1
        if len(actions) > 1:
            decisions += 1
            action = actions[int(pick() * len(actions))]
        else:
            action = actions[0]
        game.execute(action, validate_action=False)
    return decisions, asked
