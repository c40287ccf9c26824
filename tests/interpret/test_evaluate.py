"""Expressions: each operation and aggregate, on numbers that are easy to check by hand."""

from __future__ import annotations

import pytest

from tangrules import ir
from tangrules.diagnostics import RuleError
from tangrules.interpret.evaluate import Evaluator
from tangrules.ir import NIL, Bind, Const, Expr, Fold, ListOf, Load, Local, Lookup, Op, Range, Reach, Size
from tangrules.runtime.state import new_state
from tests.play import programs

PROGRAM = programs.cards()


def evaluate(expression: Expr, slots: int = 6) -> object:
    return Evaluator(PROGRAM).value(new_state(PROGRAM), expression, [0] * slots)


def op(name: str, *args: object) -> Op:
    return Op(name, tuple(arg if not isinstance(arg, int | tuple) else Const(arg) for arg in args))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (op("add", 2, 3), 5),
        (op("sub", 2, 3), -1),
        (op("mul", 2, 3), 6),
        (op("neg", 2), -2),
        (op("abs", -2), 2),
        (op("least", 2, 3, 1), 1),
        (op("greatest", 2, 3, 1), 3),
        (op("div", -7, 2), -4),
        (op("mod", -7, 2), 1),
        (op("eq", 2, 2), 1),
        (op("ne", (1,), (1,)), 0),
        (op("lt", 2, 2), 0),
        (op("le", 2, 2), 1),
        (op("gt", 3, 2), 1),
        (op("ge", 1, 2), 0),
        (op("not", 0), 1),
        (op("and", 1, 2), 1),
        (op("or", 0, 0), 0),
        (op("isnil", -1), 1),
        (op("isnum", NIL), 0),
        (op("isnum", -1), 1),
        (op("in", 2, (1, 2)), 1),
        (op("shr2", 13), 3),
        (op("and3", 13), 1),
        (op("shr3", 13), 1),
        (op("and7", 13), 5),
        (op("edge", 3, 1), 13),
        (op("edge", -1, 1), -1),
        (op("concat", (1, 2), (2,)), (1, 2, 2)),
        (op("union", (3, 1), (1, 2)), (1, 2, 3)),
        (op("except", (1, 2, 1), (1,)), (2,)),
        (op("take", 2, (5, 6, 7)), (5, 6)),
        (op("take", -1, (5, 6, 7)), ()),
        (op("len", (5, 6, 7)), 3),
        (op("last", (5, 6)), 6),
        (op("last", ()), -1),
        (op("item", (5, 6), 2), 6),
        (op("row", (0, 7, 1, 8), 1, 2, 1), 8),
        (op("row", (0, 7, 1, 8), 2, 2, 1), -1),
        (op("surely", 0), 0),
        (op("surely_number", -1), -1),
        (op("place", 2), -1),
        (op("place", -1), -1),
        (Range(Const(2), Const(4)), (2, 3, 4)),
        (Range(Const(2), Const(1)), ()),
        (ListOf((Const(3), Const(1))), (3, 1)),
        (Lookup(0, Const(2)), 3),
        (Lookup(0, Const(-1)), -1),
        (ir.Cond(Const(0), Const(1), Const(2)), 2),
        (Load(programs.HAND, Const(-1)), ()),
        (Size(programs.HAND, Const(0)), 0),
        (ir.CallValue(1, (Const(1),)), 1),
    ],
)
def test_an_expression_has_the_value(expression: Expr, expected: object) -> None:
    assert evaluate(expression) == expected


def test_and_stops_at_the_first_no() -> None:
    assert evaluate(op("and", 0, op("div", 1, 0))) == 0


def test_or_stops_at_the_first_yes() -> None:
    assert evaluate(op("or", 1, op("div", 1, 0))) == 1


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (op("div", 1, 0), "a division by zero"),
        (op("mod", 1, 0), "a division by zero"),
        (op("surely", -1), "something was expected here, and there is nothing"),
        (op("surely_number", NIL), "a number was expected here, and there is nothing"),
        (op("item", (5, 6), 3), "item 3 of a list of 2"),
        (Range(Const(0), Const(10**9)), "the range 0 .. 1000000000 is too long"),
        (Load(programs.COINS, Const(2)), "coins has no part 2"),
    ],
)
def test_a_failing_expression_is_a_rule_error(expression: Expr, message: str) -> None:
    with pytest.raises(RuleError, match=f"^{message}$"):
        evaluate(expression)


def fold(name: str, body: Expr | None = None, where: Expr | None = None, default: Expr | None = None) -> Fold:
    return Fold(name, (Bind(1, Const((3, 1, 2, 3)), where),), body, default)


ODD = op("eq", op("mod", Local(1), 2), 1)
NONE_OF_THEM = op("gt", Local(1), 9)
SQUARE = op("mul", Local(1), Local(1))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (fold("count"), 4),
        (fold("count", where=ODD), 3),
        (fold("count", ODD), 3),
        (fold("sum"), 9),
        (fold("sum", SQUARE), 23),
        (fold("any", where=ODD), 1),
        (fold("any", NONE_OF_THEM), 0),
        (fold("none", NONE_OF_THEM), 1),
        (fold("every", ODD), 0),
        (fold("every", where=ODD), 0),
        (fold("every", ODD, where=ODD), 1),
        (fold("max"), 3),
        (fold("min", SQUARE), 1),
        (fold("max", where=NONE_OF_THEM), NIL),
        (fold("max", where=NONE_OF_THEM, default=Const(7)), 7),
        (fold("all", SQUARE), (9, 1, 4, 9)),
        (fold("distinct"), (1, 2, 3)),
        (fold("first", where=ODD), 3),
        (fold("first", where=NONE_OF_THEM), -1),
        (fold("first", where=NONE_OF_THEM, default=Const(NIL)), NIL),
        (fold("highest", op("neg", Local(1))), 1),
        (fold("lowest", where=NONE_OF_THEM), -1),
        (fold("sort_low"), (1, 2, 3, 3)),
        (fold("sort_high"), (3, 3, 2, 1)),
    ],
)
def test_an_aggregate_has_the_value(expression: Fold, expected: object) -> None:
    assert evaluate(expression) == expected


def test_sorting_keeps_the_order_of_equals() -> None:
    parity = op("mod", Local(1), 2)
    assert evaluate(fold("sort_high", parity)) == (3, 1, 3, 2)
    assert evaluate(fold("sort_low", parity)) == (2, 3, 1, 3)


def test_highest_is_the_first_among_equals() -> None:
    assert evaluate(fold("highest", op("mod", Local(1), 2))) == 3


def test_inner_binders_see_outer_ones() -> None:
    pairs = Fold(
        "count", (Bind(1, Const((1, 2, 3))), Bind(2, Const((1, 2, 3)), op("lt", Local(1), Local(2))))
    )
    assert evaluate(pairs) == 3


def test_reach_finds_all_that_is_connected() -> None:
    steps = op("except", ListOf((op("div", Local(1), 2), op("sub", Local(1), 3))), (0,))
    assert evaluate(Reach(Const(12), 1, steps)) == (1, 2, 3, 4, 6, 9, 12)


def test_reach_from_nothing_is_nothing() -> None:
    assert evaluate(Reach(Const(-1), 1, Const((1,)))) == ()
