"""The interpreter with compiled rules at hand does, and tells, what the interpreter alone does and tells."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from tangrules import interpret, ir, load
from tangrules.diagnostics.errors import RuleError
from tangrules.ir import Condition, Const, Local
from tangrules.lower.pipeline import build
from tangrules.play.aided import Aided
from tangrules.play.rules import Rules
from tangrules.play.silent import SilentTracer
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import Answer, State, Value, new_state
from tests.emit.lockstep import compare_states, compiled, fill, fresh, is_passed_over, outcome
from tests.emit.random_verbs import random_program
from tests.play import programs
from tests.verify.faults import GAMES


class Diary(SilentTracer):
    """Writes down all that is told."""

    def __init__(self) -> None:
        self.lines: list[object] = []

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        self.lines.append(("step", verb, pc, origin, tuple(state.Z)))

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        self.lines.append(("entered", verb, args, origin))

    def passed_over(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        self.lines.append(("passed over", verb, args, origin))

    def left(self, state: State, verb: int) -> None:
        self.lines.append(("left", verb))

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        self.lines.append(("changed", zone, index, old, new, origin))

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        self.lines.append(("moved", piece, old, new, origin))

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        self.lines.append(("drew", item, name, origin))

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        self.lines.append(("answered", decision, seat, answer, forced, origin))

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        self.lines.append(("latched", outcome, seat, end, origin))


def hear_both(machine: Machine, start: State, random: Random, steps: int) -> int:
    """Play a state alone and aided, compare all there is and all that is told; return how many answers were given."""
    mine, theirs = Diary(), Diary()
    aided, alone = Aided(machine, mine), interpret.Machine(machine.program, theirs)
    state, plain = start.copy(), start.copy()
    one, other = outcome(alone.run, plain), outcome(aided.run, state)
    for step in range(steps):
        if is_passed_over(one, other):
            return step
        assert one[:2] == other[:2]
        if one[0] == "failed":
            return step
        assert mine.lines == theirs.lines
        compare_states(plain, state)
        if not plain.stack:
            return step
        seat = random.choice(alone.seats(plain))
        found = outcome(alone.answers, plain, seat)
        if found[0] == "failed":
            return step
        answers = found[1]
        assert isinstance(answers, tuple)
        assert all(aided.is_legal(state, answer, seat) for answer in answers[:5])
        assert not aided.is_legal(state, (-1,), seat)
        answer = random.choice(answers)
        one, other = outcome(alone.run, plain, answer, seat), outcome(aided.run, state, answer, seat)
    return steps


@pytest.mark.parametrize("seed", range(30))
def test_random_programs(seed: int) -> None:
    program = random_program(seed)
    random = Random(seed)
    hear_both(compiled(program), fill(fresh(program, seed), random), random, 60)


@pytest.mark.parametrize("make", [programs.duel, programs.cards, programs.bids])
def test_hand_made_programs(make: object) -> None:
    program: ir.Program = make()  # type: ignore[operator]
    machine = compiled(program)
    for seed in range(10):
        assert 0 < hear_both(machine, fresh(program, seed), Random(seed), 200) < 200


def test_a_whole_game_with_a_secret_choice() -> None:
    program = build([str(GAMES / "orchard.tang")], 3)
    assert 20 < hear_both(compiled(program), fresh(program, 1), Random(1), 1000) < 1000


def test_the_beginning_of_a_large_game() -> None:
    program = build(["tang-garden"], 2)
    assert hear_both(compiled(program), fresh(program, 1), Random(1), 25) == 25


def test_rules_that_are_not_compiled_are_heard_in_the_interpreter_alone() -> None:
    rules = Rules(programs.cards(), compiled=False)
    assert type(rules.stepping(Diary())) is interpret.Machine
    assert type(load(str(GAMES / "orchard.tang")).rules(2).stepping(Diary())) is Aided


def test_a_requirement_that_fails_itself_is_told_by_each_machine() -> None:
    """A division by zero is an error of the rules, wherever it stands."""
    by_seat = programs.op("eq", programs.op("div", Const(6), Local(0)), Const(6))
    share = programs.verb("share", 1, (), requirements=(Condition(by_seat, "whole"),), requirement_slots=1)
    plain = programs.cards()
    program = attrs.evolve(plain, verbs=(*plain.verbs, share), fingerprint="share-1")
    machine, number = compiled(program), len(program.verbs) - 1
    judges: list[Machine] = [machine, interpret.Machine(program), Aided(machine)]
    for judge in judges:
        assert judge.legal(new_state(program), number, (1,))
        with pytest.raises(RuleError, match="division by zero"):
            judge.legal(new_state(program), number, (0,))
