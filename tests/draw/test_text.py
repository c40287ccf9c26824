"""The text drawing, as printed."""

from __future__ import annotations

import re

from tangrules import State, load
from tangrules.draw import draw_text, read_scene
from tangrules.draw.scene import Panel, Scene

MEADOW = """\
Meadow <& Brook> · round 1 · turn 1

         c0           c1           c2
   ┌────────────┬────────────┬────────────┐
   │     H      │     H      │            │
   │B   [n]    G│H (B) [n]  H│    (li)    │
r0 │            │  [u:li1←]  │            │
   │     G      │     H      │            │
   ├────────────┼────────────┼────────────┘
   │            │            │
r1 │     ·      │     ·      │
   │            │            │
   └────────────┴────────────┘

north  rim [ ] [ ]
east   rim [ ] [ ]
south  rim [li] [ ]
west   rim [ ] [ ]

draw pile  1
choice     big
           ┌─────────┐
           │   G1    │
           │H       H│
           │   G2    │
           └─────────┘
           twin
"""

SEATS = """\
▶ seat 1 · on turn                             score 3    seat 2                                       score 3
grass ··◇·· 0                                           grass ··◇·· 0
brook ●·◇·· 1                                           brook ●·◇·· 1
coins 3                                                 coins 3
hand ▒ card ×2                                          hand ▒ card ×2

H hedge  G grass  B brook  n nest  u burrow  li little  B big"""


def drawn(state: State, **how: object) -> str:
    """Draw a state as everybody sees it."""
    scene = read_scene(state.raw(), asked=state.pending, scores=state.scores)
    return draw_text(scene, **how)  # type: ignore[arg-type]


def test_the_whole_drawing(meadow: State) -> None:
    text = drawn(meadow)
    assert text.startswith(MEADOW)
    assert text.endswith(SEATS)


def test_lines_are_not_wider_than_asked(meadow: State) -> None:
    for width in (60, 80, 120):
        assert max(map(len, drawn(meadow, width=width).splitlines())) <= width


def test_colours_change_nothing_but_colours(meadow: State) -> None:
    coloured = drawn(meadow, colours=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == drawn(meadow)


def test_a_plain_terminal_gets_ascii(meadow: State) -> None:
    assert drawn(meadow, ascii_only=True).isascii()


def test_control_signs_in_names_are_not_printed() -> None:
    scene = Scene("evil\x1b[2Jtitle\n", 0, 0, False, (), Panel(-1, ()), (), ())
    text = draw_text(scene)
    assert "\x1b" not in text
    assert "\n" not in text


def test_the_heading_names_the_packs_beside_the_game() -> None:
    state = load("tang-garden", "winter").start(players=2, seed=1)
    assert draw_text(read_scene(state.raw())).splitlines()[0].startswith("Tang Garden · Winter · round 1")
    alone = load("tang-garden").start(players=2, seed=1)
    assert draw_text(read_scene(alone.raw())).splitlines()[0].startswith("Tang Garden · round 1")


def test_many_packs_are_counted() -> None:
    def told(*joined: str) -> str:
        scene = Scene("Game", 0, 0, False, (), Panel(-1, ()), (), (), joined)
        return draw_text(scene).splitlines()[0]

    assert told("One", "Two", "Three") == "Game · One, Two, Three"
    assert told("One", "Two", "Three", "Four") == "Game · One, Two and 2 more packs"
