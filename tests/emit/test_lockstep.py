"""Whole programs in both machines, step by step: equal answers, equal states, equal errors."""

from __future__ import annotations

from random import Random

import pytest

from tangrules import ir
from tangrules.lower.pipeline import build
from tests.emit.lockstep import compiled, fresh, play_both, play_hand_made, play_random, same_playout
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
    play_random(program, compiled(program), seed, 3)


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
    play_hand_made(program, compiled(program))


@pytest.mark.parametrize(("pack", "players"), SHIPPED)
def test_shipped_games(pack: str, players: int) -> None:
    program = build([pack], players)
    machine = compiled(program)
    assert 20 < play_both(program, machine, fresh(program, 1), Random(1), 1000) < 1000
    for seed in range(5):
        same_playout(machine, fresh(program, seed), seed)
