"""What an example expects of a position, beyond conditions: who sees what, who wins, whether it is over."""

from __future__ import annotations

from functools import partial

from tangrules.syntax import tree
from tangrules.syntax.parts import Builder, Parts


def _sees(negated: bool, parts: Parts) -> tree.ExpectSees:
    return tree.ExpectSees(parts.expr(0), parts.expr(1), negated, span=parts.span)


def _winners(parts: Parts) -> tree.ExpectWinners:
    return tree.ExpectWinners(parts.exprs(0), span=parts.span)


def _no_winners(parts: Parts) -> tree.ExpectWinners:
    return tree.ExpectWinners(span=parts.span)


def _grade(parts: Parts) -> tree.ExpectGrade:
    return tree.ExpectGrade(parts.text(0), parts.maybe_expr(1), span=parts.span)


def _over(state: str, parts: Parts) -> tree.ExpectOver:
    return tree.ExpectOver(state, span=parts.span)


BUILDERS: dict[str, Builder] = {
    "expect_sees": partial(_sees, False),
    "expect_sees_not": partial(_sees, True),
    "expect_winners": _winners,
    "expect_no_winners": _no_winners,
    "expect_grade": _grade,
    "expect_over": partial(_over, "over"),
    "expect_on": partial(_over, "on"),
    "expect_last_round": partial(_over, "last"),
}
