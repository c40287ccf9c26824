"""The score pad and the history as a seat can tell them: what it does not see is not told."""

from __future__ import annotations

from pathlib import Path

import pytest

import tangrules
from tangrules import Game, ScorePad, State, UsageError

PURSES = """\
tang 1
game purses "Purses"
players 3
at most 2 rounds

piece coin:
    worth: number
table coins of coin:
    | name  | worth | copies |
    | penny | 1     | 9      |

zone sealed: set of coin, secret
zone shown: set of coin
zone your purse: set of coin, private
zone your ledger: counter 0 .. 99 = 0, private
zone your steps: counter 0 .. 99 = 0

to setup:
    for each q in players: move take(player_count, all(c in coins where c in box)) to q.purse
to round:
    for each q in players: q does take_turn()
turn take_turn:
    in secret each q in players chooses "How many?" n in 0 .. 2 as bids
    for each q in players:
        q gains bids[q].n ledger
        q gains 1 steps

value your in_purse: number = sum(c in your purse: c.worth)
value your written: number = your ledger
value your richest: number = share(5) by your written
value sealed_worth: number = sum(c in sealed: c.worth)

score steps "Steps" = your steps
score size "Coins in the purse" = count(your purse)
score purse "Worth of the purse" = your in_purse
score each_coin "Each coin" for each c in your purse = c.worth
score ledger "Written down" = your written
score most_of "Who has most" = your richest
score others "What others have" = sum(q in others: q.in_purse)
score sealed "Sealed" = sealed_worth
end never when no: finish the round
winner: most score then shared
"""

OPEN = {"steps", "size"}
OWN = {"purse", "each_coin", "ledger"}
NOBODY = {"most_of", "others", "sealed"}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "purses.tang"
    path.write_text(PURSES)
    return tangrules.load(path)


def told(pad: ScorePad, seat: int) -> set[str]:
    """The names of the lines that the pad tells of a seat."""
    return {line.name for line in pad.lines if line.points[seat] is not None}


def after_a_bid(game: Game) -> State:
    state = game.start(players=3, seed=1)
    for seat, bid in enumerate((2, 1, 0)):
        state = state.play(str(bid), seat=seat)
    return state


def test_a_line_is_told_to_whom_it_hides_nothing_from(game: Game) -> None:
    state = after_a_bid(game)
    assert told(state.score_pad(0), 0) == OPEN | OWN
    assert told(state.score_pad(0), 1) == OPEN
    assert told(state.score_pad(), 0) == OPEN
    assert {line.name for line in state.score_pad().lines} == OPEN | OWN | NOBODY


def test_totals_are_told_only_whole(game: Game) -> None:
    pad = after_a_bid(game).score_pad(1)
    assert pad.totals == (None, None, None)
    steps, size, worth, each, bid = 1, 3, 3, 3, 1
    assert pad.known == (steps + size, steps + size + worth + each + bid, steps + size)


def test_the_pad_as_text_shows_where_it_does_not_tell(game: Game) -> None:
    lines = str(after_a_bid(game).score_pad(1)).splitlines()
    assert lines[0].split() == ["seat", "1", "seat", "2", "seat", "3"]
    assert [line.split()[-3:] for line in lines if line.startswith(("Written", "Steps"))] == [
        ["1", "1", "1"],
        ["?", "1", "?"],
    ]
    assert not any("would win" in line for line in lines)


def test_all_is_told_when_the_game_is_over(game: Game) -> None:
    state = after_a_bid(game)
    while not state.over:
        state = state.play(state.decision.options[0])
    assert state.score_pad(2).totals == state.scores == state.result.scores


def test_where_nothing_is_hidden_the_pad_is_the_score() -> None:
    state = tangrules.load("tang-garden").start(players=2, seed=3)
    for _ in range(12):
        state = state.play(state.decision.options[0])
    assert state.score_pad(1).totals == state.score_pad().totals == state.scores


def test_a_seat_that_is_not_there(game: Game) -> None:
    with pytest.raises(UsageError, match="seat is 3"):
        game.start(players=3).score_pad(3)


def test_a_history_for_a_seat_keeps_answers_that_are_not_told(game: Game) -> None:
    state = game.start(players=3, seed=1).play("2", seat=0)
    assert [move.text for move in state.history] == ["2"]
    assert [move.text for move in state.history_for(0)] == ["2"]
    assert [(move.seat, move.text) for move in state.history_for(1)] == [(0, "…")]
    assert [move.text for move in after_a_bid(game).history_for(1)] == ["2", "1", "0"]
    with pytest.raises(UsageError, match="seat is 3"):
        state.history_for(3)


def test_the_coins_of_spring_are_told_to_their_owner_alone() -> None:
    state = tangrules.load("spring").start(players=3, seed=5)
    for seat in range(3):
        coins = next(line for line in state.score_pad(seat).lines if line.name == "coins")
        assert coins.points == tuple(5 if other == seat else None for other in range(3))
