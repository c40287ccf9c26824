"""Constant tables of the grids' geometry: neighbours, rays, edges; areas of posed pieces; cells of places."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.types import Ty, info
from tangrules.check.world import Grid, Kind, World

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


@attrs.frozen
class GridTables:
    """Tables of one grid, by id. Each ends with the answers for nothing."""

    next: int  # [cell * 4 + side] -> cell
    neighbours: int  # [cell] -> cells
    around: int  # [cell] -> the up to 8 cells around
    across: int  # [edge] -> edge
    ray: int  # [cell * 4 + side] -> cells to the rim
    row: int
    column: int
    seat: int  # [cell] -> owner of the cell's grid, -1 if shared


@attrs.frozen
class AreaTables:
    """Tables of the areas printed on the pieces of a kind, by pose."""

    indices: int  # [pose] -> numbers of its areas
    icon: int  # [pose * 8 + i]
    sides: int  # [pose * 8 + i] -> sides
    at: int  # [pose * 4 + side] -> index of the area there, or -1


def grid_tables(world: World, grid: Grid) -> GridTables:
    """Builds (once: equal tables share an id) the tables of a grid."""
    cells = range(grid.size)
    there = {c for c in cells if c % grid.area not in grid.missing}

    def step(c: int, dr: int, dc: int) -> int:
        block, local = divmod(c, grid.area)
        r, k = local // grid.width + dr, local % grid.width + dc
        if not (0 <= r < grid.height and 0 <= k < grid.width):
            return -1
        n = block * grid.area + r * grid.width + k
        return n if n in there and c in there else -1

    nxt = [step(c, *STEPS[s]) for c in cells for s in range(4)]
    across = [-1 if n < 0 else 4 * n + (i % 4 + 2) % 4 for i, n in enumerate(nxt)]
    eight = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]
    around = [tuple(n for n in (step(c, dr, dc) for dr, dc in eight) if n >= 0) for c in cells]
    neighbours = [tuple(n for n in nxt[4 * c : 4 * c + 4] if n >= 0) for c in cells]
    return GridTables(
        world.table(f"{grid.name}.next", [*nxt, -1, -1, -1, -1]),
        world.table(f"{grid.name}.neighbours", [*neighbours, ()]),
        world.table(f"{grid.name}.around", [*around, ()]),
        world.table(f"{grid.name}.across", [*across, -1]),
        world.table(
            f"{grid.name}.ray", [*(_ray(nxt, c, s) for c in cells for s in range(4)), (), (), (), ()]
        ),
        world.table(f"{grid.name}.row", [*(c % grid.area // grid.width for c in cells), ir.NIL]),
        world.table(f"{grid.name}.column", [*(c % grid.width for c in cells), ir.NIL]),
        world.table(f"{grid.name}.seat", [*(c // grid.area if grid.seats else -1 for c in cells), -1]),
    )


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
    field = kind.field_of("areas")
    assert field is not None
    areas = world.tables[table].values[piece]
    assert isinstance(areas, tuple)
    name = world.pieces[piece].name
    if len(areas) > 8:
        world.reporter.error("E-RANGE", f"`{name}` has more than 8 areas", field.span)
    taken = 0
    faces = kind.field_of("per_side")
    for packed in areas:
        if taken & packed & 15:
            world.reporter.error("E-DUPLICATE", f"a side of `{name}` lies in two areas", field.span)
        taken |= packed & 15
        for s in range(4):
            shown = world.tables[faces.table].values[piece * 16 + s] if faces else packed >> 4
            if packed & (1 << s) and shown != packed >> 4:
                side = ("north", "east", "south", "west")[s]
                message = f"the {side} side of `{name}` shows `{world.icons[_int(shown)]}`, its area `{world.icons[packed >> 4]}`"
                world.reporter.error("E-ICON", message, field.span)


def _int(value: int | tuple[int, ...]) -> int:
    return value if isinstance(value, int) else -1


def declare_piece_cells(world: World) -> None:
    """For each grid a value `piece -> cell`: directly on the grid, or on a site of a piece that is (three deep)."""
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
    world.value_defs.append(ir.ValueDef(name, ("x",), (ir.TypeInfo(given),), result, False, slots, body))
    return len(world.value_defs) - 1
