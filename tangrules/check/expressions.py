"""Elaboration of expressions: names are resolved, types inferred and checked, sugar removed."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import aggregates, attributes, calls, leaks, names
from tangrules.check.coerce import coerce, is_nothing, number, yesno
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NOTHING, NUMBER, SEAT, TEXT, YESNO, Ty, comparable, describe, join, list_of
from tangrules.diagnostics import Reporter
from tangrules.syntax import tree

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def elaborate(scope: Scope, written: tree.Expr, expected: Ty | None = None) -> Typed:
    """The meaning of an expression. `expected` helps to read a bare name; it is no check."""
    typed = _elaborate(scope, written, expected)
    if written in scope.facts:
        return attrs.evolve(typed, type=scope.facts[written])
    return typed


def silently(scope: Scope, written: tree.Expr, expected: Ty | None = None) -> Typed | None:
    """Like elaborate, but faults are not reported: None if there was one."""
    quiet = Reporter()
    world = scope.world
    loud, world.reporter = world.reporter, quiet
    slots = scope.builder.slots
    try:
        typed = elaborate(scope, written, expected)
    finally:
        world.reporter = loud
        scope.builder.slots = slots
    return None if quiet.has_errors else typed


def value_of(scope: Scope, written: tree.Expr, wanted: Ty, what: str = "") -> ir.Expr:
    """An expression that must have the wanted type."""
    return coerce(scope, elaborate(scope, written, wanted), wanted, written.span, what)


def condition_of(scope: Scope, written: tree.Expr) -> ir.Expr:
    return yesno(scope, elaborate(scope, written, YESNO), written.span)


def number_of(scope: Scope, written: tree.Expr) -> ir.Expr:
    return number(scope, elaborate(scope, written, NUMBER), written.span)


def _elaborate(scope: Scope, written: tree.Expr, expected: Ty | None) -> Typed:
    match written:
        case tree.NumberLit(value=value):
            if value > 2**31 - 1:
                scope.reporter.error("E-RANGE", "this number is too large", written.span)
            return Typed(ir.Const(value), NUMBER)
        case tree.BoolLit(value=value):
            return Typed(ir.Const(int(value)), YESNO)
        case tree.TextLit():
            scope.reporter.error("E-KIND", "a text can't be used as a value", written.span)
            return Typed(ir.Const(0), TEXT)
        case tree.NothingLit():
            return Typed(
                ir.Const(ir.NIL if expected is not None and expected.form == "number" else -1), NOTHING
            )
        case tree.You():
            return Typed(scope.require_you(written.span), SEAT)
        case tree.They():
            return _they(scope, written)
        case tree.SeatLit(number=n):
            if not 1 <= n <= scope.world.players:
                scope.reporter.error("E-RANGE", f"there are {scope.world.players} seats here", written.span)
            return Typed(ir.Const(min(n, scope.world.players) - 1), SEAT)
        case tree.NameRef():
            return names.name(scope, written, expected)
        case tree.Owned():
            return names.owned(scope, written)
        case tree.Attr():
            return attributes.attribute(scope, written)
        case tree.Index():
            return names.indexed(scope, written)
        case tree.Call():
            return calls.call(scope, written, expected)
        case tree.Aggregate() | tree.CountOf() | tree.Share():
            return aggregates.aggregate(scope, written, expected)
        case tree.Allowed():
            return calls.allowed(scope, written)
    return _operator(scope, written, expected)


def _they(scope: Scope, written: tree.They) -> Typed:
    if scope.they is None:
        message = "`they` is the doer of a verb that a rule hears; there is none here"
        scope.reporter.error("E-SEAT", message, written.span)
        return Typed(ir.Const(0), SEAT)
    return Typed(scope.they, SEAT)


def _operator(scope: Scope, written: tree.Expr, expected: Ty | None) -> Typed:
    match written:
        case tree.Surely(value=value):
            return _surely(scope, written, value, expected)
        case tree.Not(value=value):
            return Typed(ir.Op("not", (condition_of(scope, value),)), YESNO)
        case tree.Neg(value=value):
            inner = number_of(scope, value)
            if isinstance(inner, ir.Const) and isinstance(inner.value, int):
                return Typed(ir.Const(-inner.value), NUMBER)
            return Typed(ir.Op("neg", (inner,)), NUMBER)
        case tree.IsKind():
            return _is_kind(scope, written)
        case tree.IfExpr(test=test, then=then, otherwise=otherwise):
            return choose_between(scope, test, then, otherwise, expected)
        case tree.ListLit():
            return _list(scope, written, expected)
        case tree.Binary():
            return _binary(scope, written, expected)
    raise AssertionError(f"no meaning for {type(written).__name__}")


def _surely(scope: Scope, written: tree.Expr, value: tree.Expr, expected: Ty | None) -> Typed:
    inner = elaborate(scope, value, expected)
    if not inner.type.optional:
        return inner
    op = "surely_number" if inner.type.form == "number" else "surely"
    expr = ir.Op(op, (inner.expr,), scope.builder.origin(written.span))
    return Typed(expr, inner.type.surely())


def _is_kind(scope: Scope, written: tree.IsKind) -> Typed:
    inner = elaborate(scope, written.value)
    names.kind_named(scope, written.kind)
    if inner.type.form != "piece":
        scope.reporter.error("E-KIND", f"this is {describe(inner.type)}, not a piece", written.value.span)
    pieces = scope.world.kinds[written.kind.text].pieces if written.kind.text in scope.world.kinds else []
    if not pieces:
        test: ir.Expr = ir.Const(0)
    else:
        test = _between(inner.expr, pieces[0], pieces[-1])
    return Typed(ir.Op("not", (test,)) if written.negated else test, YESNO)


def _between(expr: ir.Expr, low: int, high: int) -> ir.Expr:
    return ir.Op("and", (ir.Op("ge", (expr, ir.Const(low))), ir.Op("le", (expr, ir.Const(high)))))


def choose_between(
    scope: Scope, test: tree.Expr, then: tree.Expr, otherwise: tree.Expr, expected: Ty | None
) -> Typed:
    condition = condition_of(scope, test)
    a = elaborate(refine(scope, test), then, expected)
    b = elaborate(refine(scope, test, False), otherwise, expected or a.type)
    return Typed(*unite(scope, condition, a, b, otherwise))


def unite(scope: Scope, condition: ir.Expr, a: Typed, b: Typed, where: tree.Expr) -> tuple[ir.Expr, Ty]:
    """`a` if the condition holds, else `b`, with a type that holds both."""
    ty = join(a.type, b.type)
    if ty is None:
        message = f"one case is {describe(a.type)}, another {describe(b.type)}"
        scope.reporter.error("E-KIND", message, where.span)
        ty = a.type
    return ir.Cond(condition, as_nothing(a, ty), as_nothing(b, ty)), ty


def as_nothing(given: Typed, ty: Ty) -> ir.Expr:
    """A literal nothing, as a number if numbers are wanted."""
    if given.type.form == "nothing" and ty.form == "number":
        return ir.Const(ir.NIL)
    return given.expr


def _list(scope: Scope, written: tree.ListLit, expected: Ty | None) -> Typed:
    wanted = expected.element if expected is not None and expected.form == "list" else None
    items = [elaborate(scope, item, wanted) for item in written.items]
    element: Ty | None = None
    for item, typed in zip(written.items, items, strict=True):
        joined = typed.type if element is None else join(element, typed.type)
        if joined is None and element is not None:
            message = f"this is {describe(typed.type)}, the list began with {describe(element)}"
            scope.reporter.error("E-KIND", message, item.span)
        element = joined or element
    exprs = tuple(t.expr for t in items)
    if all(isinstance(e, ir.Const) and isinstance(e.value, int) for e in exprs):
        constant = tuple(e.value for e in exprs if isinstance(e, ir.Const) and isinstance(e.value, int))
        return Typed(ir.Const(constant), Ty("list", element=element))
    return Typed(ir.ListOf(exprs), Ty("list", element=element))


# --------------------------------------------------------------------------- two operands


def _binary(scope: Scope, written: tree.Binary, expected: Ty | None) -> Typed:
    op = written.op
    if op == "and":
        left = condition_of(scope, written.left)
        return Typed(ir.Op("and", (left, condition_of(refine(scope, written.left), written.right))), YESNO)
    if op == "or":
        left = condition_of(scope, written.left)
        return Typed(
            ir.Op("or", (left, condition_of(refine(scope, written.left, False), written.right))), YESNO
        )
    if op in ("is", "is not"):
        return _equality(scope, written)
    if op in ("in", "not in"):
        return _membership(scope, written)
    if op in ORDER:
        return _ordering(scope, written)
    if op == "..":
        low, high = number_of(scope, written.left), number_of(scope, written.right)
        return Typed(ir.Range(low, high), list_of(NUMBER))
    return _arithmetic(scope, written, expected)


def _ordering(scope: Scope, written: tree.Binary) -> Typed:
    left, right = number_of(scope, written.left), number_of(scope, written.right)
    return Typed(ir.Op(ORDER[written.op], (left, right)), YESNO)


def _arithmetic(scope: Scope, written: tree.Binary, expected: Ty | None) -> Typed:
    left = elaborate(scope, written.left, expected)
    if left.type.form == "list" and written.op == "+":
        right = elaborate(scope, written.right, left.type)
        ty = join(left.type, right.type)
        if ty is None or right.type.form != "list":
            message = f"this is {describe(right.type)}, it can't be added to {describe(left.type)}"
            scope.reporter.error("E-KIND", message, written.right.span)
            ty = left.type
        return Typed(ir.Op("concat", (left.expr, right.expr)), attrs.evolve(ty, distinct=False))
    a = number(scope, left, written.left.span)
    b = number_of(scope, written.right)
    op = ARITHMETIC[written.op]
    if op in ("div", "mod") and isinstance(b, ir.Const) and b.value == 0:
        scope.reporter.error("E-DIV", "this divides by zero", written.right.span)
    return Typed(ir.Op(op, (a, b), scope.builder.origin(written.span)), NUMBER)


def _equality(scope: Scope, written: tree.Binary) -> Typed:
    left = elaborate(scope, written.left)
    right = elaborate(scope, written.right, left.type)
    if left.type.form == "nothing":
        left = elaborate(scope, written.left, right.type)
    test = _equal(scope, written, left, right)
    return Typed(ir.Op("not", (test,)) if written.op == "is not" else test, YESNO)


def _equal(scope: Scope, written: tree.Binary, left: Typed, right: Typed) -> ir.Expr:
    if right.type.form == "nothing":
        return is_nothing(left)
    if left.type.form == "nothing":
        return is_nothing(right)
    if not comparable(left.type, right.type):
        message = f"{describe(left.type)} is never {describe(right.type)}"
        scope.reporter.error("E-KIND", message, written.span, expected=describe(left.type))
    return ir.Op("eq", (left.expr, right.expr))


def _membership(scope: Scope, written: tree.Binary) -> Typed:
    test = _contains(scope, written)
    return Typed(ir.Op("not", (test,)) if written.op == "not in" else test, YESNO)


def _contains(scope: Scope, written: tree.Binary) -> ir.Expr:
    left = elaborate(scope, written.left)
    if isinstance(written.right, tree.NameRef) and written.right.name == "box":
        return ir.Op("eq", (ir.Op("place", (left.expr,)), ir.Const(-1)))
    if isinstance(written.right, tree.Binary) and written.right.op == "..":
        value = number(scope, left, written.left.span)
        low, high = number_of(scope, written.right.left), number_of(scope, written.right.right)
        return ir.Op("and", (ir.Op("ge", (value, low)), ir.Op("le", (value, high))))
    right = elaborate(scope, written.right, list_of(left.type))
    leaks.content_read(scope, right, written.right.span)
    if right.type.form != "list":
        message = f"`in` needs a list, a set or a zone, not {describe(right.type)}"
        scope.reporter.error("E-KIND", message, written.right.span)
    elif right.type.element is not None and not comparable(left.type, right.type.element):
        message = f"{describe(left.type)} is never in {describe(right.type)}"
        scope.reporter.error("E-KIND", message, written.span)
    return ir.Op("in", (left.expr, right.expr))
