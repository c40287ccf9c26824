"""What a seat sees, and random states that look the same to it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import attrs
import pytest

from tangrules import Game, State, UsageError
from tangrules.ir import TypeInfo, ZoneDef
from tangrules.play.sample import deal
from tangrules.play.views import HIDDEN, Back, view_of
from tangrules.runtime import pieces
from tangrules.runtime.state import State as Table
from tangrules.runtime.state import places
from tests.play import programs

CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)
BIDS = Game.of(programs.bids((3, 3, 3)), compiled=False)


def start(deck: list[int | str] | None = None) -> State:
    return CARDS.start(players=2, script={"deck": deck or ["card_3", "card_1", "card_4", "card_8"]})


def test_a_seat_sees_its_own_cards_and_the_backs_of_others() -> None:
    state = start().play("card_3")
    mine, others = state.view(1), state.view(0)
    assert mine.see("hand", 1) == (3, 7)
    assert others.see("hand", 1) == (Back("card", 0b10), Back("card", 0b10))
    assert others.see("hand", 0) == (0,)
    assert others.see("pile") == mine.see("pile") == (2,)
    assert mine.see("deck") == (Back("card", 0),) * 4
    assert mine.see("coins", 0) == (0,)


def test_only_the_seat_that_is_asked_sees_the_question() -> None:
    state = start()
    assert state.view(0).decision == state.decision
    assert state.view(1).decision is None
    assert state.view(1).stack == ()


def test_a_view_does_not_depend_on_what_is_hidden() -> None:
    one = start(["card_3", "card_1"]).play("card_1 ") if False else start(["card_3", "card_1"])
    other = start(["card_1", "card_3"])
    assert one.view(0) == other.view(0)
    after_one, after_other = one.play("pass"), other.play("pass")
    rigged = start(["card_3", "card_1", "card_2", "card_5"]).play("pass")
    assert after_one.view(0) == after_other.view(0) == rigged.view(0)
    assert after_one.view(1) != rigged.view(1)


def test_a_card_that_was_shown_is_seen_in_another_s_hand() -> None:
    state = start().play("pass")
    raw = state.raw()
    pieces.show(raw, (7,), (0,))
    view = view_of(state.rules, raw, 0)
    assert view.see("hand", 1) == (7, Back("card", 0b10))


def test_known_runs_of_a_deck_keep_their_order() -> None:
    state = start()
    raw = state.raw()
    pieces.put_top(raw, 0, 0)
    pieces.put_top(raw, 7, 0)
    raw.V[9 + 0] = 0b01
    raw.V[9 + 7] = 0b10
    assert view_of(state.rules, raw, 0).see("deck")[-2:] == (0, Back("card", 0b10))
    assert view_of(state.rules, raw, 1).see("deck")[-2:] == (Back("card", 0b01), 7)


def test_attributes_of_unseen_pieces_and_private_numbers_are_hidden() -> None:
    program = programs.cards(2)
    zones = list(program.zones)
    zones[programs.COINS] = attrs.evolve(zones[programs.COINS], visibility="private")
    state = Game.of(attrs.evolve(program, zones=tuple(zones)), compiled=False).start(players=2, seed=3)
    view = state.view(0)
    assert (view.see("coins", 0), view.see("coins", 1)) == ((1,), (HIDDEN,))
    hand = view.see("hand", 0)
    assert [view.see("worn", piece) == (0,) for piece in range(8)] == [piece in hand for piece in range(8)]
    assert deal(view, seed=1).V[17:19] == [1, 1]


def test_secret_answers_are_not_in_a_view() -> None:
    state = BIDS.start(players=3)
    low, high = state.play("0", seat=1), state.play("3", seat=1)
    assert low.view(0) == high.view(0)
    assert low.view(2) == high.view(2) == state.view(2)


def test_a_view_of_nobody_is_refused() -> None:
    with pytest.raises(UsageError, match="seat is 2: there are seats 0 to 1"):
        start().view(2)
    with pytest.raises(UsageError, match="no zone `attic`"):
        start().view(0).see("attic")


def test_where_nothing_is_hidden_all_is_seen() -> None:
    state = Game.of(programs.duel(), compiled=False).start(players=2).play("r1c1")
    assert tuple(state.raw().V) == state.view(1).V
    assert state.view(1).backs == ()
    assert deal(state, seat=1) == state.raw()


def is_sound(table: Table) -> bool:
    in_order = all(z == tuple(sorted(z)) for z in table.Z[1:2] + table.Z[3:5])
    everywhere = sorted(piece for z in table.Z for piece in z)
    return in_order and everywhere == list(range(8)) and places(table.program, table.V, table.Z) == table.P


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_looks_the_same_and_can_be_played(seed: int) -> None:
    state = CARDS.start(players=3, seed=seed)
    while not state.over:
        assert state.decision is not None
        view = state.view(state.decision.seat)
        for again in range(5):
            table = deal(view, seed=again)
            assert view_of(state.rules, table, view.seat) == view
            machine = state.rules.machine
            while table.stack:
                machine.run(table, machine.answers(table)[-1])
        state = state.play(state.decision.options[seed % len(state.decision.options)])


def test_every_deal_is_as_likely_as_any_other() -> None:
    view = start().play("pass").view(1)
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(6_000):
        table = deal(view, seed=seed)
        assert table.Z[4] == (3, 7)
        counts[table.Z[3]] += 1
    unseen = [piece for piece in range(8) if piece not in (3, 7)]
    assert set(counts) == set(combinations(unseen, 2))
    assert all(abs(count - 400) < 80 for count in counts.values())
    assert is_sound(table)


def test_equal_seeds_give_equal_samples() -> None:
    view = start().view(0)
    assert deal(view, seed=4) == deal(view, seed=4)
    assert deal(start(), seat=0, seed=4) == deal(view, seed=4)


def test_kinds_with_different_backs_are_not_mixed() -> None:
    program = programs.cards(2)
    odd = tuple(attrs.evolve(p, kind="odd" if n % 2 else "card") for n, p in enumerate(program.pieces))
    state = Game.of(attrs.evolve(program, pieces=odd), compiled=False).start(players=2, seed=6)
    hidden = Counter(piece % 2 for piece in state.raw().Z[4])
    assert all(Counter(p % 2 for p in deal(state, seat=0, seed=n).Z[4]) == hidden for n in range(50))


def test_hidden_pieces_on_spaces_are_dealt_too() -> None:
    program = programs.cards(2)
    at = program.v_size
    spot = ZoneDef("spot", "space", at, 2, holds=TypeInfo("piece", "card"), visibility="secret")
    with_spot = attrs.evolve(
        program, zones=(*program.zones, spot), v_size=at + 2, v_initial=(*program.v_initial, -1, -1)
    )
    state = Game.of(with_spot, compiled=False).start(players=2, seed=6)
    raw = state.raw()
    pieces.put_space(raw, raw.Z[1][0], at)
    view = view_of(state.rules, raw, 0)
    assert view.see("spot", 0) == (Back("card", 0),)
    assert view.see("spot", 1) == (-1,)
    seen = {deal(view, seed=seed).V[at] for seed in range(200)}
    assert seen == set(range(8)) - set(raw.Z[3])


def test_sampling_needs_somebody_who_looks_and_is_asked() -> None:
    with pytest.raises(UsageError, match="seat is missing"):
        deal(start())
    with pytest.raises(UsageError, match="seat 2 is not asked anything now"):
        deal(start(), seat=1)
