"""Players: random, greedy and Monte Carlo. They see a game as any user of the library does."""

from __future__ import annotations

from tangrules.bots.game import Finished, play_game
from tangrules.bots.greedy import Greedy
from tangrules.bots.monte_carlo import MonteCarlo
from tangrules.bots.player import Player, RandomPlayer
from tangrules.bots.team import NAMES, make_player

__all__ = [
    "NAMES",
    "Finished",
    "Greedy",
    "MonteCarlo",
    "Player",
    "RandomPlayer",
    "make_player",
    "play_game",
]
