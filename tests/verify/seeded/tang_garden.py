"""Faults for the base game of Tang Garden."""

from __future__ import annotations

from tests.verify.seeded.fault import Change, Fault, Seeded

TANG_GARDEN = Seeded(
    "Tang Garden",
    "scenarios/tang_garden/tang_garden.tang",
    (
        Fault(
            "wrong sign",
            "the Empress is paid for company",
            "test",
            (Change("influence.tang", "+ 9 - 3 * court_seen(f)", "+ 9 + 3 * court_seen(f)"),),
        ),
        Fault(
            "missing requirement",
            "a tile need not touch another one",
            "check",
            (
                Change(
                    "build.tang",
                    "require touch for place_tile(t, c, r) @base.build.06 @base.special.03:\n"
                    "    any(n in c.neighbours where n.tile is not nothing)\n"
                    '    else "A tile must lie beside a tile that is in the garden already; a corner is not enough."\n',
                    "",
                ),
            ),
        ),
        Fault(
            "leak",
            "a price depends on the cards in the deck",
            "check",
            (
                Change(
                    "lanterns.tang",
                    "value refresh_price: number @base.refresh.01 = 3",
                    "value refresh_price: number @base.refresh.01 ="
                    " if count(c in card_deck where c.kind is lotus) > 2 then 3 else 2",
                ),
            ),
        ),
        Fault(
            "lost piece",
            "cards that are not kept leave the game",
            "test",
            (Change("decorate.tang", "move your hand to discard", "move your hand to box"),),
        ),
        Fault(
            "loop",
            "characters are moved as often as one likes",
            "test",
            (Change("lanterns.tang", "    step cost: spend_lantern(move_character)\n", ""),),
        ),
        Fault(
            "wrong count",
            "a tile is there once too often",
            "check",
            (
                Change(
                    "tiles.tang",
                    "| greenery greenery greenery path    | greenery north east south              | greenery      "
                    "|          | 4 ",
                    "| greenery greenery greenery path    | greenery north east south              | greenery      "
                    "|          | 5 ",
                ),
            ),
        ),
        Fault(
            "missing trigger",
            "the Sword Dancer gets nothing for a token",
            "test",
            (
                Change(
                    "influence.tang",
                    "    while your skill is sword_dancer:\n"
                    "        after you take_token(k) @base.influence.26: gain 1 coins\n",
                    "",
                ),
            ),
        ),
        Fault(
            "tie-break",
            "cubes count before tokens",
            "test",
            (
                Change(
                    "scoring.tang",
                    "then most count(\n    your tokens\n) then most your cubes_home",
                    "then most your cubes_home then most count(\n    your tokens\n)",
                ),
            ),
        ),
        Fault(
            "visibility",
            "hands lie open",
            "test",
            (Change("decorate.tang", "set of card, private", "set of card"),),
        ),
        Fault(
            "end",
            "three tokens are not few enough",
            "test",
            (Change("tang_garden.tang", "when tokens_left <= 3: finish", "when tokens_left < 3: finish"),),
        ),
    ),
)
