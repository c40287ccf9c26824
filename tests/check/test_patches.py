"""What packs put into a verb of another pack: how far `stop` reaches there, and for whom it counts."""

from __future__ import annotations

import pytest

from tangrules import State
from tests.check.conftest import Play

LAKE = """
-- lake.tang
tang 1
game lake "Lake"
players 2
at most 4 rounds
icons trade: angler, farmer
zone your job: note of trade = farmer
zone your log: note of list of number
to setup: set seat 1.job to angler
to round:
    for each q in players: q does take_turn()
turn take_turn:
    step main: offer one main
    step sleep: note_down(9)
action go_out "Go out" is main:
    fish(1)
    note_down(8)
action rest "Rest" is main: nothing happens
to note_down(n: number): set your log to your log + [n]
to fish(n: number):
    step cast: note_down(1)
    step bait:
        choose one bait "Which bait?":
            option worm "A worm" when n > 0: note_down(2)
            option bread "Bread": note_down(3)
        note_down(4)
    step reel: note_down(5)
end never when no: finish the game
score catch "Catch" = count(your log)
winner: most score then shared
-- boats.tang
tang 1
module boats "Boats"
extends lake
"""


def log(state: State, seat: int = 0) -> tuple[int, ...]:
    zone = next(zone for zone in state.rules.program.zones if zone.name == "log")
    return state.raw().Z[zone.base + seat]


CASES = {
    "nothing changed": ("", "worm", (1, 2, 4, 5, 8, 9)),
    "stop in an added step leaves that step": (
        """
add step row of fish after cast:
    note_down(11)
    if n > 0: stop
    note_down(12)
""",
        "worm",
        (1, 11, 2, 4, 5, 8, 9),
    ),
    "stop in a loop of an added step leaves that step": (
        """
add step row of fish after cast:
    for each k in 1 .. 3:
        note_down(10 + k)
        if k is 2: stop
    note_down(19)
""",
        "worm",
        (1, 11, 12, 2, 4, 5, 8, 9),
    ),
    "stop in a replaced step leaves that step": (
        """
replace step cast of fish:
    note_down(11)
    stop
""",
        "worm",
        (11, 2, 4, 5, 8, 9),
    ),
    "stop with a name leaves that verb": (
        """
add step row of fish after cast:
    note_down(11)
    stop fish
""",
        None,
        (1, 11, 8, 9),
    ),
    "stop in an added option leaves that option": (
        """
add option fly to bait of fish "A fly":
    note_down(21)
    stop
""",
        "fly",
        (1, 21, 4, 5, 8, 9),
    ),
    "an option replaced under a condition that holds": (
        """
while your job is angler:
    replace option worm of bait of fish "A fat worm": note_down(22)
""",
        "worm",
        (1, 22, 4, 5, 8, 9),
    ),
    "an option replaced under a condition that does not hold": (
        """
while your job is farmer:
    replace option worm of bait of fish "A fat worm": note_down(22)
""",
        "worm",
        (1, 2, 4, 5, 8, 9),
    ),
    "a choice without an answer in an added step leaves that step": (
        """
add step row of fish after cast:
    choose k in 1 .. n - 1: note_down(11)
    note_down(12)
""",
        "worm",
        (1, 2, 4, 5, 8, 9),
    ),
    "a step that is taken out": ("remove step reel of fish", "bread", (1, 3, 4, 8, 9)),
    "an option that is taken out": ("remove option worm of bait of fish", None, (1, 3, 4, 5, 8, 9)),
    "steps that hold for some players": (
        """
while your job is angler:
    add step row of fish after cast: note_down(11)
while your job is farmer:
    add step walk of fish after cast: note_down(12)
    add option fly to bait of fish "A fly": note_down(21)
""",
        "bread",
        (1, 11, 3, 4, 5, 8, 9),
    ),
    "a rule that is heard before a step of another pack": (
        """
before you fish(n) as early: note_down(31)
after you fish(n) as late: note_down(32)
add step row of fish before cast: note_down(11)
""",
        "worm",
        (31, 11, 1, 2, 4, 5, 32, 8, 9),
    ),
    "rules that leave out the brackets know the names all the same": (
        """
value luck(n: number): number = n
adjust luck: + 10 when n > 0
before you fish: note_down(luck(n))
require some for fish: n > 0 else "none"
waive some for fish when n < 0
""",
        "worm",
        (11, 1, 2, 4, 5, 8, 9),
    ),
}


@pytest.mark.parametrize(("patch", "answer", "expected"), CASES.values(), ids=CASES)
def test_a_patch(play: Play, patch: str, answer: str | None, expected: tuple[int, ...]) -> None:
    state = play(LAKE + patch).start(players=2).play("go_out")
    if answer is not None:
        state = state.play(answer)
    assert log(state) == expected


def test_what_holds_for_some_players_is_looked_at_for_each(play: Play) -> None:
    patch, _, _ = CASES["steps that hold for some players"]
    state = play(LAKE + patch).start(players=2).play("rest").play("go_out").play("fly")
    assert log(state, 1) == (1, 12, 21, 4, 5, 8, 9)
