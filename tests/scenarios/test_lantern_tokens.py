"""The lantern tokens 05 to 09 and the choice of a set: examples, ledger, random games."""

from __future__ import annotations

import pytest

from tangrules.verify.examples import run_example
from tests.scenarios.shared import clauses_missing, failed_examples, play_alike, program, seats

TOKENS = ("combo_action", "copy_lantern", "draw_three", "neglect_spot", "reserve_tile")
PART = "module.lantern-tokens"

PROMENADE = "module.lantern-tokens.t06.03"
"""It speaks of Wall tiles, which only the scenario Garden Promenade has."""


@pytest.mark.parametrize("pack", ["lantern_choice", *TOKENS])
def test_all_examples_hold(pack: str) -> None:
    assert not failed_examples(pack)


def test_a_lantern_that_came_besides_the_set_is_copied() -> None:
    assert not failed_examples("copy_lantern", ("neglect_spot",))


def test_the_choice_among_nine_kinds() -> None:
    made = program(TOKENS, 2)
    (example,) = [found for found in made.examples if found.title.startswith("four of the nine kinds")]
    assert run_example(made, example).passed


def test_every_clause_is_implemented_and_proved() -> None:
    assert clauses_missing(TOKENS, PART) == ([PROMENADE], [])


@pytest.mark.parametrize("pack", TOKENS)
def test_random_games_end_and_agree(pack: str) -> None:
    for players in seats((pack,)):
        assert play_alike((pack,), players, players) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_tokens_together(players: int) -> None:
    assert play_alike(TOKENS, players, players) > 0
