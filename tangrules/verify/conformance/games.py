"""Random games for the checks: what is played depends on the seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tangrules.diagnostics import RuleError
from tangrules.play.decision import Options
from tangrules.play.game import Game
from tangrules.play.game_state import GameState
from tangrules.runtime.state import Answer
from tangrules.verify.conformance.offered import carry_out, rule_failed
from tangrules.verify.conformance.problem import Problem
from tangrules.verify.conformance.table import goes_on
from tangrules.verify.conformance.trail import Trail, begin


def play_random(game: Game, players: int, seed: int, most: int) -> tuple[Trail, Problem | None]:
    """Play a random game; also return why it came to no end, if it did not.

    In games with an even seed each answer is equally likely; in others each alternative is, so that rare
    kinds of moves are played, too.
    """
    rng = Random(seed)
    try:
        trail = begin(game, players, seed)
    except RuleError as error:
        found = rule_failed("a rule fails before the first question", error, "setup")
        return Trail(game, players, seed, ()), found
    states = [trail.last]
    while not states[-1].over and len(states) <= most:
        after = _next(states[-1], rng, by_kind=seed % 2 == 1)
        if after is None:
            return Trail(game, players, seed, tuple(states)), None  # told by the check of who can act
        if isinstance(after, Problem):
            return Trail(game, players, seed, tuple(states)), after
        states.append(after)
    trail = Trail(game, players, seed, tuple(states))
    return trail, None if trail.last.over else goes_on(trail, most)


def _next(state: GameState, rng: Random, *, by_kind: bool) -> GameState | Problem | None:
    if not state.pending:
        return None
    seat = rng.choice(state.pending)
    options = state.decision_of(seat).options
    try:
        answers = options.answers
    except RuleError:
        return None
    if not answers:
        return None
    return carry_out(state, seat, _picked(options, answers, rng, by_kind=by_kind))


def _picked(options: Options, answers: Sequence[Answer], rng: Random, *, by_kind: bool) -> Answer:
    if by_kind:
        kind = rng.choice(sorted({options.option(answer).title for answer in answers}))
        answers = [answer for answer in answers if options.option(answer).title == kind]
    return answers[rng.randrange(len(answers))]


def chosen_positions(count: int, wanted: int, seed: int) -> list[int]:
    """Return which of the positions of a game are looked at closely: the first two, the last two, and any."""
    if count <= wanted:
        return list(range(count))
    ends = {0, 1, count - 2, count - 1}
    rest = Random(seed).sample([index for index in range(count) if index not in ends], max(0, wanted - 4))
    return sorted({*ends, *rest})
