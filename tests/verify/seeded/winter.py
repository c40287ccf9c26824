"""Faults for Winter."""

from __future__ import annotations

from tests.verify.seeded.fault import Seeded, fault

WINTER = Seeded(
    "Winter",
    "scenarios/tang_garden/seasons/winter/winter.tang",
    (
        fault(
            "wrong sign",
            "the Counselor pays for roofs in sight",
            "test",
            "counselor.tang",
            "3 + 2 * count(",
            "3 - 2 * count(",
        ),
        fault(
            "missing requirement",
            "the centre may be built on first",
            "check",
            "roof.tang",
            "require perimeter_first for place_tile(t, c, r) @winter.build.03 @winter.build.05 "
            "when t.is_roof:\n"
            "    c.palace is perimeter or every(x in garden where x.palace is perimeter: x.roof "
            "is not nothing)\n"
            '    else "The perimeter of the palace has to be full before the centre is built on."\n'
            "\n",
            "",
        ),
        fault(
            "leak",
            "whether a set can be given depends on the hands of others",
            "check",
            "cards.tang",
            "    every(k in ks: your roofs_of(k) is not nothing)\n",
            "    every(k in ks: your roofs_of(k) is not nothing) and none(q in others, x in "
            "q.hand: x.kind is roof_card)\n",
        ),
        fault(
            "lost piece",
            "cards that are given leave the game",
            "test",
            "cards.tang",
            "move take(2, your roofs_of(c.disc_on!.colour)) to discard",
            "move take(2, your roofs_of(c.disc_on!.colour)) to box",
        ),
        fault(
            "loop",
            "a tile is put onto the roof again and again",
            "test",
            "roof.tang",
            "    step told: tell_moves()\n",
            "    step told: put_roof(t, c)\n",
        ),
        fault(
            "wrong count",
            "three tiles leave each stack",
            "test",
            "winter.tang",
            "draw 4 from stack[k] to spare_tiles",
            "draw 3 from stack[k] to spare_tiles",
        ),
        fault(
            "missing trigger",
            "the full roof leaves Roof tiles on the stacks",
            "test",
            "roof.tang",
            "after anyone put_roof(t, c) as roof_closed @winter.build.09 when roof_full:\n"
            "    for each k in corner where open[k].is_roof: drop_roof(k)\n",
            "",
        ),
        fault(
            "scoring",
            "a dragon scores the rarer emblem",
            "test",
            "dragons.tang",
            "2 * max(m in emblem: emblems_seen(c, m), else 0)",
            "2 * min(m in emblem: emblems_seen(c, m), else 0)",
        ),
        fault(
            "visibility",
            "tiles that leave the game are seen",
            "test",
            "winter.tang",
            "zone spare_tiles: set of tile, secret @",
            "zone spare_tiles: set of tile @",
        ),
        fault(
            "end",
            "the roof is full before its centre is",
            "test",
            "roof.tang",
            "c in garden where c.palace in [perimeter, central]: c.roof is not nothing",
            "c in garden where c.palace is perimeter: c.roof is not nothing",
        ),
    ),
    games=2,
)
