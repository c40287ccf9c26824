"""Fitting a value into the place where it is wanted, or saying why it does not fit."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import Ty, describe, fits
from tangrules.diagnostics import Span


def coerce(scope: Scope, given: Typed, wanted: Ty, span: Span, what: str = "") -> ir.Expr:
    """The expression, after checking kind (E-KIND) and that nothing can't slip in (E-NOTHING)."""
    if given.type.form == "nothing" and wanted.form == "number":
        return _nothing(scope, ir.Const(ir.NIL), given, wanted, span, what)
    if not fits(given.type, wanted) and not _is_turn(given, wanted):
        place = f" for {what}" if what else ""
        message = f"this is {describe(given.type)}, but {describe(wanted)} is needed{place}"
        scope.reporter.error("E-KIND", message, span, expected=describe(wanted))
        return given.expr
    return _nothing(scope, given.expr, given, wanted, span, what)


def _nothing(scope: Scope, expr: ir.Expr, given: Typed, wanted: Ty, span: Span, what: str) -> ir.Expr:
    if given.type.optional and not wanted.optional and wanted.form not in ("yesno", "list"):
        place = f" for {what}" if what else ""
        scope.reporter.error(
            "E-NOTHING",
            f"this may be nothing, but {describe(wanted)} is needed{place}",
            span,
            expected="a guard such as `when x is not nothing`, or `x!` if it is surely there",
        )
    return expr


def _is_turn(given: Typed, wanted: Ty) -> bool:
    """A written number may stand for a turn, and a turn for a number."""
    return {given.type.form, wanted.form} == {"turn", "number"}


def number(scope: Scope, given: Typed, span: Span) -> ir.Expr:
    return coerce(scope, given, Ty("number"), span)


def yesno(scope: Scope, given: Typed, span: Span) -> ir.Expr:
    """A condition."""
    if given.type.form != "yesno":
        scope.reporter.error(
            "E-KIND",
            f"a condition is needed here, but this is {describe(given.type)}",
            span,
            expected="something that is true or not, such as `x is not nothing`",
        )
    return given.expr


def is_nothing(given: Typed) -> ir.Expr:
    """The test `x is nothing`; an empty container or list is nothing."""
    if (
        given.ref is not None
        and given.ref.info is not None
        and given.ref.info.form in ("set", "row", "pile", "deck")
    ):
        return ir.Op("eq", (ir.Size(given.ref.zone, given.ref.index), ir.Const(0)))
    if given.type.form == "list":
        return ir.Op("eq", (ir.Op("len", (given.expr,)), ir.Const(0)))
    if given.type.form == "number":
        return ir.Op("eq", (given.expr, ir.Const(ir.NIL)))
    if given.type.form in ("yesno", "text"):
        return ir.Const(0)
    return ir.Op("isnil", (given.expr,))
