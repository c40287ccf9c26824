"""What a condition tells about the things it mentions: `if x is not nothing:` makes x surely there inside."""

from __future__ import annotations

import attrs

from tangrules.check.scope import Scope
from tangrules.check.types import Ty
from tangrules.syntax import tree


def refine(scope: Scope, condition: tree.Expr, truth: bool = True) -> Scope:
    """The scope inside a condition that holds (or does not hold)."""
    from tangrules.check.expressions import silently

    match condition:
        case tree.Not(value=value):
            return refine(scope, value, not truth)
        case tree.Binary(op="and", left=left, right=right) if truth:
            return refine(refine(scope, left), right)
        case tree.Binary(op="or", left=left, right=right) if not truth:
            return refine(refine(scope, left, False), right, False)
        case tree.Binary(op=op, left=left, right=tree.NothingLit()) if op in ("is", "is not"):
            if (op == "is not") == truth:
                given = silently(scope, left)
                return scope if given is None else _know(scope, left, given.type.surely())
        case tree.Binary(op="is", left=left, right=right) if truth:
            return _equal(scope, left, right)
        case tree.Binary(op="is not", left=left, right=right) if not truth:
            return _equal(scope, left, right)
        case tree.Binary(op="in", left=left, right=right) if truth:
            return _member(scope, left, right)
        case tree.IsKind(value=value, kind=kind, negated=negated) if truth != negated:
            if kind.text in scope.world.kinds:
                return _know(scope, value, Ty("piece", kind.text))
        case tree.Binary(op=op, left=left, right=right) if op in ("<", "<=", ">", ">=") and truth:
            return scope
    return scope


def _know(scope: Scope, expr: tree.Expr, ty: Ty) -> Scope:
    """Only paths are remembered: names, attributes, indexed zones, calls of questions."""
    if isinstance(expr, (tree.NameRef, tree.Attr, tree.Index, tree.Owned, tree.Call, tree.Surely)):
        return scope.know(expr, ty)
    return scope


def _equal(scope: Scope, left: tree.Expr, right: tree.Expr) -> Scope:
    from tangrules.check.expressions import silently

    a = silently(scope, left)
    b = silently(scope, right, None if a is None else a.type)
    if a is None or b is None:
        return scope
    if a.type.form == "icon" and b.type.form == "icon" and not b.type.optional and len(b.type.icons) == 1:
        return _know(scope, left, attrs.evolve(a.type, icons=a.type.icons & b.type.icons, optional=False))
    if a.type.optional and not b.type.optional:
        return _know(scope, left, a.type.surely())
    if b.type.optional and not a.type.optional:
        return _know(scope, right, b.type.surely())
    return scope


def _member(scope: Scope, left: tree.Expr, right: tree.Expr) -> Scope:
    from tangrules.check.expressions import silently

    a = silently(scope, left)
    if a is None:
        return scope
    if isinstance(right, tree.NameRef) and right.name in scope.world.icon_sets and a.type.form == "icon":
        inside = scope.world.icon_type(right.name)
        both = a.type.icons & inside.icons
        return _know(scope, left, Ty("icon", right.name, both or inside.icons))
    if isinstance(right, tree.ListLit) and a.type.form == "icon":
        b = silently(scope, right, Ty("list", element=a.type))
        if b is not None and b.type.element is not None and b.type.element.icons:
            return _know(
                scope, left, attrs.evolve(a.type, icons=b.type.element.icons & a.type.icons, optional=False)
            )
    return _know(scope, left, a.type.surely())
