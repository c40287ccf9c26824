"""The text drawing, as printed."""

from __future__ import annotations

import re

from tangrules import State
from tangrules.draw import draw_text, read_scene

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
    from tangrules.draw.scene import Panel, Scene

    scene = Scene("evil\x1b[2Jtitle\n", 0, 0, False, (), Panel(-1, ()), (), ())
    text = draw_text(scene)
    assert "\x1b" not in text
    assert "\n" not in text
