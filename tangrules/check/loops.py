"""`for each` and `repeat`. What a loop runs over is settled when it begins; each turn of it can be left.

So what `where` said of a thing may be true no more when its turn comes. Where the body relies on it, it is
looked at again as the game runs, and a rule that was wrong about it stops with its line.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import bind
from tangrules.check.effects import writes_of
from tangrules.check.expressions import number_of
from tangrules.check.narrow import refine
from tangrules.check.regions import note_volatile
from tangrules.check.scope import Scope, Typed
from tangrules.check.units import closed_if_left, open_unit
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]


def for_each(scope: Scope, written: tree.ForEach, origin: int) -> Stmts:
    """Several binders are loops inside each other: the inner one begins anew for each outer thing."""
    if written.by is not None and len(written.binders) > 1:
        message = "an order needs a single list to go through"
        hint = "one `for each` inside another"
        scope.reporter.error("E-KIND", message, written.by.span, expected=hint)
        written = attrs.evolve(written, by=None)
    return _loops(scope, written, list(written.binders), origin)


def _loops(scope: Scope, written: tree.ForEach, binders: list[tree.Binder], origin: int) -> Stmts:
    from tangrules.check.statements import block

    if not binders:
        return block(scope, written.body)
    binder = binders[0]
    inside, made, element = bind(scope, binder)
    if written.by is not None and written.order is not None:
        op = "sort_low" if written.order == "lowest" else "sort_high"
        items: ir.Expr = ir.Fold(op, (made,), number_of(inside, written.by))
    elif made.where is None:
        items = made.domain
    else:
        items = ir.Fold("all", (made,), None)
    slot = scope.builder.slot()
    changed = writes_of(scope.world, written.body)
    loop = scope.after(changed).bind(binder.name.text, ir.Local(slot), element)
    if binder.where is not None:
        loop = refine(loop, binder.where).doubting(changed, loop)
    note_volatile(loop, slot, binder.name, Typed(made.domain, element))
    loop = open_unit(loop, "loop", "", written.span)
    body = closed_if_left(loop, _loops(loop, written, binders[1:], origin), origin)
    kept, index = scope.builder.slot(), scope.builder.slot()
    return (ir.ForEach(slot, items, body, kept, index, origin),)


def repeat(scope: Scope, written: tree.Repeat, origin: int) -> Stmts:
    from tangrules.check.statements import block

    times = number_of(scope, written.times)
    loop = open_unit(scope.after(writes_of(scope.world, written.body)), "loop", "", written.span)
    body = closed_if_left(loop, block(loop, written.body), origin)
    return (ir.Repeat(times, body, scope.builder.slot(), origin),)
