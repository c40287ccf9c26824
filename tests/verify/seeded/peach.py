"""Faults for The Peach Festival."""

from __future__ import annotations

from tests.verify.seeded.fault import Seeded, fault

PEACH = Seeded(
    "The Peach Festival",
    "scenarios/tang_garden/peach/peach_festival.tang",
    (
        fault(
            "wrong sign",
            "spice that is spent is there twice",
            "test",
            "sheet.tang",
            "your spice_filled - your spice_spent",
            "your spice_filled + your spice_spent",
        ),
        fault(
            "missing requirement",
            "a cross serves two shapes",
            "check",
            "free.tang",
            "require unused for circle(p, a) @peach.shape.03:\n"
            "    none(c in a: your circled[c])\n"
            '    else "A cross serves one shape only."\n',
            "",
        ),
        fault(
            "leak",
            "which dice help depends on the cards of others",
            "check",
            "dice.tang",
            "any(d in pool: d.face is f) and your has_room(f)\n    ) to gain_good",
            "any(d in pool: d.face is f) and none(q in others, c in q.hand: c.kind is lotus)\n    ) to gain_good",
        ),
        fault(
            "lost piece",
            "tiles that are taken leave the game",
            "test",
            "market.tang",
            "    move t to your taken\n    if market is not nothing",
            "    move t to box\n    if market is not nothing",
        ),
        fault(
            "loop",
            "a benefit brings itself",
            "check",
            "sheet.tang",
            "    step coins when p is four_coins: gain 4 coins",
            "    step coins when p is four_coins: column_benefit(p)",
        ),
        fault(
            "wrong count",
            "there are four dice",
            "check",
            "dice.tang",
            "    | die  | 5      |",
            "    | die  | 4      |",
        ),
        fault(
            "missing trigger",
            "a threshold that is met in another turn is forgotten",
            "test",
            "sheet.tang",
            "after you step_up(k) as out_of_turn @peach.dice.17 when your invited and "
            "current_player is not you:\n    keep_chance()\n",
            "",
        ),
        fault(
            "order",
            "the dice are offered to the player who rolled",
            "test",
            "dice.tang",
            "for each q in players_from(you) where q is not you: q does share_pool()",
            "for each q in players_from(you) where q is you: q does share_pool()",
        ),
        fault(
            "visibility",
            "drawn cards lie open",
            "test",
            "free.tang",
            "zone your drawn: set of card, private",
            "zone your drawn: set of card",
        ),
        fault(
            "end",
            "two tokens end the game",
            "test",
            "peach_festival.tang",
            "as last_tokens @peach.score.06 when tokens_left <= 3: note_end()",
            "as last_tokens @peach.score.06 when tokens_left <= 2: note_end()",
        ),
    ),
    games=2,
)
