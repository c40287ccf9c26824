"""How a game ended: the score pad, line by line, and the order of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.ir import Outcome, Reserved, ScoreDef
from tangrules.play.words import Words
from tangrules.runtime.driver import Machine, in_play
from tangrules.runtime.state import State


@attrs.frozen
class Line:
    """One line of the score pad. `points` and `details` are by seat; a detail is a thing and its worth."""

    name: str
    title: str
    points: tuple[int, ...]
    details: tuple[tuple[tuple[str, int], ...], ...]
    cites: tuple[str, ...] = ()


@attrs.frozen
class Result:
    """`ranking` holds groups of seats, the best first; seats that share a place are in one group.

    `winners` is the first group, or empty when all have lost. Seats count from 0 here, from 1 in texts.
    `final` is false while the game goes on: then this is how things stand.
    """

    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    sheet: tuple[Line, ...]
    grades: tuple[str, ...]
    end: str
    final: bool = attrs.field(default=True, eq=False)

    def __str__(self) -> str:
        rows = [*((line.title, line.points) for line in self.sheet), ("Total", self.scores)]
        return "\n".join([*table(rows), _winners_told(self.winners, final=self.final)])


def table(rows: Sequence[tuple[str, Sequence[object]]]) -> list[str]:
    """Return the lines of a score pad: titles, and behind them what stands there for each seat."""
    width = max(len(title) for title, _ in rows)
    seats = "".join(f"{f'seat {seat + 1}':>9}" for seat in range(len(rows[0][1])))
    lines = [title.ljust(width) + "".join(f"{points:>9}" for points in row) for title, row in rows]
    return [line.rstrip() for line in (" " * width + seats, *lines)]


def scores_of(machine: Machine, state: State) -> tuple[int, ...]:
    """Return the total score of each seat."""
    program = state.program
    if not program.scores:
        return (0,) * program.players
    return tuple(
        sum(points_of(machine, state, score, seat) for score in program.scores)
        for seat in range(program.players)
    )


def winners_of(machine: Machine, state: State, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that have won, given the scores."""
    outcome = state.V[Reserved.OUTCOME]
    if outcome == Outcome.ALL_LOSE or (outcome == Outcome.LOSES and state.program.players == 1):
        return ()
    return next(_groups(machine, state, scores))


def ranking_of(machine: Machine, state: State, scores: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups, the best first. Seats that have left come last."""
    return tuple(_groups(machine, state, scores))


def _groups(machine: Machine, state: State, scores: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Find the groups of a ranking, one after the other: often only the first is asked for."""
    outcome, one = state.V[Reserved.OUTCOME], state.V[Reserved.OUTCOME_SEAT]
    if outcome == Outcome.WINS:
        yield (one,)
    seats = in_play(state)
    left = tuple(seat for seat in range(state.program.players) if seat not in seats)
    if outcome == Outcome.WINS:
        yield from _by_rank(machine, state, scores, tuple(seat for seat in seats if seat != one))
    elif outcome == Outcome.LOSES:
        if rest := tuple(seat for seat in seats if seat != one):
            yield rest
        yield (one,)
        left = tuple(seat for seat in left if seat != one)
    elif outcome in (Outcome.ALL_WIN, Outcome.ALL_LOSE):
        if seats:
            yield seats
    else:
        yield from _by_rank(machine, state, scores, seats)
    if left:
        yield left


def result_of(machine: Machine, words: Words, state: State) -> Result:
    """Return the result of a game, or how things stand in one that goes on."""
    scores = scores_of(machine, state)
    program = state.program
    end = state.V[Reserved.OUTCOME_END]
    ended = state.V[Reserved.OUTCOME] != Outcome.NONE and 0 <= end < len(program.ends)
    return Result(
        ranking_of(machine, state, scores),
        winners_of(machine, state, scores),
        scores,
        tuple(_line(machine, words, state, score) for score in program.scores),
        tuple(_grade(program.grades, points) for points in scores),
        program.ends[end][0] if ended else "",
        final=not state.stack or state.V[Reserved.OUTCOME] >= Outcome.GAME,
    )


def _by_rank(
    machine: Machine, state: State, scores: tuple[int, ...], seats: tuple[int, ...]
) -> list[tuple[int, ...]]:
    if not state.program.ranks:
        return [seats] if seats else []
    keys: dict[tuple[int, ...], list[int]] = {}
    for seat in seats:
        key = []
        for rank in state.program.ranks:
            points = scores[seat] if rank.value < 0 else _number(machine, state, rank.value, seat)
            key.append(-points if rank.most else points)
        keys.setdefault(tuple(key), []).append(seat)
    return [tuple(keys[key]) for key in sorted(keys)]


def points_of(machine: Machine, state: State, score: ScoreDef, seat: int) -> int:
    """Return what a line of the score pad is worth to a seat."""
    if score.each < 0:
        return _number(machine, state, score.value, seat)
    return sum(
        _number(machine, state, score.value, seat, thing) for thing in _things(machine, state, score, seat)
    )


def _things(machine: Machine, state: State, score: ScoreDef, seat: int) -> tuple[int, ...]:
    things = machine.value(state, score.each, (seat,))
    return (things,) if isinstance(things, int) else things


def _number(machine: Machine, state: State, value: int, *args: int) -> int:
    found = machine.value(state, value, args)
    assert isinstance(found, int)
    return found


def _line(machine: Machine, words: Words, state: State, score: ScoreDef) -> Line:
    seats = range(state.program.players)
    details: list[tuple[tuple[str, int], ...]] = []
    for seat in seats:
        things = () if score.each < 0 else _things(machine, state, score, seat)
        told = [str(thing) if score.thing is None else words.text(score.thing, thing) for thing in things]
        worth = [_number(machine, state, score.value, seat, thing) for thing in things]
        details.append(tuple(zip(told, worth, strict=True)))
    points = tuple(points_of(machine, state, score, seat) for seat in seats)
    return Line(score.name, score.title or score.name, points, tuple(details), score.cites)


def _grade(grades: tuple[tuple[int, str], ...], points: int) -> str:
    reached = [grade for grade in grades if grade[0] <= points]
    return max(reached)[1] if reached else ""


def _winners_told(winners: tuple[int, ...], *, final: bool) -> str:
    names = [f"seat {seat + 1}" for seat in winners]
    if not final:
        told = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names) or "nobody"
        return f"If the game ended now, {told} would win."
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} win."
