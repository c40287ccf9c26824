"""What a seat has seen of the moves, what is dealt anew in its place, and seats that are turned."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tangrules import Game, State, load
from tangrules.play.seen import UNSEEN, moves_seen
from tangrules.play.views import unseen, view_of
from tangrules.verify.conformance.lots import dealt_anew
from tangrules.verify.conformance.seats import turned
from tangrules.verify.conformance.trail import Trail, begin, replayed
from tangrules.verify.conformance.witness import witness_of
from tests.verify.faults import FaultyGame

CHANGES = (
    (
        'action rest "Rest"',
        'action hand "Hand over" is main when your basket is not nothing:\n'
        "    choose f in your basket, q in others:\n"
        "        move f to q.basket\n"
        'action rest "Rest"',
    ),
    (
        "zone sack: deck of fruit, secret\n",
        "zone sack: deck of fruit, secret\nzone crate: deck of fruit, secret\n",
    ),
    (
        "    move fruits to sack\n    shuffle sack\n",
        "    move all(f in fruits where f.colour is red) to sack\n"
        "    move all(f in fruits where f.colour is green) to crate\n"
        "    shuffle sack\n    shuffle crate\n",
    ),
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(str(FaultyGame("hidden", "", "", CHANGES).write(tmp_path_factory.mktemp("packs"))))


@pytest.fixture
def opened(game: Game) -> State:
    return game.start(players=3, seed=4).play("2", seat=1).play("0", seat=2).play("1", seat=0)


def test_a_secret_answer_is_seen_by_others_when_all_have_answered(game: Game) -> None:
    state = game.start(players=3, seed=4).play("2", seat=1)
    assert [move.text for move in moves_seen(state, 1)] == ["2"]
    assert [move.text for move in moves_seen(state, 0)] == [UNSEEN]
    state = state.play("0", seat=2)
    assert [move.text for move in moves_seen(state, 0)] == [UNSEEN, UNSEEN]
    state = state.play("1", seat=0)
    assert [move.text for move in moves_seen(state, 0)] == ["2", "0", "1"]


def test_a_piece_is_named_to_those_who_see_it(opened: State) -> None:
    text = next(
        option.text for option in opened.decision_of(opened.pending[0]).options if "hand: " in option.text
    )
    giver = opened.pending[0]
    taker = int(text.rpartition(" ")[2]) - 1
    other = 3 - giver - taker
    state = opened.play(text)
    assert moves_seen(state, giver)[-1].text == text
    assert text.split(",")[0] in moves_seen(state, taker)[-1].text
    assert moves_seen(state, other)[-1].text == f"hand: a fruit, seat {taker + 1}"
    planted = state.play(
        next(option for option in state.decision_of(state.pending[0]).options if option.labels[0] == "plant")
    )
    assert all(moves_seen(planted, seat)[-1].text.startswith("plant: apple") for seat in range(3))


def test_what_is_dealt_anew_looks_the_same_and_stays_in_its_lot(game: Game) -> None:
    trail = begin(game, 3, 1)
    state = trail.last
    lots = witness_of(trail).lots[0]
    program = state.rules.program
    red = {
        piece for piece, known in enumerate(program.pieces) if known.table and known.name.startswith("apple")
    }
    assert {lots[piece] for piece in red}.isdisjoint(lots[piece] for piece in range(12) if piece not in red)
    different = 0
    for seed in range(20):
        other = dealt_anew(state, 0, lots, Random(seed))
        assert view_of(state.rules, other, 0) == state.view(0)
        assert sorted(other.P) == sorted(state.raw().P)
        different += other != state.raw()
        for piece in range(12):
            assert (piece in red) == (other.P[piece] not in (_place(program, "crate"),))
    assert different > 10
    assert set(unseen(state.raw(), 0)) == {
        piece for piece in range(12) if piece not in state.view(0).see("basket", 0)
    }


def _place(program: object, zone: str) -> int:
    base: int = next(known.base for known in program.zones if known.name == zone)  # type: ignore[attr-defined]
    return -2 - base


def test_a_witness_counts_turns_and_goes_on_where_it_was(game: Game) -> None:
    trail = begin(game, 3, 2)
    rng = Random(3)
    states = [trail.last]
    while not states[-1].over and len(states) < 20:
        seat = states[-1].pending[0]
        options = states[-1].decision_of(seat).options
        states.append(states[-1].play(options[rng.randrange(len(options))], seat=seat))
    whole = Trail(game, 3, 2, tuple(states))
    one = witness_of(whole.up_to(5))
    assert witness_of(whole) is one
    assert len(one.turns) == len(states)
    assert sum(one.turns[-1]) == states[-1].raw().V[0]
    assert one.outcomes["sack"]
    again = witness_of(replayed(game, 3, 2, whole.entries))
    assert again is not one
    assert again.turns == one.turns
    assert again.outcomes == one.outcomes


def test_seats_turned_as_often_as_there_are_seats_are_as_they_were(opened: State) -> None:
    raw = opened.raw()
    raw.stack.clear()
    once = turned(raw)
    assert once != raw
    assert turned(turned(once)) == raw
    coins = next(zone.base for zone in raw.program.zones if zone.name == "coins")
    assert once.V[coins + 1] == raw.V[coins]
    assert once.P != raw.P


def test_the_file_of_the_game_is_checked(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is there 0 times"):
        FaultyGame("none", "", "", (("no such line", ""),)).write(tmp_path)
