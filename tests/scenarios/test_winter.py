"""The scenario Winter: examples, ledger, random games alone and with the modules that may join it."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tangrules.diagnostics import ScenarioError
from tangrules.lower.pipeline import build
from tangrules.runtime.state import State, new_state
from tests.scenarios.shared import clauses_missing, compiled, failed_examples, play_alike, program

MODULES = ("bamboo_kingfisher", "combo_action", "copy_lantern", "reserve_tile")
"""Modules that may join Winter; the lanterns 05 and 06 and the dragons are a part of it."""

WITHOUT_WINTER = ("draw_three", "neglect_spot", "dragons")


def test_all_examples_hold() -> None:
    assert not failed_examples("winter")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("winter", in_compiled_code=True)


@pytest.mark.parametrize("part", ["winter", "module.characters.counselor", "module.dragons", "base"])
def test_every_clause_is_implemented_and_proved(part: str) -> None:
    assert clauses_missing(["winter"], part) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("winter",), players, players) > 0


def zone(state: State, name: str) -> list[int]:
    """Return what lies in the places of a zone for one piece each, nothing left out."""
    found = next(z for z in state.program.zones if z.name == name)
    return [state.V[place] for place in range(found.base, found.base + found.count)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_keen_builders_fill_the_roof(players: int) -> None:
    """Games in which Roof tiles are built whenever they can: they end, with no more than a full roof."""
    made, machine = program(("winter",), players), compiled(("winter",), players)
    roofs = {n for n, piece in enumerate(made.pieces) if piece.table == "roof_tiles"}
    most = 0
    for seed in range(8):
        state, rng = new_state(made, seed), random.Random(seed)
        machine.run(state)
        while state.stack:
            answers = machine.answers(state)
            keen = [answer for answer in answers if len(answer) == 4 and answer[1] in roofs]
            machine.advance(state, rng.choice(keen or list(answers)))
        built = sum(piece in roofs for piece in zone(state, "roof"))
        assert built <= 12
        most = max(most, built)
    assert most >= 9


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_all_modules(players: int) -> None:
    assert play_alike(("winter", *MODULES), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("pair", list(combinations(sorted(("winter", *MODULES, *WITHOUT_WINTER)), 2)))
def test_every_pair(pair: tuple[str, str]) -> None:
    for players in (2, 3, 4):
        assert play_alike(pair, players, players) > 0


@pytest.mark.parametrize("other", ["spring", "peach_festival"])
def test_one_scenario_at_a_time(other: str) -> None:
    with pytest.raises(ScenarioError, match="cannot be played together"):
        build(["winter", other], 3)
