"""Fitting a value into the place where it is wanted, or saying why it does not fit."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NUMBER, Ty, describe, fits
from tangrules.check.world import nothing_value
from tangrules.diagnostics import Span

GUARD = "a test before it such as `x is not nothing`, or `x!` if it is surely there"


def coerce(scope: Scope, given: Typed, wanted: Ty, span: Span, what: str = "") -> ir.Expr:
    """The expression, after checking kind (E-KIND) and that nothing can't slip in (E-NOTHING)."""
    if "unknown" in (given.type.form, wanted.form):
        return given.expr
    if {given.type.form, wanted.form} == {"turn", "number"}:
        given = _turn_or_number(scope, given, wanted, span)
    elif not fits(given.type, wanted):
        place = f" for {what}" if what else ""
        message = f"this is {describe(given.type)}, but {describe(wanted)} is needed{place}"
        hint = _held(scope, given, wanted, span)
        scope.reporter.error("E-KIND", message, span, expected=describe(wanted), suggestion=hint)
        return given.expr
    refuse_nothing(scope, given, wanted, span, what)
    return as_wanted(given, wanted)


def _held(scope: Scope, given: Typed, wanted: Ty, span: Span) -> str:
    """Say how the piece in a place is read, where a place is given for a piece."""
    if given.type.form not in ("slot", "site") or wanted.form != "piece":
        return ""
    lines = scope.world.model.sources.get(span.file, "").splitlines()
    text = lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else ""
    place = text if text.isidentifier() else "s"
    return f"the piece in it is `{place}.holds!`; take only places `where {place}.holds is not nothing`"


def refuse_nothing(scope: Scope, given: Typed, wanted: Ty, span: Span, what: str = "") -> None:
    """Reports what may be nothing where something is needed (E-NOTHING)."""
    place = f" for {what}" if what else ""
    if wanted.form == "list":
        inside, allowed = given.type.element, wanted.element
        if inside is None or allowed is None or allowed.form == "unknown":
            return
        if inside.optional and not allowed.optional:
            message = f"this list may hold nothing in some places, but {describe(wanted)} is needed{place}"
            hint = "`where … is not nothing` in the list, or `!` after what it takes in"
            scope.reporter.error("E-NOTHING", message, span, expected=hint)
    elif given.type.optional and not wanted.optional and wanted.form != "yesno":
        message = f"this may be nothing, but {describe(wanted)} is needed{place}"
        scope.reporter.error("E-NOTHING", message, span, expected=GUARD)


def as_wanted(given: Typed, wanted: Ty) -> ir.Expr:
    """A written nothing as it stands in values of this type, a list put in order where a set is wanted."""
    if given.type.form == "nothing":
        return ir.Const(nothing_value(wanted))
    if wanted.form == "list" and wanted.distinct and given.type.form == "list" and not given.type.distinct:
        return _as_set(given.expr)
    return given.expr


def _as_set(expr: ir.Expr) -> ir.Expr:
    if isinstance(expr, ir.Const) and isinstance(expr.value, tuple):
        return ir.Const(tuple(sorted(set(expr.value))))
    return ir.Op("union", (expr,))


def _turn_or_number(scope: Scope, given: Typed, wanted: Ty, span: Span) -> Typed:
    """A number may stand for a turn (turns go round), and a turn for a number."""
    if wanted.form == "number":
        return given
    if not isinstance(given.expr, ir.Const):
        return attrs.evolve(given, expr=ir.Op("mod", (given.expr, ir.Const(4))))
    if given.expr.value not in (0, 1, 2, 3):
        scope.reporter.error("E-RANGE", "a turn is 0, 1, 2 or 3 quarters", span)
    return given


def number(scope: Scope, given: Typed, span: Span) -> ir.Expr:
    return coerce(scope, given, NUMBER, span)


def yesno(scope: Scope, given: Typed, span: Span) -> ir.Expr:
    """A condition."""
    if given.type.form not in ("yesno", "unknown"):
        message = f"a condition is needed here, but this is {describe(given.type)}"
        hint = "something that holds or not, such as `x is not nothing`"
        scope.reporter.error("E-KIND", message, span, expected=hint)
    return given.expr


def is_nothing(given: Typed) -> ir.Expr:
    """The test `x is nothing`; an empty container or list is nothing."""
    if given.ref is not None and given.ref.info is not None and given.ref.info.is_container:
        return ir.Op("eq", (ir.Size(given.ref.zone, given.ref.index), ir.Const(0)))
    match given.type.form:
        case "list":
            return ir.Op("eq", (ir.Op("len", (given.expr,)), ir.Const(0)))
        case "number":
            return ir.Op("eq", (given.expr, ir.Const(ir.NIL)))
        case "yesno" | "text":
            return ir.Const(0)
    return ir.Op("isnil", (given.expr,))
