"""Legal answers: order, amounts, waivers, compulsion."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tangrules import ir
from tangrules.interpret import Machine
from tangrules.ir import Alternative, Condition, Const, Local, Op, Pick, Waiver
from tangrules.lower.flatten import flatten
from tangrules.runtime.state import Answer, State, new_state
from tests.play import programs
from tests.play.programs import op


def asking(*alternatives: Alternative, always: bool = True, otherwise: ir.Body = ()) -> tuple[Machine, State]:
    """A program that asks seat 0 once; slot 9 says which alternative was taken."""
    body: ir.Body = (ir.Choose(0, Const(0), alternatives, otherwise, always),)
    main = ir.VerbDef("main", (), (), 12, body, flatten(body)[0], framed=True)
    picks = tuple(tuple((f"p{n}", programs.NUMBER) for n, _ in enumerate(a.picks)) for a in alternatives)
    program = programs.program(
        "ask",
        1,
        [0, 0, 0, -1, -1, 0, -1, 0],
        0,
        verbs=(main,),
        decisions=(ir.DecisionDef("ask", 0, "?", picks),),
    )
    machine, state = Machine(program), new_state(program)
    machine.run(state)
    return machine, state


def answers(*alternatives: Alternative) -> Sequence[Answer]:
    machine, state = asking(*alternatives)
    return machine.answers(state) if state.stack else ()


def alternative(*picks: Pick, conditions: Sequence[Op] = (), **rest: object) -> Alternative:
    tests = tuple(Condition(test, f"c{n}") for n, test in enumerate(conditions))
    return Alternative("a", "A", rest.pop("guard", None), picks, tests, (), **rest)  # type: ignore[arg-type]


def among(slot: int, *items: int) -> Pick:
    return Pick(slot, Const(items))


def test_answers_come_in_the_order_of_the_domains() -> None:
    joint = alternative(among(1, 3, 1), among(2, 5, 4))
    assert answers(joint) == ((0, 3, 5), (0, 3, 4), (0, 1, 5), (0, 1, 4))


def test_a_later_domain_may_depend_on_an_earlier_pick() -> None:
    below = Pick(2, ir.Range(Const(0), op("sub", Local(1), 1)))
    assert answers(alternative(among(1, 2, 0, 1), below)) == ((0, 2, 0), (0, 2, 1), (0, 1, 0))


def test_conditions_see_all_picks() -> None:
    joint = alternative(among(1, 1, 2), among(2, 1, 2), conditions=[op("lt", Local(1), Local(2))])
    assert answers(joint) == ((0, 1, 2),)


def test_an_element_that_stands_twice_in_a_domain_is_offered_once() -> None:
    assert answers(alternative(among(1, 7, 8, 7))) == ((0, 7), (0, 8))


def test_a_guard_closes_an_alternative() -> None:
    closed = alternative(among(1, 1), guard=Const(0))
    assert answers(closed, alternative(among(1, 2), guard=Const(1))) == ((1, 2),)


def test_an_amount_gives_different_elements_in_domain_order() -> None:
    some = alternative(Pick(1, Const((5, 3, 4)), (Const(1), Const(2))))
    assert answers(some) == ((0, (5,)), (0, (3,)), (0, (4,)), (0, (5, 3)), (0, (5, 4)), (0, (3, 4)))


def test_an_amount_may_be_nothing_at_all() -> None:
    assert answers(alternative(Pick(1, Const(()), (Const(0), Const(2))))) == ((0, ()),)


def test_an_amount_that_cannot_be_reached_leaves_no_answer() -> None:
    assert answers(alternative(Pick(1, Const((1,)), (Const(2), Const(2))))) == ()


FAILS, HOLDS = Op("eq", (Const(0), Const(1))), Op("eq", (Const(0), Const(0)))


@pytest.mark.parametrize(
    ("conditions", "waivers", "masks"),
    [
        ([HOLDS, HOLDS], [(0,), (1,)], [0]),
        ([FAILS, HOLDS], [(0,), (1,)], [0b01]),
        ([FAILS, FAILS], [(0,), (1,)], [0b11]),
        ([FAILS, FAILS], [(0,)], []),
        ([FAILS, HOLDS], [(0,), (0,)], [0b01, 0b10]),
        ([FAILS, FAILS], [(0, 1)], [0b1]),
        ([FAILS, FAILS], [(0,), (1,), (0, 1)], [0b011, 0b100]),
        ([FAILS, HOLDS], [(0, 1)], [0b1]),
    ],
)
def test_waivers_buy_off_exactly_what_fails(
    conditions: list[Op], waivers: list[tuple[int, ...]], masks: list[int]
) -> None:
    offered = tuple(Waiver(waives, Const(1)) for waives in waivers)
    priced = alternative(among(1, 5), conditions=conditions, waivers=offered, mask=3)
    assert answers(priced) == tuple((0, 5, mask) for mask in masks)


def test_a_waiver_that_is_not_on_offer_buys_nothing() -> None:
    priced = alternative(among(1, 5), conditions=[FAILS], waivers=(Waiver((0,), Const(0)),), mask=3)
    assert answers(priced) == ()


def test_passing_is_not_legal_while_something_compels() -> None:
    must = alternative(among(1, 5), compels=True)
    out = Alternative("pass", "", None, (), (), (), passes=True)
    assert answers(must, out) == ((0, 5),)
    assert answers(alternative(Pick(1, Const(())), compels=True), out) == ((1,),)


def test_legality_without_trying_all_agrees_with_trying_all() -> None:
    some = Pick(1, Const((5, 3, 4)), (Const(0), Const(2)))
    priced = alternative(
        some, among(2, 1, 2), conditions=[op("gt", op("len", Local(1)), Local(2))],
        waivers=(Waiver((0,), op("eq", Local(2), 1)),), mask=3,
    )  # fmt: skip
    must = alternative(among(4, 8), compels=True)
    machine, state = asking(priced, must, Alternative("pass", "", None, (), (), (), passes=True))
    legal = set(machine.answers(state))
    picks = [(), (5,), (3,), (4,), (3, 4), (5, 3), (3, 5), (5, 4), (5, 5), (9,), (5, 3, 4), 5]
    tried = {(0, a, b, mask) for a in picks for b in (0, 1, 2) for mask in (-1, 0, 1, 2)}
    tried |= {(1, 8), (1, 9), (1,), (2,), (3,), (), (-1,), ((0,),), (0, (5,))}
    assert {answer for answer in tried if machine.is_legal(state, answer)} == legal


def test_one_answer_is_taken_without_asking() -> None:
    _, state = asking(alternative(among(1, 5)), always=False)
    assert not state.stack


def test_one_answer_is_asked_for_where_the_rules_say_so() -> None:
    machine, state = asking(alternative(among(1, 5)), always=True)
    assert machine.answers(state) == ((0, 5),)


def test_without_an_answer_otherwise_runs() -> None:
    end = (ir.Latch(ir.Outcome.ALL_LOSE, Const(-1), 0),)
    _, state = asking(alternative(Pick(1, Const(()))), otherwise=end)
    assert state.V[ir.Reserved.OUTCOME] == ir.Outcome.ALL_LOSE
