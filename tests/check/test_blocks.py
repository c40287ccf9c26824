"""Blocks and planes: parts from icons, where blocks would lie, laying over, the rim, cells of each player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tangrules import emit, interpret
from tangrules.diagnostics import ScenarioError
from tangrules.ir import Program
from tangrules.lower.pipeline import build_all
from tangrules.play.words import Words
from tangrules.runtime.driver import Machine
from tangrules.verify.examples import run_examples

GAME = (Path(__file__).parent / "quilt.tang").read_text(encoding="utf-8")

Run = Callable[[str], list[str]]


def build(tmp_path: Path, text: str) -> Program:
    file = tmp_path / "quilt.tang"
    file.write_text(text, encoding="utf-8")
    return build_all([str(file)], 2).program


@pytest.fixture(params=[interpret.Machine, emit.compile], ids=["interpreter", "compiled"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Return a function that runs one example, given by its lines, and returns what failed."""
    make: Callable[[Program], Machine] = request.param

    def run(lines: str) -> list[str]:
        body = "".join(f"    {line}\n" for line in lines.strip("\n").splitlines())
        program = build(tmp_path, f'{GAME}\nexample "it" for 2 players:\n{body}')
        (result,) = run_examples(program, make(program))
        return [failure.message for failure in result.failures]

    return run


def test_icons_make_parts_of_their_own(run: Run) -> None:
    assert not run(
        """
expect count(pieces(patch)) is 2 + 3 + 3 + 2 + 2 + 1
expect bar.patches is [bar_1, bar_2, bar_3]
expect bar_2.colour is blue
expect ell.patches is [ell_1, ell_3, ell_4]
expect twin_1.patches is [twin_1_1, twin_1_2] and twin_2.patches is [twin_2_1, twin_2_2]
expect mixed.patches is [old_rag, mixed_2]
expect count(bar_1.pins) is 1 and item(bar_1.pins, 1).icon is red
"""
    )


def test_where_a_block_would_lie(run: Run) -> None:
    assert not run(
        """
expect footprint(bar, r0c0, 0) is [r0c0, r0c1, r0c2]
expect footprint(bar, r0c2, 1) is [r0c2, r1c2, r2c2]
expect footprint(bar, r0c1, 0) is nothing
expect footprint(bar, r1c0, 0) is nothing
expect part(bar, r0c0, 0, r0c1) is bar_2
expect part(bar, r0c0, 2, r0c0) is bar_3
expect part(bar, r0c0, 0, r2c2) is nothing
expect part(bar, r0c1, 0, r0c1) is nothing
expect all(c in frame where r0c1 in footprint(bar, c, 0): c) is corners(bar, r0c1, 0)
expect every(c in frame, r in turns: all(d in frame where c in footprint(bar, d, r): d) is corners(bar, c, r))
"""
    )


def test_a_hole_covers_nothing(run: Run) -> None:
    assert not run(
        """
expect footprint(ell, your r10c10, 0) is [your r10c10, your r11c10, your r11c11]
expect part(ell, your r10c10, 0, your r10c11) is nothing
expect count(corners(ell, your r10c10, 3)) is 3
"""
    )


def test_laying_over_sends_what_lay_there_to_the_box(run: Run) -> None:
    assert not run(
        """
given:
    lay mixed at middle(seat 2.quilt).next(south)!
expect cell_on(quilt, old_rag) is seat 2.r33c32
given:
    lay bar over seat 2.r33c31
expect old_rag in box and mixed_2 in box
expect seat 2.r33c32.patch is bar_2
expect count(occupied(seat 2.quilt)) is 5
"""
    )


def test_laying_on_a_taken_cell_is_an_error(run: Run) -> None:
    assert run("given: lay bar at middle(your quilt)") == [
        "a rule failed: bar_1 was moved to a space that twin_1_1 is on"
    ]


def test_laying_off_the_grid_is_an_error(run: Run) -> None:
    (failure,) = run("given: lay bar at seat 1.r0c63")
    assert failure.startswith("a rule failed: ")


def test_a_plane_ends_far_from_its_middle(run: Run) -> None:
    assert not run(
        """
expect middle(your quilt) is seat 1.r32c32 and middle(seat 2.quilt) is seat 2.r32c32
expect seat 1.r0c0.next(north) is nothing and seat 2.r63c63.next(east) is nothing
expect seat 2.r0c0.next(north) is nothing
expect footprint(bar, seat 2.r5c61, 0) is [seat 2.r5c61, seat 2.r5c62, seat 2.r5c63]
expect footprint(bar, seat 2.r5c62, 0) is nothing and footprint(bar, seat 1.r62c5, 1) is nothing
expect corners(bar, seat 2.r5c63, 0) is [seat 2.r5c61]
expect corners(bar, seat 2.r5c0, 0) is [seat 2.r5c0]
expect count(corners(bar, seat 2.r0c0, 1)) is 1
"""
    )


def test_each_player_has_cells_of_that_name(run: Run) -> None:
    assert not run(
        """
expect seat 2.r3c4 is not your r3c4 and seat 1.r3c4 is your r3c4
expect seat 2.r3c4.owner is seat 2 and seat 2.r3c4.row is 3 and seat 2.r3c4.col is 4
expect occupied(seat 2.quilt) is [seat 2.r32c32, seat 2.r32c33]
expect occupied(frame) is nothing
"""
    )


def test_a_region_joins_what_is_said(run: Run) -> None:
    assert not run(
        """
given:
    move bar_1 to r0c1
    move ell_1 to r1c0
    move ell_4 to r2c2
expect count(slant(r0c1)) is 2
"""
    )


def test_a_choice_offers_nothing_across_the_rim(run: Run) -> None:
    assert not run("take_turn()\nexpect 8 options\nanswer 1, r0c2\nexpect no question")


def test_cells_of_each_player_have_names_of_their_own(tmp_path: Path) -> None:
    words = Words(build(tmp_path, GAME))
    quilt = next(zone for zone in words.program.zones if zone.name == "quilt")
    kind = quilt.index[0]
    assert words.text(kind, 64 * 64 + 3 * 64 + 4) == "seat 2.r3c4"
    assert words.read(kind, "seat 2.r3c4, and more") == (64 * 64 + 3 * 64 + 4, ", and more")
    assert words.instance(quilt, 64 * 64 + 5) == "seat 2.quilt[r0c5]"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("red blue plain  ", "red blue green  ", "`green` is not a `patch`"),
        ("red nothing, blue red", "red nothing, blue", "each row of a block must be equally long"),
        ("footprint(bar, c, r)", "footprint(bar, c)", "`footprint` takes 3 things in its brackets, not 2"),
        ("footprint(bar, c, r)", "footprint(old_rag, c, r)", "a block is needed here, this is a `patch`"),
        ("middle(q.quilt)", "middle(q)", "`middle` needs the name of a grid"),
        ("occupied(your quilt)", "occupied(quilt)", "each player has a `quilt`"),
        ("d in c.around where", "d in c.edges where", "joins a cell of `frame` to another, not to an edge"),
        ("    colour: colour\n", "    colour: colour\n    weight: number\n", "does not say the `weight`"),
    ],
)
def test_faults_are_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GAME
    with pytest.raises(ScenarioError) as caught:
        build(tmp_path, GAME.replace(old, new, 1))
    assert message in str(caught.value)
