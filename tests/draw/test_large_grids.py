"""Grids without end, one for each seat, and pieces made of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

import tangrules
from tangrules.draw import Scene, draw_svg, draw_text, read_scene


@pytest.fixture(scope="module")
def quilt() -> Scene:
    """Seat 1 has laid a card of two patches; seat 2 has an empty cloth."""
    game = tangrules.load(str(Path(__file__).parent / "quilt.tang"))
    return read_scene(game.start(players=2).raw())


def test_a_large_grid_is_shown_around_what_lies_on_it(quilt: Scene) -> None:
    laid, empty = quilt.boards
    assert (laid.top, laid.left, laid.height, laid.width) == (28, 30, 6, 5)
    assert (empty.top, empty.left, empty.height, empty.width) == (30, 30, 5, 5)


def test_each_seat_has_its_own_board(quilt: Scene) -> None:
    assert [board.seat for board in quilt.boards] == [0, 1]


def test_a_card_shows_the_parts_it_is_made_of(quilt: Scene) -> None:
    (shown,) = next(row for row in quilt.common.rows if row.name == "shown").entries
    (twin,) = shown.pieces
    assert twin is not None
    assert [[badge.letters for badge in row] for row in twin.parts] == [["R", "B"]]


def test_the_text_has_the_names_of_rows_and_columns_that_moves_use(quilt: Scene) -> None:
    lines = draw_text(quilt).splitlines()
    assert "  r30 ·   ·   R   ·   ·" in lines
    assert "      c30 c31 c32 c33 c34" in lines
    assert "shown  twin (R B)" in lines


def test_the_picture_has_them_too(quilt: Scene) -> None:
    assert ">r30</text>" in draw_svg(quilt)
    assert ">c32</text>" in draw_svg(quilt)
