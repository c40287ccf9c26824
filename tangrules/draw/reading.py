"""From a state to a scene: what an onlooker sees, zone by zone.

What is hidden is left out here, so no drawing can show it. An onlooker is a seat, or nobody: who then sees
what every seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tangrules.draw.looks import Looks
from tangrules.draw.pieces import PieceReader
from tangrules.draw.scene import Badge, Board, Cell, Panel, Piece, Row, Scene, Strip
from tangrules.draw.zones import ZoneReader
from tangrules.ir import GridDef, Program, Reserved, ZoneDef
from tangrules.play.words import Words
from tangrules.runtime.state import State

_RESERVED = Reserved()

LARGE = 20
"""A grid with more rows or columns is shown as far as it is in use."""

_AROUND = 2
"""So many empty rows and columns are shown around what lies on a large grid."""


def read_scene(
    state: State,
    *,
    viewer: int | None = None,
    asked: Sequence[int] = (),
    scores: Sequence[int] = (),
) -> Scene:
    """Return what `viewer` sees of a state. `asked` are the seats that have to answer."""
    return _Reading(state, viewer).scene(asked, scores)


class _Reading:
    def __init__(self, state: State, viewer: int | None) -> None:
        self._state = state
        self._program = state.program
        self._words = Words(state.program)
        self._looks = _looks(state.program)
        self._pieces = PieceReader(state, self._looks, viewer)
        self._zones = ZoneReader(state, self._looks, self._pieces, self._words)

    def scene(self, asked: Sequence[int], scores: Sequence[int]) -> Scene:
        V = self._state.V
        grids = [zone for zone in self._program.zones if zone.grid is not None]
        boards = [board for zone in grids for board in self._boards(zone, zone is grids[0])]
        seats = [
            Panel(
                seat,
                self._rows(seat, bool(grids)),
                on_turn=V[_RESERVED.CURRENT] == seat,
                asked=seat in asked,
                out=bool(V[_RESERVED.OUT] >> seat & 1),
                score=scores[seat] if seat < len(scores) else None,
            )
            for seat in range(self._program.players)
        ]
        common = Panel(-1, self._rows(-1, bool(grids)))
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

    # ------------------------------------------------------------------------------ boards

    def _boards(self, zone: ZoneDef, is_first: bool) -> Iterator[Board]:
        grid = zone.grid
        assert grid is not None
        label, _ = self._looks.zone(zone.name)
        over = self._over_cells(zone)
        plain = not over and not self._looks.is_printed(zone.holds.name) and bool(zone.holds.name)
        area = grid.width * grid.height
        for block in range(max(zone.count // area, 1)):
            cells = [
                self._cell(zone, over, block * area + local)
                for local in range(area)
                if local not in grid.missing
            ]
            strips = tuple(self._strips()) if is_first and not zone.per_seat else ()
            rows, columns = _in_use(cells, grid)
            shown = [cell for cell in cells if cell.row in rows and cell.column in columns]
            yield Board(
                zone.name,
                label,
                len(columns),
                len(rows),
                tuple(shown),
                rows.start,
                columns.start,
                strips,
                seat=block if zone.per_seat else -1,
                plain=plain,
            )

    def _cell(self, zone: ZoneDef, over: Sequence[ZoneDef], cell: int) -> Cell:
        assert zone.grid is not None
        local = cell % (zone.grid.width * zone.grid.height)
        content = self._state.V[zone.base + cell]
        piece = None
        if content >= 0:
            number, turn = divmod(content, 4) if zone.posed else (content, -1)
            piece = self._pieces.piece(number, zone, cell, turn)
        tokens: list[Piece] = []
        notes: list[str] = []
        for other in over:
            tokens += [piece for piece in self._zones.pieces(other, cell) if piece is not None]
            notes += self._zones.told(other, cell)
        row, column = divmod(local, zone.grid.width)
        return Cell(row, column, piece, tuple(tokens), tuple(notes))

    def _over_cells(self, grid: ZoneDef) -> list[ZoneDef]:
        """Return the zones that lie over the cells of a grid: shared ones, numbered by its cells alone."""
        return [zone for zone in self._program.zones if _cells_of(zone) == grid.name and not zone.per_seat]

    def _strips(self) -> Iterator[Strip]:
        for zone in self._program.zones:
            if _is_around(zone):
                label, _ = self._looks.zone(zone.name)
                width = zone.count // 4
                for side in range(4):
                    places = range(side * width, side * width + width)
                    yield Strip(
                        label, side, tuple(piece for at in places for piece in self._zones.pieces(zone, at))
                    )

    # ------------------------------------------------------------------------------ panels

    def _rows(self, seat: int, with_grid: bool) -> tuple[Row, ...]:
        found: list[Row] = []
        for zone in self._program.zones:
            if zone.alias or zone.attribute or zone.name.startswith("#") or zone.grid is not None:
                continue
            if zone.per_seat != (seat >= 0) or (_cells_of(zone) and not zone.per_seat):
                continue
            if with_grid and self._has_strips() and _is_around(zone):
                continue
            row = self._zones.row(zone, seat)
            if row is not None:
                found.append(row)
        return tuple(sorted(found, key=_rank))

    def _has_strips(self) -> bool:
        first = next(zone for zone in self._program.zones if zone.grid is not None)
        return not first.per_seat


def _cells_of(zone: ZoneDef) -> str:
    """Return the grid whose cells alone number a zone."""
    if zone.grid is None and len(zone.index) == 1 and zone.index[0].form == "cell" and not zone.attribute:
        return zone.index[0].name
    return ""


def _in_use(cells: Sequence[Cell], grid: GridDef) -> tuple[range, range]:
    """Return the rows and columns to show: all, or of a large grid those around what lies on it."""
    if max(grid.width, grid.height) <= LARGE:
        return range(grid.height), range(grid.width)
    used = [cell for cell in cells if cell.piece is not None or cell.tokens or cell.notes]
    rows = [cell.row for cell in used] or [grid.height // 2]
    columns = [cell.column for cell in used] or [grid.width // 2]
    return (
        range(max(min(rows) - _AROUND, 0), min(max(rows) + _AROUND + 1, grid.height)),
        range(max(min(columns) - _AROUND, 0), min(max(columns) + _AROUND + 1, grid.width)),
    )


def _rank(row: Row) -> tuple[bool, int]:
    """Zones with a look first; then tracks before numbers before pieces."""
    forms = {entry.form for entry in row.entries}
    return row.minor, 0 if forms <= {"track"} else 1 if forms <= {"number", "flag"} else 2


def _is_around(zone: ZoneDef) -> bool:
    """Whether a zone lies around the board: places for pieces, numbered by side."""
    return (
        zone.storage == "space"
        and zone.grid is None
        and not zone.per_seat
        and bool(zone.index)
        and zone.index[0].form == "side"
        and zone.count % 4 == 0
    )


def _legend(boards: Sequence[Board], panels: Sequence[Panel]) -> tuple[Badge, ...]:
    """Return the icons that the scene shows, each once, in the order in which they are met."""
    seen: dict[Badge, None] = {}
    for board in boards:
        for cell in board.cells:
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
