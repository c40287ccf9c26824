"""`not`, `and`, `or`, comparisons, `in`, arithmetic and lists put together."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.coerce import coerce, is_nothing, number
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NUMBER, UNKNOWN, YESNO, Ty, comparable, describe, join, list_of
from tangrules.syntax import tree

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def operator(scope: Scope, written: tree.Not | tree.Neg | tree.Binary, expected: Ty | None) -> Typed:
    from tangrules.check.expressions import condition_of, number_of

    match written:
        case tree.Not(value=value):
            return Typed(ir.Op("not", (condition_of(scope, value),)), YESNO)
        case tree.Neg(value=value):
            inner = number_of(scope, value)
            if isinstance(inner, ir.Const) and isinstance(inner.value, int):
                return Typed(ir.Const(-inner.value), Ty("number", low=-inner.value))
            return Typed(ir.Op("neg", (inner,)), NUMBER)
        case tree.Binary(op="and" | "or" as op):
            left = condition_of(scope, written.left)
            right = condition_of(refine(scope, written.left, op == "and"), written.right)
            return Typed(ir.Op(op, (left, right)), YESNO)
        case tree.Binary(op="is" | "is not"):
            return _equality(scope, written)
        case tree.Binary(op="in" | "not in"):
            return _membership(scope, written)
        case tree.Binary(op=op) if op in ORDER:
            pair = (number_of(scope, written.left), number_of(scope, written.right))
            return Typed(ir.Op(ORDER[op], pair), YESNO)
        case tree.Binary(op=".."):
            return _range(scope, written)
    return _arithmetic(scope, written, expected)


def _range(scope: Scope, written: tree.Binary) -> Typed:
    from tangrules.check.expressions import elaborate, number_of

    low = elaborate(scope, written.left, NUMBER)
    first = number(scope, low, written.left.span)
    return Typed(ir.Range(first, number_of(scope, written.right)), list_of(Ty("number", low=low.type.low)))


# --------------------------------------------------------------------------- equality, membership


def _equality(scope: Scope, written: tree.Binary) -> Typed:
    from tangrules.check.expressions import elaborate

    left = elaborate(scope, written.left)
    right = elaborate(scope, written.right, left.type)
    if not comparable(left.type, right.type):
        left = elaborate(scope, written.left, right.type)
    test = _equal(scope, written, left, right)
    return Typed(ir.Op("not", (test,)) if written.op == "is not" else test, YESNO)


def _equal(scope: Scope, written: tree.Binary, left: Typed, right: Typed) -> ir.Expr:
    if right.type.form == "nothing":
        return is_nothing(left)
    if left.type.form == "nothing":
        return is_nothing(right)
    for side, typed in ((written.left, left), (written.right, right)):
        leaks.content_read(scope, typed, side.span)
    if not comparable(left.type, right.type):
        message = f"{describe(left.type.surely())} is never {describe(right.type.surely())}"
        scope.reporter.error("E-KIND", message, written.span, expected=describe(left.type.surely()))
    return ir.Op("eq", (left.expr, right.expr))


def _membership(scope: Scope, written: tree.Binary) -> Typed:
    test = _contains(scope, written)
    return Typed(ir.Op("not", (test,)) if written.op == "not in" else test, YESNO)


def _contains(scope: Scope, written: tree.Binary) -> ir.Expr:
    from tangrules.check.expressions import elaborate, number_of

    left = elaborate(scope, written.left)
    if isinstance(written.right, tree.NameRef) and written.right.name == "box":
        there = ir.Op("eq", (ir.Op("place", (left.expr,)), ir.Const(-1)))
        return ir.Op("and", (ir.Op("not", (is_nothing(left),)), there)) if left.type.optional else there
    if isinstance(written.right, tree.Binary) and written.right.op == "..":
        value = coerce(scope, left, NUMBER.maybe(), written.left.span)
        low, high = number_of(scope, written.right.left), number_of(scope, written.right.right)
        within = ir.Op("and", (ir.Op("ge", (value, low)), ir.Op("le", (value, high))))
        return ir.Op("and", (ir.Op("isnum", (value,)), within)) if left.type.optional else within
    right = elaborate(scope, written.right, list_of(left.type))
    leaks.content_read(scope, right, written.right.span)
    if right.type.element is not None and not comparable(left.type, right.type.element):
        left = elaborate(scope, written.left, right.type.element)
    if right.type.form not in ("list", "unknown"):
        message = f"`in` needs a list, a set or a zone, not {describe(right.type)}"
        scope.reporter.error("E-KIND", message, written.right.span)
    elif right.type.element is not None and not comparable(left.type, right.type.element):
        message = f"{describe(left.type.surely())} is never in {describe(right.type)}"
        scope.reporter.error("E-KIND", message, written.span)
    return ir.Op("in", (left.expr, right.expr))


# --------------------------------------------------------------------------- arithmetic


def _arithmetic(scope: Scope, written: tree.Binary, expected: Ty | None) -> Typed:
    from tangrules.check.expressions import elaborate

    left = elaborate(scope, written.left, expected)
    if left.type.form == "list" and written.op == "+":
        return _concatenation(scope, written, left)
    right = elaborate(scope, written.right, NUMBER)
    a = number(scope, left, written.left.span)
    b = number(scope, right, written.right.span)
    op = ARITHMETIC[written.op]
    if op in ("div", "mod"):
        _refuse_zero(scope, written, b, right.type.low)
    ty = Ty("number", low=_low(op, left.type.low, right.type.low, b))
    return Typed(ir.Op(op, (a, b), scope.builder.origin(written.span)), ty)


def _concatenation(scope: Scope, written: tree.Binary, left: Typed) -> Typed:
    from tangrules.check.expressions import elaborate

    leaks.content_read(scope, left, written.left.span)
    right = elaborate(scope, written.right, left.type)
    leaks.content_read(scope, right, written.right.span)
    ty = join(left.type, right.type)
    if ty is None or right.type.form not in ("list", "unknown"):
        message = f"this is {describe(right.type)}, it can't be added to {describe(left.type)}"
        scope.reporter.error("E-KIND", message, written.right.span, expected=describe(left.type))
        ty = UNKNOWN
    return Typed(ir.Op("concat", (left.expr, right.expr)), attrs.evolve(ty, distinct=False))


def _refuse_zero(scope: Scope, written: tree.Binary, divisor: ir.Expr, low: int | None) -> None:
    """Reports a divisor that is zero, or of which only so much is known that it may be."""
    if divisor == ir.Const(0):
        message, hint = "this divides by zero", "a number from 1 on"
    elif low is None or low > 0 or isinstance(divisor, ir.Const):
        return
    else:
        message = "this may be zero, and nothing can be divided by zero"
        hint = "`greatest(1, …)` around it, or a test before it such as `when n > 0`"
    scope.reporter.error("E-DIV", message, written.right.span, expected=hint)


def _low(op: str, a: int | None, b: int | None, divisor: ir.Expr) -> int | None:
    """What the result is at least, where that follows from what both sides are at least."""
    if op == "mod":
        return 0 if b is not None and b >= 1 else None
    if a is None:
        return None
    if op == "sub":
        exact = divisor.value if isinstance(divisor, ir.Const) and isinstance(divisor.value, int) else None
        return None if exact is None else a - exact
    if b is None:
        return None
    if op == "add":
        return a + b
    if a < 0 or b < 0:
        return None
    return a * b if op == "mul" else 0
