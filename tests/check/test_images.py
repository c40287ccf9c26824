"""The images of a shape on a grid: turned and mirrored, each set of cells once, holes left out."""

from __future__ import annotations

import pytest

from tangrules.check.images import images_on
from tangrules.check.infos import Grid

SHAPES = {
    "dot": (["x"], 32),
    "bar": (["xxx"], 4 * 6 + 2 * 8),
    "square": (["xx", "xx"], 3 * 7),
    "corner": (["xx", "x."], 4 * 3 * 7),
    "tee": (["xxx", ".x."], 2 * 3 * 6 + 2 * 2 * 7),
    "zigzag": (["xx.", ".xx"], 2 * 3 * 6 + 2 * 2 * 7),
    "hook": (["xxx", "x.."], 4 * 3 * 6 + 4 * 2 * 7),
    "too long": (["xxxxxxxxx"], 0),
    "nothing": ([".."], 0),
}


def grid(*, missing: frozenset[int] = frozenset()) -> Grid:
    return Grid("sheet", "mark", 8, 4, missing, 0)


def places(rows: list[str]) -> frozenset[tuple[int, int]]:
    return frozenset((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x")


@pytest.mark.parametrize("name", SHAPES)
def test_each_way_is_counted_once(name: str) -> None:
    rows, count = SHAPES[name]
    found = images_on(grid(), places(rows))
    assert len(found) == len(set(found)) == count
    assert all(cells == tuple(sorted(cells)) for cells in found)


def test_missing_cells_are_never_covered() -> None:
    found = images_on(grid(missing=frozenset({0})), places(["x"]))
    assert len(found) == 31
    assert not any(0 in cells for cells in images_on(grid(missing=frozenset({0})), places(["xx"])))


def test_cells_at_the_rims_are_no_neighbours() -> None:
    assert (7, 8) not in images_on(grid(), places(["xx"]))
