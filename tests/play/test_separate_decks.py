"""Samples of games in which pieces of one kind come from separate decks, and which all know to be separate."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangrules import Game, State, load, sample
from tangrules.play.sample import deal
from tangrules.play.views import view_of
from tangrules.runtime.state import State as Table

GAME = Path(__file__).parents[1] / "verify" / "games" / "coats.tang"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(GAME))


def names(table: Table, zone: str, index: int = 0) -> list[str]:
    """Return the names of the cards in a zone, without their numbers, sorted."""
    found = next(known for known in table.program.zones if known.name == zone)
    if found.storage == "space":
        there = [table.V[found.base + index]]
    elif found.storage == "deck":
        there = [piece for part in table.Z[found.base : found.base + 3] for piece in part]
    else:
        there = list(table.Z[found.base + index])
    return sorted(table.program.pieces[piece].name.rsplit("_", 1)[0] for piece in there if piece >= 0)


def samples(state: State, seat: int, count: int = 60) -> list[Table]:
    return [deal(state, seat=seat, seed=seed) for seed in range(count)]


def test_each_deck_keeps_to_its_own_cards(game: Game) -> None:
    for table in samples(game.start(players=2, seed=3), 0):
        assert names(table, "low_deck") == ["low"] * 2
        assert names(table, "high_deck") == ["high"] * 4
        assert names(table, "hand", 1) == ["high", "low", "low"]
        assert names(table, "sealed") == ["odd"]


def test_a_view_alone_tells_what_the_rules_could_never_mix(game: Game) -> None:
    """Nothing ever brings a high card into the low deck, but a hand is shuffled into the high one."""
    view = game.start(players=2, seed=3).view(0)
    dealt = [deal(view, seed=seed) for seed in range(60)]
    assert {tuple(names(table, "low_deck")) for table in dealt} == {("low", "low")}
    assert {tuple(names(table, "sealed")) for table in dealt} == {("odd",)}
    assert len({tuple(names(table, "high_deck")) for table in dealt}) > 1


def test_what_a_sample_of_a_view_leads_to_is_sampled_so_too(game: Game) -> None:
    """It has no past, so there is nothing but the rules."""
    state = game.start(players=2, seed=3)
    for seed in range(20):
        after = sample(state.view(0), seed=seed).play("draw")
        assert names(sample(after, seat=after.pending[0], seed=seed).raw(), "low_deck") in (
            ["low"],
            ["low"] * 2,
        )


def test_any_card_of_a_deck_may_be_where_one_of_it_is(game: Game) -> None:
    state = game.start(players=2, seed=3)
    program = state.rules.program
    mine = set(state.view(0).see("hand", 0))
    hand = next(zone for zone in program.zones if zone.name == "hand")
    held = Counter(piece for table in samples(state, 0, 400) for piece in table.Z[hand.base + 1])
    low = [piece for piece, card in enumerate(program.pieces) if card.name.startswith("low")]
    high = [piece for piece, card in enumerate(program.pieces) if card.name.startswith("high")]
    # Two of four low cards, and one of five high ones, are in the other hand: 200 and 80 times of 400.
    for cards, expected in ((low, 200), (high, 80)):
        counts = [held[piece] for piece in cards if piece not in mine]
        assert len(counts) == len(cards) - len([piece for piece in cards if piece in mine])
        assert all(expected / 2 < count < expected * 1.5 for count in counts)


def test_what_chance_took_from_several_may_be_any_of_them(game: Game) -> None:
    state = game.start(players=2, seed=3)
    sealed = next(zone for zone in state.rules.program.zones if zone.name == "sealed")
    assert len({table.Z[sealed.base] for table in samples(state, 0)}) == 3


def options(state: State, word: str) -> list[str]:
    """Return the moves that begin with a word."""
    assert state.decision is not None
    return [option.text for option in state.decision.options if option.text.startswith(word)]


def test_what_another_kept_unseen_may_be_any_card_of_that_hand(game: Game) -> None:
    state = game.start(players=2, seed=3).play("draw")
    for option in options(state, "keep"):
        kept = {tuple(names(table, "kept", 1)) for table in samples(state.play(option), 0)}
        assert kept == {("low",), ("high",)}


def test_what_was_shown_was_seen_by_all(game: Game) -> None:
    state = game.start(players=2, seed=3)
    for _ in range(2):
        state = state.play(options(state, "show")[0])
    for table in samples(state, 0):
        assert names(table, "low_deck") == ["low"] * 2


def test_decks_that_were_mixed_are_one_lot(game: Game) -> None:
    state = game.start(players=2, seed=3).play("mix")
    held = {tuple(names(table, "hand", 0)) for table in samples(state, 1)}
    assert held == {(*["high"] * high, *["low"] * (3 - high)) for high in range(4)}


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(0, 99), st.lists(st.integers(0, 9), max_size=14), st.integers(0, 2**32))
def test_every_sample_looks_to_the_seat_as_the_game_does(
    game: Game, seed: int, choices: list[int], dealt: int
) -> None:
    state = game.start(players=2, seed=seed)
    mixed = kept = False
    for choice in choices:
        if state.over:
            break
        moves = options(state, "")
        move = moves[choice % len(moves)]
        mixed, kept = mixed or move == "mix", kept or move.startswith("keep")
        state = state.play(move)
    for seat in range(2) if state.over else state.pending:
        table = deal(state, seat=seat, seed=dealt)
        assert view_of(state.rules, table, seat) == state.view(seat)
        if not mixed and not kept:
            assert set(names(table, "low_deck")) <= {"low"}
            assert set(names(table, "high_deck")) <= {"high"}


def test_a_loaded_game_remembers_its_decks(game: Game) -> None:
    state = State.from_json(game.start(players=2, seed=3).play("draw").to_json(), game)
    for table in samples(state, 1):
        assert names(table, "low_deck") == ["low"]
