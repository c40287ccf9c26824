"""Native rules and the interpreter, step by step: equal answers, equal states, equal errors."""

from __future__ import annotations

from pathlib import Path
from random import Random

import Cython.Compiler.Main
import pytest

from tangrules import ir
from tangrules.emit.loader import compile_program
from tangrules.lower.pipeline import build
from tangrules.native import Machine, Native, make, source_of
from tests.emit.lockstep import fresh, play_both, play_hand_made, play_random, same_playout
from tests.emit.random_verbs import random_program
from tests.emit.test_kept_up import GAMES
from tests.native.tools import needs_compiler
from tests.play import programs

pytestmark = needs_compiler

HAND_MADE = {"duel": programs.duel, "cards": programs.cards, "bids": programs.bids}
SHIPPED = [
    (("tang-garden",), 1),
    (("tang-garden",), 4),
    (("hanging-gardens",), 2),
    (("winter",), 3),
    (("spring",), 4),
    (("peach-festival",), 2),
]


def native(program: ir.Program) -> Machine:
    """The native machine, built anew: random programs share their names."""
    return Machine(program, Native(compile_program(program), make(program)))


def compare_random(seed: int) -> None:
    program = random_program(seed)
    play_random(program, native(program), seed, 10)


@pytest.mark.parametrize("seed", range(3))
def test_random_programs(seed: int) -> None:
    compare_random(seed)


@pytest.mark.parametrize("seed", range(100, 106))
def test_cython_takes_random_programs(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "rules.pyx"
    path.write_text(source_of(random_program(seed)).text, "utf-8")
    assert Cython.Compiler.Main.compile(str(path)).num_errors == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_many_random_programs(seed: int) -> None:
    compare_random(seed)


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_programs(name: str) -> None:
    program: ir.Program = HAND_MADE[name]()
    play_hand_made(program, native(program))


@pytest.mark.parametrize("name", GAMES)
def test_searches_and_regions_that_are_kept_up(name: str) -> None:
    program = build([str(GAMES[name])], 2)
    machine = native(program)
    assert play_both(program, machine, fresh(program, 1), Random(1), 300) > 4
    for seed in range(5):
        same_playout(machine, fresh(program, seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("packs", "players"), SHIPPED)
def test_shipped_games(packs: tuple[str, ...], players: int) -> None:
    program = build(list(packs), players)
    machine = native(program)
    assert 20 < play_both(program, machine, fresh(program, 1), Random(1), 2000) < 2000
    for seed in range(10):
        same_playout(machine, fresh(program, seed), seed)
