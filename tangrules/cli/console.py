"""What commands print, and how: messages, colours where a terminal has them, columns."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from tangrules.diagnostics.visible import visible, width

NARROWEST, WIDEST = 60, 120


def complain(message: str) -> None:
    """Print a message for whoever called the command. It may quote anything, so it is made safe to print."""
    note("\n".join(visible(line) for line in f"tangrules: {message}".split("\n")))


def note(message: str) -> None:
    """Print a remark beside the result: it goes to the standard error, so that results can be piped.

    What was printed before comes before it, also where both go to the same file.
    """
    with suppress(OSError, AttributeError):  # an output that cannot be written is told at the end
        sys.stdout.flush()
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:  # there is nowhere to tell it; the exit code still does
        close_quietly(sys.stderr)


def close_quietly(stream: TextIO) -> None:
    """Point a stream that cannot be written to elsewhere, so that Python does not complain about it at the end."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())


def has_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def is_ascii_only(stream: TextIO) -> bool:
    """Whether a stream can show nothing but ASCII."""
    try:
        "┌●◆".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def room() -> int:
    """Return how many columns a drawing may have."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((110, 40)).columns))


def columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Return rows as lines with aligned columns; those in `right` are aligned on the right."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [
        max((width(row[at]) for row in shown), default=0) for at in range(max(map(len, shown), default=0))
    ]
    lines: list[str] = []
    for row in shown:
        cells: list[str] = []
        for at, cell in enumerate(row):
            space = " " * (widths[at] - width(cell))
            cells.append(space + cell if at in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


def counted(number: int, noun: str) -> str:
    """Return `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
