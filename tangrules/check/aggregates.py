"""Counting, summing and finding: `count(…)`, `any(…)`, `max(…)`, `highest(… by …)`, `share(…) by …`."""

from __future__ import annotations

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed, seat_scope
from tangrules.check.types import NUMBER, SEAT, YESNO, Ty, describe, fits, list_of
from tangrules.syntax import tree


def aggregate(
    scope: Scope, written: tree.Aggregate | tree.CountOf | tree.Share, expected: Ty | None
) -> Typed:
    match written:
        case tree.CountOf(value=value):
            return _count_of(scope, value)
        case tree.Share():
            return _share(scope, written)
        case tree.Aggregate():
            return _aggregate(scope, written, expected)


def _count_of(scope: Scope, value: tree.Expr) -> Typed:
    from tangrules.check.expressions import elaborate

    given = elaborate(scope, value)
    info = given.ref.info if given.ref is not None else None
    if given.ref is not None and info is not None and info.form in ("set", "row", "pile", "deck"):
        return Typed(ir.Size(given.ref.zone, given.ref.index), NUMBER)
    if given.type.form != "list":
        message = f"`count` needs a list or a zone, this is {describe(given.type)}"
        scope.reporter.error(
            "E-KIND", message, value.span, expected="`count(x in A where P)` or `count(ZONE)`"
        )
    return Typed(ir.Op("len", (given.expr,)), NUMBER)


def domain(scope: Scope, written: tree.Expr) -> tuple[ir.Expr, Ty]:
    """What a binder runs over, and the type of its elements."""
    from tangrules.check.expressions import elaborate

    given = elaborate(scope, written)
    leaks.content_read(scope, given, written.span)
    if given.type.form != "list":
        message = f"a list, a set, a zone or an icon set is needed here, this is {describe(given.type)}"
        scope.reporter.error("E-KIND", message, written.span)
        return ir.Const(()), given.type
    return given.expr, given.type.element or NUMBER


def bind(scope: Scope, binder: tree.Binder) -> tuple[Scope, ir.Bind, Ty]:
    """One `x in E where P`: the scope inside, and the binder."""
    from tangrules.check.expressions import condition_of

    expr, element = domain(scope, binder.domain)
    slot = scope.builder.slot()
    inner = scope.bind(binder.name.text, ir.Local(slot), element)
    where = None
    if binder.where is not None:
        where = condition_of(inner, binder.where)
        inner = refine(inner, binder.where)
    return inner, ir.Bind(slot, expr, where), element


def _aggregate(scope: Scope, written: tree.Aggregate, expected: Ty | None) -> Typed:
    inner = scope
    binds: list[ir.Bind] = []
    element = NUMBER
    for binder in written.binders:
        inner, made, element = bind(inner, binder)
        binds.append(made)
    if written.op in ("count", "every", "any", "none"):
        return _truth(inner, written, tuple(binds))
    if written.op in ("highest", "lowest"):
        return _best(inner, written, tuple(binds), element)
    return _collect(scope, inner, written, tuple(binds), element, expected)


def _truth(inner: Scope, written: tree.Aggregate, binds: tuple[ir.Bind, ...]) -> Typed:
    from tangrules.check.expressions import condition_of

    body = None if written.body is None else condition_of(inner, written.body)
    ty = NUMBER if written.op == "count" else YESNO
    if written.op == "every" and body is None:
        message = "`every` needs what must hold, after a colon"
        inner.reporter.error("E-KIND", message, written.span, expected="`every(x in A: P)`")
    return Typed(ir.Fold(written.op, binds, body), ty)


def _best(inner: Scope, written: tree.Aggregate, binds: tuple[ir.Bind, ...], element: Ty) -> Typed:
    from tangrules.check.expressions import number_of

    assert written.body is not None
    return Typed(ir.Fold(written.op, binds, number_of(inner, written.body)), element.maybe())


def _collect(
    scope: Scope,
    inner: Scope,
    written: tree.Aggregate,
    binds: tuple[ir.Bind, ...],
    element: Ty,
    expected: Ty | None,
) -> Typed:
    from tangrules.check.expressions import elaborate, value_of

    op = written.op
    body: ir.Expr | None = None
    ty = element
    if written.body is not None:
        wanted = NUMBER if op in ("sum", "max", "min") else expected
        if op in ("all", "distinct") and wanted is not None:
            wanted = wanted.element
        given = elaborate(inner, written.body, wanted)
        body, ty = given.expr, given.type
    if op in ("sum", "max", "min"):
        return _number(scope, written, binds, body, ty)
    if op == "first":
        if written.default is not None:
            default = value_of(scope, written.default, ty)
            return Typed(ir.Fold(op, binds, body, default), ty)
        missing = ir.Const(ir.NIL if ty.form == "number" else -1)
        return Typed(ir.Fold(op, binds, body, missing), ty.maybe())
    if ty.form == "list" and written.body is not None:
        inner.reporter.error("E-KIND", "a list of lists can't be made", written.body.span)
    return Typed(ir.Fold(op, binds, body), list_of(ty, distinct=op == "distinct"))


def _number(
    scope: Scope, written: tree.Aggregate, binds: tuple[ir.Bind, ...], body: ir.Expr | None, ty: Ty
) -> Typed:
    from tangrules.check.expressions import number_of

    if ty.form != "number" or ty.optional:
        where = written.body or written
        code = "E-NOTHING" if ty.form == "number" else "E-KIND"
        scope.reporter.error(code, f"`{written.op}` needs numbers, this is {describe(ty)}", where.span)
    if written.op == "sum":
        return Typed(ir.Fold("sum", binds, body), NUMBER)
    if written.default is not None:
        return Typed(ir.Fold(written.op, binds, body, number_of(scope, written.default)), NUMBER)
    return Typed(ir.Fold(written.op, binds, body, ir.Const(ir.NIL)), NUMBER.maybe())


# --------------------------------------------------------------------------- share


def _share(scope: Scope, written: tree.Share) -> Typed:
    """The prize of `you` by rank among the players; a value nobody else shares is compared seat by seat."""
    you = scope.require_you(written.span)
    key = _share_key(scope, written)
    value = _share_value(scope, written, key)
    return Typed(ir.CallValue(value, (you,)), NUMBER)


def _new_value(scope: Scope, name: str, slots: int, body: ir.Expr) -> int:
    world = scope.world
    world.value_defs.append(
        ir.ValueDef(name, ("you",), (ir.TypeInfo("seat"),), ir.TypeInfo("number"), True, slots, body)
    )
    return len(world.value_defs) - 1


def _share_key(scope: Scope, written: tree.Share) -> int:
    """The compared number as a value of one seat; it may not use names of the text around it."""
    from tangrules.check.expressions import number_of

    inner = seat_scope(scope.world, scope.builder.rule, scope.builder.pack, scope.builder.cites)
    inner.builder.secret_ok = scope.builder.secret_ok
    body = number_of(inner, written.by)
    return _new_value(scope, "#share_by", inner.builder.slots, body)


def _share_value(scope: Scope, written: tree.Share, key: int) -> int:
    from tangrules.check.expressions import elaborate, number_of

    inner = seat_scope(scope.world, scope.builder.rule, scope.builder.pack, scope.builder.cites)
    prizes = tuple(number_of(inner, p) for p in written.prizes)
    slot = inner.builder.slot
    q, r, i = slot(), slot(), slot()
    everyone = elaborate(inner, tree.NameRef("players", span=written.span)).expr
    mine = ir.CallValue(key, (ir.Local(0),))

    def seats(op: str, s: int) -> ir.Expr:
        test = ir.Op(op, (ir.CallValue(key, (ir.Local(s),)), mine))
        return ir.Fold("count", (ir.Bind(s, everyone, test),))

    ahead, tied = seats("gt", q), seats("eq", r)
    last = ir.Op("least", (ir.Op("add", (ahead, tied)), ir.Const(len(prizes))))
    first = ir.Op("add", (ahead, ir.Const(1)))
    listed = ir.ListOf(prizes)
    prize = ir.Op("item", (listed, ir.Local(i)), scope.builder.origin(written.span))
    together = ir.Fold("sum", (ir.Bind(i, ir.Range(first, last)),), prize)
    alone = ir.Op("eq", (tied, ir.Const(1)))
    if written.ties == "share":
        won: ir.Expr = ir.Op("div", (together, tied))
    elif written.ties == "skip":
        won = ir.Cond(alone, together, ir.Const(0))
    else:  # "lose": those tied are ranked behind the places they fill
        place = ir.Op("add", (ahead, tied))
        low = ir.Fold(
            "sum", (ir.Bind(i, ir.Range(place, ir.Op("least", (place, ir.Const(len(prizes)))))),), prize
        )
        won = ir.Cond(alone, together, low)
    body = ir.Cond(ir.Op("le", (mine, ir.Const(0))), ir.Const(0), won)
    return _new_value(scope, "#share", inner.builder.slots, body)


__all__ = ["SEAT", "aggregate", "bind", "domain", "fits"]
