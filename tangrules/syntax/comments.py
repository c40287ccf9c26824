"""What a source holds besides its sentences: comments and empty lines."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from tangrules.syntax.lines import Line, split_lines

_COMMENT = re.compile(r'(?:"[^"]*"|(?!--)[^"])*(--.*)')


@attrs.frozen
class Comment:
    """A comment, its line and depth, and whether an empty line stands before it."""

    text: str
    line: int
    depth: int
    has_space: bool


class Margin:
    """The comments of a source, each handed out once and in their order."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._pending = [comment for comment in map(self._comment, lines) if comment]
        self._pending.reverse()

    @classmethod
    def of(cls, text: str) -> Margin:
        """Take the comments of a text."""
        return cls(split_lines(text))

    @property
    def end(self) -> int:
        """The number of the line after the last."""
        return len(self._lines) + 1

    def _comment(self, line: Line) -> Comment | None:
        match = _COMMENT.match(line.text)
        if match is None:
            return None
        return Comment(match[1].rstrip(), line.number, line.depth, self.has_space_before(line.number))

    def _line(self, number: int) -> Line | None:
        return self._lines[number - 1] if 0 < number <= len(self._lines) else None

    def has_space_before(self, number: int) -> bool:
        """Whether the line before this one is empty."""
        line = self._line(number - 1)
        return line is not None and not line.text.strip()

    def depth(self, number: int) -> int:
        """How deep a line stands."""
        line = self._line(number)
        return line.depth if line else 0

    def find(self, word: str, last: int) -> int:
        """Return the nearest line up to this one that begins with a word, or 0."""
        return next((number for number in range(last, 0, -1) if self._begins(number, word)), 0)

    def _begins(self, number: int, word: str) -> bool:
        line = self._line(number)
        return line is not None and line.first == word

    def first_lines(self) -> dict[str, int]:
        """Map the first words of lines at the left margin to the first line of each."""
        found: dict[str, int] = {}
        for line in self._lines:
            if line.bits and not line.depth:
                found.setdefault(line.first, line.number)
        return found

    def before(self, number: int) -> list[Comment]:
        """Hand out the comments that stand before a line."""
        return self._while(lambda comment: comment.line < number)

    def within(self, first: int, last: int) -> list[Comment]:
        """Hand out the comments on the lines of a sentence."""
        return self._while(lambda comment: first <= comment.line <= last)

    def deep(self, depth: int, end: int) -> list[Comment]:
        """Hand out the comments before a line that stand as deep as a block, or deeper."""
        return self._while(lambda comment: comment.line < end and comment.depth >= depth)

    def is_next_before(self, number: int) -> bool:
        """Whether a comment stands before a line."""
        return bool(self._pending) and self._pending[-1].line < number

    def has_deep(self, after: int, depth: int, end: int) -> bool:
        """Whether a comment that stands as deep as a block, or deeper, comes next after a line."""
        coming = (comment for comment in reversed(self._pending) if comment.line > after)
        first = next(coming, None)
        return first is not None and first.line < end and first.depth >= depth

    def _while(self, fits: Callable[[Comment], bool]) -> list[Comment]:
        taken: list[Comment] = []
        while self._pending and fits(self._pending[-1]):
            taken.append(self._pending.pop())
        return taken
