"""A sheet of characters with colours, to draw text upon. It grows as it is written to."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tangrules.diagnostics.visible import visible, width
from tangrules.draw.palette import colour

_ASCII = str.maketrans(
    {
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "─": "-", "│": "|", "·": ".", "●": "#", "◆": "*", "◇": "o", "▶": ">", "×": "x", "–": "-",
        "↑": "^", "→": ">", "↓": "v", "←": "<", "…": "~", "▒": "?", "○": "@",
    }
)  # fmt: skip


@attrs.frozen
class Style:
    """How a text looks: a colour's name, or none for the terminal's own."""

    colour: str = ""
    bold: bool = False
    dim: bool = False

    def codes(self) -> str:
        """Return the terminal's codes that switch the style on."""
        codes = ["1"] * self.bold + ["2"] * self.dim
        if self.colour:
            codes.append(f"38;5;{colour(self.colour).terminal}")
        return f"\x1b[{';'.join(codes)}m" if codes else ""


PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)

Run = tuple[str, Style]
"""A piece of text in one style."""


class Canvas:
    """Rows of cells; a wide character takes two of them."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Style]]] = []

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """How many cells the longest line takes."""
        return max((len(row) for row in self._rows), default=0)

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> int:
        """Write over what is there; return the column behind the text."""
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        for sign in visible(text):
            cells = width(sign)
            line += [(" ", PLAIN)] * (column + cells - len(line))
            if cells:
                line[column : column + cells] = [(sign, style)] + [("", style)] * (cells - 1)
            column += cells
        return column

    def put_runs(self, row: int, column: int, runs: Iterable[Run]) -> int:
        """Write texts one after the other."""
        for text, style in runs:
            column = self.put(row, column, text, style)
        return column

    def paste(self, row: int, column: int, other: Canvas) -> None:
        """Lay another sheet over this one."""
        for at, line in enumerate(other._rows):
            self.put(row + at, 0, "")
            mine = self._rows[row + at]
            mine += [(" ", PLAIN)] * (column + len(line) - len(mine))
            mine[column : column + len(line)] = line

    def text(self, *, colours: bool = False, ascii_only: bool = False) -> str:
        """Return all lines; without colours there is nothing in it but text."""
        lines = [_line(row, colours) for row in self._rows]
        text = "\n".join(lines)
        return text.translate(_ASCII) if ascii_only else text


def _line(row: list[tuple[str, Style]], colours: bool) -> str:
    if not colours:
        return "".join(sign for sign, _ in row).rstrip()
    end = len(row)
    while end and row[end - 1] == (" ", PLAIN):
        end -= 1
    out: list[str] = []
    last = PLAIN
    for sign, style in row[:end]:
        if style != last:
            out.append(("\x1b[0m" if last != PLAIN else "") + style.codes())
            last = style
        out.append(sign)
    return "".join(out) + ("\x1b[0m" if last != PLAIN else "")


def width_of(runs: Iterable[Run]) -> int:
    """Return how many cells texts take up."""
    return sum(width(visible(text)) for text, _ in runs)


def wrap(items: Iterable[list[Run]], room: int) -> list[list[Run]]:
    """Return items, each a few runs that stay together, in lines of at most `room` cells."""
    lines: list[list[Run]] = []
    for item in items:
        if lines and width_of(lines[-1]) + 1 + width_of(item) <= room:
            lines[-1] += [(" ", PLAIN), *item]
        else:
            lines.append(list(item))
    return lines
