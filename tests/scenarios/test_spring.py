"""Spring: examples, ledger, random games alone and with other packs, and what nobody may learn of others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from tangrules import Game, State, load
from tangrules.diagnostics import IllegalMove, ScenarioError
from tangrules.ir import ZoneDef
from tangrules.lower.pipeline import build
from tangrules.play.game_state import GameState
from tangrules.play.sample import deal
from tangrules.play.seen import UNSEEN, last_move_seen, moves_seen
from tangrules.play.views import Back, view_of
from tangrules.runtime.state import Answer
from tests.scenarios.shared import clauses_missing, failed_examples, play_alike

SEATS = [pytest.param(2, marks=pytest.mark.slow), 3, pytest.param(4, marks=pytest.mark.slow)]

OTHERS = ("bamboo_kingfisher", "copy_lantern", "dragons", "draw_three", "reserve_tile")
"""Modules that may join Spring; the lanterns 06 and 07 and the packs it requires are a part of it."""


def test_all_examples_hold() -> None:
    assert not failed_examples("spring")


@pytest.mark.slow
def test_all_examples_hold_in_compiled_code() -> None:
    assert not failed_examples("spring", in_compiled_code=True)


@pytest.mark.parametrize(
    "part", ["spring", "module.characters.vanquisher", "module.nocturnal", "module.flying-lanterns", "base"]
)
def test_every_clause_is_implemented_and_proved(part: str) -> None:
    assert clauses_missing(["spring"], part) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_agree(players: int) -> None:
    assert play_alike(("spring",), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_all_modules(players: int) -> None:
    assert play_alike(("spring", *OTHERS), players, players) > 0


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_with_another_module(other: str) -> None:
    for players in (2, 3, 4):
        assert play_alike(("spring", other), players, players) > 0


@pytest.mark.parametrize("other", ["winter", "peach_festival"])
def test_one_scenario_at_a_time(other: str) -> None:
    with pytest.raises(ScenarioError, match="cannot be played together"):
        build(["spring", other], 3)


# ------------------------------------------------------------------------------ what nobody may learn


@cache
def spring() -> Game:
    return load("spring")


@cache
def played(players: int) -> tuple[State, ...]:
    """A whole game in which the players have coins to bid."""
    rng = random.Random(players)
    states = [spring().start(players=players, seed=players)]
    while not states[-1].over:
        state = states[-1]
        seat = rng.choice(state.pending)
        states.append(state.play(rng.choice(state.decision_of(seat).options), seat=seat))
    return tuple(states)


def asked(players: int, name: str) -> Iterator[State]:
    for state in played(players):
        if not state.over and state.decision_of(state.pending[0]).name == name:
            yield state


def zone(state: State, name: str) -> ZoneDef:
    return next(known for known in state.rules.program.zones if known.name == name)


WRONG = ((99,), (-1,), (0, 99))
"""Answers that no question of this game has."""


def refusal(state: State, seat: int, answer: Answer) -> str:
    with pytest.raises(IllegalMove) as refused:
        state.play(answer, seat=seat)
    return str(refused.value)


def told(state: State, seat: int) -> tuple[object, ...]:
    """Return all that a seat is told now: what it sees, is asked, may answer, and why it may not answer else."""
    view = state.view(seat)
    errors = [refusal(state, seat, answer) for answer in WRONG]
    if seat not in state.pending:
        return (view, errors)
    decision = state.decision_of(seat)
    reasons = [state.why_not(answer, seat=seat) for answer in WRONG]
    return (view, errors, decision.prompt, decision.options.answers, reasons)


@pytest.mark.parametrize("players", SEATS)
def test_who_sees_the_same_is_told_the_same(players: int) -> None:
    """With other coins, marks and cards of the others, and another envelope."""
    rng = random.Random(players)
    for state in played(players)[::40]:
        for seat in range(players) if state.over else state.pending:
            raw = deal(state, seat=seat, seed=rng.randrange(1000))
            for other in range(players):
                if other != seat:
                    raw.V[zone(state, "coins").base + other] = rng.randrange(30)
                    raw.V[zone(state, "mark").base + other] = state.rules.program.icon_sets["prize"][0]
            same = GameState(state.game, state.rules, raw, state.beginning)
            assert told(same, seat) == told(state, seat)


@pytest.mark.parametrize("players", SEATS)
def test_coins_are_seen_by_their_owner_alone(players: int) -> None:
    state = played(players)[-2]
    for seat in range(players):
        seen = [state.view(seat).see("coins", other)[0] for other in range(players)]
        own = state.raw().V[zone(state, "coins").base + seat]
        assert [value for value in seen if value >= 0] == [own]


@pytest.mark.parametrize("players", SEATS)
def test_the_mark_is_seen_by_nobody_else(players: int) -> None:
    found = 0
    for state in asked(players, "auction.mark"):
        (holder,) = state.pending
        marks = [state.play(option) for option in state.decision_of(holder).options]
        for seat in set(range(players)) - {holder}:
            assert len({mark.view(seat).V for mark in marks}) == 1
            assert all(told(one, seat) == told(two, seat) for one, two in pairwise(marks))
            moves = {moves_seen(mark, seat)[-1] for mark in marks}
            assert [move.text for move in moves] == [UNSEEN]
        assert all(last_move_seen(state, mark, holder).text != UNSEEN for mark in marks)
        found += len(marks) > 1
    assert found


@pytest.mark.parametrize("players", SEATS)
def test_a_bid_is_seen_by_nobody_before_all_are_given(players: int) -> None:
    found = 0
    for state in asked(players, "auction.bid"):
        if len(state.pending) < 2:
            continue
        before = {seat: (told(state, seat), moves_seen(state, seat)) for seat in range(players)}
        for bidder in state.pending:
            bids = [state.play(option, seat=bidder) for option in list(state.decision_of(bidder).options)[:4]]
            for seat in set(range(players)) - {bidder}:
                assert all(told(one, seat) == told(two, seat) for one, two in pairwise(bids))
                assert {moves_seen(bid, seat)[-1].text for bid in bids} == {UNSEEN}
            found += len(bids) > 1
        # A bid that is taken back leaves nothing behind.
        assert before == {seat: (told(state, seat), moves_seen(state, seat)) for seat in range(players)}
    assert found


def test_everybody_may_bid_up_to_what_everybody_has_been_told() -> None:
    for state in asked(3, "auction.bid"):
        told_by = [state.view(0).see("announced", seat)[0] for seat in range(3)]
        assert all(isinstance(coins, int) and coins >= 0 for coins in told_by)
        for seat in state.pending:
            most = min(12, int(told_by[seat])) if isinstance(told_by[seat], int) else -1
            assert len(state.decision_of(seat).options) == most + 1


@pytest.mark.parametrize("players", SEATS)
def test_the_first_card_of_the_envelope_is_seen_by_nobody(players: int) -> None:
    state = spring().start(players=players, seed=players)
    kind = state.rules.program.icons.index("flying_lantern")
    for seat in range(players):
        (back,) = state.view(seat).see("first_card")
        assert isinstance(back, Back)
        assert back.knowers == 0
        assert [value for _, value in back.shown] == [kind]
    dealt = {deal(state, seat=state.pending[0], seed=n).Z[zone(state, "first_card").base] for n in range(150)}
    assert len(dealt) == 11


def test_a_drawn_hand_is_seen_by_its_player() -> None:
    for state in asked(3, "take_card.take"):
        (seat,) = state.pending
        hand = state.view(seat).see("hand", seat)
        assert all(isinstance(card, int) for card in hand)
        other = (seat + 1) % 3
        seen = view_of(state.rules, state.raw(), other).see("hand", seat)
        assert not any(isinstance(card, int) for card in seen)
        assert len(seen) == len(hand)
        break
