"""Flat Monte Carlo: plays each answer out at random some times, and takes the one that does best on average.

What the seat does not know is dealt anew for each game, so that the player cannot peek.
"""

from __future__ import annotations

from tangrules.bots.greedy import lead
from tangrules.bots.player import Dice
from tangrules.diagnostics.errors import RuleError, UsageError
from tangrules.play.rules import Rules
from tangrules.play.sample import deal
from tangrules.play.thawed import Thawed
from tangrules.play.views import view_of
from tangrules.runtime.state import Answer

TRIED = 12
"""So many answers are played out at most; of more, these are drawn."""

GAMES = 4
"""So many games are played out for each answer."""


class MonteCarlo:
    """Slow: a decision costs up to TRIED times GAMES games."""

    def __init__(self, rules: Rules, seed: int, seat: int) -> None:
        self._rules = rules
        self._dice = Dice(seed, seat)

    def pick(self, game: Thawed, seat: int) -> Answer:
        """Return the answer with the best average."""
        answers = self._dice.some(game.answers(seat), TRIED)
        if len(answers) == 1:
            return answers[0]
        totals = [0] * len(answers)
        for _ in range(GAMES):
            dealt = self._dealt(game, seat)
            for at, answer in enumerate(answers):
                totals[at] += self._outcome(dealt.copy(), seat, answer)
        best = [answer for answer, total in zip(answers, totals, strict=True) if total == max(totals)]
        return best[self._dice.below(len(best))]

    def _dealt(self, game: Thawed, seat: int) -> Thawed:
        try:
            state = deal(view_of(self._rules, game.state, seat), seed=self._dice.seed())
        except UsageError:  # a view does not tell all: then only chance is made new
            state = game.state.copy()
        return Thawed(self._rules, state)

    def _outcome(self, game: Thawed, seat: int, answer: Answer) -> int:
        game.state.rng = self._dice.seed()
        try:
            game.step(answer, seat)
            while not game.over:
                answers = game.answers()
                game.step(answers[self._dice.below(len(answers))])
        except RuleError:
            return -(10**6)
        return lead(game, seat)
