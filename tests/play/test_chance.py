"""Chance: the generator, late draws, scripts."""

from __future__ import annotations

from collections import Counter

import pytest

from tangrules.diagnostics import ChanceError
from tangrules.runtime import pieces
from tangrules.runtime.chance import Scripted, below, draw_one, next_random, pick_one
from tangrules.runtime.state import State, new_state
from tests.play import programs

DECK = 0


def deck(*, seed: int = 0, source: Scripted | None = None) -> State:
    state = new_state(programs.cards(), seed, source)
    for piece in (0, 2, 4, 6):
        pieces.put_bag(state, piece, DECK)
    return state


def test_the_generator_is_splitmix64() -> None:
    rng, outputs = 1234567, []
    for _ in range(3):
        rng, bits = next_random(rng)
        outputs.append(bits)
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_one_choice_costs_nothing() -> None:
    assert below(5, 1) == (5, 0)


def test_all_numbers_below_are_equally_likely() -> None:
    rng, counts = 0, Counter[int]()
    for _ in range(30_000):
        rng, index = below(rng, 3)
        counts[index] += 1
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_a_drawn_card_stays_until_it_is_moved() -> None:
    state = deck()
    assert draw_one(state, DECK) in (0, 2, 4, 6)
    assert state.Z[1] == (0, 2, 4, 6)


def test_known_runs_come_before_and_after_the_bag() -> None:
    state = deck()
    pieces.put_top(state, 1, DECK)
    pieces.put_top(state, 3, DECK)
    pieces.put_deck_bottom(state, 5, DECK)
    pieces.put_deck_bottom(state, 7, DECK)
    drawn = []
    while (piece := draw_one(state, DECK)) >= 0:
        drawn.append(piece)
        pieces.put_box(state, piece)
    assert drawn[:2] == [3, 1]
    assert sorted(drawn[2:6]) == [0, 2, 4, 6]
    assert drawn[6:] == [5, 7]


def test_nothing_comes_from_nothing() -> None:
    assert draw_one(new_state(programs.cards()), DECK) == -1
    assert pick_one(deck(), ()) == -1


def test_equal_seeds_draw_alike() -> None:
    assert [draw_one(deck(seed=9), DECK) for _ in range(3)] == [draw_one(deck(seed=9), DECK)] * 3


def test_a_script_names_what_comes() -> None:
    state = deck(source=Scripted.of({"deck": ["card_5", 6], "pick": [4]}))
    assert draw_one(state, DECK) == 4
    pieces.put_box(state, 4)
    assert pick_one(state, (3, 4, 5)) == 4
    assert draw_one(state, DECK) == 6


def test_a_row_s_name_means_the_first_copy_that_is_left() -> None:
    assert draw_one(deck(source=Scripted.of({"deck": ["card"]})), DECK) == 0


def test_after_the_script_the_seed_goes_on() -> None:
    state = deck(source=Scripted.of({"deck": []}))
    assert draw_one(state, DECK) == draw_one(deck(), DECK)


def test_a_strict_script_must_say_everything() -> None:
    with pytest.raises(ChanceError, match="the script says nothing about the next draw from deck"):
        draw_one(deck(source=Scripted({}, strict=True)), DECK)


def test_a_script_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ChanceError, match="`card_2` cannot be the next draw from deck: it holds card_1,"):
        draw_one(deck(source=Scripted.of({"deck": ["card_2"]})), DECK)


def test_a_script_must_agree_with_the_card_on_top() -> None:
    state = deck(source=Scripted.of({"deck": ["card_1"]}))
    pieces.put_top(state, 3, DECK)
    with pytest.raises(ChanceError, match="it holds card_4"):
        draw_one(state, DECK)


def test_copies_draw_on_their_own() -> None:
    state = deck(source=Scripted.of({"deck": ["card_5", "card_7"]}))
    other = state.copy()
    assert [draw_one(state, DECK), draw_one(other, DECK)] == [4, 4]
    assert [draw_one(state, DECK), draw_one(other, DECK)] == [6, 6]
