"""Dragons without the Winter: examples, ledger, random games."""

from __future__ import annotations

import pytest

from tests.scenarios.shared import clauses_missing, failed_examples, play_alike


def test_all_examples_hold() -> None:
    assert not failed_examples("dragons")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("dragons", in_compiled_code=True)


def test_lantern_cards_are_not_reserved() -> None:
    assert not failed_examples("dragons", ("flying_lanterns",))


def test_every_clause_is_implemented_and_proved() -> None:
    assert clauses_missing(["dragons"], "module.dragons") == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("dragons",), players, players) > 0
