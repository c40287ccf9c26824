"""The language's own functions: `least(a, b)`, `ray(c, side)`, `sites(GRID)` and the like."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check import leaks, names
from tangrules.check.blocks import block_function
from tangrules.check.coerce import coerce
from tangrules.check.geometry import grid_tables
from tangrules.check.images import images
from tangrules.check.on_grids import cell_on, sites_table
from tangrules.check.planes import middle, occupied
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NUMBER, SEAT, SIDE, SITE, TURN, UNKNOWN, Ty, at_least, describe, list_of
from tangrules.check.world import nothing_value
from tangrules.syntax import tree

LIST = list_of(UNKNOWN)


def _given(scope: Scope, written: tree.Call, *wanted: Ty) -> list[Typed]:
    """The arguments, checked; a list of UNKNOWN takes any list."""
    from tangrules.check.expressions import elaborate

    word = written.function.name if isinstance(written.function, tree.NameRef) else ""
    if len(written.args) != len(wanted):
        expected = " and ".join("a list" if t == LIST else describe(t) for t in wanted)
        count = {1: "1 thing"}.get(len(wanted), f"{len(wanted)} things")
        message = f"`{word}` takes {count} in its brackets, not {len(written.args)}"
        scope.reporter.error("E-ARITY", message, written.span, expected=expected)
        return [Typed(ir.Const(nothing_value(t)), t) for t in wanted]
    typed = []
    for arg, ty in zip(written.args, wanted, strict=True):
        given = elaborate(scope, arg, None if ty == LIST else ty)
        if ty == LIST:
            leaks.content_read(scope, given, arg.span)
        typed.append(attrs.evolve(given, expr=coerce(scope, given, ty, arg.span, f"`{word}`")))
    return typed


def _element(given: Typed) -> Ty:
    return given.type.element or UNKNOWN


def _least(scope: Scope, written: tree.Call) -> Typed:
    a, b = _given(scope, written, NUMBER, NUMBER)
    lows = (a.type.low, b.type.low)
    low = None if None in lows else min(x for x in lows if x is not None)
    return Typed(ir.Op("least", (a.expr, b.expr)), Ty("number", low=low))


def _greatest(scope: Scope, written: tree.Call) -> Typed:
    a, b = _given(scope, written, NUMBER, NUMBER)
    lows = [x for x in (a.type.low, b.type.low) if x is not None]
    return Typed(ir.Op("greatest", (a.expr, b.expr)), Ty("number", low=max(lows, default=None)))


def _abs(scope: Scope, written: tree.Call) -> Typed:
    (a,) = _given(scope, written, NUMBER)
    return Typed(ir.Op("abs", (a.expr,)), at_least(0))


def _take(scope: Scope, written: tree.Call) -> Typed:
    n, items = _given(scope, written, NUMBER, LIST)
    return Typed(ir.Op("take", (n.expr, items.expr)), list_of(_element(items)))


def _last(scope: Scope, written: tree.Call) -> Typed:
    (items,) = _given(scope, written, LIST)
    last: ir.Expr = ir.Op("last", (items.expr,))
    if _element(items).form == "number":
        empty = ir.Op("eq", (ir.Op("len", (items.expr,)), ir.Const(0)))
        last = ir.Cond(empty, ir.Const(ir.NIL), last)
    return Typed(last, _element(items).maybe())


def _item(scope: Scope, written: tree.Call) -> Typed:
    items, n = _given(scope, written, LIST, NUMBER)
    if (
        isinstance(n.expr, ir.Const)
        and isinstance(n.expr.value, int)
        and n.expr.value < 1
        and len(written.args) == 2
    ):
        scope.reporter.error("E-RANGE", "items of a list are counted from 1", written.args[1].span)
    return Typed(ir.Op("item", (items.expr, n.expr), scope.builder.origin(written.span)), _element(items))


def _top(scope: Scope, written: tree.Call) -> Typed:
    (items,) = _given(scope, written, LIST)
    info = items.ref.info if items.ref is not None else None
    if (
        items.type.form == "list"
        and items.type.element != UNKNOWN
        and (info is None or info.form not in ("pile", "row", "deck"))
    ):
        message = f"`top` needs a pile, a row or a deck, this is {describe(items.type)}"
        scope.reporter.error("E-KIND", message, written.span, expected="`top(PILE)`, or `last(LIST)`")
    return Typed(ir.Op("last", (items.expr,)), _element(items).maybe())


def _turned(scope: Scope, written: tree.Call) -> Typed:
    side, turn = _given(scope, written, SIDE, TURN)
    return Typed(ir.Op("mod", (ir.Op("add", (side.expr, turn.expr)), ir.Const(4))), SIDE)


def _ray(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate, value_of

    if len(written.args) != 2:
        _given(scope, written, Ty("cell"), SIDE)
        return Typed(ir.Const(()), list_of(UNKNOWN))
    cell = elaborate(scope, written.args[0])
    if cell.type.form != "cell":
        if cell.type.form != "unknown":
            message = f"a ray starts on a cell, not on {describe(cell.type)}"
            scope.reporter.error("E-KIND", message, written.args[0].span)
        return Typed(ir.Const(()), list_of(UNKNOWN))
    side = value_of(scope, written.args[1], SIDE.maybe())
    grid = scope.world.grids[cell.type.name]
    index = ir.Op("edge", (cell.expr, side))
    guarded = ir.Cond(ir.Op("isnil", (side,)), ir.Const(-1), index)
    return Typed(ir.Lookup(grid_tables(scope.world, grid).ray, guarded), list_of(Ty("cell", grid.name)))


def _sites(scope: Scope, written: tree.Call) -> Typed:
    match written.args:
        case (tree.NameRef(name=word),) if word in scope.world.grids:
            return Typed(ir.CallValue(_sites_value(scope, word), ()), list_of(SITE))
    scope.reporter.error("E-KIND", "`sites` needs the name of a grid", written.span, expected="`sites(GRID)`")
    return Typed(ir.Const(()), list_of(SITE))


def _sites_value(scope: Scope, word: str) -> int:
    """A value that lists the sites on a grid: those of its pieces, then those of the pieces on them."""
    world = scope.world
    key = f"#sites_on_{word}"
    if key not in world.engine.made:
        grid = world.grids[word]
        table = sites_table(scope)
        result = ir.TypeInfo("list", "", ir.TypeInfo("site"))
        c, s, t = 0, 1, 2
        piece: ir.Expr = ir.Load(grid.zone, ir.Local(c))
        if world.zone_defs[grid.zone].posed:
            piece = ir.Op("shr2", (piece,))
        binds = (ir.Bind(c, ir.Const(grid.cells())), ir.Bind(s, ir.Lookup(table, piece)))
        own = ir.Fold("all", binds, ir.Local(s))
        first = ir.CallValue(world.add_value(ir.ValueDef(f"{key}_itself", (), (), result, False, 2, own)), ())
        held = ir.Lookup(table, ir.Load(world.site_zone, ir.Local(s)))
        above = ir.Fold("all", (ir.Bind(s, first), ir.Bind(t, held)), ir.Local(t))
        body = ir.Op("concat", (first, above))
        world.engine.made[key] = world.add_value(ir.ValueDef(key, (), (), result, False, 3, body))
    return world.engine.made[key]


def _pieces(scope: Scope, written: tree.Call) -> Typed:
    match written.args:
        case (tree.NameRef(name=word),) if word in scope.world.kinds:
            return Typed(ir.Const(tuple(scope.world.kinds[word].pieces)), list_of(Ty("piece", word)))
    message = "`pieces` needs the name of a kind of piece"
    scope.reporter.error("E-KIND", message, written.span, expected="`pieces(KIND)`")
    return Typed(ir.Const(()), list_of(UNKNOWN))


def _cell_on(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import value_of

    match written.args:
        case (tree.NameRef(name=word), piece) if word in scope.world.grids:
            expr = cell_on(scope, scope.world.grids[word], value_of(scope, piece, Ty("piece", optional=True)))
            return Typed(expr, Ty("cell", word, optional=True))
    message = "`cell_on` needs the name of a grid and a piece"
    scope.reporter.error("E-KIND", message, written.span, expected="`cell_on(GRID, piece)`")
    return Typed(ir.Const(-1), UNKNOWN)


def _players_from(scope: Scope, written: tree.Call) -> Typed:
    (seat,) = _given(scope, written, SEAT)
    return Typed(names.in_play(scope, clockwise(scope, seat.expr)), list_of(SEAT))


def clockwise(scope: Scope, seat: ir.Expr) -> ir.Expr:
    """All seats, in order of play from one of them."""
    count = scope.world.players
    rows = [tuple((q + i) % count for i in range(count)) for q in range(count)]
    return ir.Lookup(scope.world.table("#from", [*rows, ()]), seat)


FUNCTIONS: dict[str, Callable[[Scope, tree.Call], Typed]] = {
    "least": _least,
    "greatest": _greatest,
    "abs": _abs,
    "take": _take,
    "last": _last,
    "item": _item,
    "top": _top,
    "turned": _turned,
    "ray": _ray,
    "sites": _sites,
    "pieces": _pieces,
    "cell_on": _cell_on,
    "players_from": _players_from,
    "footprint": block_function("footprint"),
    "corners": block_function("corners"),
    "part": block_function("part"),
    "images": images,
    "middle": middle,
    "occupied": occupied,
}
