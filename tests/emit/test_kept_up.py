"""Searches and regions that are kept up from one question to the next answer what the interpreter answers, in
whatever order positions are asked about.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import tangrules
from tangrules import ir, load
from tangrules.emit.machine import Machine
from tangrules.interpret import Machine as Interpreter
from tangrules.runtime.state import new_state
from tests.emit.lockstep import compiled, play_both, played, same_playout

EXAMPLES = Path(__file__).parents[2] / "examples"
OURS = Path(__file__).parent / "games"
GAMES = {
    **{name: EXAMPLES / f"{name}.tang" for name in ("tic_tac_toe", "connect_four", "hex")},
    "streams": OURS / "streams.tang",  # its regions go one way
    "neighbours": OURS / "neighbours.tang",  # one of its regions goes through another one
    "never": OURS / "never.tang",  # what it searches for cannot be
    "surely": OURS / "surely.tang",  # a step that nobody asks for would fail
}


@cache
def machine(name: str) -> Machine:
    return compiled(load(str(GAMES[name])).rules(2).program)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("connect_four", "any_0"),
        ("tic_tac_toe", "any_0"),
        ("hex", "seen_0"),
        ("streams", "seen_0"),
        ("neighbours", "seen_0"),
        ("surely", "seen_0"),
    ],
)
def test_it_is_kept_up(name: str, function: str) -> None:
    assert function in machine(name).loaded.names


@pytest.mark.parametrize("name", GAMES)
def test_step_by_step(name: str) -> None:
    found = machine(name)
    for seed in range(3):
        play_both(found.program, found, new_state(found.program, seed), Random(seed), 300)
        same_playout(found, new_state(found.program, seed), seed)


@pytest.mark.parametrize("name", GAMES)
def test_positions_in_any_order(name: str) -> None:
    """From each of many positions, asked for in any order, the same move leads to the same end in both machines."""
    found = machine(name)
    reference = Interpreter(found.program)
    random = Random(7)
    positions = [played(found, seed, moves) for seed in range(6) for moves in (1, 3, 5, 7, 12, 25)]
    ended = 0
    for _ in range(60):
        state = random.choice(positions)
        if not state.stack:
            continue
        answers = list(found.answers(state))
        assert answers == list(reference.answers(state))
        one, other = state.copy(), state.copy()
        answer = random.choice(answers)
        found.run(one, answer)
        reference.run(other, answer)
        assert one.V == other.V
        assert one.stack == other.stack
        ended += one.V[ir.Reserved.HALT]
    assert ended > 0 or name != "tic_tac_toe"


def test_a_line_is_seen_and_forgotten_again() -> None:
    """Four discs in a column end the game; played on from the same position elsewhere, it goes on."""
    state = load(str(EXAMPLES / "connect_four.tang")).start(players=2, seed=1)
    for column in (0, 1, 0, 1, 0, 1):
        state = state.play(resting(state, column))
    for column, over in ((0, True), (6, False), (0, True), (1, False)):
        assert state.play(resting(state, column)).over is over


def resting(state: tangrules.State, column: int) -> tangrules.Option:
    """The move that drops a disc into a column."""
    assert state.decision is not None
    return next(option for option in state.decision.options if str(option).endswith(f"c{column}"))
