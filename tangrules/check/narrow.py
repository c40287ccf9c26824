"""What a condition tells about the things it mentions: `if x is not nothing:` makes x surely there inside."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.scope import Fact, Scope, Typed
from tangrules.check.types import Ty, at_least
from tangrules.syntax import tree

OPPOSITE = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
PATHS = (tree.NameRef, tree.Attr, tree.Index, tree.Owned, tree.Call, tree.Surely)


def refine(scope: Scope, condition: tree.Expr, truth: bool = True) -> Scope:
    """The scope inside a condition that holds (or does not hold)."""
    match condition:
        case tree.Not(value=value):
            return refine(scope, value, not truth)
        case tree.Binary(op="and", left=left, right=right):
            return refine(refine(scope, left), right) if truth else scope
        case tree.Binary(op="or", left=left, right=right):
            return scope if truth else refine(refine(scope, left, False), right, False)
        case tree.Binary(op=op, left=left, right=right) if op in OPPOSITE:
            return _compared(scope, op if truth else OPPOSITE[op], left, right)
        case tree.IsKind(value=value, kind=kind, negated=negated) if truth != negated:
            if kind.text in scope.world.kinds:
                return _know(scope, value, Ty("piece", kind.text))
    return scope


def narrowed(scope: Scope, written: tree.Expr, given: Typed, fact: Fact) -> Typed:
    """A path of which something was known, with a test that it still is so."""
    ty, expr = fact.type, given.expr
    if scope.blind or (ty.form == "number" and not given.type.optional):
        return attrs.evolve(given, type=given.type if ty.form == "number" else ty)
    if ty.form == "number":
        op = "surely_number"
    else:
        op = "surely"
        if ty.form == "icon" and ty.icons < given.type.icons:
            inside = ir.Op("in", (expr, ir.Const(tuple(sorted(ty.icons)))))
            expr = ir.Cond(inside, expr, ir.Const(-1))
        elif ty.form == "piece" and ty.name and ty.name != given.type.name:
            inside = ir.Op("in", (expr, ir.Const(tuple(scope.world.kinds[ty.name].pieces))))
            expr = ir.Cond(inside, expr, ir.Const(-1))
    return attrs.evolve(given, expr=ir.Op(op, (expr,), scope.builder.origin(written.span)), type=ty)


def _compared(scope: Scope, op: str, left: tree.Expr, right: tree.Expr) -> Scope:
    """The scope where a comparison holds."""
    match op:
        case "is not" if isinstance(right, tree.NothingLit):
            return _something(scope, left)
        case "is not" if right == tree.NumberLit(0):
            known = _try(scope, left)
            small = known is not None and known.type.low is not None and known.type.low >= 0
            return _know(scope, left, at_least(1)) if small else scope
        case "is" if not isinstance(right, tree.NothingLit):
            return _equal(scope, left, right)
        case "in":
            return _member(scope, left, right)
        case ">" | ">=" if isinstance(right, tree.NumberLit):
            return _know(scope, left, at_least(right.value + (op == ">")))
        case "<" | "<=" if isinstance(left, tree.NumberLit):
            return _compared(scope, MIRRORED[op], right, left)
    return scope


def _try(scope: Scope, expr: tree.Expr, expected: Ty | None = None) -> Typed | None:
    from tangrules.check.expressions import silently

    return silently(scope, expr, expected)


def _know(scope: Scope, expr: tree.Expr, ty: Ty) -> Scope:
    """Only paths are remembered: names, attributes, indexed zones, calls of questions."""
    if not isinstance(expr, PATHS):
        return scope
    given = _try(scope, expr)
    return scope if given is None else scope.know(expr, given, ty)


def _something(scope: Scope, expr: tree.Expr) -> Scope:
    """A path is not nothing; then nothing on the way to it is nothing either."""
    given = _try(scope, expr)
    if given is None:
        return scope
    if isinstance(expr, tree.Attr) and given.type.form != "yesno":
        scope = _something(scope, expr.subject)
    return _know(scope, expr, given.type.surely())


def _equal(scope: Scope, left: tree.Expr, right: tree.Expr) -> Scope:
    a = _try(scope, left)
    b = _try(scope, right, None if a is None else a.type)
    if a is None or b is None:
        return scope
    if a.type.form == "icon" and b.type.form == "icon" and not b.type.optional and len(b.type.icons) == 1:
        return _know(scope, left, attrs.evolve(a.type, icons=a.type.icons & b.type.icons, optional=False))
    if a.type.form == "number" and b.type.low is not None and not b.type.optional:
        return _know(scope, left, at_least(b.type.low))
    if a.type.optional and not b.type.optional:
        return _know(scope, left, a.type.surely())
    if b.type.optional and not a.type.optional:
        return _know(scope, right, b.type.surely())
    return scope


def _member(scope: Scope, left: tree.Expr, right: tree.Expr) -> Scope:
    """Nothing is in no set; in a set of icons only these icons are, in a list of a kind only that kind."""
    a = _try(scope, left)
    if a is None:
        return scope
    if isinstance(right, tree.Binary) and right.op == "..":
        first = _try(scope, right.left)
        low = None if first is None else first.type.low
        return _know(scope, left, a.type.surely() if low is None else at_least(low))
    b = _try(scope, right, Ty("list", element=a.type))
    inside = None if b is None else b.type.element
    if inside is None:
        return _know(scope, left, a.type.surely())
    if a.type.form == "icon" and inside.icons:
        both = a.type.icons & inside.icons
        name = inside.name if both == inside.icons else a.type.name
        return _know(scope, left, Ty("icon", name, both or inside.icons))
    if a.type.form == "piece" and inside.form == "piece" and not a.type.name:
        return _know(scope, left, inside.surely())
    return _know(scope, left, a.type.surely())
