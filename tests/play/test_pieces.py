"""Moves of pieces: one place for each, sorted sets, canonical decks, what seats know."""

from __future__ import annotations

import pytest

from tangrules.diagnostics import RuleError
from tangrules.runtime import pieces
from tangrules.runtime.state import State, new_state, places
from tests.play import programs

DECK, HAND, PILE = 0, 3, 5
KNOW = 9


def table() -> State:
    state = new_state(programs.cards())
    for piece in range(4):
        pieces.put_bag(state, piece, DECK)
    return state


def is_consistent(state: State) -> bool:
    return places(state.program, state.V, state.Z) == state.P


def test_a_piece_leaves_its_old_place() -> None:
    state = table()
    pieces.put_set(state, 2, HAND)
    pieces.put_set(state, 0, HAND)
    assert state.Z[:4] == [(), (1, 3), (), (0, 2)]
    pieces.put_top(state, 2, PILE)
    pieces.put_box(state, 0)
    assert state.Z[:6] == [(), (1, 3), (), (), (), (2,)]
    assert is_consistent(state)


def test_a_row_has_two_ends() -> None:
    state = table()
    pieces.put_top(state, 1, PILE)
    pieces.put_bottom(state, 2, PILE)
    pieces.put_top(state, 3, PILE)
    assert state.Z[PILE] == (2, 1, 3)
    assert is_consistent(state)


def test_cards_go_on_top_of_a_deck_and_under_it() -> None:
    state = table()
    pieces.put_top(state, 4, DECK)
    pieces.put_deck_bottom(state, 5, DECK)
    pieces.put_deck_bottom(state, 6, DECK)
    assert state.Z[:3] == [(4,), (0, 1, 2, 3), (6, 5)]
    assert is_consistent(state)


def test_a_deck_without_a_bag_is_one_run() -> None:
    state = table()
    pieces.put_top(state, 4, DECK)
    pieces.put_deck_bottom(state, 5, DECK)
    for piece in range(4):
        pieces.put_box(state, piece)
    pieces.put_deck_bottom(state, 6, DECK)
    assert state.Z[:3] == [(6, 5, 4), (), ()]
    assert is_consistent(state)


def test_shuffling_mixes_all_parts() -> None:
    state = table()
    pieces.put_top(state, 5, DECK)
    pieces.put_deck_bottom(state, 4, DECK)
    pieces.shuffle(state, DECK)
    assert state.Z[:3] == [(), (0, 1, 2, 3, 4, 5), ()]
    assert is_consistent(state)


def test_a_space_holds_one_piece() -> None:
    state = new_state(programs.duel())
    pieces.put_space(state, 3, 9)
    pieces.put_space(state, 3, 9)
    with pytest.raises(RuleError, match="ring_1 was moved to a space that cross_4 is on"):
        pieces.put_space(state, 5, 9)


def test_covering_sends_what_was_there_to_the_box() -> None:
    state = new_state(programs.duel())
    pieces.put_space(state, 3, 9)
    pieces.cover_space(state, 5, 9)
    assert (state.V[9], state.P[3], state.P[5]) == (5, -1, 9)


def test_taking_twice_does_no_harm() -> None:
    state = table()
    pieces.take(state, 1)
    pieces.take(state, 1)
    assert is_consistent(state)


def test_knowledge_follows_visibility() -> None:
    state = table()
    deck, hand, pile = state.program.zones[:3]
    pieces.learn(state, 1, deck, 0, "bag")
    assert state.V[KNOW + 1] == 0b00
    pieces.learn(state, 1, hand, 1)
    assert state.V[KNOW + 1] == 0b10
    pieces.learn(state, 1, deck, 0, "top")
    assert state.V[KNOW + 1] == 0b10
    pieces.learn(state, 1, pile, 0)
    assert state.V[KNOW + 1] == 0b11
    pieces.forget(state, deck, DECK)
    assert state.V[KNOW + 1] == 0b00


def test_showing_tells_seats() -> None:
    state = table()
    pieces.learn(state, 1, state.program.zones[0], 0, "bag")
    pieces.show(state, (1, -1), (1,))
    assert state.V[KNOW + 1] == 0b10
