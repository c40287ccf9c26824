"""The score pad as one seat can tell it while the game goes on: what counts hidden things is not told.

Lines that count only what lies open are told to everybody. What a player holds unseen is told to that player,
and what nobody sees to nobody. When the game is over, all is told.
"""

from __future__ import annotations

import attrs

from tangrules.ir import ScoreDef
from tangrules.play.result import points_of, table
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import State

UNTOLD = "?"
"""Stands for points that the seat cannot tell."""


@attrs.frozen
class PadLine:
    """One line of the score pad: `points` by seat, None where they cannot be told."""

    name: str
    title: str
    points: tuple[int | None, ...]


@attrs.frozen
class ScorePad:
    """How the scores stand, as far as one seat can tell; `viewer` is None for what every seat can tell.

    `totals` is None where a line cannot be told. `known` adds up the lines that can.
    """

    viewer: int | None
    lines: tuple[PadLine, ...]

    @property
    def known(self) -> tuple[int, ...]:
        """For each seat what its lines are worth, as far as they can be told."""
        return tuple(sum(points or 0 for points in column) for column in self._columns())

    @property
    def totals(self) -> tuple[int | None, ...]:
        """The score of each seat, None where a part of it cannot be told."""
        columns = self._columns()
        return tuple(
            None if None in column else known for column, known in zip(columns, self.known, strict=True)
        )

    def _columns(self) -> list[tuple[int | None, ...]]:
        return list(zip(*(line.points for line in self.lines), strict=True))

    def __str__(self) -> str:
        rows = [*((line.title, line.points) for line in self.lines), ("Total", self.totals)]
        told = [(title, [UNTOLD if points is None else str(points) for points in row]) for title, row in rows]
        return "\n".join(table(told))


def pad_of(machine: Machine, state: State, viewer: int | None) -> ScorePad:
    """Return the score pad as a seat can tell it, or as every seat can."""
    seats = range(state.program.players)

    def points(score: ScoreDef, seat: int) -> int | None:
        is_told = score.told_to == "all" or (score.told_to == "own" and seat == viewer) or not state.stack
        return points_of(machine, state, score, seat) if is_told else None

    return ScorePad(
        viewer,
        tuple(
            PadLine(score.name, score.title or score.name, tuple(points(score, seat) for seat in seats))
            for score in state.program.scores
        ),
    )
