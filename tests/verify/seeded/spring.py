"""Faults for Spring."""

from __future__ import annotations

from tests.verify.seeded.fault import Seeded, fault

SPRING = Seeded(
    "Spring",
    "scenarios/tang_garden/seasons/spring/spring.tang",
    (
        fault(
            "wrong sign",
            "the price of an auction is paid to its winner",
            "test",
            "auction.tang",
            "    step price @spring.auction.11: lose price coins",
            "    step price @spring.auction.11: gain price coins",
        ),
        fault(
            "missing requirement",
            "lantern cards may be kept",
            "check",
            "auction.tang",
            "require no_lantern_card for keep_discarded(c) @spring.auction.18:\n"
            "    c.kind is not flying_lantern\n"
            '    else "Lantern cards belong in the envelope."\n'
            "\n",
            "",
        ),
        fault(
            "leak",
            "what may be bid depends on the coins of others",
            "check",
            "auction.tang",
            "least(your announced, bidding_tokens div player_count)",
            "least(your announced, 1 + max(q in others: q.coins, else 0))",
        ),
        fault(
            "lost piece",
            "cards that are kept leave the game",
            "test",
            "auction.tang",
            "@spring.auction.19: move c to your collection",
            "@spring.auction.19: move c to box",
        ),
        fault(
            "loop",
            "the steps of a reward never end",
            "check",
            "auction.tang",
            '    repeat n times: choose "Which cube moves?" k in terrain to step_up(k)\n',
            "    climb_freely(n)\n",
        ),
        fault(
            "wrong count",
            "there are too many tokens to bid with",
            "test",
            "auction.tang",
            "@spring.component.04 = 36",
            "@spring.component.04 = 63",
        ),
        fault(
            "missing trigger",
            "a card for the envelope brings no auction",
            "test",
            "auction.tang",
            "after anyone seal(c) as card_auction @spring.auction.01: set auction_due to yes\n",
            "",
        ),
        fault(
            "tie-break",
            "equal bids hold",
            "test",
            "auction.tang",
            "bids[q].n > 0 and none(o in players where o is not q: bids[o].n is bids[q].n)",
            "bids[q].n > 0",
        ),
        fault(
            "visibility",
            "coins lie open",
            "test",
            "spring.tang",
            "replace zone your coins: counter 0 .. 999 = 0, private @",
            "replace zone your coins: counter 0 .. 999 = 0 @",
        ),
        fault(
            "end",
            "a reward is there once too often",
            "test",
            "auction.tang",
            "circles[z] < boxes(z) and",
            "circles[z] <= boxes(z) and",
        ),
    ),
    games=2,
)
