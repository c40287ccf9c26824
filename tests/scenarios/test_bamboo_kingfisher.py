"""Bamboo and Kingfisher: examples, ledger, random games."""

from __future__ import annotations

import pytest

from tests.scenarios.shared import clauses_missing, failed_examples, play_alike


def test_all_examples_hold() -> None:
    assert not failed_examples("bamboo_kingfisher")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("bamboo_kingfisher", in_compiled_code=True)


def test_every_clause_is_implemented_and_proved() -> None:
    assert clauses_missing(["bamboo_kingfisher"], "module.bamboo-kingfisher") == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("bamboo_kingfisher",), players, players) > 0
