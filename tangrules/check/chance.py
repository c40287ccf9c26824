"""What chance decides: draws, picks and rolls."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import bind
from tangrules.check.blocks import note_moved
from tangrules.check.expressions import number_of, value_of
from tangrules.check.movements import Place, check_kind, deck_named, destination, place
from tangrules.check.scope import Scope
from tangrules.check.types import SEAT, list_of
from tangrules.check.units import leave_for_nothing
from tangrules.check.zones import read_zone
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]


def chance(scope: Scope, written: tree.Draw | tree.Pick | tree.Roll, origin: int) -> tuple[Stmts, Scope]:
    match written:
        case tree.Draw():
            return _draw(scope, written, origin)
        case tree.Pick(binder=binder):
            return _pick(scope, (binder,), origin)
        case tree.Roll(binders=binders):
            return _pick(scope, binders, origin)


# --------------------------------------------------------------------------- draw


def _draw(scope: Scope, written: tree.Draw, origin: int) -> tuple[Stmts, Scope]:
    """One piece at a time; fewer if the deck runs out."""
    amount = number_of(scope, written.amount)
    source = deck_named(scope, written.source, pile=True)
    who = scope.you if written.who is None else value_of(scope, written.who, SEAT)
    there = _receiver(scope, written, who)
    if source is None or source.info is None:
        return (), scope
    kind = source.info.holds
    check_kind(scope, kind, there.holds, written.to.span)
    if not there.many and isinstance(amount, ir.Const) and amount.value not in (0, 1):
        message = "several pieces can't go to a place for one"
        scope.reporter.error(
            "E-KIND", message, written.to.span, expected="`draw 1 from …`, or a zone for several"
        )
    note_moved(scope, kind)
    drawn = scope.builder.slot()
    put: list[ir.Stmt] = [ir.Put(ir.Local(drawn), there.to, True, origin)]
    before: list[ir.Stmt] = []
    after = scope
    if written.name is not None:
        kept = scope.builder.slot()
        before.append(ir.Let(kept, ir.Const(()), origin))
        put.append(ir.Let(kept, ir.Op("concat", (ir.Local(kept), ir.ListOf((ir.Local(drawn),)))), origin))
        after = scope.declare(written.name, ir.Local(kept), list_of(kind))
    there_is_one = ir.Op("ge", (ir.Local(drawn), ir.Const(0)))
    one: Stmts = (
        ir.DrawOne(drawn, source.zone, source.index, origin),
        ir.If(there_is_one, tuple(put), (), origin),
    )
    if amount == ir.Const(1):
        return (*before, *one), after
    return (*before, ir.Repeat(amount, one, scope.builder.slot(), origin)), after


def _receiver(scope: Scope, written: tree.Draw, who: ir.Expr | None) -> Place:
    """Where drawn pieces go: a name alone of what each player has belongs to the one who draws."""
    zones, to = scope.world.zones, written.to
    if not isinstance(to, tree.NameRef) or to.name in scope.names:
        return place(scope, to, None, written.position)
    if to.name not in zones or not zones[to.name].your:
        return place(scope, to, None, written.position)
    seat = scope.require_you(to.span) if who is None else who
    given = read_zone(attrs.evolve(scope, blind=True), zones[to.name], seat, (), to.span)
    return destination(scope, given, to.span, None, written.position)


# --------------------------------------------------------------------------- pick


def _pick(scope: Scope, binders: tuple[tree.Binder, ...], origin: int) -> tuple[Stmts, Scope]:
    """Chance looks at nothing: it may pick from what is hidden. From an empty list nothing can be picked."""
    out: list[ir.Stmt] = []
    for binder in binders:
        if binder.amount is not None:
            message = "chance picks one thing at a time"
            hint = "`repeat n times: pick …`"
            scope.reporter.error("E-KIND", message, binder.amount.span, expected=hint)
        alone = attrs.evolve(scope, names={k: v for k, v in scope.names.items() if k != binder.name.text})
        _inner, made, element = bind(alone, binder, looks=False)
        items = made.domain if made.where is None else ir.Fold("all", (made,), None)
        if not (isinstance(items, ir.Const) and items.value):
            kept = scope.builder.slot()
            out.append(ir.Let(kept, items, origin))
            items = ir.Local(kept)
            none = ir.Op("eq", (ir.Op("len", (items,)), ir.Const(0)))
            out.append(ir.If(none, leave_for_nothing(scope, origin), (), origin))
        slot = scope.builder.slot()
        out.append(ir.PickOne(slot, items, origin))
        scope = scope.declare(binder.name, ir.Local(slot), element)
    return tuple(out), scope
