"""Drawn grids: each picture becomes a static attribute of cells."""

from __future__ import annotations

from tangrules.check.constants import new_icon
from tangrules.check.infos import Grid
from tangrules.check.types import Ty, describe
from tangrules.check.world import World
from tangrules.check.written import resolve_type
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

BLANK = "-. "


def declare_layouts(world: World) -> None:
    for name, rule in world.model.layouts.items():
        layout = rule.item
        grid = world.grids.get(layout.grid.text)
        if grid is None:
            hint = did_you_mean(layout.grid.text, world.grids)
            message = f"there is no grid called `{layout.grid.text}`"
            world.reporter.error("E-NAME", message, layout.grid.span, suggestion=hint)
            continue
        ty = resolve_type(world, tree.Type(layout.icons, span=layout.icons.span))
        if ty.form not in ("icon", "unknown"):
            message = f"a picture is made of icons, not of {describe(ty)}"
            world.reporter.error("E-KIND", message, layout.icons.span, expected="the name of an icon set")
            continue
        cells = _Drawing(world, layout, grid, _legend(world, layout, ty)).read()
        column = [cells.get(c % grid.area, -1) for c in range(grid.size)]
        world.layouts[name] = (grid.name, ty.maybe(), world.table(name, [*column, -1]))


def _legend(world: World, layout: tree.Layout, ty: Ty) -> dict[str, int]:
    legend: dict[str, int] = {}
    names = {world.icons[i]: i for i in ty.icons}
    for letter, icon in layout.legend:
        if len(letter) != 1:
            message = f"`{letter}` is {len(letter)} characters: each cell is drawn as one"
            world.reporter.error("E-LAYOUT", message, icon.span)
            continue
        if letter in legend:
            world.reporter.error("E-DUPLICATE", f"`{letter}` is explained twice", icon.span)
        if icon.text not in names and ty.form == "icon":
            hint = did_you_mean(icon.text, names) or new_icon(world, ty, icon.text, icon.span)
            message = f"`{icon.text}` is not an icon of `{ty.name}`"
            world.reporter.error("E-ICON", message, icon.span, suggestion=hint)
        legend[letter] = names.get(icon.text, -1)
    return legend


class _Drawing:
    """A picture on its way to cells."""

    def __init__(self, world: World, layout: tree.Layout, grid: Grid, legend: dict[str, int]) -> None:
        self._world = world
        self._layout = layout
        self._grid = grid
        self._legend = legend
        self._cells: dict[int, int] = {}

    def read(self) -> dict[int, int]:
        rows, grid = self._layout.rows, self._grid
        if len(rows) != grid.height:
            self._report(f"this picture has {_rows(len(rows))}, but `{grid.name}` has {grid.height}")
        for number, row in enumerate(rows[: grid.height]):
            if len(row) != grid.width:
                have = f"{len(row)} character{'s' if len(row) != 1 else ''}"
                message = f"the row `{row}` has {have}, but `{grid.name}` is {grid.width} cells wide"
                self._report(message, at=self._span(number, 0, len(row)))
            else:
                self._row(number, row)
        return self._cells

    def _row(self, number: int, row: str) -> None:
        grid = self._grid
        for c, letter in enumerate(row):
            cell = number * grid.width + c
            if letter in self._legend:
                self._cells[cell] = self._legend[letter]
                if cell in grid.missing:
                    message = f"`{letter}` stands on r{number}c{c}, which is no cell of `{grid.name}`"
                    self._report(message, at=self._span(number, c))
            elif letter not in BLANK:
                message = f"nothing says what `{letter}` in the row `{row}` is"
                hint = f'`where "{letter}" is ICON` above the picture'
                self._report(message, hint, at=self._span(number, c))

    def _report(self, message: str, expected: str = "", *, at: Span | None = None) -> None:
        self._world.reporter.error("E-LAYOUT", message, at or self._layout.span, expected=expected)

    def _span(self, number: int, column: int, width: int = 1) -> Span | None:
        """Where signs of a row stand in the file; None if rows do not stand below each other as they are drawn."""
        whole = self._layout.span
        lines = self._world.model.sources.get(whole.file, "").splitlines()
        rows = [
            n for n in range(whole.line, min(whole.end_line, len(lines))) if lines[n].lstrip().startswith('"')
        ]
        if len(rows) != len(self._layout.rows):
            return None
        first = lines[rows[number]].index('"') + 2 + column
        return Span(whole.file, rows[number] + 1, first, rows[number] + 1, first + width)


def _rows(count: int) -> str:
    return f"{count} row{'s' if count != 1 else ''}"
