"""Grids as an onlooker sees them: what is printed on the cells, what lies on them, what is marked on them.

A grid of one seat is drawn for this seat. A shared one is drawn once, with the marks of all seats in their
colours. But if no rule ever puts a piece upon it, and all that its cells hold are the seats' own marks, it is a
sheet of which each seat has a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tangrules.draw.looks import Looks
from tangrules.draw.pieces import PieceReader
from tangrules.draw.scene import Badge, Board, Cell, Mark, Piece, Strip
from tangrules.draw.zones import ZoneReader
from tangrules.ir import GridDef, StaticTable, ZoneDef
from tangrules.runtime.state import State

LARGE = 20
"""A grid with more rows or columns is shown as far as it is in use."""

_AROUND = 2
"""So many empty rows and columns are shown around what lies on a large grid."""

SIGNS = ("×", "○", "◆", "△", "□", "+", "=")
"""Signs of the flags over a grid, in the order in which they are declared."""


class BoardReader:
    """Reads the grids of one state for one onlooker."""

    def __init__(self, state: State, looks: Looks, pieces: PieceReader, zones: ZoneReader) -> None:
        self._state = state
        self._program = state.program
        self._looks = looks
        self._pieces = pieces
        self._zones = zones
        self._grids = [zone for zone in self._program.zones if zone.grid is not None]

    def boards(self) -> list[Board]:
        """Return all grids: shared ones, and for each seat its own."""
        return [board for zone in self._grids for board in self._boards(zone)]

    def shows(self, zone: ZoneDef) -> bool:
        """Whether what a zone holds is drawn on the boards."""
        return zone.grid is not None or bool(cells_of(zone)) or (_is_around(zone) and self._has_strips())

    def _boards(self, zone: ZoneDef) -> Iterator[Board]:
        grid = zone.grid
        assert grid is not None
        over = [other for other in self._program.zones if cells_of(other) == zone.name]
        signs = self._signs(over)
        printed = self._looks.layouts_of(zone.name)
        area = grid.width * grid.height
        sheet = self._is_sheet(zone, over)
        seats = range(self._program.players) if sheet or zone.per_seat else (-1,)
        for seat in seats:
            first = seat * area if zone.per_seat else 0
            shown = [other for other in over if not sheet or self._zones.is_seen(other, seat)]
            cells = [
                self._cell(zone, shown, signs, printed, first + local, seat if sheet else -1)
                for local in range(area)
                if local not in grid.missing
            ]
            rows, columns = _in_use(cells, grid)
            yield Board(
                zone.name,
                self._looks.zone(zone.name)[0],
                len(columns),
                len(rows),
                tuple(cell for cell in cells if cell.row in rows and cell.column in columns),
                rows.start,
                columns.start,
                tuple(self._strips()) if zone is self._grids[0] and seat < 0 else (),
                seat=seat,
                plain=sheet or self._is_plain(zone, over),
                sheet=sheet,
                signs=tuple(
                    self._explained(other, signs, other in shown) for other in over if other.name in signs
                ),
            )

    # ------------------------------------------------------------------------------ what kind of a grid

    def _is_sheet(self, zone: ZoneDef, over: Sequence[ZoneDef]) -> bool:
        if zone.per_seat or not over or not all(_is_own_mark(other) for other in over):
            return False
        taken = any(self._state.V[zone.base + cell] >= 0 for cell in range(zone.count))
        return not taken and self._program.zones.index(zone) not in self._looks.filled

    def _is_plain(self, zone: ZoneDef, over: Sequence[ZoneDef]) -> bool:
        return not over and not self._looks.is_printed(zone.holds.name) and bool(zone.holds.name)

    def _signs(self, over: Sequence[ZoneDef]) -> dict[str, Badge]:
        """Return a sign for each flag over a grid, and letters for numbers where there are several of them."""
        flags = [zone for zone in over if _is_flag(zone)]
        others = [zone for zone in over if zone.storage in ("value", "list") and not _is_flag(zone)]
        found: dict[str, Badge] = {}
        for zone in (*flags, *(others if len(others) > 1 else ())):
            label, tint = self._looks.zone(zone.name)
            sign = SIGNS[flags.index(zone)] if zone in flags[: len(SIGNS)] else label[:3]
            found[zone.name] = Badge(sign, tint, label)
        return found

    def _explained(self, zone: ZoneDef, signs: dict[str, Badge], is_seen: bool) -> Badge:
        badge = signs[zone.name]
        return badge if is_seen else Badge("?", badge.colour, f"{badge.name}: not seen")

    # ------------------------------------------------------------------------------ cells

    def _cell(
        self, zone: ZoneDef, over: Sequence[ZoneDef], signs: dict[str, Badge], printed: Sequence[StaticTable],
        cell: int, seat: int,
    ) -> Cell:  # fmt: skip
        """Return a cell; `seat`: whose marks are wanted, of all seats if it is -1."""
        assert zone.grid is not None
        local = cell % (zone.grid.width * zone.grid.height)
        content = self._state.V[zone.base + cell]
        piece = None
        if content >= 0:
            number, turn = divmod(content, 4) if zone.posed else (content, -1)
            piece = self._pieces.piece(number, zone, cell, turn)
        tokens: list[Piece] = []
        marks: list[Mark] = []
        for other in over:
            for whose, instance in self._instances(other, cell, seat):
                tokens += [one for one in self._zones.pieces(other, instance, whose) if one is not None]
                marks += self._marks(other, instance, whose, signs, single=seat >= 0)
        icons = [table.values[cell] for table in printed]
        backdrop = tuple(self._looks.icon(icon) for icon in icons if isinstance(icon, int) and icon >= 0)
        row, column = divmod(local, zone.grid.width)
        return Cell(row, column, piece, tuple(tokens), tuple(marks), backdrop)

    def _instances(self, over: ZoneDef, cell: int, seat: int) -> Iterator[tuple[int, int]]:
        """Yield whose they are and the numbers of the instances of a zone that lie over a cell."""
        if not over.per_seat:
            yield -1, cell
            return
        each = over.count // self._program.players
        for whose in range(self._program.players) if seat < 0 else (seat,):
            yield whose, whose * each + cell

    def _marks(
        self, over: ZoneDef, instance: int, whose: int, signs: dict[str, Badge], *, single: bool
    ) -> Iterator[Mark]:
        badge = signs.get(over.name)
        for told in self._zones.told(over, instance, whose):
            text = told if badge is None else badge.letters if _is_flag(over) else f"{badge.letters} {told}"
            yield Mark(text, self._looks.zone(over.name)[1], -1 if single else whose)

    # ------------------------------------------------------------------------------ around

    def _has_strips(self) -> bool:
        return bool(self._grids) and not self._grids[0].per_seat

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


def cells_of(zone: ZoneDef) -> str:
    """Return the grid whose cells alone number a zone; none for a grid itself."""
    if zone.grid is None and len(zone.index) == 1 and zone.index[0].form == "cell" and not zone.attribute:
        return zone.index[0].name
    return ""


def _is_flag(zone: ZoneDef) -> bool:
    return zone.storage == "value" and zone.holds.form == "yesno"


def _is_own_mark(zone: ZoneDef) -> bool:
    return zone.per_seat and zone.storage in ("value", "list")


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


def _in_use(cells: Sequence[Cell], grid: GridDef) -> tuple[range, range]:
    """Return the rows and columns to show: all, or of a large grid those around what lies on it."""
    if max(grid.width, grid.height) <= LARGE:
        return range(grid.height), range(grid.width)
    used = [cell for cell in cells if cell.piece is not None or cell.tokens or cell.marks]
    rows = [cell.row for cell in used] or [grid.height // 2]
    columns = [cell.column for cell in used] or [grid.width // 2]
    return (
        range(max(min(rows) - _AROUND, 0), min(max(rows) + _AROUND + 1, grid.height)),
        range(max(min(columns) - _AROUND, 0), min(max(columns) + _AROUND + 1, grid.width)),
    )
