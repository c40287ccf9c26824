"""From a state to a scene: what an onlooker sees, zone by zone.

What is hidden is left out here, so no drawing can show it. An onlooker is a seat, or nobody: who then sees
what every seat knows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from tangrules.draw.boards import BoardReader
from tangrules.draw.looks import Looks
from tangrules.draw.pieces import PieceReader
from tangrules.draw.scene import Badge, Board, Panel, Piece, Row, Scene
from tangrules.draw.zones import ZoneReader
from tangrules.ir import Program, Reserved
from tangrules.play.words import Words
from tangrules.runtime.state import State

_RESERVED = Reserved()


def read_scene(
    state: State,
    *,
    viewer: int | None = None,
    asked: Sequence[int] = (),
    scores: Sequence[int] = (),
    hidden_scores: Collection[int] = (),
) -> Scene:
    """Return what `viewer` sees of a state. `asked` are the seats that have to answer.

    `scores` stand beside the seats; of those in `hidden_scores` it is said that there is more.
    """
    return _Reading(state, viewer).scene(asked, scores, hidden_scores)


class _Reading:
    def __init__(self, state: State, viewer: int | None) -> None:
        self._state = state
        self._program = state.program
        self._words = Words(state.program)
        self._looks = _looks(state.program)
        self._pieces = PieceReader(state, self._looks, viewer)
        self._zones = ZoneReader(state, self._looks, self._pieces, self._words)
        self._boards = BoardReader(state, self._looks, self._pieces, self._zones)

    def scene(self, asked: Sequence[int], scores: Sequence[int], hidden_scores: Collection[int]) -> Scene:
        V = self._state.V
        boards = self._boards.boards()
        seats = [
            Panel(
                seat,
                self._rows(seat),
                on_turn=V[_RESERVED.CURRENT] == seat,
                asked=seat in asked,
                out=bool(V[_RESERVED.OUT] >> seat & 1),
                score=scores[seat] if seat < len(scores) else None,
                more_hidden=seat in hidden_scores,
            )
            for seat in range(self._program.players)
        ]
        common = Panel(-1, self._rows(-1))
        return Scene(
            self._program.title or self._program.name,
            V[_RESERVED.ROUND],
            V[_RESERVED.TURN],
            not self._state.stack,
            tuple(boards),
            common,
            tuple(seats),
            _legend(boards, [common, *seats]),
            self._program.joined,
        )

    # ------------------------------------------------------------------------------ panels

    def _rows(self, seat: int) -> tuple[Row, ...]:
        found: list[Row] = []
        for zone in self._program.zones:
            if zone.alias or zone.attribute or zone.name.startswith("#"):
                continue
            if zone.per_seat != (seat >= 0) or self._boards.shows(zone):
                continue
            row = self._zones.row(zone, seat)
            if row is not None:
                found.append(row)
        return tuple(sorted(found, key=_rank))


def _rank(row: Row) -> tuple[bool, int]:
    """Zones with a look first; then tracks before numbers before pieces."""
    forms = {entry.form for entry in row.entries}
    return row.minor, 0 if forms <= {"track"} else 1 if forms <= {"number", "flag"} else 2


def _legend(boards: Sequence[Board], panels: Sequence[Panel]) -> tuple[Badge, ...]:
    """Return the icons that the scene shows, each once, in the order in which they are met."""
    seen: dict[Badge, None] = {}
    for board in boards:
        for cell in board.cells:
            for badge in cell.backdrop:
                seen.setdefault(badge)
            for piece in (*(p for p in (cell.piece, *cell.tokens) if p is not None),):
                _note_icons(piece, seen)
        for strip in board.strips:
            for place in strip.places:
                if place is not None:
                    _note_icons(place, seen)
    for panel in panels:
        for row in panel.rows:
            for entry in row.entries:
                for one in entry.pieces:
                    if one is not None:
                        _note_icons(one, seen)
    return tuple(seen)


def _note_icons(piece: Piece, seen: dict[Badge, None]) -> None:
    for badge in (*(edge for edge in piece.edges if edge is not None), *piece.icons):
        seen.setdefault(badge)
    for area in piece.areas:
        seen.setdefault(area.badge)
    for spot in piece.spots:
        seen.setdefault(spot.badge)
        if spot.piece is not None:
            _note_icons(spot.piece, seen)


@lru_cache(maxsize=8)
def _looks_by_identity(key: int, program: _Held) -> Looks:
    return Looks(program.program)


class _Held:
    """A program as a key of the cache: by identity, since its fields are large and cannot be hashed."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.program is self.program


def _looks(program: Program) -> Looks:
    return _looks_by_identity(id(program), _Held(program))
