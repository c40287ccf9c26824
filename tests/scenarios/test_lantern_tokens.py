"""The lantern tokens 05 to 09 and the choice of a set: examples, ledger, random games."""

from __future__ import annotations

import pytest

from tangrules.explain.clauses import report
from tests.scenarios.shared import clauses_missing, failed_examples, play_alike, seats

TOKENS = ("combo_action", "copy_lantern", "draw_three", "neglect_spot", "reserve_tile")
PART = "module.lantern-tokens"


@pytest.mark.parametrize("pack", ["lantern_choice", *TOKENS])
def test_all_examples_hold(pack: str) -> None:
    assert not failed_examples(pack)


def test_a_lantern_that_came_besides_the_set_is_copied() -> None:
    assert not failed_examples("copy_lantern", ("neglect_spot",), titled="came besides the set")


def test_the_choice_among_nine_kinds() -> None:
    assert not failed_examples("lantern_choice", TOKENS, titled="four of the nine kinds")


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["lantern_choice", *TOKENS])
def test_all_examples_hold_in_compiled_code(pack: str) -> None:
    assert not failed_examples(pack, in_compiled_code=True)


def test_every_clause_is_implemented_and_proved() -> None:
    assert clauses_missing(TOKENS, PART) == ([], [])


@pytest.mark.parametrize("pack", ["lantern_choice", *TOKENS])
def test_every_clause_is_implemented_and_proved_for_each_token_alone(pack: str) -> None:
    assert clauses_missing([pack], "") == ([], [])


def test_what_only_a_later_scenario_can_say_is_told() -> None:
    clauses = {clause.id: clause.reason for clause in report(["neglect_spot"]).not_in_play}
    assert clauses == {
        "module.lantern-tokens.t06.03": "with promenade: Wall tiles belong to that scenario, which is not shipped yet"
    }


@pytest.mark.slow
@pytest.mark.parametrize("pack", TOKENS)
def test_random_games_end_and_agree(pack: str) -> None:
    for players in seats((pack,)):
        assert play_alike((pack,), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_tokens_together(players: int) -> None:
    assert play_alike(TOKENS, players, players) > 0
