"""The head of a choice: its picks, their conditions, and what the verb it chooses for needs and costs."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import domain
from tangrules.check.calls import arguments, doer, verb_named
from tangrules.check.costs import both
from tangrules.check.effects import ANYTHING
from tangrules.check.expressions import condition_of, number_of
from tangrules.check.narrow import refine
from tangrules.check.requirements import Permissions, permissions
from tangrules.check.scope import Scope
from tangrules.check.spoken import parts_of
from tangrules.check.types import Ty, list_of
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]
Named = tuple[tuple[str, Ty], ...]


@attrs.frozen
class Head:
    """The picks of a choice, elaborated: everything an alternative needs but its body."""

    scope: Scope  # inside, with the chosen names bound
    picks: tuple[ir.Pick, ...]
    typed: Named
    conditions: tuple[ir.Condition, ...]
    waivers: tuple[ir.Waiver, ...]
    mask: int
    start: Stmts  # prices, then the called verb


def head(scope: Scope, written: tree.Choose) -> Head:
    """Binders, wheres and the requirements of `to VERB(…)`."""
    inner = scope
    picks: list[ir.Pick] = []
    typed: list[tuple[str, Ty]] = []
    conditions: list[ir.Condition] = []
    for binder in written.binders:
        inner, pick, ty, condition = _pick(inner, binder)
        picks.append(pick)
        typed.append((binder.name.text, ty))
        conditions.extend(condition)
    allowed, start, mask = _call(inner, written)
    if written.call is not None:
        inner = inner.after(ANYTHING)
    offset = len(conditions)
    conditions.extend(allowed.conditions)
    waivers = tuple(
        attrs.evolve(p.waiver, waives=tuple(offset + i for i in p.waiver.waives)) for p in allowed.priced
    )
    return Head(inner, tuple(picks), tuple(typed), tuple(conditions), waivers, mask, start)


def _pick(scope: Scope, binder: tree.Binder) -> tuple[Scope, ir.Pick, Ty, list[ir.Condition]]:
    expr, element = domain(scope, binder.domain)
    if binder.amount is not None:
        return _several(scope, binder, binder.amount, expr, element)
    slot = scope.builder.slot()
    inner = scope.declare(binder.name, ir.Local(slot), element)
    conditions = []
    if binder.where is not None:
        origin = scope.builder.origin(binder.span)
        test = condition_of(inner, binder.where)
        conditions = [ir.Condition(test, origin=origin, parts=parts_of(inner, binder.where, test))]
        inner = refine(inner, binder.where)
    return inner, ir.Pick(slot, expr), element, conditions


def _several(
    scope: Scope, binder: tree.Binder, amount: tree.Amount, expr: ir.Expr, element: Ty
) -> tuple[Scope, ir.Pick, Ty, list[ir.Condition]]:
    """`up to 2 x in A where P`: a list of so many different things."""
    slot = scope.builder.slot()
    if binder.where is not None:
        each = scope.builder.slot()
        inside = scope.bind(binder.name.text, ir.Local(each), element)
        where = condition_of(inside, binder.where)
        expr = ir.Fold("all", (ir.Bind(each, expr, where),), None)
    high = number_of(scope, amount.count)
    low: ir.Expr = ir.Const(0) if amount.up_to else high
    ty = list_of(element)
    return scope.declare(binder.name, ir.Local(slot), ty), ir.Pick(slot, expr, (low, high)), ty, []


def _call(scope: Scope, written: tree.Choose) -> tuple[Permissions, Stmts, int]:
    """The verb that is chosen for; what it costs beyond its rules is paid first."""
    found = None if written.call is None else verb_named(scope, written.call)
    if found is None or written.call is None:
        return Permissions(), (), -1
    sig, args = found
    you = doer(scope, sig.id, written.call.span)
    exprs = tuple(arguments(scope, sig.name, sig.params, args, written.call.span))
    allowed = permissions(scope, sig, scope.you, exprs)
    mask = scope.builder.slot() if allowed.priced else -1
    origin = scope.builder.origin(written.call.span)
    start: list[ir.Stmt] = []
    for k, priced in enumerate(allowed.priced):
        masks = tuple(m for m in range(1 << len(allowed.priced)) if m & (1 << k))
        test = ir.Op("in", (ir.Local(mask), ir.Const(masks)))
        start.append(ir.If(test, (ir.Invoke(priced.verb, priced.args, False, origin),), (), origin))
    start.append(ir.Invoke(sig.id, (you, *exprs), False, origin))
    return allowed, tuple(start), mask


def leading_choice(body: tree.Block) -> tree.Choose | None:
    """The choice a body begins with, if it may be asked together with what offers the body."""
    match body[0] if body else None:
        case tree.Choose(who=None, can_pass=False, otherwise=None, secret=False) as found:
            return found
        case tree.Step(guard=None, body=inner):
            return leading_choice(inner)
    return None


def answerable(scope: Scope, written: tree.Choose) -> ir.Expr:
    """`any(binders: every condition)`. What a price can buy off does not count as failing.

    What a choice of several is asked about them together is left out: it is looked at when the choice is
    made.
    """
    made = head(scope, written)
    together = {pick.slot for pick in made.picks if pick.amount is not None}
    test: ir.Expr | None = None
    for number, condition in enumerate(made.conditions):
        if not _speaks_of(condition.test, together):
            test = both(test, _or_bought(condition.test, number, made.waivers))
    binds: list[ir.Bind] = []
    for pick in made.picks:
        if _speaks_of(pick.domain, together):
            continue
        if pick.amount is not None:
            test = both(test, ir.Op("ge", (ir.Op("len", (pick.domain,)), pick.amount[0])))
        else:
            binds.append(ir.Bind(pick.slot, pick.domain))
    if not binds:
        return test or ir.Const(1)
    return ir.Fold("any", tuple(binds), test)


def _speaks_of(expr: ir.Expr, slots: set[int]) -> bool:
    return any(isinstance(node, ir.Local) and node.slot in slots for node in nodes(expr))


def _or_bought(test: ir.Expr, number: int, waivers: tuple[ir.Waiver, ...]) -> ir.Expr:
    for waiver in waivers:
        if number in waiver.waives:
            test = ir.Op("or", (test, waiver.guard))
    return test
