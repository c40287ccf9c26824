"""The landscape tiles of the night: examples, ledger, random games alone and with other modules."""

from __future__ import annotations

import pytest

from tests.scenarios.shared import clauses_missing, failed_examples, play_alike

OTHERS = ("bamboo_kingfisher", "copy_lantern", "neglect_spot", "reserve_tile")
"""Modules that join it at every number of players, and"""

FOR_SEVERAL = ("combo_action", "dragons", "draw_three", "peach_festival", "winter")
"""packs that are for two to four players."""


def test_all_examples_hold() -> None:
    assert not failed_examples("nocturnal")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("nocturnal", in_compiled_code=True)


def test_every_clause_is_implemented_and_proved() -> None:
    assert clauses_missing(["nocturnal"], "module.nocturnal") == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("nocturnal",), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_with_all_modules(players: int) -> None:
    assert play_alike(("nocturnal", *OTHERS), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("other", [*OTHERS, *FOR_SEVERAL])
def test_with_another_pack(other: str) -> None:
    for players in (2, 3, 4) if other in FOR_SEVERAL else (1, 2, 3, 4):
        assert play_alike(("nocturnal", other), players, players) > 0
