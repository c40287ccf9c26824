"""Replays: readable, played again, stopped where a move is no longer legal."""

from __future__ import annotations

import pytest

from tangrules import Game, SaveError, replay
from tangrules.play.replay import LONGEST
from tests.play import programs

CARDS = Game.of(programs.cards(2), compiled=False)

GAME = """\
tangrules replay 1
game: cards
packs: cards
players: 2
rules: cards-1
seed: 5
chance deck: card_3, card_7, card_8, card_6, card_2

1. seat 1: play: card_3 with a coin
2. seat 2: pass
"""


def test_a_replay_is_written_as_people_read_it() -> None:
    state = CARDS.start(players=2, seed=5).play("card_3").play("pass")
    assert state.to_replay(chance=True) == GAME
    assert "chance" not in state.to_replay()


def test_a_replay_is_played_again() -> None:
    state = CARDS.start(players=2, seed=5).play("card_3").play("pass")
    for text in (GAME, state.to_replay()):
        again = replay(text, CARDS)
        assert again.state == state
        assert (again.stopped, again.same_rules, len(again.states)) == ("", True, 3)


def test_comments_and_blank_lines_are_for_readers() -> None:
    assert replay("# a fine game\n\n" + GAME + "# the end\n", CARDS).stopped == ""


def test_a_whole_game_with_secrets_is_played_again() -> None:
    bids = Game.of(programs.bids((3, 3, 3)), compiled=False)
    state = bids.start(players=3, seed=2)
    while not state.over:
        state = state.play(str(len(state.history) % 2), seat=state.pending[-1])
    assert replay(state.to_replay(), bids).state == state


@pytest.mark.parametrize(
    ("old", "new", "stopped"),
    [
        ("2. seat 2: pass", "2. seat 2: card_1", "line 10, seat 2: card_1: `play: card_1` is not allowed"),
        ("2. seat 2: pass", "2. seat 1: pass", "line 10, seat 1: pass: it is not for seat 1 to answer now"),
        ("2. seat 2: pass", "2. seat 2: dance", "line 10, seat 2: dance: `dance` is not a move here"),
        (", card_2", ", card_3", "line 10, seat 2: pass: `card_3` cannot be the next draw from deck"),
        (", card_2", "", "line 10, seat 2: pass: the script says nothing about the next draw from deck"),
    ],
)  # fmt: skip
def test_a_replay_stops_at_the_first_move_that_does_not_fit(old: str, new: str, stopped: str) -> None:
    played = replay(GAME.replace(old, new), CARDS)
    assert played.stopped.startswith(stopped)
    assert len(played.states) == 2


def test_other_rules_are_told_apart() -> None:
    assert not replay(GAME.replace("cards-1", "cards-0"), CARDS).same_rules


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tangrules replay 1", "hello", "this is not a replay: it must begin with `tangrules replay 1`"),
        ("tangrules replay 1", "tangrules replay 7", "this replay has format 7; this version reads format 1"),
        ("players: 2\n", "", "this replay does not say: players"),
        ("players: 2", "players: two", "players is `two`, not a number"),
        ("seed: 5", "seed: 99999999999999999999", "seed is `99999999999999999999`"),
        ("seed: 5", "seed: 5\nseed: 6", "line 7 of this replay says a second time what seed is"),
        ("2. seat 2: pass", "what now", "line 10 of this replay is neither a heading nor a move: what now"),
        ("card_3, card_7", "card_9, card_7", "chance does not fit these rules: `card_9` cannot be"),
    ],
)
def test_what_is_no_replay_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(SaveError, match=message.replace("(", r"\(")):
        replay(GAME.replace(old, new), CARDS)


def test_a_huge_replay_is_refused() -> None:
    with pytest.raises(SaveError, match="too long"):
        replay(" " * (LONGEST + 1), CARDS)


def test_a_replay_cannot_name_a_path() -> None:
    with pytest.raises(SaveError, match="does not name shipped packs"):
        replay(GAME.replace("packs: cards", "packs: ../cards"))
