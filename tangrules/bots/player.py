"""What a player is, and the simplest one. A player has its own generator: the game's is never looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tangrules.play.thawed import Thawed
from tangrules.runtime.chance import below
from tangrules.runtime.state import Answer

_MASK = (1 << 64) - 1
_APART = 0x9FB21C651E98DF25


class Player(Protocol):
    """Someone who answers for a seat."""

    def pick(self, game: Thawed, seat: int) -> Answer:
        """Return one of the seat's legal answers. The game is left as it is."""


class Dice:
    """A generator of a player's own."""

    def __init__(self, seed: int, seat: int) -> None:
        self._rng = (seed ^ _APART * (seat + 1)) & _MASK

    def below(self, n: int) -> int:
        """Return a number below n, all alike."""
        self._rng, found = below(self._rng, n)
        return found

    def seed(self) -> int:
        """Return a seed for another generator."""
        return self.below(1 << 62)

    def some(self, answers: Sequence[Answer], most: int) -> list[Answer]:
        """Return all answers, or so many of them, each as likely as any other, in their order."""
        if len(answers) <= most:
            return list(answers)
        places = list(range(len(answers)))
        for at in range(most):
            other = at + self.below(len(places) - at)
            places[at], places[other] = places[other], places[at]
        return [answers[place] for place in sorted(places[:most])]


class RandomPlayer:
    """Every legal answer is equally likely."""

    def __init__(self, seed: int, seat: int) -> None:
        self._dice = Dice(seed, seat)

    def pick(self, game: Thawed, seat: int) -> Answer:
        """Return any answer."""
        answers = game.answers(seat)
        return answers[self._dice.below(len(answers))]
