"""A model is printed as it stands after all changes, each line beside the pack that wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangrules.link import dump_model, dump_rule

CASE = """
-- kites.tang
tang 1
game kites "Kites"
players 1 to 4
at most 9 rounds
ledger "kites.toml"
icons weather: calm, windy
piece kite:
    tail: number
table made of kite:
    | tail |
    | 2    |
zone sky: note of weather = calm   -- what the sky is like
zone wind: counter 0 .. 9
zone your coins: counter 0 .. 9
value height(k: kite): number @kites.01 =
    3 when sky is windy
    1 otherwise
to setup: set wind to 1
to round @kites.01:
    step fly when wind > 0:
        for each q in players: q does launch(2)
    step rest: nothing happens
to launch(n: number):
    if n is 2: set wind to 2
    else if n is 3: nothing happens
    else: set wind to 3
    choose k in made, j in made where (
            height(k) > n and height(j) > n):
        gain 1 coins
    otherwise:
        choose one prize "Which?":
            option coins "two coins" when wind > 1: gain 2 coins
require calm for launch(n): wind < 9 else "too windy"
end over when wind > 1: everyone wins
-- gusts.tang
tang 1
module gusts "Gusts"
extends kites
extend icons weather: gusty
adjust height(k): + 1 when sky is gusty
while your coins > 3:
    after you launch(n): gain 1 coins
    replace step rest of round: pay 1 coins
    add option wind to prize of launch: set wind to 4
add step gust of round before rest @kites.01: set wind to 5
-- kites.toml
[[rule]]
id = "kites.01"
section = "Kites"
kind = "turn"
says = "Kites fly."
"""

EXPECTED = """\
kites "Kites"
seats: 3 (1 to 4), rounds: at most 9
packs: kites, gusts
kites | icons weather: calm, windy
gusts | extend icons weather: gusty
kites | piece kite:
kites |     tail: number
kites | table made of kite:
kites |     | tail |
kites |     | 2    |
kites | zone sky: note of weather = calm
kites | zone wind: counter 0 .. 9
kites | zone your coins: counter 0 .. 9
kites | value height(k: kite): number @kites.01 =
kites |     3 when sky is windy
kites |     1 otherwise
gusts | adjust height(k): + 1 when sky is gusty
kites | to setup:
kites |     set wind to 1
kites | to round @kites.01:
kites |     step fly when wind > 0:
kites |         for each q in players:
kites |             q does launch(2)
gusts |     step gust @kites.01:
gusts |         set wind to 5
gusts |     step rest:
gusts |         if your coins > 3:
gusts |             pay 1 coins
kites |         else:
kites |             nothing happens
kites | to launch(n: number):
kites |     if n is 2:
kites |         set wind to 2
kites |     else if n is 3:
kites |         nothing happens
kites |     else:
kites |         set wind to 3
kites |     choose k in made, j in made where ( height(k) > n and height(j) > n):
kites |         gain 1 coins
kites |     otherwise:
kites |         choose one prize "Which?":
kites |             option coins "two coins" when wind > 1:
kites |                 gain 2 coins
gusts |             option wind when your coins > 3:
gusts |                 set wind to 4
kites | require calm for launch(n): wind < 9 else "too windy"
gusts | while your coins > 3:
gusts |     after you launch(n): gain 1 coins
kites | end over when wind > 1: everyone wins
"""


def test_a_model_is_printed_with_its_packs(linked: Callable[..., Any]) -> None:
    assert dump_model(linked(CASE).model) == EXPECTED


def test_one_rule_is_printed_alone(linked: Callable[..., Any]) -> None:
    model = linked(CASE).model
    assert dump_rule(model, model.adjusts["height"][0]) == "gusts | adjust height(k): + 1 when sky is gusty\n"
