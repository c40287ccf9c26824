"""How sentences read: patterns for an author whose own does not."""

from __future__ import annotations

from collections.abc import Iterable

HEADER = (
    "tang 1",
    'game boats "Boats"',
    'module tides "Tides"',
    'mix harbour "Harbour"',
    "part of boats",
    "players 2 to 4",
    "at most 30 rounds",
    'ledger "rulebook/base.toml"',
    'include "cards.tang"',
    "extends boats",
    "requires tides",
    'excludes storms "Each is a season of its own." @base.setup.01',
    "recommends tides",
    "discourages gales",
    'only one season "A year has one season at a time."',
)

ITEMS = (
    "icons colour: red, blue, all of metal",
    "piece card:",
    "table cards of card total 24:",
    "layout depth on sea of water:",
    "zone your coins: counter 0 .. 99 = 5",
    "zone sea: grid 8 by 8 of card",
    "zone marker[sea]: one boat",
    "zone deck: deck of card",
    "zone heap: pile of card",
    "zone market: row of card",
    "zone your hand: set of card, private",
    "zone dock: 3 slots of boat",
    "zone captain: note of player",
    "zone your rested: flag, each turn",
    "track your fame: 0 to 10",
    "region meadow on land of areas joins e when e.across is not nothing",
    "value your income: number = 2 * count(your boats)",
    "adjust your income: + 1 when your boats is nothing",
    "to build(c: card):",
    "turn take_turn:",
    'action build "Build a boat" is main:',
    'require paid for build(c): your coins >= c.cost else "too few coins"',
    "require free(c.cell) for build(c)",
    'law free(c: cell): c.boat is nothing else "there is a boat already"',
    "waive paid for build(c) when your coins is 0",
    "before you build(c): pay 1 coins",
    "after you build(c): gain 1 coins",
    "instead of you build(c): gain 1 coins",
    "whenever deck is nothing: shuffle discard into deck",
    'score coins "Coins" = your coins',
    "end empty when deck is nothing: finish the round",
    "winner: most score then most your coins then shared",
    "grades:",
    "invariant few_coins: sum(q in players: q.coins) <= 60",
    'example "a boat costs two coins":',
    'look boat "B" blue',
    'implements @base.3 "each cell has four sides"',
    "order tides.flood, boats.sink",
    "replace value your income = 3",
    "replace step rest of take_turn:",
    "extend icons colour: green",
    "remove score coins",
    "remove step rest of take_turn",
    "add step rest of take_turn after build:",
    'add option coins to prize of take_turn "two coins":',
    "while your skill is sailing:",
    "with tides:",
    "for 2 to 3 players:",
)

STATEMENTS = (
    "let best = highest(c in your hand by c.cost)",
    "set your coins to 3",
    "change amount to amount + 1",
    "gain 2 coins",
    "lose 2 coins",
    "pay 2 coins",
    "advance fame by 2",
    "move c to discard",
    "lay bridge at c turned 1",
    "swap a, b",
    "draw 2 from deck to your hand",
    "shuffle discard into deck",
    "pick c in deck",
    "roll n in 1 .. 6",
    "show your hand to players",
    "choose c in your hand to play(c)",
    'choose one prize "Which?":',
    'may "buy a boat":',
    "in secret each q in players chooses n in 0 .. q.coins as bids",
    "offer one main, any free",
    "proceed",
    "stop",
    "finish now",
    "everyone wins now",
    "nothing happens",
    "step rest: gain 1 coins",
    "if your coins >= 3:",
    "else if your coins >= 3:",
    "for each c in your hand:",
    "repeat 3 times:",
    'option coins "two coins": gain 2 coins',
    "otherwise: gain 1 coins",
    "given nothing set up",
    "rig deck: boat_1, boat_2",
    "answer boat_1",
    "expect your coins is 2",
    "expect refused build(c) because paid",
    "expect no option boat_1",
)

OF_PLAYERS = (
    "q gains 2 coins",
    "q loses 2 coins",
    "q pays 2 coins",
    "q advances fame by 2",
    "q draws 2 from deck to q.hand",
    "q chooses c in q.hand to play(c)",
    'q may "buy a boat":',
    "q does build(c)",
    "q leaves",
)

VALUES = (
    "sum(c in your hand: c.cost)",
    "count(c in your hand where c.cost > 2)",
    "every(c in your hand: c.cost > 2)",
    "any(c in your hand: c.cost > 2)",
    "none(c in your hand: c.cost > 2)",
    "max(c in your hand: c.cost, else 0)",
    "min(c in your hand: c.cost, else 0)",
    "all(c in your hand where c.cost > 2)",
    "first(c in your hand where c.cost > 2)",
    "distinct(c in your hand: c.cost)",
    "highest(c in your hand by c.cost)",
    "lowest(c in your hand by c.cost)",
    "share(12, 6) by your coins",
)

LINES_OF = {
    "piece": "cost: number = 2",
    "table": "| boat_1 | 3 | blue |",
    "layout": '"-rrc-"',
    "track": "at 5: gain 2 coins",
    "grades": '60: "Master"',
    "value": "3 when your coins is 0",
    "score": "3 when your coins is 0",
    "require": 'your coins >= 2 else "too few coins"',
    "law": 'c.boat is nothing else "there is a boat already"',
}
"""How a line reads under the first line of such an item, where it is not a statement."""


def nearest(forms: Iterable[str], head: str, words: Iterable[str]) -> str:
    """Return the form with a first word that has most words in common with others, or ""."""
    known = set(words)
    fitting = [form for form in forms if _words(form)[0] == head]
    return max(fitting, key=lambda form: len(known & set(_words(form))), default="")


def _words(form: str) -> list[str]:
    return form.replace(":", " ").replace("(", " ").split()
