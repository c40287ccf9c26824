"""Cuts a file into pieces that can be read alone: lines of the header, items, items within items."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax.lines import Line, Survey
from tangrules.syntax.parts import Problem
from tangrules.syntax.reading import Stuck
from tangrules.syntax.vocabulary import HEADER_WORDS, ITEM_WORDS, PACK_WORDS

_BEFORE = {
    "edition": (),
    "pack": ("tang 1",),
    "directive": ("tang 1", "game x"),
    "item": ("tang 1", "game x", "look x"),
}
"""What a piece needs before it to be a file of its own. After an item no line of the header can come."""

CONTAINERS = frozenset({"while", "with", "for"})
"""Items that hold items."""


@attrs.frozen
class Chunk:
    """Lines that are read together. `role` is "edition", "pack", "directive" or "item"."""

    role: str
    lines: tuple[Line, ...]
    depth: int = 0

    @property
    def text(self) -> str:
        """The chunk as a file of its own."""
        own = (line.text[min(self.depth, line.depth) :] for line in self.lines)
        return "\n".join([*self._before, *own, ""])

    @property
    def _before(self) -> tuple[str, ...]:
        return _BEFORE[self.role]

    @property
    def _shift(self) -> int:
        return self.lines[0].number - len(self._before) - 1

    def located(self, stuck: Stuck) -> Stuck:
        """Return a place of `text` as a place of the file."""
        return attrs.evolve(stuck, line=stuck.line + self._shift, column=stuck.column + self.depth)

    def placed(self, problem: Problem) -> Problem:
        """Return a problem of `text` as one of the file."""
        span, shift, depth = problem.span, self._shift, self.depth
        moved = Span(
            span.file, span.line + shift, span.column + depth, span.end_line + shift, span.end_column + depth
        )
        return attrs.evolve(problem, span=moved)

    def holds(self, line: int) -> bool:
        """Whether this line of the file belongs to the chunk."""
        return self.lines[0].number <= line <= self.lines[-1].number

    def inner(self) -> list[Chunk]:
        """Return the items that this item holds, or nothing if it holds none."""
        rest = [line for line in self.lines[1:] if line.bits]
        if self.role != "item" or self.lines[0].first not in CONTAINERS or not rest:
            return []
        depth = rest[0].depth
        if any(line.depth < depth for line in rest):
            return []
        starts = [line.number for line in rest if line.depth == depth]
        return [Chunk("item", lines, depth) for lines in _runs(self.lines, starts)]


def cut(found: Survey) -> list[Chunk]:
    """Cut a file into its chunks."""
    chunks: list[Chunk] = []
    last = ""
    for lines in _runs(found.lines, found.starts):
        last = _role(lines[0].first, last)
        chunks.append(Chunk(last, lines))
    return chunks


def _role(word: str, last: str) -> str:
    """Tell what a line at the left margin is from its first word and from the line before it."""
    if not last and (word.casefold() == "tang" or did_you_mean(word.casefold(), ["tang"])):
        return "edition"
    if last in ("", "edition") and (word in PACK_WORDS or word not in HEADER_WORDS | ITEM_WORDS):
        return "pack"
    return "directive" if last != "item" and word in HEADER_WORDS else "item"


def _runs(lines: Iterable[Line], starts: list[int]) -> list[tuple[Line, ...]]:
    runs: list[list[Line]] = []
    beginnings = set(starts)
    for line in lines:
        if line.number in beginnings:
            runs.append([])
        if runs:
            runs[-1].append(line)
    return [tuple(run) for run in runs]
