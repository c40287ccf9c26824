"""Elaboration of expressions: names are resolved, types inferred and checked, sugar removed."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import aggregates, attributes, calls, names, operators, zones
from tangrules.check.coerce import as_wanted, coerce, number, yesno
from tangrules.check.constants import fitting
from tangrules.check.narrow import narrowed, refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.share import share
from tangrules.check.types import NOTHING, NUMBER, SEAT, UNKNOWN, YESNO, Ty, at_least, describe, join
from tangrules.diagnostics import Reporter
from tangrules.syntax import tree


def elaborate(scope: Scope, written: tree.Expr, expected: Ty | None = None) -> Typed:
    """The meaning of an expression. `expected` helps to read a bare name; it is no check."""
    typed = _elaborate(scope, written, expected)
    fact = scope.facts.get(written) if scope.facts else None
    if fact is None:
        return typed
    return narrowed(scope, written, typed, fact) if fact.doubtful else attrs.evolve(typed, type=fact.type)


def silently(scope: Scope, written: tree.Expr, expected: Ty | None = None) -> Typed | None:
    """Like elaborate, but nothing is reported or noted: None if there was a fault.

    The slots it took are free again, so what it returns is to be looked at, not to be run.
    """
    world, builder = scope.world, scope.builder
    loud, seen, slots = world.reporter, builder.seen, builder.slots
    world.reporter, builder.seen = Reporter(), attrs.evolve(seen, leaks=[], peeks=[], seatless_asks=[])
    try:
        typed = elaborate(scope, written, expected)
        failed = world.reporter.has_errors or typed.type.form == "unknown"
    finally:
        world.reporter, builder.seen, builder.slots = loud, seen, slots
    return None if failed else typed


def value_of(scope: Scope, written: tree.Expr, wanted: Ty, what: str = "") -> ir.Expr:
    """An expression that must have the wanted type."""
    return coerce(scope, elaborate(scope, written, wanted), wanted, written.span, what)


def condition_of(scope: Scope, written: tree.Expr) -> ir.Expr:
    return yesno(scope, elaborate(scope, written, YESNO), written.span)


def number_of(scope: Scope, written: tree.Expr) -> ir.Expr:
    return number(scope, elaborate(scope, written, NUMBER), written.span)


def _elaborate(scope: Scope, written: tree.Expr, expected: Ty | None) -> Typed:
    match written:
        case tree.NumberLit() | tree.BoolLit() | tree.TextLit() | tree.NothingLit() | tree.SeatLit():
            return _literal(scope, written, expected)
        case tree.You():
            return Typed(scope.require_you(written.span), SEAT)
        case tree.They():
            return Typed(scope.require_they(written.span), SEAT)
        case tree.NameRef():
            return names.name(scope, written, expected)
        case tree.Owned():
            return names.owned(scope, written)
        case tree.Attr():
            return attributes.attribute(scope, written)
        case tree.Index():
            return zones.indexed(scope, written)
        case tree.Call():
            return calls.call(scope, written)
        case tree.Aggregate() | tree.CountOf():
            return aggregates.aggregate(scope, written, expected)
        case tree.Share():
            return share(scope, written)
        case tree.Allowed():
            return calls.allowed(scope, written)
        case tree.Surely(value=value):
            return _surely(scope, written, value, expected)
        case tree.IsKind():
            return _is_kind(scope, written)
        case tree.IfExpr(test=test, then=then, otherwise=otherwise):
            return _choose_between(scope, test, then, otherwise, expected)
        case tree.ListLit():
            return _list(scope, written, expected)
        case tree.Not() | tree.Neg() | tree.Binary():
            return operators.operator(scope, written, expected)


def _literal(
    scope: Scope,
    written: tree.NumberLit | tree.BoolLit | tree.TextLit | tree.NothingLit | tree.SeatLit,
    expected: Ty | None,
) -> Typed:
    match written:
        case tree.NumberLit(value=value):
            value = fitting(scope.world, value, written.span)
            return Typed(ir.Const(value), at_least(value))
        case tree.BoolLit(value=value):
            return Typed(ir.Const(int(value)), YESNO)
        case tree.TextLit():
            scope.reporter.error("E-KIND", "a text can't be used as a value", written.span)
            return Typed(ir.Const(0), UNKNOWN)
        case tree.NothingLit():
            is_number = expected is not None and expected.form == "number"
            return Typed(ir.Const(ir.NIL if is_number else -1), NOTHING)
        case tree.SeatLit(number=n):
            seats = scope.world.players
            if not 1 <= n <= seats:
                message = f"there is no seat {n}: this game is for {seats} player{'s' if seats > 1 else ''}"
                scope.reporter.error("E-RANGE", message, written.span)
            return Typed(ir.Const(min(n, seats) - 1), SEAT)


def _surely(scope: Scope, written: tree.Expr, value: tree.Expr, expected: Ty | None) -> Typed:
    inner = elaborate(scope, value, expected)
    if not inner.type.optional:
        return inner
    op = "surely_number" if inner.type.form == "number" else "surely"
    return Typed(ir.Op(op, (inner.expr,), scope.builder.origin(written.span)), inner.type.surely())


def _is_kind(scope: Scope, written: tree.IsKind) -> Typed:
    inner = elaborate(scope, written.value)
    names.kind_named(scope, written.kind)
    if inner.type.form not in ("piece", "unknown"):
        message = f"this is {describe(inner.type)}, not a piece"
        scope.reporter.error("E-KIND", message, written.value.span, expected="a piece")
    pieces = scope.world.kinds[written.kind.text].pieces if written.kind.text in scope.world.kinds else []
    if not pieces:
        test: ir.Expr = ir.Const(0)
    else:
        low, high = ir.Const(pieces[0]), ir.Const(pieces[-1])
        test = ir.Op("and", (ir.Op("ge", (inner.expr, low)), ir.Op("le", (inner.expr, high))))
    return Typed(ir.Op("not", (test,)) if written.negated else test, YESNO)


def _choose_between(
    scope: Scope, test: tree.Expr, then: tree.Expr, otherwise: tree.Expr, expected: Ty | None
) -> Typed:
    condition = condition_of(scope, test)
    a = elaborate(refine(scope, test), then, expected)
    b = elaborate(refine(scope, test, False), otherwise, expected or a.type)
    return unite(scope, condition, a, b, otherwise)


def unite(scope: Scope, condition: ir.Expr, a: Typed, b: Typed, where: tree.Expr) -> Typed:
    """`a` if the condition holds, else `b`, with a type that holds both."""
    ty = join(a.type, b.type)
    if ty is None:
        message = f"one case is {describe(a.type)}, another {describe(b.type)}"
        scope.reporter.error("E-KIND", message, where.span, expected="things of one kind in all cases")
        ty = UNKNOWN
    return Typed(ir.Cond(condition, as_wanted(a, ty), as_wanted(b, ty)), ty)


def _list(scope: Scope, written: tree.ListLit, expected: Ty | None) -> Typed:
    wanted = expected.element if expected is not None and expected.form == "list" else None
    items = [elaborate(scope, item, wanted) for item in written.items]
    element: Ty | None = None
    for item, typed in zip(written.items, items, strict=True):
        joined = typed.type if element is None else join(element, typed.type)
        if joined is None and element is not None:
            message = f"this is {describe(typed.type)}, but the list began with {describe(element)}"
            scope.reporter.error("E-KIND", message, item.span, expected="a list of things of one kind")
        element = joined or element
    if element is not None and element.form == "list":
        scope.reporter.error("E-KIND", "a list of lists can't be made", written.span)
        element = UNKNOWN
    exprs = tuple(as_wanted(typed, element or UNKNOWN) for typed in items)
    ty = Ty("list", element=element)
    if all(isinstance(e, ir.Const) and isinstance(e.value, int) for e in exprs):
        return Typed(
            ir.Const(tuple(e.value for e in exprs if isinstance(e, ir.Const) and isinstance(e.value, int))),
            ty,
        )
    return Typed(ir.ListOf(exprs), ty)
