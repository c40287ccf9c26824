"""What stands on the cells of a grid, what is printed there, and what lies beside."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.geometry import AreaTables, area_tables, grid_tables
from tangrules.check.infos import Grid
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import SEAT, SIDE, YESNO, Ty, at_least, list_of
from tangrules.check.world import nothing_value
from tangrules.diagnostics import Span
from tangrules.syntax import tree

FOUR = ir.Const(4)
EIGHT = ir.Const(8)


def guarded(subject: Typed, expr: ir.Expr, ty: Ty) -> ir.Expr:
    """What would be read of nothing as if it were something: of nothing it is nothing."""
    if not subject.type.optional:
        return expr
    return ir.Cond(ir.Op("isnil", (subject.expr,)), ir.Const(nothing_value(ty)), expr)


def grid_of_piece(scope: Scope, subject: Typed, span: Span) -> Grid | None:
    """The grid that a piece may stand on; of several the one for its kind, or the board."""
    grids = list(scope.world.grids.values())
    possible = [g for g in grids if g.kind == subject.type.name] or grids
    board = [g for g in possible if g.name == scope.world.board]
    if len(possible) > 1 and not board:
        message = "there are several grids: on which one?"
        scope.reporter.error("E-KIND", message, span, expected="`cell_on(GRID, piece)`")
    return next(iter(board or possible), None)


def cell_on(scope: Scope, grid: Grid, piece: ir.Expr) -> ir.Expr:
    """The cell of a grid on which a piece stands, also through sites."""
    return ir.CallValue(scope.world.piece_cell[grid.name], (piece,))


def turn_at(grid: Grid, cell: ir.Expr) -> ir.Expr:
    """How the piece on a cell is turned; nothing on an empty cell."""
    pose = ir.Load(grid.zone, cell)
    return ir.Cond(ir.Op("isnil", (pose,)), ir.Const(-1), ir.Op("and3", (pose,)))


def piece_at(scope: Scope, grid: Grid, cell: ir.Expr) -> ir.Expr:
    load: ir.Expr = ir.Load(grid.zone, cell)
    return ir.Op("shr2", (load,)) if scope.world.zone_defs[grid.zone].posed else load


def pose_at(scope: Scope, grid: Grid, cell: ir.Expr) -> ir.Expr:
    """The pose on a cell (or the piece * 4 where the kind has no turns)."""
    load = ir.Load(grid.zone, cell)
    return load if scope.world.zone_defs[grid.zone].posed else ir.Op("mul", (load, FOUR))


# --------------------------------------------------------------------------- cells


def of_cell(scope: Scope, subject: Typed, name: tree.Name) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    word = name.text
    if word == grid.kind:
        info = scope.world.zones[grid.name]
        leaks.place_read(scope, info, name.span)
        ref = ZoneRef(grid.zone, subject.expr, info)
        return Typed(piece_at(scope, grid, subject.expr), info.holds, ref)
    if word in CELL:
        typed = CELL[word](scope, grid, subject.expr)
        return (
            attrs.evolve(typed, expr=guarded(subject, typed.expr, typed.type)) if word in UNGUARDED else typed
        )
    layout = scope.world.layouts.get(word)
    if layout is not None and layout[0] == grid.name:
        return Typed(ir.Lookup(layout[2], subject.expr), layout[1])
    return None


def _cells(table: str) -> Callable[[Scope, Grid, ir.Expr], Typed]:
    def make(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
        tables = grid_tables(scope.world, grid)
        number = tables.neighbours if table == "neighbours" else tables.around
        return Typed(ir.Lookup(number, cell), list_of(Ty("cell", grid.name)))

    return make


def _row(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    return Typed(ir.Lookup(grid_tables(scope.world, grid).row, cell), at_least(0))


def _column(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    return Typed(ir.Lookup(grid_tables(scope.world, grid).column, cell), at_least(0))


def _owner(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    owner = ir.Lookup(grid_tables(scope.world, grid).seat, cell)
    return Typed(owner, SEAT if grid.seats else SEAT.maybe())


def _on_rim(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    beside = ir.Lookup(grid_tables(scope.world, grid).neighbours, cell)
    return Typed(ir.Op("lt", (ir.Op("len", (beside,)), FOUR)), YESNO)


def _edges(_scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    return Typed(edges_of(cell), list_of(Ty("edge", grid.name)))


def edges_of(cell: ir.Expr) -> ir.Expr:
    return ir.ListOf(tuple(ir.Op("edge", (cell, ir.Const(s))) for s in range(4)))


def _areas_at(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    """The printed areas of what lies on a cell."""
    ty = list_of(Ty("area", grid.name))
    tables = _areas(scope, grid)
    if tables is None:
        return Typed(ir.Const(()), ty)
    slot = scope.builder.slot()
    indices = ir.Lookup(tables.indices, pose_at(scope, grid, cell))
    body = ir.Op("add", (ir.Op("mul", (cell, EIGHT)), ir.Local(slot)))
    return Typed(ir.Fold("all", (ir.Bind(slot, indices),), body), ty)


def _areas(scope: Scope, grid: Grid) -> AreaTables | None:
    return area_tables(scope.world, scope.world.kinds[grid.kind]) if grid.kind in scope.world.kinds else None


def _sites_at(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
    """Sites of the piece on a cell, and of the pieces that stand on those."""
    table = sites_table(scope)
    own = ir.Lookup(table, piece_at(scope, grid, cell))
    s, t = scope.builder.slot(), scope.builder.slot()
    held = ir.Lookup(table, ir.Load(scope.world.site_zone, ir.Local(s)))
    above = ir.Fold("all", (ir.Bind(s, own), ir.Bind(t, held)), ir.Local(t))
    return Typed(ir.Op("concat", (own, above)), list_of(Ty("site")))


def sites_table(scope: Scope) -> int:
    """[piece] -> its sites, over all kinds."""
    lists: list[tuple[int, ...]] = [()] * len(scope.world.pieces)
    for s, (piece, _icon, _k) in enumerate(scope.world.sites):
        lists[piece] = (*lists[piece], s)
    return scope.world.table("#sites", [*lists, ()])


CELL: dict[str, Callable[[Scope, Grid, ir.Expr], Typed]] = {
    "neighbours": _cells("neighbours"),
    "around": _cells("around"),
    "row": _row,
    "col": _column,
    "owner": _owner,
    "on_rim": _on_rim,
    "edges": _edges,
    "areas": _areas_at,
    "sites": _sites_at,
}

UNGUARDED = ("edges", "on_rim")
"""What would be something even of no cell."""


# --------------------------------------------------------------------------- edges and areas


def of_edge(scope: Scope, subject: Typed, name: tree.Name) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    t = grid_tables(scope.world, grid)
    edge = subject.expr
    cell = ir.Op("shr2", (edge,))
    side = ir.Op("and3", (edge,))
    cell_type = Ty("cell", grid.name)
    match name.text:
        case "cell":
            return Typed(cell, cell_type)
        case "side":
            return Typed(guarded(subject, side, SIDE), SIDE)
        case "across":
            return Typed(ir.Lookup(t.across, edge), Ty("edge", grid.name, optional=True))
        case "beyond":
            return Typed(ir.Lookup(t.next, edge), cell_type.maybe())
        case "off_board":
            return Typed(guarded(subject, ir.Op("isnil", (ir.Lookup(t.across, edge),)), YESNO), YESNO)
        case "area":
            return _edge_area(scope, grid, cell, side)
    kind = scope.world.kinds.get(grid.kind)
    field = kind.fields.get(name.text) if kind else None
    if field is None or field.form != "per_side":
        return None
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), FOUR)), side))
    return Typed(ir.Lookup(field.table, index), field.type.maybe())


def _edge_area(scope: Scope, grid: Grid, cell: ir.Expr, side: ir.Expr) -> Typed | None:
    tables = _areas(scope, grid)
    if tables is None:
        return None
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), FOUR)), side))
    at = ir.Lookup(tables.at, index)
    there = ir.Op("add", (ir.Op("mul", (cell, EIGHT)), at))
    expr = ir.Cond(ir.Op("lt", (at, ir.Const(0))), ir.Const(-1), there)
    return Typed(expr, Ty("area", grid.name, optional=True))


def of_area(scope: Scope, subject: Typed, name: tree.Name) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    tables = _areas(scope, grid)
    field = scope.world.kinds[grid.kind].field_of("areas") if grid.kind in scope.world.kinds else None
    if tables is None or field is None:
        return None
    cell = ir.Op("shr3", (subject.expr,))
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), EIGHT)), ir.Op("and7", (subject.expr,))))
    match name.text:
        case "cell":
            return Typed(cell, Ty("cell", grid.name))
        case "icon":
            return Typed(ir.Lookup(tables.icon, index), field.type)
        case "edges":
            return Typed(area_edges(scope, tables, cell, index), list_of(Ty("edge", grid.name)))
    return None


def area_edges(scope: Scope, tables: AreaTables, cell: ir.Expr, index: ir.Expr) -> ir.Expr:
    slot = scope.builder.slot()
    body = ir.Op("add", (ir.Op("mul", (cell, FOUR)), ir.Local(slot)))
    return ir.Fold("all", (ir.Bind(slot, ir.Lookup(tables.sides, index)),), body)
