"""The Peach Festival as data: its examples, its ledger, and random games in both machines."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tangrules import emit, interpret
from tangrules.explain.clauses import report
from tangrules.ir import Program
from tangrules.lower.pipeline import build_all
from tangrules.play.moves import text
from tangrules.play.reading import candidates
from tangrules.play.words import Words
from tangrules.runtime.driver import Machine, open_decision
from tangrules.runtime.state import new_state
from tests.scenarios.shared import failed_examples

NAME = "peach_festival"
SEATS = [pytest.param(2, marks=pytest.mark.slow), 3, pytest.param(4, marks=pytest.mark.slow)]
MUST_BE_PROVED = {
    *("legality", "effect", "choice", "trigger", "quantity", "scoring", "end", "tie", "modifies"),
}


@cache
def program(players: int) -> Program:
    return build_all([NAME], players).program


@cache
def compiled(players: int) -> Machine:
    return emit.compile(program(players))


@pytest.mark.parametrize(
    "in_compiled_code", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["compiled", "interpreted"]
)
def test_all_examples_of_the_pack_hold(in_compiled_code: bool) -> None:
    assert not failed_examples(NAME, in_compiled_code=in_compiled_code)


def test_a_tile_that_a_lantern_keeps_comes_from_a_market() -> None:
    assert not failed_examples(NAME, ("reserve_tile",), titled="a lantern keeps")


@pytest.mark.parametrize(
    ("pack", "title"),
    [("dragons", "nobody has to keep one"), ("draw_three", "that an interrupted action has drawn")],
)
def test_what_other_packs_bring_to_the_festival(pack: str, title: str) -> None:
    assert not failed_examples(NAME, (pack,), titled=title)


def test_every_clause_is_implemented_and_proved() -> None:
    clauses = report([NAME])
    own = [c for c in clauses.clauses if c.id.startswith("peach.")]
    assert len(own) == 120
    assert not [c.id for c in clauses.not_implemented if c.id.startswith("peach.")]
    assert not [c.id for c in clauses.not_proved if c.kind in MUST_BE_PROVED and c.id.startswith("peach.")]


@pytest.mark.parametrize("players", SEATS)
def test_random_games_come_to_an_end(players: int) -> None:
    machine = compiled(players)
    for seed in range(4):
        state = new_state(program(players), seed)
        machine.run(state)
        rng = random.Random(seed)
        while state.stack:
            machine.advance(state, rng.choice(list(machine.answers(state))))


@pytest.mark.parametrize("players", SEATS)
def test_both_machines_agree(players: int) -> None:
    fast, slow = compiled(players), interpret.Machine(program(players))
    one, other = new_state(program(players), 7), new_state(program(players), 7)
    fast.run(one)
    slow.run(other)
    rng = random.Random(7)
    for _ in range(60):
        answers = list(fast.answers(one))
        assert answers == list(slow.answers(other))
        answer = rng.choice(answers)
        fast.advance(one, answer)
        slow.advance(other, answer)
        assert (one.V, one.Z) == (other.V, other.Z)


def test_a_shape_can_be_written_as_a_move() -> None:
    made, machine = program(2), compiled(2)
    crossed = next(zone for zone in made.zones if zone.name == "crossed")
    state = new_state(made, 0)
    machine.run(state)
    for seat in range(2):
        for cell in (0, 1, 2):
            state.V[crossed.base + seat * (crossed.count // 2) + cell] = 1
    choice = open_decision(state)
    assert choice is not None
    words = Words(made)
    moves = {text(words, choice, answer): answer for answer in machine.answers(state)}
    move = "draw_shape: bar, r0c0 + r0c1 + r0c2"
    assert candidates(words, choice, move) == [moves[move]]
