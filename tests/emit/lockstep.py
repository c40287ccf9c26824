"""The two machines side by side: what one answers, does or refuses, the other does, too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tangrules import ir
from tangrules.diagnostics.errors import RuleError
from tangrules.emit.loader import Loaded, compile_program
from tangrules.emit.machine import Machine
from tangrules.interpret import Machine as Interpreter
from tangrules.runtime.state import State, new_state, places
from tests.emit import random_ir as rir

PASSED_OVER = ("item ", "was expected here", "division by zero", "range ")
"""Failures of expressions. Compiled code need not evaluate a test whose outcome cannot matter any more."""


def compiled(program: ir.Program) -> Machine:
    """The compiled machine, made anew."""
    return Machine(program, Loaded(compile_program(program)))


def played(machine: Machine, seed: int, answers: int) -> State:
    """A position after so many random answers, or fewer if the game ends before."""
    state = new_state(machine.program, seed)
    random = Random(seed)
    machine.run(state)
    for _ in range(answers):
        if state.stack:
            machine.run(state, random.choice(machine.answers(state)))
    return state


def outcome(do: Callable[..., object], *args: object) -> tuple[object, ...]:
    """What came of it: a value, or what the rules say went wrong."""
    try:
        return "done", do(*args)
    except RuleError as error:
        return "failed", error.args[0], error.span, error.trail


def is_passed_over(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one[0] == "failed" and other[0] == "done" and any(text in str(one[1]) for text in PASSED_OVER)


def fill(state: State, random: Random) -> State:
    """Put random pieces and numbers on the table of a random program."""
    V, Z = state.V, state.Z
    for zone in (rir.SCORES, rir.MARKS):
        for index in range(rir.COUNTS[zone]):
            V[rir.V_AT[zone] + index] = random.randrange(9)
    for index in range(4):
        V[rir.V_AT[rir.MAYBE] + index] = random.choice((-1, 0, 3, 8))
    for index in range(2):
        Z[rir.Z_AT[rir.LISTS] + index] = tuple(random.randrange(-1, 9) for _ in range(random.randrange(4)))
    for piece in random.sample(range(rir.PIECES), rir.PIECES):
        _lay(state, piece, random)
    state.P[:] = places(state.program, V, Z)
    return state


def _lay(state: State, piece: int, random: Random) -> None:
    kind = random.randrange(7)
    if kind == 0:
        state.V[rir.V_AT[rir.BOARD] + random.randrange(9)] = piece
    elif kind == 1:
        state.V[rir.V_AT[rir.POSED] + random.randrange(9)] = piece * 4 + random.randrange(4)
    elif kind < 6:
        zone = (rir.SETS, rir.ROWS, rir.PILES, rir.DECKS)[kind - 2]
        step = 3 if zone == rir.DECKS else 1
        at = rir.Z_AT[zone] + random.randrange(rir.COUNTS[zone]) * step + random.randrange(step)
        state.Z[at] = tuple(sorted((*state.Z[at], piece)))


def play_both(program: ir.Program, machine: Machine, start: State, random: Random, steps: int) -> int:
    """Play a state in both machines and compare all there is; return how many answers were given."""
    reference = Interpreter(program)
    mine, theirs = start.copy(), start.copy()
    one, other = outcome(reference.run, theirs), outcome(machine.run, mine)
    for step in range(steps):
        if is_passed_over(one, other):
            return step
        assert one == other
        if one[0] == "failed":
            return step
        compare_states(theirs, mine)
        if not theirs.stack:
            return step
        seats = reference.seats(theirs)
        assert machine.seats(mine) == seats
        seat = random.choice(seats) if len(seats) > 1 else -1
        found = outcome(reference.answers, theirs, seat)
        made = outcome(machine.answers, mine, seat)
        if found[0] == "failed":
            assert is_passed_over(found, made) or made[:2] == found[:2]
            return step
        assert found == made
        answer = random.choice(found[1])  # type: ignore[arg-type]
        one = outcome(reference.run, theirs, answer, seat)
        other = outcome(machine.run, mine, answer, seat)
    return steps


def play_random(program: ir.Program, machine: Machine, seed: int, games: int) -> None:
    """Play a random program from random tables in both machines, step by step and in one go."""
    for number in range(games):
        random = Random(seed * 7 + number)
        start = fill(fresh(program, seed + number), random)
        play_both(program, machine, start, random, 60)
        same_playout(machine, start, number)


def play_hand_made(program: ir.Program, machine: Machine) -> None:
    """Play some whole games of a program in both machines."""
    for seed in range(20):
        assert play_both(program, machine, fresh(program, seed), Random(seed), 200) < 200
        same_playout(machine, fresh(program, seed), seed)


def compare_states(theirs: State, mine: State) -> None:
    assert theirs.V == mine.V
    assert theirs.Z == mine.Z
    assert theirs.stack == mine.stack
    assert theirs.P == mine.P == places(mine.program, mine.V, mine.Z)
    assert theirs.rng == mine.rng
    assert all(type(number) is int for number in mine.V)
    assert all(type(value) in (int, tuple) for frame in mine.stack for value in frame)


def play_step_by_step(machine: Machine, state: State, random: Random) -> int:
    """A random playout through the interface that players use."""
    decisions = 0
    machine.run(state)
    while state.stack:
        found = machine.answers(state)
        answer = found[int(random.random() * len(found))] if len(found) > 1 else found[0]
        decisions += len(found) > 1
        machine.run(state, answer)
    return decisions


def same_playout(machine: Machine, start: State, seed: int) -> None:
    """A playout in one go ends as one that is played step by step."""
    whole, stepped = start.copy(), start.copy()
    one = outcome(machine.random_playout, whole, Random(seed))
    other = outcome(play_step_by_step, machine, stepped, Random(seed))
    assert one[:2] == other[:2]
    if one[0] == "done":
        compare_states(stepped, whole)


def fresh(program: ir.Program, seed: int) -> State:
    return new_state(program, seed)
