"""`x.NAME`: what is printed on a thing, what stands there, and the geometry around it."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check import names
from tangrules.check.blocks import parts_of
from tangrules.check.geometry import AreaTables, GridTables, area_tables, grid_tables
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import (
    ANY_PIECE,
    NUMBER,
    SEAT,
    SIDE,
    TURN,
    YESNO,
    Ty,
    describe,
    fits,
    join,
    list_of,
)
from tangrules.check.world import FieldInfo, Grid
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree

FOUR = ir.Const(4)
EIGHT = ir.Const(8)


def attribute(scope: Scope, written: tree.Attr) -> Typed:
    """An attribute; of nothing it is nothing (a yes/no: no; a list: empty)."""
    from tangrules.check.expressions import elaborate

    subject = elaborate(scope, written.subject)
    typed = _attribute(scope, subject, written.name)
    if typed is None:
        _unknown(scope, subject, written)
        return Typed(ir.Const(-1), NUMBER)
    if subject.type.optional:
        return attrs.evolve(typed, type=typed.type.maybe())
    return typed


def _attribute(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    form = subject.type.form
    if form == "seat":
        return _of_seat(scope, subject, word)
    if form == "list":
        return subject if word.text == "slots" and subject.ref is not None else None
    if form == "bids":
        return _of_bid(scope, subject, word)
    if form == "piece":
        found = _of_piece(scope, subject, word)
    else:
        found = _BY_FORM[form](scope, subject, word.text) if form in _BY_FORM else None
    return found or _zone_at(scope, subject, word)


def _of_seat(scope: Scope, subject: Typed, word: tree.Name) -> Typed:
    if word.text == "next":
        players = scope.world.players
        expr = ir.Op("mod", (ir.Op("add", (subject.expr, ir.Const(1))), ir.Const(players)))
        return Typed(expr, SEAT)
    if word.text == "number":
        return Typed(ir.Op("add", (subject.expr, ir.Const(1))), NUMBER)
    if subject.type.optional:
        scope.reporter.error(
            "E-NOTHING", "this player may be nothing", word.span, expected="a guard, or `x!`"
        )
    return names.seat_attribute(scope, subject.expr, word)


def _of_bid(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """`bids[q].n`: the type carries the names in its element's name, as `n:0,s:1`."""
    fields = scope.builder.bid_fields.get(subject.type.element.name if subject.type.element else "", {})
    if word.text not in fields or not isinstance(subject.expr, ir.ListOf):
        return None
    place, ty, width = fields[word.text]
    rows, seat = subject.expr.items
    return Typed(ir.Op("row", (rows, seat, ir.Const(width), ir.Const(place))), ty)


# --------------------------------------------------------------------------- pieces


def _of_piece(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    if word.text == "cell":
        return piece_cell(scope, subject, word)
    if word.text == "turn":
        return _piece_turn(scope, subject, word)
    found = piece_field(scope, subject.type, word.text)
    if found is None:
        return None
    field, ty = found
    if field.changes:
        ref = ZoneRef(field.zone, subject.expr, field=field)
        return Typed(ir.Load(field.zone, subject.expr), ty, ref)
    if field.form == "per_side":
        scope.reporter.error(
            "E-ARITY",
            f"`{word.text}` has one icon for each side",
            word.span,
            expected=f"`.{word.text}(side, turn)`",
        )
    if field.form == "sites":
        return Typed(ir.Lookup(field.table, subject.expr), list_of(Ty("site")))
    if field.form == "parts":
        return parts_of(scope, field, subject.expr)
    return Typed(ir.Lookup(field.table, subject.expr), ty)


def piece_field(scope: Scope, ty: Ty, word: str) -> tuple[FieldInfo, Ty] | None:
    """The field of a piece; for any piece, the field of all kinds that have it, if their types go together."""
    kinds = scope.world.kinds
    if ty.name:
        field = kinds[ty.name].fields.get(word) if ty.name in kinds else None
        return None if field is None else (field, field.type)
    having = [k.fields[word] for k in kinds.values() if word in k.fields]
    if not having:
        return None
    joined: Ty | None = having[0].type
    for field in having[1:]:
        joined = None if joined is None else join(joined, field.type)
    if joined is None or len({f.form for f in having}) > 1 or any(f.changes for f in having):
        return (having[0], having[0].type.maybe()) if len(having) == 1 else None
    if len(having) == 1:
        return having[0], having[0].type.maybe()
    return attrs.evolve(having[0], table=_merged(scope, word, having)), joined.maybe()


def _merged(scope: Scope, word: str, fields: list[FieldInfo]) -> int:
    """One column over all kinds that have the field."""
    columns = [scope.world.tables[f.table].values for f in fields]
    kinds = [k for k in scope.world.kinds.values() if word in k.fields]
    merged = list(columns[0])
    for kind, column in zip(kinds, columns, strict=True):
        for piece in kind.pieces:
            merged[piece] = column[piece]
    return scope.world.table(f"any.{word}", merged)


def piece_cell(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """Where a piece stands on the grid, also through sites. With several grids, the one for its kind, or the board."""
    grids = list(scope.world.grids.values())
    if not grids:
        return None
    possible = [g for g in grids if g.kind == subject.type.name] or grids
    board = [g for g in possible if g.name == scope.world.board]
    if len(possible) > 1 and not board:
        message = "there are several grids"
        scope.reporter.error("E-KIND", message, word.span, expected="`cell_on(GRID, piece)`")
    grid = (board or possible)[0]
    return Typed(cell_on(scope, grid, subject.expr), Ty("cell", grid.name, optional=True))


def cell_on(scope: Scope, grid: Grid, piece: ir.Expr) -> ir.Expr:
    return ir.CallValue(scope.world.piece_cell[grid.name], (piece,))


def _piece_turn(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    found = piece_cell(scope, subject, word)
    if found is None or not scope.world.zone_defs[scope.world.grids[found.type.name].zone].posed:
        return None
    pose = ir.Load(scope.world.grids[found.type.name].zone, found.expr)
    return Typed(ir.Op("and3", (pose,)), TURN.maybe())


# --------------------------------------------------------------------------- cells and what is around them


def _tables(scope: Scope, grid: Grid) -> GridTables:
    return grid_tables(scope.world, grid)


def pose_at(scope: Scope, grid: Grid, cell: ir.Expr) -> ir.Expr:
    """The pose on a cell (or the piece * 4 where the kind has no turns)."""
    load = ir.Load(grid.zone, cell)
    return load if scope.world.zone_defs[grid.zone].posed else ir.Op("mul", (load, FOUR))


def _of_cell(scope: Scope, subject: Typed, word: str) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    t = _tables(scope, grid)
    cell = subject.expr
    ty = subject.type.surely()
    if word == grid.kind:
        load: ir.Expr = ir.Load(grid.zone, cell)
        if scope.world.zone_defs[grid.zone].posed:
            load = ir.Op("shr2", (load,))
        info = scope.world.zones[grid.name]
        return Typed(load, Ty("piece", grid.kind, optional=True), ZoneRef(grid.zone, cell, info))
    simple: dict[str, Callable[[], Typed]] = {
        "neighbours": lambda: Typed(ir.Lookup(t.neighbours, cell), list_of(ty)),
        "around": lambda: Typed(ir.Lookup(t.around, cell), list_of(ty)),
        "row": lambda: Typed(ir.Lookup(t.row, cell), NUMBER),
        "col": lambda: Typed(ir.Lookup(t.column, cell), NUMBER),
        "owner": lambda: Typed(ir.Lookup(t.seat, cell), SEAT.maybe()),
        "on_rim": lambda: Typed(ir.Op("lt", (ir.Op("len", (ir.Lookup(t.neighbours, cell),)), FOUR)), YESNO),
        "edges": lambda: Typed(edges_of(cell), list_of(Ty("edge", grid.name))),
        "areas": lambda: areas_at(scope, grid, cell),
        "sites": lambda: Typed(sites_at(scope, grid, cell), list_of(Ty("site"))),
    }
    if word in simple:
        return simple[word]()
    if word in scope.world.layouts and scope.world.layouts[word][0] == grid.name:
        _grid, ty, table = scope.world.layouts[word]
        return Typed(ir.Lookup(table, cell), ty)
    return None


def edges_of(cell: ir.Expr) -> ir.Expr:
    return ir.ListOf(tuple(ir.Op("edge", (cell, ir.Const(s))) for s in range(4)))


def areas_at(scope: Scope, grid: Grid, cell: ir.Expr) -> Typed:
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


def sites_at(scope: Scope, grid: Grid, cell: ir.Expr) -> ir.Expr:
    """Sites of the piece on a cell, and of the pieces that stand on those."""
    piece: ir.Expr = ir.Load(grid.zone, cell)
    if scope.world.zone_defs[grid.zone].posed:
        piece = ir.Op("shr2", (piece,))
    table = sites_table(scope)
    own = ir.Lookup(table, piece)
    s, t = scope.builder.slot(), scope.builder.slot()
    held = ir.Lookup(table, ir.Load(scope.world.site_zone, ir.Local(s)))
    above = ir.Fold("all", (ir.Bind(s, own), ir.Bind(t, held)), ir.Local(t))
    return ir.Op("concat", (own, above))


def sites_table(scope: Scope) -> int:
    """[piece] -> its sites, over all kinds."""
    lists: list[tuple[int, ...]] = [()] * len(scope.world.pieces)
    for s, (piece, _icon, _k) in enumerate(scope.world.sites):
        lists[piece] = (*lists[piece], s)
    return scope.world.table("#sites", [*lists, ()])


def _of_edge(scope: Scope, subject: Typed, word: str) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    t = _tables(scope, grid)
    edge = subject.expr
    cell = ir.Op("shr2", (edge,))
    side = ir.Op("and3", (edge,))
    cell_type = Ty("cell", grid.name)
    match word:
        case "cell":
            return Typed(cell, cell_type)
        case "side":
            return Typed(side, SIDE)
        case "across":
            return Typed(ir.Lookup(t.across, edge), Ty("edge", grid.name, optional=True))
        case "beyond":
            return Typed(ir.Lookup(t.next, edge), cell_type.maybe())
        case "off_board":
            return Typed(ir.Op("isnil", (ir.Lookup(t.across, edge),)), YESNO)
        case "area":
            return _edge_area(scope, grid, edge, cell, side)
    kind = scope.world.kinds.get(grid.kind)
    field = kind.fields.get(word) if kind else None
    if field is None or field.form != "per_side":
        return None
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), FOUR)), side))
    return Typed(ir.Lookup(field.table, index), field.type.maybe())


def _edge_area(scope: Scope, grid: Grid, edge: ir.Expr, cell: ir.Expr, side: ir.Expr) -> Typed | None:
    tables = _areas(scope, grid)
    if tables is None:
        return None
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), FOUR)), side))
    at = ir.Lookup(tables.at, index)
    expr = ir.Cond(
        ir.Op("lt", (at, ir.Const(0))), ir.Const(-1), ir.Op("add", (ir.Op("mul", (cell, EIGHT)), at))
    )
    return Typed(expr, Ty("area", grid.name, optional=True))


def _of_area(scope: Scope, subject: Typed, word: str) -> Typed | None:
    grid = scope.world.grids[subject.type.name]
    tables = _areas(scope, grid)
    if tables is None:
        return None
    cell = ir.Op("shr3", (subject.expr,))
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), EIGHT)), ir.Op("and7", (subject.expr,))))
    field = scope.world.kinds[grid.kind].field_of("areas")
    assert field is not None
    match word:
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


def _of_site(scope: Scope, subject: Typed, word: str) -> Typed | None:
    world = scope.world
    site = subject.expr
    owner = ir.Lookup(world.table("#site_piece", [*(p for p, _i, _k in world.sites), -1]), site)
    match word:
        case "icon":
            table = world.table("#site_icon", [*(i for _p, i, _k in world.sites), -1])
            return Typed(ir.Lookup(table, site), _site_type(scope))
        case "holds":
            return Typed(ir.Load(world.site_zone, site), ANY_PIECE.maybe(), ZoneRef(world.site_zone, site))
        case "piece":
            return Typed(owner, ANY_PIECE)
        case "cell" if world.grids:
            grid = world.grids[world.board or next(iter(world.grids))]
            return Typed(cell_on(scope, grid, owner), Ty("cell", grid.name, optional=True))
    return None


def _site_type(scope: Scope) -> Ty:
    joined: Ty | None = None
    for kind in scope.world.kinds.values():
        for field in kind.fields.values():
            if field.form == "sites":
                joined = field.type if joined is None else join(joined, field.type)
    return joined or NUMBER


def _of_slot(scope: Scope, subject: Typed, word: str) -> Typed | None:
    if word != "holds":
        return None
    zones = [z for z in scope.world.zones.values() if z.form == "slots"]
    if not zones:
        return None
    holds = next((z.holds for z in zones if z.name == subject.type.name), ANY_PIECE)
    number = scope.world.slot_zone
    return Typed(ir.Load(number, subject.expr), holds.maybe(), ZoneRef(number, subject.expr, zones[0]))


def _of_side(scope: Scope, subject: Typed, word: str) -> Typed | None:
    if word == "opposite":
        table = scope.world.table("#opposite", [2, 3, 0, 1, -1])
        return Typed(ir.Lookup(table, subject.expr), SIDE)
    return None


_BY_FORM: dict[str, Callable[[Scope, Typed, str], Typed | None]] = {
    "cell": _of_cell,
    "edge": _of_edge,
    "area": _of_area,
    "site": _of_site,
    "slot": _of_slot,
    "side": _of_side,
}


# --------------------------------------------------------------------------- zones as attributes


def _zone_at(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """`c.marker`: the zone of that name, numbered by things of this type."""
    info = scope.world.zones.get(word.text)
    if info is None or info.your or len(info.index) != 1 or not fits(subject.type.surely(), info.index[0]):
        return None
    index = names.position(scope, info.index[0], subject.expr)
    return names.zone_at(scope, info, index, word.span)


def _unknown(scope: Scope, subject: Typed, written: tree.Attr) -> None:
    what = describe(subject.type.surely())
    candidates = [
        "cell",
        "turn",
        "holds",
        "icon",
        "edges",
        "neighbours",
        "around",
        "row",
        "col",
        "across",
        "beyond",
    ]
    candidates += [*scope.world.layouts, *(n for n, z in scope.world.zones.items() if len(z.index) == 1)]
    if subject.type.form == "piece":
        for kind in scope.world.kinds.values():
            if subject.type.name in ("", kind.name):
                candidates += kind.fields
    scope.reporter.error(
        "E-NAME",
        f"{what} has nothing called `{written.name.text}`",
        written.name.span,
        suggestion=did_you_mean(written.name.text, candidates),
    )
