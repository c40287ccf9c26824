"""Faults for The Hanging Gardens."""

from __future__ import annotations

from tests.verify.seeded.fault import Change, Fault, Seeded

HANGING_GARDENS = Seeded(
    "The Hanging Gardens",
    "scenarios/hanging_gardens/hanging_gardens.tang",
    (
        Fault(
            "wrong sign",
            "missing tiles cost points",
            "test",
            (Change("scoring.tang", "= 5 * your missing", "= 0 - 5 * your missing"),),
        ),
        Fault(
            "missing requirement",
            "temples can be covered",
            "check",
            (
                Change(
                    "build.tang",
                    "require temples_stay for build(p, c, r) @hg.temple.07 @hg.break.01 @hg.move.11:\n"
                    "    none(t in your standing: t.cell in footprint(p, c, r))\n"
                    '    else "A temple cannot be covered."\n',
                    "",
                ),
            ),
        ),
        Fault(
            "leak",
            "what is offered depends on the tiles of others",
            "check",
            (
                Change(
                    "temples.tang",
                    "    none(o in temple_pieces: o.cell in group(x))\n",
                    "    none(o in temple_pieces: o.cell in group(x))"
                    " and none(q in others, p in q.tiles: p.person is guard)\n",
                ),
            ),
        ),
        Fault(
            "lost piece",
            "tiles that are taken leave the game",
            "test",
            (Change("points.tang", "shuffle p into your tiles", "move p to box"),),
        ),
        Fault(
            "loop",
            "a gap is filled by filling it",
            "check",
            (Change("points.tang", "        draw 1 from stack[h] to s\n", "        refill(s)\n"),),
        ),
        Fault(
            "wrong count",
            "the stacks differ in height",
            "test",
            (Change("hanging_gardens.tang", "draw 25 from", "draw 24 from"),),
        ),
        Fault(
            "missing trigger",
            "a large group brings no extra tile",
            "check",
            (
                Change(
                    "temples.tang",
                    "    step extra @hg.points.05 @hg.points.09 when bulk(x) >= 6: take_extra()\n",
                    "",
                ),
            ),
        ),
        Fault(
            "tie-break",
            "equal players share at once",
            "test",
            (
                Change(
                    "scoring.tang",
                    "most score then most count(your tiles) then shared",
                    "most score then shared",
                ),
            ),
        ),
        Fault(
            "visibility",
            "collected tiles lie open",
            "test",
            (
                Change(
                    "tiles.tang", "zone your tiles: deck of point, private", "zone your tiles: deck of point"
                ),
            ),
        ),
        Fault(
            "end",
            "the end comes with the last card of the deck",
            "test",
            (
                Change(
                    "hanging_gardens.tang",
                    "when deck is nothing and market is nothing: finish",
                    "when deck is nothing: finish",
                ),
            ),
        ),
    ),
)
