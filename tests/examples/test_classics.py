"""The small games in examples/: their examples hold, they stay small, and both machines play them alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tangrules import emit, interpret
from tangrules.diagnostics import Reporter
from tangrules.ir import Outcome, Program, Reserved
from tangrules.lower.pipeline import build_all
from tangrules.play.result import scores_of, winners_of
from tangrules.runtime.state import new_state
from tangrules.syntax import format_text
from tangrules.verify.examples import run_examples

FOLDER = Path(__file__).parent.parent.parent / "examples"
CLASSICS = ("tic_tac_toe", "connect_four", "hex")
SEATS = {"tic_tac_toe": 2, "connect_four": 2, "hex": 2, "whist": 4}


def build(name: str) -> Program:
    return build_all([str(FOLDER / f"{name}.tang")], SEATS[name]).program


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("make", [interpret.Machine, emit.compile], ids=["interpreter", "compiled"])
def test_its_examples_hold(name: str, make: type[interpret.Machine]) -> None:
    program = build(name)
    results = run_examples(program, make(program))
    assert results
    assert not [(r.example.title, r.failures) for r in results if not r.passed]


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_takes_fewer_than_sixty_lines(name: str) -> None:
    assert len((FOLDER / f"{name}.tang").read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("name", SEATS)
def test_it_is_laid_out(name: str) -> None:
    text = (FOLDER / f"{name}.tang").read_text(encoding="utf-8")
    assert format_text(text, name, Reporter()) == text


@pytest.mark.parametrize("name", SEATS)
def test_both_machines_play_it_alike(name: str) -> None:
    program = build(name)
    fast, slow = emit.compile(program), interpret.Machine(program)
    for seed in range(3):
        rng = random.Random(seed)
        state, other = new_state(program, seed), new_state(program, seed)
        fast.run(state)
        slow.run(other)
        while state.stack:
            answers = tuple(fast.answers(state))
            assert tuple(slow.answers(other)) == answers
            answer = rng.choice(answers)
            fast.advance(state, answer)
            slow.advance(other, answer)
            assert state == other


@pytest.mark.parametrize("name", CLASSICS)
def test_either_seat_wins(name: str) -> None:
    program = build(name)
    machine = emit.compile(program)
    won = [0, 0]
    for seed in range(60):
        state = new_state(program, seed)
        machine.random_playout(state, random.Random(seed))
        winners = winners_of(machine, state, scores_of(machine, state))
        if state.V[Reserved.OUTCOME] == Outcome.WINS:
            (winner,) = winners
            won[winner] += 1
        else:
            assert name != "hex"
            assert winners == (0, 1)
    assert min(won) > 5


def test_the_tricks_of_both_sides_are_six() -> None:
    program = build("whist")
    machine = emit.compile(program)
    for seed in range(20):
        state = new_state(program, seed)
        machine.random_playout(state, random.Random(seed))
        scores = scores_of(machine, state)
        assert scores[0] == scores[2]
        assert scores[1] == scores[3]
        assert scores[0] + scores[1] == 6
        assert len(winners_of(machine, state, scores)) in (2, 4)
