"""Whole programs in both machines, step by step: equal answers, equal states, equal errors."""

from __future__ import annotations

from random import Random

import pytest

from tangrules import ir
from tangrules.lower.pipeline import build
from tests.emit.lockstep import compiled, fill, fresh, play_both, same_playout
from tests.emit.random_verbs import random_program
from tests.play import programs

HAND_MADE = {
    "duel": programs.duel,
    "cards": programs.cards,
    "three hands": lambda: programs.cards(3),
    "bids": programs.bids,
}
SHIPPED = [("tang-garden", 2), ("tang-garden", 4), ("hanging-gardens", 3)]


def compare_random(seed: int) -> None:
    program = random_program(seed)
    machine = compiled(program)
    for number in range(3):
        random = Random(seed * 7 + number)
        start = fill(fresh(program, seed + number), random)
        play_both(program, machine, start, random, 60)
        same_playout(machine, start, number)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int) -> None:
    compare_random(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_many_random_programs(seed: int) -> None:
    compare_random(seed)


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_programs(name: str) -> None:
    program: ir.Program = HAND_MADE[name]()
    machine = compiled(program)
    for seed in range(20):
        assert play_both(program, machine, fresh(program, seed), Random(seed), 200) < 200
        same_playout(machine, fresh(program, seed), seed)


@pytest.mark.parametrize(("pack", "players"), SHIPPED)
def test_shipped_games(pack: str, players: int) -> None:
    program = build([pack], players)
    machine = compiled(program)
    assert 20 < play_both(program, machine, fresh(program, 1), Random(1), 1000) < 1000
    for seed in range(5):
        same_playout(machine, fresh(program, seed), seed)
