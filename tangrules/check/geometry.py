"""Constant tables of the grids' geometry: neighbours, rays, edges; areas of posed pieces; cells of places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import attrs

from tangrules import ir
from tangrules.check.infos import FieldInfo, Grid, Kind
from tangrules.check.types import Ty, info
from tangrules.check.vocabulary import SIDES
from tangrules.check.world import World

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


class GridTables:
    """Tables of one grid, by id, each made when first asked for. Each ends with the answers for nothing."""

    def __init__(self, world: World, grid: Grid) -> None:
        self._world = world
        self._grid = grid

    @cached_property
    def next(self) -> int:
        """[cell * 4 + side] -> cell."""
        return self._table("next", [*self._next, -1, -1, -1, -1])

    @cached_property
    def neighbours(self) -> int:
        """[cell] -> cells."""
        nxt = self._next
        beside = [tuple(n for n in nxt[4 * c : 4 * c + 4] if n >= 0) for c in self._cells]
        return self._table("neighbours", [*beside, ()])

    @cached_property
    def around(self) -> int:
        """[cell] -> the up to 8 cells around."""
        eight = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]
        around = [
            tuple(n for n in (self._step(c, dr, dc) for dr, dc in eight) if n >= 0) for c in self._cells
        ]
        return self._table("around", [*around, ()])

    @cached_property
    def across(self) -> int:
        """[edge] -> edge."""
        across = [-1 if n < 0 else 4 * n + (i % 4 + 2) % 4 for i, n in enumerate(self._next)]
        return self._table("across", [*across, -1])

    @cached_property
    def ray(self) -> int:
        """[cell * 4 + side] -> cells to the rim."""
        rays = [_ray(self._next, c, s) for c in self._cells for s in range(4)]
        return self._table("ray", [*rays, (), (), (), ()])

    @cached_property
    def row(self) -> int:
        grid = self._grid
        return self._table("row", [*(c % grid.area // grid.width for c in self._cells), ir.NIL])

    @cached_property
    def column(self) -> int:
        return self._table("column", [*(c % self._grid.width for c in self._cells), ir.NIL])

    @cached_property
    def seat(self) -> int:
        """[cell] -> owner of the cell's grid, -1 if shared."""
        grid = self._grid
        return self._table("seat", [*(c // grid.area if grid.seats else -1 for c in self._cells), -1])

    @cached_property
    def exists(self) -> int:
        """[cell] -> whether there is such a cell."""
        grid = self._grid
        return self._table("exists", [*(int(c % grid.area not in grid.missing) for c in self._cells), 0])

    @property
    def _cells(self) -> range:
        return range(self._grid.size)

    @cached_property
    def _next(self) -> list[int]:
        return [self._step(c, *STEPS[s]) for c in self._cells for s in range(4)]

    def _step(self, cell: int, down: int, right: int) -> int:
        """The cell so far from another, or -1 if one of them does not exist."""
        grid = self._grid
        block, local = divmod(cell, grid.area)
        row, column = local // grid.width + down, local % grid.width + right
        if not (0 <= row < grid.height and 0 <= column < grid.width) or local in grid.missing:
            return -1
        there = row * grid.width + column
        return -1 if there in grid.missing else block * grid.area + there

    def _table(self, name: str, values: Sequence[int | tuple[int, ...]]) -> int:
        return self._world.table(f"{self._grid.name}.{name}", values)


@attrs.frozen
class AreaTables:
    """Tables of the areas printed on the pieces of a kind, by pose."""

    indices: int  # [pose] -> numbers of its areas
    icon: int  # [pose * 8 + i]
    sides: int  # [pose * 8 + i] -> sides
    at: int  # [pose * 4 + side] -> index of the area there, or -1


def grid_tables(world: World, grid: Grid) -> GridTables:
    """The tables of a grid; of one grid they are always the same."""
    return world.geometry.setdefault(grid.name, GridTables(world, grid))


def cell_number(grid: Grid, word: str) -> int:
    """The cell of a shared grid (or of the first seat's part) that is called so, or -1."""
    row, parted, column = word.removeprefix("r").partition("c")
    if not (word.startswith("r") and parted and row.isascii() and column.isascii()):
        return -1
    if not (row.isdigit() and column.isdigit()) or word != f"r{int(row)}c{int(column)}":
        return -1
    r, c = int(row), int(column)
    cell = r * grid.width + c
    return cell if r < grid.height and c < grid.width and cell not in grid.missing else -1


NAMED_AT_MOST = 4
"""So many missing cells are named in a message."""


def is_cell_word(word: str) -> bool:
    """Whether a word is written like the name of a cell, whether or not there is such a one."""
    row, parted, column = word.removeprefix("r").partition("c")
    return word.startswith("r") and bool(parted) and row.isdecimal() and column.isdecimal()


def cells_told(grid: Grid) -> str:
    """Which names the cells of a grid have."""
    cells = (0, grid.area - 1, *sorted(grid.missing))
    first, last, *missing = (f"`r{c // grid.width}c{c % grid.width}`" for c in cells)
    but = f" without {', '.join(missing)}" if len(missing) <= NAMED_AT_MOST else ", of which some are missing"
    return f"{first} to {last}" + (but if missing else "")


def _ray(nxt: list[int], cell: int, side: int) -> tuple[int, ...]:
    """The cells from `cell` on to the rim; missing cells end the grid."""
    seen: list[int] = []
    at = nxt[4 * cell + side]
    while at >= 0:
        seen.append(at)
        at = nxt[4 * at + side]
    return tuple(seen)


def area_tables(world: World, kind: Kind) -> AreaTables | None:
    """Areas of each pose of a kind, or None if nothing is printed as areas."""
    field = kind.field_of("areas")
    if field is None:
        return None
    key = kind.name, len(world.pieces)
    if key not in world.areas:
        world.areas[key] = _area_tables(world, kind, field)
    return world.areas[key]


def _area_tables(world: World, kind: Kind, field: FieldInfo) -> AreaTables:
    column = world.tables[field.table].values
    total = len(world.pieces)
    indices: list[tuple[int, ...]] = []
    icon = [-1] * (total * 4 * 8)
    sides: list[tuple[int, ...]] = [()] * (total * 4 * 8)
    at = [-1] * (total * 4 * 4)
    for pose in range(total * 4):
        piece, turn = divmod(pose, 4)
        areas = column[piece]
        assert isinstance(areas, tuple)
        indices.append(tuple(range(len(areas))))
        for i, packed in enumerate(areas):
            turned = tuple(sorted((s + turn) % 4 for s in range(4) if packed & 15 & (1 << s)))
            icon[pose * 8 + i] = packed >> 4
            sides[pose * 8 + i] = turned
            for s in turned:
                at[pose * 4 + s] = i
    return AreaTables(
        world.table(f"{kind.name}.area_indices", [*indices, ()]),
        world.table(f"{kind.name}.area_icon", [*icon, *[-1] * 8]),
        world.table(f"{kind.name}.area_sides", [*sides, *[()] * 8]),
        world.table(f"{kind.name}.area_at", [*at, *[-1] * 4]),
    )


def check_areas(world: World) -> None:
    """At most 8 areas a piece, no side in two areas, and an area's icon is the one on its sides."""
    for kind in world.kinds.values():
        field = kind.field_of("areas")
        if field is None or field.table < 0:
            continue
        for piece in kind.pieces:
            _check_piece(world, kind, piece, field.table)


def _check_piece(world: World, kind: Kind, piece: int, table: int) -> None:
    areas = world.tables[table].values[piece]
    assert isinstance(areas, tuple)
    name, span = world.pieces[piece].name, world.piece_spans[piece]
    if len(areas) > 8:
        world.reporter.error("E-RANGE", f"`{name}` has more than 8 areas", span)
    taken = 0
    faces = kind.field_of("per_side")
    for packed in areas:
        for s in (s for s in range(4) if taken & packed & (1 << s)):
            message = f"the {SIDES[s]} side of `{name}` lies in two of its areas"
            world.reporter.error("E-DUPLICATE", message, span)
        taken |= packed & 15
        for s in (s for s in range(4) if packed & (1 << s)):
            shown = _int(world.tables[faces.table].values[piece * 16 + s]) if faces else packed >> 4
            if shown >= 0 and shown != packed >> 4:
                seen, meant = world.icons[shown], world.icons[packed >> 4]
                message = f"the {SIDES[s]} side of `{name}` shows `{seen}`, but lies in an area of `{meant}`"
                world.reporter.error("E-ICON", message, span)


def _int(value: int | tuple[int, ...]) -> int:
    return value if isinstance(value, int) else -1


def declare_piece_cells(world: World) -> None:
    """For each grid a value `piece -> cell`: on the grid, or on a site of a piece that is (three deep)."""
    owner = [-1] * world.v_size
    sites = world.zone_defs[world.site_zone]
    for s, (piece, _icon, _k) in enumerate(world.sites):
        owner[sites.base + s] = piece
    owners = world.table("#owner", [*owner, -1])
    for grid in world.grids.values():
        base = world.zone_defs[grid.zone].base
        where = [-1] * world.v_size
        for cell in range(grid.size):
            where[base + cell] = cell
        table = world.table(f"{grid.name}.where", [*where, -1])
        at = _at_offset(world, grid, table, owners)
        body = ir.CallValue(at, (_place(ir.Local(0)),))
        world.piece_cell[grid.name] = _value(world, f"#cell_on_{grid.name}", "piece", grid.name, body, 1)


def _place(piece: ir.Expr) -> ir.Expr:
    return ir.Op("greatest", (ir.Op("place", (piece,)), ir.Const(-1)))


def _at_offset(world: World, grid: Grid, where: int, owners: int) -> int:
    here = ir.Lookup(where, ir.Local(0))
    at = _value(world, f"#at0_{grid.name}", "number", grid.name, here, 1)
    for depth in (1, 2):
        owner = ir.CallValue(at, (_place(ir.Lookup(owners, ir.Local(0))),))
        body = ir.Cond(ir.Op("ge", (here, ir.Const(0))), here, owner)
        at = _value(world, f"#at{depth}_{grid.name}", "number", grid.name, body, 1)
    return at


def _value(world: World, name: str, given: str, grid: str, body: ir.Expr, slots: int) -> int:
    result = info(Ty("cell", grid, optional=True))
    return world.add_value(ir.ValueDef(name, ("x",), (ir.TypeInfo(given),), result, False, slots, body))
