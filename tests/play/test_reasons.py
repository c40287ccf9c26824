"""A refused move names the requirements that fail, with the numbers in them and the clauses behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import Game, State, load

TEXT = """\
tang 1
game stall "Stall"
players 2
at most 9 rounds

piece ware:
    price: number
table wares of ware:
    | name | price |
    | hat  | 2     |
    | coat | 7     |

zone shelf: set of ware
zone your coins: counter 0 .. 99 = 3
zone your bought: counter 0 .. 9 = 0
zone your bag: set of ware
zone your wishes: counter 0 .. 9 = 2, private

to setup: move wares to shelf
to round:
    for each q in players: q does go()
turn go: offer one main, any side

law affordable(w: ware, purse: number): w.price <= purse else "It costs too much."
require affordable(w, your coins) for buy(w)
require thrifty for buy(w) when w.price > 2:
    your bought is not 0 and your coins - w.price >= 1 or your coins is not 3
    else "One does not spend all."
require any_wish for buy(w): your wishes > 3 or w is hat else "You do not wish for it."
waive affordable for buy(w) when your bought > 5

action wait "Wait" is main: gain 1 coins
action trade "Trade" is main when count(your bag) < 2 and not your coins > 5:
    choose "Which?" w in shelf where w.price < 9 to buy(w)
action rest "Rest" is side once per turn: gain 1 bought
action sell "Sell" is side when your bought > 0 or your bag is not nothing: lose 1 bought
action bribe "Bribe" is side:
    pay 4 coins
    gain 1 bought

to buy(w: ware):
    lose w.price coins
    move w to your bag

end never when no: finish the game
score coins "Coins" = your coins
winner: most score
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    path = tmp_path / "stall.tang"
    path.write_text(TEXT, encoding="utf-8")
    game: Game = load(path)
    return game.start(players=2, seed=1)


def test_what_fails_is_told_with_the_numbers_on_both_sides(state: State) -> None:
    assert state.why_not("trade: coat") == (
        "affordable: It costs too much. (w.price is 7, purse is 3)",
        "thrifty: One does not spend all. (your bought is 0, your coins - w.price is -4, your coins is 3)",
        "any_wish: You do not wish for it. (your wishes is 2)",
    )
    assert state.why_not("trade: hat") == ()


def test_only_the_parts_that_fail_are_told(state: State) -> None:
    later = state.play("rest")
    assert later.why_not("trade: coat")[1] == (
        "thrifty: One does not spend all. (your coins - w.price is -4, your coins is 3)"
    )


def test_an_action_is_told_what_its_head_says(state: State) -> None:
    assert state.why_not("sell") == (
        "sell is not on offer now: `your bought > 0` does not hold (your bought is 0)",
        "sell is not on offer now: `your bag is not nothing` does not hold",
    )
    rested = state.play("rest")
    assert rested.why_not("rest") == ("rest is not on offer now: `once per turn` allows it no more",)
    assert rested.why_not("sell") == ()


def test_who_cannot_pay_is_told_how_much_there_is(state: State) -> None:
    assert state.why_not("bribe") == ("bribe is not on offer now: seat 1.coins is 3, less than 4",)


def test_what_should_not_hold_is_told(state: State) -> None:
    rich = state
    for _ in range(3):
        rich = rich.play("wait").play("wait")
    assert rich.why_not("trade: hat") == (
        "trade is not on offer now: `your coins > 5` holds (your coins is 6)",
    )
