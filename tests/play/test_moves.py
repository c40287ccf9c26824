"""Moves in words: picks of several, places, turns, prices; reading what was written gives the same answer."""

from __future__ import annotations

import attrs
import pytest

from tangrules import IllegalMove, ir, load
from tangrules.ir import Alternative, Const, Pick, TypeInfo, Waiver
from tangrules.play import moves, reading
from tangrules.play.words import Words
from tangrules.runtime.state import Answer
from tests.play import programs

CARD, CELL, TURN = programs.CARD, programs.CELL, TypeInfo("turn")
YES = Const(1)


def pick(slot: int, *, several: bool = False) -> Pick:
    return Pick(slot, Const(()), (Const(0), Const(3)) if several else None)


LAMP, TEA, UNNAMED = Waiver((0,), YES, "a lamp"), Waiver((0,), YES, "tea"), Waiver((1,), YES)
LAY = Alternative("build", "Build it", None, (pick(1), pick(2), pick(3)), (), (), (LAMP,), 4)
GIVE = Alternative("give", "", None, (pick(1, several=True), pick(2)), (), ())
BUY = Alternative("", "", None, (pick(1),), (), (), (TEA, UNNAMED), 4)
PASS = Alternative("pass", "Stop here", None, (), (), ())
CHOICE = ir.Choose(0, Const(0), (LAY, GIVE, BUY, PASS), ())
PICKS = (
    (("t", TypeInfo("piece", "token")), ("c", CELL), ("r", TURN)),
    (("k", TypeInfo("piece", "token")), ("q", TypeInfo("seat"))),
    (("n", TypeInfo("number")),),
    (),
)


def words() -> Words:
    decision = ir.DecisionDef("what", 0, "?", PICKS)
    return Words(attrs.evolve(programs.duel(), decisions=(decision,)))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ((0, 0, 5, 1, 0), "build: cross_1 at r1c2 turned 1"),
        ((0, 7, 0, 0, 1), "build: ring_3 at r0c0 turned 0 with a lamp"),
        ((1, (0, 7), 1), "give: cross_1 + ring_3, seat 2"),
        ((1, (), 0), "give: none, seat 1"),
        ((2, 12, 0), "12"),
        ((2, 12, 3), "12 with tea and price 2"),
        ((3,), "pass"),
    ],
)
def test_a_move_is_written_and_read(answer: Answer, text: str) -> None:
    assert moves.text(words(), CHOICE, answer) == text
    assert reading.candidates(words(), CHOICE, text) == [answer]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("BUILD cross_1 r1c2 1", (0, 0, 5, 1, 0)),
        ("build it: cross_1, r1c2, turned 1", (0, 0, 5, 1, 0)),
        ("cross_1 at r1c2 turned 1", (0, 0, 5, 1, 0)),
        ("give ring_3 + cross_1 seat 2", (1, (7, 0), 1)),
        ("give: none seat 1", (1, (), 0)),
        ("stop here", (3,)),
    ],
)
def test_a_move_may_be_written_loosely(text: str, answer: Answer) -> None:
    assert reading.candidates(words(), CHOICE, text) == [answer]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "build",
        "build: cross_9 at r1c2 turned 1",
        "build: cross_1 at r1c2 turned 7",
        "passing",
        "pass it on",
        "12 with milk",
        "12 with tea and",
        "give: cross_1 + , seat 2",
        "build: cross_1 at r1c2 turned 1 " + "x" * 2_000,
    ],
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert reading.candidates(words(), CHOICE, text) == []


def test_labels_are_the_parts_of_a_move() -> None:
    assert moves.labels(words(), CHOICE, (0, 0, 5, 1, 1)) == ("build", "cross_1", "r1c2", "1", "a lamp")
    assert moves.labels(words(), CHOICE, (3,)) == ("pass",)


def test_a_move_that_is_not_offered_is_told_by_its_rules() -> None:
    state = load("tang-garden").start(players=2, seed=7)
    chance = "chance: Your three cubes have not reached a new threshold, and you hold no character token."
    for typed in ("influence", "Influence a Character", " INFLUENCE "):
        (reason,) = state.why_not(typed)
        assert reason.startswith(chance)
    unused, poor = state.why_not("refresh")
    assert unused == "`your lantern_is_used` does not hold"
    assert "You hold too few landscape tokens of one size." in poor
    with pytest.raises(IllegalMove, match="`influence` is not possible now\n  - chance: "):
        state.play("influence")
    assert all(reason.startswith("did you mean `build: ") for reason in state.why_not("build"))


def test_a_question_that_is_not_open_is_told() -> None:
    state = load("tang-garden").start(players=2, seed=7)
    assert state.why_not("shown") == ("this is not what is asked now",)
