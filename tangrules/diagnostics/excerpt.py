"""The line of source a span points at, with carets under it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tangrules.diagnostics.span import Span
from tangrules.diagnostics.visible import visible, width

LONGEST_LINE = 100
"""A longer line is cropped around the caret to this many characters."""

_BEFORE_CARET = 30
_TAB = 4
_CUT = "…"


@attrs.frozen
class Excerpt:
    """A printable line, its number, and how far in and how wide the carets stand."""

    number: int
    text: str
    indent: int
    carets: int


class SourceLines:
    """The lines of each source, cut once. A line ends at a line feed, as it does for the parser."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[str, list[str]] = {}

    def excerpt(self, span: Span) -> Excerpt | None:
        """Return the first line of the span, or nothing where the source or the line is missing."""
        line = self._line(span.file, span.line)
        if line is None:
            return None
        start = min(max(span.column - 1, 0), len(line))
        end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
        return _cropped(span.line, line, start, min(max(end, start), len(line)))

    def _line(self, file: str, number: int) -> str | None:
        if file not in self._sources:
            return None
        if file not in self._lines:
            self._lines[file] = self._sources[file].split("\n")
        lines = self._lines[file]
        return lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else None


def _cropped(number: int, line: str, start: int, end: int) -> Excerpt:
    first, last = 0, len(line)
    if last > LONGEST_LINE:
        if end > LONGEST_LINE:
            first = max(0, min(start - _BEFORE_CARET, last - LONGEST_LINE))
        last = min(last, first + LONGEST_LINE)
    head = _CUT if first else ""
    tail = _CUT if last < len(line) else ""
    before = _spaced(head + line[first:start])
    through = _spaced(head + line[first : min(end, last)])
    text = _spaced(head + line[first:last] + tail)
    return Excerpt(number, text, width(before), max(1, width(through) - width(before)))


def _spaced(text: str) -> str:
    """Put spaces for tabs, and show what can't be seen."""
    return visible(text.expandtabs(_TAB))
