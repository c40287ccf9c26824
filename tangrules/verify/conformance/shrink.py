"""Makes a counterexample small: fewer seats, fewer moves, first moves, a small seed, in that order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.runtime.state import Entry
from tangrules.verify.conformance.games import play_random
from tangrules.verify.conformance.problem import UNTESTED, Check, Problem
from tangrules.verify.conformance.trail import Trail, replayed

MOVES_AT_MOST = 15_000
"""So many moves are played in search of a smaller counterexample, and"""

LOOKS_AT_MOST = 1_500
"""so many positions are looked at."""

GAMES_AT_MOST = 20
"""So many games of few moves are tried at each number of seats."""

_SHORT = 30
_SEEDS = 6


def shrink(check: Check, problem: Problem, trail: Trail, counts: Sequence[int]) -> tuple[Trail, Problem]:
    """Return the smallest game found in which a check still finds the same problem."""
    return _Shrinker(check, problem, trail, counts).run()


class _Shrinker:
    def __init__(self, check: Check, problem: Problem, trail: Trail, counts: Sequence[int]) -> None:
        self.check = check
        self.problem = problem
        self.best = _cut(trail, problem)
        self.counts = counts
        self.moves = MOVES_AT_MOST
        self.looks = LOOKS_AT_MOST

    def run(self) -> tuple[Trail, Problem]:
        """Try all ways."""
        if self.best.states:
            self._earlier()
            self._other_games()
            self._fewer_moves()
            self._first_moves()
            self._smaller_seed()
        return self.best, self.problem

    # ------------------------------------------------------------------------------ trying

    @property
    def _spent(self) -> bool:
        return self.moves <= 0 or self.looks <= 0

    def _fails(self, trail: Trail) -> bool:
        """Take a game if the problem is there at its last position."""
        if not trail.states or self._spent:
            return False
        self.looks -= 1
        try:
            found = self.check.look(trail, self.problem)
        except Exception as error:
            found = attrs.evolve(self.problem, at=None) if _is_of(self.problem, error) else None
        if found is None or found.key != self.problem.key or found is UNTESTED:
            return False
        self.best, self.problem = _cut(trail, found), found
        return True

    def _played(self, players: int, seed: int, entries: Sequence[Entry]) -> Trail:
        self.moves -= len(entries) + 1
        return replayed(self.best.game, players, seed, entries)

    # ------------------------------------------------------------------------------ ways

    def _earlier(self) -> None:
        """Look at earlier positions of the same game, the first ones first, then halves."""
        count = len(self.best.states)
        for index in _some(count - 1):
            if self._fails(self.best.up_to(index)):
                return

    def _other_games(self) -> None:
        """Look at short games with few seats, each shorter than the shortest before it."""
        for players in sorted(count for count in self.counts if count <= self.best.players):
            for seed in range(GAMES_AT_MOST):
                most = len(self.best.states) - 2
                if players < self.best.players:
                    most = max(most + 1, _SHORT)
                if most < 0 or self.moves < MOVES_AT_MOST // 3 or self.looks < LOOKS_AT_MOST // 3:
                    break  # what is left is for making moves fewer
                self.moves -= most
                self._found_in(play_random(self.best.game, players, seed, most)[0], most)
            if self.best.players == players:
                return

    def _found_in(self, trail: Trail, most: int) -> bool:
        return any(self._fails(trail.up_to(index)) for index in range(min(len(trail.states), most + 1)))

    def _fewer_moves(self) -> None:
        """Leave out runs of moves, long ones first."""
        size = max(1, len(self.best.entries) // 2)
        while size >= 1 and not self._spent:
            start = 0
            while start < len(self.best.entries) and not self._spent:
                entries = self.best.entries
                rest = entries[:start] + entries[start + size :]
                trail = self._played(self.best.players, self.best.seed, rest)
                if len(trail.entries) >= len(entries) or not self._fails(trail):
                    start += size
            size //= 2

    def _first_moves(self) -> None:
        """Play the first of the offered moves in place of others."""
        for index in range(len(self.best.entries)):
            if self._spent or index >= len(self.best.entries):
                return
            entries = self.best.entries
            state = self.best.states[index]
            decision, seat, answer = entries[index]
            first = state.decision_of(seat).options.answers[0]
            if answer == first:
                continue
            changed = (*entries[:index], (decision, seat, first), *entries[index + 1 :])
            trail = self._played(self.best.players, self.best.seed, changed)
            if len(trail.entries) <= len(entries):
                self._fails(trail)

    def _smaller_seed(self) -> None:
        """Take the least seed with which the same moves do."""
        for seed in range(min(self.best.seed, _SEEDS)):
            entries = self.best.entries
            trail = self._played(self.best.players, seed, entries)
            if len(trail.entries) <= len(entries) and self._fails(trail):
                return


def _is_of(problem: Problem, error: Exception) -> bool:
    return problem.key == f"engine {type(error).__name__}"


def _cut(trail: Trail, problem: Problem) -> Trail:
    return trail if problem.at is None else trail.up_to(problem.at)


def _some(count: int) -> Iterator[int]:
    """Yield some indices below a number: the first ones, then ever fewer."""
    step = 1
    index = 0
    while index < count:
        yield index
        if index >= 16:
            step = max(1, count // 24)
        index += step
