"""Cases: `e when P`, one after another, the last of them `otherwise` unless all possibilities are named."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.expressions import condition_of, elaborate, silently, unite, value_of
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import UNKNOWN, Ty
from tangrules.syntax import tree


def cases(scope: Scope, written: tuple[tree.Case, ...], wanted: Ty) -> ir.Expr:
    """The value of the first case whose guard holds, fitted to the wanted type."""
    if len(written) == 1 and written[0].guard is None:
        return value_of(scope, written[0].value, wanted, "this question")
    _check(scope, written)
    exprs: list[tuple[ir.Expr | None, ir.Expr]] = []
    inner = scope
    for case in written:
        guard = None if case.guard is None else condition_of(inner, case.guard)
        inside = inner if case.guard is None else refine(inner, case.guard)
        exprs.append((guard, value_of(inside, case.value, wanted, "this question")))
        if case.guard is not None:
            inner = refine(inner, case.guard, False)
    expr = exprs[-1][1]
    for guard, value in reversed(exprs[:-1]):
        expr = value if guard is None else ir.Cond(guard, value, expr)
    return expr


def inferred(scope: Scope, written: tuple[tree.Case, ...]) -> Typed:
    """Cases of a value whose type is not written: the types of all are joined."""
    made: Typed | None = None
    for case in reversed(written):
        inside = scope if case.guard is None else refine(scope, case.guard)
        typed = elaborate(inside, case.value)
        if made is None or case.guard is None:
            made = typed
        else:
            made = unite(inside, condition_of(scope, case.guard), typed, made, case.value)
    return made or Typed(ir.Const(0), UNKNOWN)


def _check(scope: Scope, written: tuple[tree.Case, ...]) -> None:
    for at, case in enumerate(written[:-1]):
        if case.guard is None:
            message = "nobody ever comes to this case: the one before it is `otherwise`"
            scope.reporter.error(
                "E-CASES", message, written[at + 1].span, expected="`otherwise` in the last case"
            )
    if all(case.guard is not None for case in written):
        _incomplete(scope, written)


def _incomplete(scope: Scope, written: tuple[tree.Case, ...]) -> None:
    """Cases without `otherwise` must name every icon of the set they are about."""
    subject: tree.Expr | None = None
    seen: set[int] = set()
    whole: Ty | None = None
    for case in written:
        match case.guard:
            case tree.Binary(op="is" | "in", left=left, right=right) if subject is None or left == subject:
                named = _icons(scope, left, right)
                if named is not None:
                    subject = left
                    whole, icons = named
                    seen |= icons
    missing = sorted(whole.icons - seen) if whole is not None and not whole.optional else None
    if missing == []:
        return
    left_out = ", ".join(f"`{scope.world.icons[i]}`" for i in missing or [])
    message = f"these cases leave out {left_out}" if missing else "it may be that none of these cases holds"
    scope.reporter.error("E-CASES", message, written[-1].span, expected="a last case `… otherwise`")


def _icons(scope: Scope, left: tree.Expr, right: tree.Expr) -> tuple[Ty, frozenset[int]] | None:
    """The set that a guard is about, and the icons for which it holds."""
    a = silently(scope, left)
    if a is None or a.type.form != "icon":
        return None
    b = silently(scope, right, a.type) or silently(scope, right, Ty("list", element=a.type))
    if b is None:
        return None
    match b.expr:
        case ir.Const(value=int(icon)):
            return a.type, frozenset((icon,))
        case ir.Const(value=tuple(icons)):
            return a.type, frozenset(icons)
    return None  # a list that is worked out may turn out shorter
