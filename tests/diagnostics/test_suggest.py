"""Which name was meant."""

from itertools import permutations

import pytest

from tangrules.diagnostics import did_you_mean


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("harbor", ["harbour", "market", "meadow"], "harbour"),
        ("medaow", ["harbour", "meadow"], "meadow"),
        ("coin", ["coins", "coil"], "coins"),
        ("cities", ["city", "cites"], "city"),
        ("boxes", ["box", "boxed"], "box"),
        ("glasses", ["glass", "glasse"], "glass"),
        ("DrawCount", ["draw_count", "draw_counts"], "draw_count"),
        ("draw-count", ["draw_count"], "draw_count"),
        ("count_draw", ["draw_count", "count_down"], "draw_count"),
        ("draw", ["draw_count", "harbour"], "draw_count"),
        ("coins_left_over", ["coins", "harbour"], "coins"),
        ("E-NAMES", ["E-NAME", "E-SEAT"], "E-NAME"),
    ],
)
def test_the_nearest_name_is_suggested(name: str, candidates: list[str], meant: str) -> None:
    assert did_you_mean(name, candidates) == f"did you mean `{meant}`?"


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("harbour", []),
        ("boat", ["red_boat", "blue_boat", "harbour"]),
        ("harbour", ["coins", "meadow"]),
        ("cat", ["bat", "dog"]),
        ("ab", ["abacus"]),
        ("draw", ["draw_count", "draw_limit_at_night"]),
        ("coins", ["coins"]),
        ("", ["coins"]),
        ("coins", [""]),
        ("x" * 65, ["x" * 64]),
    ],
)
def test_nothing_is_suggested_where_nothing_is_near(name: str, candidates: list[str]) -> None:
    assert did_you_mean(name, candidates) == ""


def test_the_order_of_the_candidates_does_not_matter() -> None:
    guesses = {did_you_mean("boat_x", order) for order in permutations(["boat_a", "boat_b", "boat_c"])}
    assert guesses == {"did you mean `boat_a`?"}


def test_a_name_that_has_this_one_among_its_words_comes_before_one_that_is_like_it() -> None:
    assert did_you_mean("poet", ["the_poet", "port"]) == "did you mean `the_poet`?"
