"""Counting, summing and finding: `count(…)`, `any(…)`, `max(…)`, `highest(… by …)`."""

from __future__ import annotations

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.coerce import as_wanted
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NUMBER, UNKNOWN, YESNO, Ty, at_least, describe, list_of
from tangrules.check.world import nothing_value
from tangrules.syntax import tree

Binds = tuple[ir.Bind, ...]


def aggregate(scope: Scope, written: tree.Aggregate | tree.CountOf, expected: Ty | None) -> Typed:
    match written:
        case tree.CountOf(value=value):
            return _count_of(scope, value)
        case tree.Aggregate():
            return _aggregate(scope.looking(), written, expected)


def _count_of(scope: Scope, value: tree.Expr) -> Typed:
    from tangrules.check.expressions import elaborate

    given = elaborate(scope, value)
    ref = given.ref
    if ref is not None and ref.info is not None and ref.info.is_container:
        return Typed(ir.Size(ref.zone, ref.index), at_least(0))
    if given.type.form not in ("list", "unknown"):
        message = f"`count` needs a list or a zone, this is {describe(given.type)}"
        hint = "`count(x in A where P)` or `count(ZONE)`"
        scope.reporter.error("E-KIND", message, value.span, expected=hint)
    return Typed(ir.Op("len", (given.expr,)), _length(given.expr))


def _length(items: ir.Expr) -> Ty:
    """How long a list is at least; of one that comes from elsewhere nothing is known."""
    match items:
        case ir.Const(value=tuple(known)):
            return at_least(len(known))
        case ir.Local() | ir.CallValue():
            return NUMBER
    return at_least(0)


# --------------------------------------------------------------------------- binders


def domain(scope: Scope, written: tree.Expr, *, looks: bool = True) -> tuple[ir.Expr, Ty]:
    """What a binder runs over, and the type of its elements. `looks`: what they are shows."""
    from tangrules.check.expressions import elaborate

    given = elaborate(scope, written)
    if looks:
        leaks.content_read(scope, given, written.span)
    if given.type.form == "list":
        return given.expr, given.type.element or UNKNOWN
    if given.type.form != "unknown":
        message = f"a list, a set, a zone or an icon set is needed here, this is {describe(given.type)}"
        hint = f"`1 .. {'n' if given.type.form == 'number' else '…'}`" if given.type.form == "number" else ""
        scope.reporter.error("E-KIND", message, written.span, expected=hint)
    return ir.Const(()), UNKNOWN


def bind(scope: Scope, binder: tree.Binder, *, looks: bool = True) -> tuple[Scope, ir.Bind, Ty]:
    """One `x in E where P`: the scope inside, and the binder."""
    from tangrules.check.expressions import condition_of

    expr, element = domain(scope, binder.domain, looks=looks or binder.where is not None)
    slot = scope.builder.slot()
    inner = scope.declare(binder.name, ir.Local(slot), element)
    where = None
    if binder.where is not None:
        where = condition_of(inner, binder.where)
        inner = refine(inner, binder.where)
    return inner, ir.Bind(slot, expr, where), element


# --------------------------------------------------------------------------- the aggregates


def _aggregate(scope: Scope, written: tree.Aggregate, expected: Ty | None) -> Typed:
    inner = scope
    binds: list[ir.Bind] = []
    element = UNKNOWN
    looks = written.op != "count" or written.body is not None
    for binder in written.binders:
        inner, made, element = bind(inner, binder, looks=looks)
        binds.append(made)
    if written.op in ("count", "every", "any", "none"):
        return _truth(inner, written, tuple(binds))
    if written.op in ("highest", "lowest"):
        return _best(inner, written, tuple(binds), element)
    return _collect(scope, inner, written, tuple(binds), element, expected)


def _truth(inner: Scope, written: tree.Aggregate, binds: Binds) -> Typed:
    from tangrules.check.expressions import condition_of

    body = None if written.body is None else condition_of(inner, written.body)
    if written.op == "every" and body is None:
        message = "`every` must say what holds for each of them"
        inner.reporter.error("E-KIND", message, written.span, expected="`every(x in A: P)`")
    return Typed(ir.Fold(written.op, binds, body), at_least(0) if written.op == "count" else YESNO)


def _best(inner: Scope, written: tree.Aggregate, binds: Binds, element: Ty) -> Typed:
    from tangrules.check.expressions import number_of

    assert written.body is not None
    found: ir.Expr = ir.Fold(written.op, binds, number_of(inner, written.body))
    if element.form == "number":
        found = ir.Cond(ir.Fold("none", binds), ir.Const(ir.NIL), found)
    return Typed(found, element.maybe())


def _collect(
    scope: Scope, inner: Scope, written: tree.Aggregate, binds: Binds, element: Ty, expected: Ty | None
) -> Typed:
    from tangrules.check.expressions import elaborate

    op = written.op
    body: ir.Expr | None = None
    ty = element
    if written.body is not None:
        given = elaborate(inner, written.body, _wanted(op, expected))
        body, ty = as_wanted(given, given.type), given.type
    if op in ("sum", "max", "min"):
        return _number(scope, written, binds, body, ty)
    if op == "first":
        return _first(scope, written, binds, body, ty)
    if ty.form == "list" and written.body is not None:
        message = "a list of lists can't be made"
        scope.reporter.error("E-KIND", message, written.body.span, expected="one thing each time")
        ty = UNKNOWN
    return Typed(ir.Fold(op, binds, body), list_of(ty, distinct=op == "distinct"))


def _wanted(op: str, expected: Ty | None) -> Ty | None:
    """What the part after the colon should be."""
    if op in ("sum", "max", "min"):
        return NUMBER
    return expected.element if op in ("all", "distinct") and expected is not None else expected


def _first(scope: Scope, written: tree.Aggregate, binds: Binds, body: ir.Expr | None, ty: Ty) -> Typed:
    from tangrules.check.expressions import value_of

    if written.default is not None:
        return Typed(ir.Fold("first", binds, body, value_of(scope, written.default, ty)), ty)
    missing = nothing_value(ty)
    if ty.form in ("list", "yesno"):
        return Typed(ir.Fold("first", binds, body, ir.Const(missing)), ty)
    return Typed(ir.Fold("first", binds, body, ir.Const(missing)), ty.maybe())


def _number(scope: Scope, written: tree.Aggregate, binds: Binds, body: ir.Expr | None, ty: Ty) -> Typed:
    from tangrules.check.expressions import elaborate, number_of

    where = written.body or written
    if ty.form not in ("number", "unknown"):
        message = f"`{written.op}` needs numbers, this is {describe(ty)}"
        hint = f"`{written.op}(x in A: NUMBER)`"
        scope.reporter.error("E-KIND", message, where.span, expected=hint)
    elif ty.optional:
        message = f"`{written.op}` needs numbers, and this may be nothing"
        hint = "`where … is not nothing` before the colon"
        scope.reporter.error("E-NOTHING", message, where.span, expected=hint)
    if written.op == "sum":
        return Typed(
            ir.Fold("sum", binds, body), Ty("number", low=0 if ty.low is not None and ty.low >= 0 else None)
        )
    if written.default is None:
        return Typed(
            ir.Fold(written.op, binds, body, ir.Const(ir.NIL)), Ty("number", optional=True, low=ty.low)
        )
    default = elaborate(scope, written.default, NUMBER)
    lows = (ty.low, default.type.low)
    low = None if None in lows else min(x for x in lows if x is not None)
    return Typed(ir.Fold(written.op, binds, body, number_of(scope, written.default)), Ty("number", low=low))
