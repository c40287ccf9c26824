"""Compiled code gives the same answers and the same states as the interpreter, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from tangrules.emit.machine import compile
from tangrules.interpret import Machine
from tangrules.lower.pipeline import build
from tangrules.runtime.state import new_state

GAMES = [("tang-garden", 1), ("tang-garden", 2), ("tang-garden", 4), ("hanging-gardens", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_random_game_is_the_same_in_both_machines(name: str, players: int) -> None:
    program = build([name], players)
    plain, compiled = Machine(program), compile(program)
    mine, theirs, rng = new_state(program, players), new_state(program, players), Random(players)
    plain.run(mine)
    compiled.run(theirs)
    while mine.stack:
        assert theirs == mine
        assert theirs.rng == mine.rng
        answers = sorted(plain.answers(mine))
        assert sorted(compiled.answers(theirs)) == answers
        answer = rng.choice(answers)
        plain.run(mine, answer)
        compiled.run(theirs, answer)
    assert theirs == mine


@pytest.mark.parametrize("players", [2, 3])
def test_a_playout_ends_where_its_answers_lead(players: int) -> None:
    program = build(["tang-garden"], players)
    compiled = compile(program)
    state = new_state(program, 5)
    decisions = compiled.random_playout(state, Random(5))
    assert decisions > 0
    assert not state.stack


def test_a_state_left_by_one_machine_goes_on_in_the_other() -> None:
    program = build(["tang-garden"], 2)
    machines = (Machine(program), compile(program))
    state, rng, turn = new_state(program, 11), Random(11), 0
    machines[0].run(state)
    whole, again = new_state(program, 11), Random(11)
    machines[1].run(whole)
    while state.stack:
        answers = sorted(machines[turn % 2].answers(state))
        machines[(turn + 1) % 2].run(state, rng.choice(answers))
        machines[1].run(whole, again.choice(sorted(machines[1].answers(whole))))
        assert state == whole
        turn += 1
