"""From bodies inside each other to code with jumps."""

from __future__ import annotations

import pytest

from tangrules import ir
from tangrules.ir import Const, Local, Op
from tangrules.lower.flatten import flatten

TEST = Local(0)


def note(value: int) -> ir.Let:
    """A statement that is told from others by its number."""
    return ir.Let(9, Const(value))


def code(*body: ir.Stmt) -> tuple[ir.Instruction, ...]:
    return flatten(body)[0].instructions


def alternative(label: str, *body: ir.Stmt, picks: tuple[ir.Pick, ...] = ()) -> ir.Alternative:
    return ir.Alternative(label, label, None, picks, (), body)


def choice(*alternatives: ir.Alternative, otherwise: ir.Body = ()) -> ir.Choose:
    return ir.Choose(0, Const(0), alternatives, otherwise)


def test_code_ends_with_a_return() -> None:
    assert code() == (ir.Return(),)
    assert code(note(1), note(2)) == (note(1), note(2), ir.Return())


def test_if_jumps_over_what_does_not_hold() -> None:
    assert code(ir.If(TEST, (note(1),)), note(2)) == (
        ir.JumpUnless(TEST, 2),
        note(1),
        note(2),
        ir.Return(),
    )


def test_if_with_else_jumps_over_the_other_branch() -> None:
    assert code(ir.If(TEST, (note(1),), (note(2), note(3)))) == (
        ir.JumpUnless(TEST, 3),
        note(1),
        ir.Jump(5),
        note(2),
        note(3),
        ir.Return(),
    )


def test_an_if_keeps_the_place_it_comes_from() -> None:
    (test, *_) = code(ir.If(TEST, (note(1),), (), 7))
    assert test == ir.JumpUnless(TEST, 2, 7)


def test_a_loop_over_a_list_takes_the_list_once() -> None:
    items = Const((4, 5))
    assert code(ir.ForEach(1, items, (note(1),), 2, 3), note(2)) == (
        ir.Let(2, items),
        ir.Let(3, Const(0)),
        ir.Next(1, 2, 3, 5),
        note(1),
        ir.Jump(2),
        note(2),
        ir.Return(),
    )


def test_a_loop_by_number_has_a_bound() -> None:
    assert code(ir.Repeat(Local(5), (note(1),), 4)) == (
        ir.Let(4, Op("least", (Local(5), Const(10_000)))),
        ir.Again(4, 4),
        note(1),
        ir.Jump(1),
        ir.Return(),
    )


def test_an_exit_jumps_behind_its_block() -> None:
    inner = ir.Block(2, (ir.Exit(1), ir.Exit(2), note(1)))
    assert code(ir.Block(1, (inner, note(2))), note(3)) == (
        ir.Jump(4),
        ir.Jump(3),
        note(1),
        note(2),
        note(3),
        ir.Return(),
    )


def test_an_exit_leaves_the_loops_that_are_in_its_block() -> None:
    loop = ir.ForEach(1, Const((4, 5)), (ir.Repeat(Const(3), (ir.Exit(1),), 4),), 2, 3)
    flat = code(ir.Block(1, (loop, note(1))), note(2))
    assert flat[flat.index(note(2)) :] == (note(2), ir.Return())
    assert ir.Jump(flat.index(note(2))) in flat


def test_the_start_of_a_block_is_known() -> None:
    assert flatten((note(1), ir.Block(7, (note(2), ir.Block(8, (note(3),))))))[1] == {7: 1, 8: 2}


def test_an_exit_of_a_block_that_is_not_around_it_is_no_code() -> None:
    with pytest.raises(AssertionError, match=r"not around it: \[3\]"):
        flatten((ir.Block(1, (ir.Exit(3),)),))


def test_the_bodies_of_a_choice_follow_it() -> None:
    asked = choice(alternative("a", note(1)), alternative("b", note(2), note(3)), otherwise=(note(4),))
    made, _ = flatten((note(0), asked, note(5)))
    bare = choice(alternative("a"), alternative("b"))
    assert made.instructions == (
        note(0),
        bare,
        note(1),
        ir.Jump(8),
        note(2),
        note(3),
        ir.Jump(8),
        note(4),
        note(5),
        ir.Return(),
    )
    assert made.targets == {1: (2, 4, 7)}


def test_a_choice_in_an_answer() -> None:
    inner = choice(alternative("c", note(1)))
    made, _ = flatten((choice(alternative("a", inner), alternative("b")),))
    assert made.targets == {1: (2, 4), 0: (1, 5, 6)}


def test_secret_answers_begin_empty() -> None:
    asked = ir.Secret(0, Const((0, 1)), 1, alternative("bid"), 2)
    made, _ = flatten((asked,))
    assert made.instructions == (ir.Let(2, Const(())), asked, ir.Return())
    assert made.targets == {1: ()}
