"""Players by name."""

from __future__ import annotations

from tangrules.bots.greedy import Greedy
from tangrules.bots.monte_carlo import MonteCarlo
from tangrules.bots.player import Player, RandomPlayer
from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.play.rules import Rules

NAMES = ("random", "greedy", "monte-carlo")


def make_player(name: str, rules: Rules, *, seed: int, seat: int) -> Player:
    """Return a player for a seat of a game. The same seed and seat make the same player."""
    match name:
        case "random":
            return RandomPlayer(seed, seat)
        case "greedy":
            return Greedy(seed, seat)
        case "monte-carlo":
            return MonteCarlo(rules, seed, seat)
    hint = did_you_mean(name, NAMES) or f"they are {', '.join(NAMES)}"
    raise UsageError(f"there is no player called {name!r}: {hint}")
