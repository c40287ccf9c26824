"""Looks one answer ahead: takes the one after which its score is furthest above the best of the others."""

from __future__ import annotations

from tangrules.bots.player import Dice
from tangrules.diagnostics.errors import RuleError
from tangrules.play.thawed import Thawed
from tangrules.runtime.state import Answer

LOOKED_AT = 200
"""So many answers are tried at most; of more, these are drawn."""

_WORST = -(10**9)
_WON = 10**6


class Greedy:
    """Ties are broken at random, by the player's own seed."""

    def __init__(self, seed: int, seat: int) -> None:
        self._dice = Dice(seed, seat)

    def pick(self, game: Thawed, seat: int) -> Answer:
        """Return an answer that leads to the best score at once."""
        answers = self._dice.some(game.answers(seat), LOOKED_AT)
        if len(answers) == 1:
            return answers[0]
        future = self._dice.seed()
        worth = [self._worth(game, seat, answer, future) for answer in answers]
        best = [answer for answer, points in zip(answers, worth, strict=True) if points == max(worth)]
        return best[self._dice.below(len(best))]

    def _worth(self, game: Thawed, seat: int, answer: Answer, future: int) -> int:
        after = game.copy()
        after.state.rng = future  # what chance will really do is not for players to know
        try:
            after.step(answer, seat)
        except RuleError:
            return _WORST
        return lead(after, seat)


def lead(game: Thawed, seat: int) -> int:
    """Return how far a seat is above the best of the others; winning or losing outweighs all scores."""
    scores = game.scores()
    others = [score for other, score in enumerate(scores) if other != seat]
    margin = scores[seat] - max(others, default=0)
    if not game.over:
        return margin
    return margin + (_WON if seat in game.winners() else -_WON)
