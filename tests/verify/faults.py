"""Faults for the small game in `games`: each changes a line or two, and names the check that finds it."""

from __future__ import annotations

from pathlib import Path

import attrs

GAMES = Path(__file__).parent / "games"


@attrs.frozen
class FaultyGame:
    """A change of the game, the check that must find it, and words of what it says."""

    name: str
    check: str
    says: str
    changes: tuple[tuple[str, str], ...]

    def write(self, folder: Path) -> Path:
        """Write the changed game into a folder."""
        text = (GAMES / "orchard.tang").read_text(encoding="utf-8")
        for old, new in self.changes:
            assert text.count(old) == 1, f"{self.name}: {old!r} is there {text.count(old)} times"
            text = text.replace(old, new)
        path = folder / f"{self.name}.tang"
        path.write_text(text, encoding="utf-8")
        return path


FAULTS = (
    FaultyGame(
        "wrong_sign",
        "invariants",
        "invariant coins_are_kept does not hold",
        (("    set bank to bank - taken", "    set bank to bank + taken"),),
    ),
    FaultyGame(
        "missing_requirement",
        "offered",
        "is offered, and then a rule fails",
        (
            (
                'require free for plant_it(f, c): c.fruit is nothing else "A fruit grows there already."\n',
                "",
            ),
            (" because free", ""),
        ),
    ),
    FaultyGame(
        "lost_piece",
        "invariants",
        "invariant fruit_is_kept does not hold",
        (
            (
                "    draw 1 from sack to your basket\n",
                "    draw 2 from sack to your basket\n    move first(f in your basket) to box\n",
            ),
        ),
    ),
    FaultyGame(
        "endless_rule",
        "ends",
        "what follows does not end",
        (
            ("    step reward: take_bank(f.worth)\n", "    step reward: grow(f, 1)\n"),
            (
                "to take_bank(",
                "to grow(f: fruit, n: number): ripen(f, n)\n"
                "to ripen(f: fruit, n: number):\n"
                "    if n > 0: grow(f, n)\n"
                "to take_bank(",
            ),
        ),
    ),
    FaultyGame(
        "endless_choice",
        "ends",
        "the same position comes back",
        (('action rest "Rest"', 'action look_up "Look up" is free: nothing happens\naction rest "Rest"'),),
    ),
    FaultyGame(
        "leak_through_an_option",
        "secrets",
        "is offered depends on what seat",
        (
            (
                'action rest "Rest" is main: take_bank(1)',
                "value your has_pears: yesno = any(f in your basket: f.colour is green)\n"
                'action rest "Rest" is main when any(q in others: q.has_pears): take_bank(1)',
            ),
        ),
    ),
    FaultyGame(
        "leak_through_a_reason",
        "secrets",
        "depends on what seat",
        (
            (
                "require apart for",
                "value your has_pears: yesno = any(f in your basket: f.colour is green)\n"
                "require lucky for plant_it(f, c): "
                'f.worth is 1 or any(q in others: q.has_pears) else "No luck."\n'
                "require apart for",
            ),
        ),
    ),
    FaultyGame(
        "leak_through_what_follows",
        "secrets",
        "what follows from a move tells seat",
        (
            (
                'action rest "Rest" is main: take_bank(1)',
                'action rest "Rest" is main: take_bank(1 + count(f in your basket where f.colour is green))',
            ),
        ),
    ),
    FaultyGame(
        "secret_without_an_answer",
        "acts",
        "has no answer to a secret choice",
        (("n in 0 .. least(2, q.coins) as bids", "n in 1 .. q.coins - 3 where n < 1 as bids"),),
    ),
    FaultyGame(
        "first_seat_wins_ties",
        "seats",
        "depends on the number of the seat",
        (
            (
                'score coins "Coins" = your coins',
                "value your lead: yesno = highest(q in players by q.coins) is you\n"
                'score coins "Coins" = your coins + (if your lead then 2 else 0)',
            ),
        ),
    ),
    FaultyGame(
        "uneven_turns",
        "turns",
        "not all seats have had as many turns",
        (
            (
                "    for each q in players: q does take_turn()",
                "    for each q in players where q.coins > 2 or round_number mod 2 is 0: q does take_turn()",
            ),
        ),
    ),
    FaultyGame(
        "out_of_bounds",
        "offered",
        "it goes from",
        (("    gain taken coins\n", "    set your coins to your coins + 10 * taken\n"),),
    ),
    FaultyGame(
        "nothing_used",
        "offered",
        "there is nothing",
        (
            (
                "    draw 1 from sack to your basket\n",
                "    draw 1 from sack to your basket\n"
                "    move first(f in your basket where f.worth is 2)! to your basket\n",
            ),
        ),
    ),
)
