"""Pieces that move, are drawn, shuffled, shown and laid."""

from __future__ import annotations

from tangrules import ir
from tangrules.check import names
from tangrules.check.aggregates import bind
from tangrules.check.blocks import lay
from tangrules.check.expressions import elaborate, number_of, value_of
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import SEAT, TURN, Ty, describe, fits, list_of
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]


def movement(
    scope: Scope, written: tree.Move | tree.Lay | tree.Swap | tree.Shuffle | tree.Show, origin: int
) -> Stmts:
    match written:
        case tree.Move():
            return _move(scope, written, origin)
        case tree.Lay():
            return lay(scope, written, origin)
        case tree.Swap():
            return _swap(scope, written, origin)
        case tree.Shuffle():
            return _shuffle(scope, written, origin)
        case tree.Show():
            return _show(scope, written, origin)


def place(
    scope: Scope, written: tree.Expr, turn: ir.Expr | None = None, position: str = "top"
) -> tuple[ir.To, Ty]:
    """Where `move … to` goes, and what it may hold."""
    scope.builder.writing = True
    try:
        given = elaborate(scope, written)
    finally:
        scope.builder.writing = False
    return destination(scope, given, written, turn, position)


def destination(
    scope: Scope, given: Typed, written: tree.Expr, turn: ir.Expr | None, position: str
) -> tuple[ir.To, Ty]:
    world = scope.world
    nowhere = ir.To(-1, ir.Const(0))
    if given.ref is not None and given.ref.is_box:
        return nowhere, Ty("piece")
    if given.type.form == "cell":
        if given.type.optional:
            scope.reporter.error(
                "E-NOTHING", "this cell may be nothing", written.span, expected="a guard, or `x!`"
            )
        grid = world.grids[given.type.name]
        return _on_grid(scope, grid.zone, given.expr, turn, world.zones[grid.name].holds.surely())
    if given.type.form == "site":
        return ir.To(world.site_zone, given.expr), Ty("piece")
    if given.type.form == "slot":
        holds = world.zones[given.type.name].holds if given.type.name in world.zones else Ty("piece")
        return ir.To(world.slot_zone, given.expr), holds
    ref = given.ref
    if (
        ref is not None
        and ref.info is not None
        and ref.info.form in ("set", "row", "pile", "deck", "one", "grid")
    ):
        if ref.info.form == "grid":
            return _on_grid(scope, ref.zone, ref.index, turn, ref.info.holds.surely())
        return ir.To(ref.zone, ref.index, position), ref.info.holds.surely()
    if ref is not None and ref.zone == world.site_zone:
        return ir.To(ref.zone, ref.index), Ty("piece")
    message = f"pieces can't be moved there: this is {describe(given.type)}"
    scope.reporter.error(
        "E-KIND", message, written.span, expected="a zone, a cell, a site, a slot or the box"
    )
    return nowhere, Ty("piece")


def _on_grid(scope: Scope, zone: int, cell: ir.Expr, turn: ir.Expr | None, holds: Ty) -> tuple[ir.To, Ty]:
    if scope.world.zone_defs[zone].posed:
        return ir.To(zone, cell, "top", turn or ir.Const(0)), holds
    return ir.To(zone, cell), holds


def _move(scope: Scope, written: tree.Move, origin: int) -> Stmts:
    what = elaborate(scope, written.what)
    turn = None if written.turned is None else value_of(scope, written.turned, TURN)
    to, holds = place(scope, written.to, turn, written.position or "top")
    if turn is not None and to.turn is None:
        scope.reporter.error("E-KIND", "only pieces with sides, on a grid, are turned", written.span)
    single = what.type.form != "list"
    kind = what.type if single else what.type.element or holds
    expr = what.expr
    if what.ref is not None and what.ref.is_box:
        scope.reporter.error("E-KIND", "say which pieces of the box", written.what.span)
    if single and what.type.form not in ("piece", "nothing"):
        scope.reporter.error("E-KIND", f"only pieces move, this is {describe(what.type)}", written.what.span)
    elif not fits(kind.surely(), holds) and kind.name:
        message = f"{describe(kind.surely())} can't lie there: it holds {describe(holds)}"
        scope.reporter.error("E-KIND", message, written.what.span, expected=describe(holds))
    return (ir.Put(expr, to, single, origin),)


def _swap(scope: Scope, written: tree.Swap, origin: int) -> Stmts:
    a, b = elaborate(scope, written.left), elaborate(scope, written.right)
    if a.ref is None or b.ref is None:
        scope.reporter.error("E-KIND", "two places are needed to swap what is in them", written.span)
        return ()
    slot = scope.builder.slot()
    keep = ir.Let(slot, a.expr, origin)
    if a.type.form != "piece":
        first = ir.Store(a.ref.zone, a.ref.index, b.expr, origin)
        return (keep, first, ir.Store(b.ref.zone, b.ref.index, ir.Local(slot), origin))
    other = scope.builder.slot()
    box = ir.To(-1, ir.Const(0))
    return (
        keep,
        ir.Let(other, b.expr, origin),
        ir.Put(ir.Local(slot), box, True, origin),
        ir.Put(ir.Local(other), _to(a.ref), True, origin),
        ir.Put(ir.Local(slot), _to(b.ref), True, origin),
    )


def _to(ref: ZoneRef) -> ir.To:
    return ir.To(ref.zone, ref.index)


def _deck(scope: Scope, written: tree.Expr, *, pile: bool = False) -> ZoneRef | None:
    given = elaborate(scope, written)
    info = given.ref.info if given.ref is not None else None
    allowed = ("deck", "pile") if pile else ("deck",)
    if given.ref is None or info is None or info.form not in allowed:
        scope.reporter.error("E-KIND", "a deck is needed here", written.span, expected="the name of a deck")
        return None
    return given.ref


def _shuffle(scope: Scope, written: tree.Shuffle, origin: int) -> Stmts:
    if written.into is None:
        ref = _deck(scope, written.what)
        return () if ref is None else (ir.Shuffle(ref.zone, ref.index, origin),)
    what = elaborate(scope, written.what)
    ref = _deck(scope, written.into)
    if ref is None:
        return ()
    single = what.type.form != "list"
    put = ir.Put(what.expr, ir.To(ref.zone, ref.index, "bag"), single, origin)
    return (put, ir.Shuffle(ref.zone, ref.index, origin))


def _show(scope: Scope, written: tree.Show, origin: int) -> Stmts:
    what = elaborate(scope, written.what)
    to = elaborate(scope, written.to)
    if what.ref is not None and what.ref.info is not None:
        scope.builder.shown.add(what.ref.info.name)
    pieces = what.expr if what.type.form == "list" else ir.ListOf((what.expr,))
    if what.type.form not in ("list", "piece"):
        return ()  # a number that is told: what everybody hears is no part of the state
    seats = to.expr if to.type.form == "list" else ir.ListOf((value_of(scope, written.to, SEAT),))
    return (ir.Show(pieces, seats, origin),)


# --------------------------------------------------------------------------- chance


def chance(scope: Scope, written: tree.Draw | tree.Pick | tree.Roll, origin: int) -> tuple[Stmts, Scope]:
    match written:
        case tree.Draw():
            return _draw(scope, written, origin)
        case tree.Pick(binder=binder):
            return _pick(scope, (binder,), origin)
        case tree.Roll(binders=binders):
            return _pick(scope, binders, origin)


def _draw(scope: Scope, written: tree.Draw, origin: int) -> tuple[Stmts, Scope]:
    """One piece at a time; fewer if the deck runs out."""
    amount = number_of(scope, written.amount)
    source = _deck(scope, written.source, pile=True)
    receiver = scope if written.who is None else scope.seat(value_of(scope, written.who, SEAT))
    to, holds = place(receiver, written.to, None, written.position or "top")
    if source is None or source.info is None:
        return (), scope
    if not fits(source.info.holds, holds) and holds.name:
        message = f"`{source.info.name}` holds {describe(source.info.holds)}, this place {describe(holds)}"
        scope.reporter.error("E-KIND", message, written.to.span)
    drawn = scope.builder.slot()
    body: list[ir.Stmt] = [ir.DrawOne(drawn, source.zone, source.index, origin)]
    put: list[ir.Stmt] = [ir.Put(ir.Local(drawn), to, True, origin)]
    before: list[ir.Stmt] = []
    after = scope
    if written.name is not None:
        kept = scope.builder.slot()
        before.append(ir.Let(kept, ir.Const(()), origin))
        put.append(ir.Let(kept, ir.Op("concat", (ir.Local(kept), ir.ListOf((ir.Local(drawn),)))), origin))
        after = scope.bind(written.name.text, ir.Local(kept), list_of(source.info.holds))
    body.append(ir.If(ir.Op("ge", (ir.Local(drawn), ir.Const(0))), tuple(put), (), origin))
    if amount == ir.Const(1):
        return (*before, *body), after
    return (*before, ir.Repeat(amount, tuple(body), scope.builder.slot(), origin)), after


def _pick(scope: Scope, binders: tuple[tree.Binder, ...], origin: int) -> tuple[Stmts, Scope]:
    out: list[ir.Stmt] = []
    for binder in binders:
        _inner, made, element = bind(scope, binder)
        items = made.domain if made.where is None else ir.Fold("all", (made,), None)
        slot = scope.builder.slot()
        out.append(ir.PickOne(slot, items, origin))
        scope = scope.bind(binder.name.text, ir.Local(slot), element)
    return tuple(out), scope


__all__ = ["chance", "destination", "movement", "names", "place"]
