"""Joint choices that are looked up answer what a plain search answers, whatever happened to the state
before.
"""

from __future__ import annotations

from random import Random

import pytest

from tangrules.emit.machine import Machine
from tangrules.interpret import Machine as Interpreter
from tangrules.runtime.state import new_state
from tests.emit import programs
from tests.emit.lockstep import compiled, play_both, played, same_playout


@pytest.fixture(scope="module")
def machine() -> Machine:
    return compiled(programs.mosaic())


def test_it_is_looked_up(machine: Machine) -> None:
    assert "near_0" in machine.loaded.names
    assert "mask_0_0" in machine.loaded.names


def test_step_by_step(machine: Machine) -> None:
    for seed in range(2):
        assert play_both(machine.program, machine, new_state(machine.program, seed), Random(seed), 300) > 10
        same_playout(machine, new_state(machine.program, seed), seed)


def test_states_in_any_order(machine: Machine) -> None:
    """What is kept belongs to no state: many of them may be asked, forwards and backwards, and changed by
    hand.
    """
    reference = Interpreter(machine.program)
    states = [played(machine, seed, steps) for seed in range(3) for steps in (2, 9, 17)]
    random = Random(5)
    for _ in range(25):
        state = random.choice(states)
        if not state.stack:
            continue
        assert list(machine.answers(state)) == list(reference.answers(state))
        changed = state.copy()
        taken = [piece for piece in range(programs.TILES) if changed.P[piece] >= programs.V_BOARD]
        piece = random.choice(taken)
        if changed.P[piece] < programs.V_PLACES:
            changed.V[changed.P[piece]] ^= 1
            assert list(machine.answers(changed)) == list(reference.answers(changed))
        assert list(machine.answers(state)) == list(reference.answers(state))


def test_answers_belong_to_the_caller(machine: Machine) -> None:
    state = played(machine, 1, 5)
    first = list(machine.answers(state))
    taken = machine.answers(state)
    assert isinstance(taken, tuple)
    assert list(machine.answers(state)) == first
