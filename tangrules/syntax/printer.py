"""Writes a tree in the canonical form, and formats a file: the same form, with the author's comments.

A formatted file keeps each comment, and the empty lines with which its author parted things; of several in a
row it keeps one.
"""

from __future__ import annotations

import attrs

from tangrules.diagnostics import Reporter
from tangrules.syntax import tree
from tangrules.syntax.comments import Comment, Margin
from tangrules.syntax.outline import Entry
from tangrules.syntax.parser import parse
from tangrules.syntax.pretty import INDENT, WIDTH, broken, doc, flat
from tangrules.syntax.print_components import header
from tangrules.syntax.print_items import items
from tangrules.syntax.source import clean


def print_tree(file: tree.File) -> str:
    """Return the canonical text of a tree. Reading it gives an equal tree."""
    return _written(file, Margin.of(""))


def format_text(text: str, file: str, reporter: Reporter) -> str | None:
    """Return a file's text in the canonical form with its comments, or report why it can't be read."""
    found = parse(text, file, reporter)
    cleaned = clean(text, file, reporter)
    if found is None or cleaned is None:
        return None
    return _written(found, Margin.of(cleaned))


def _written(file: tree.File, margin: Margin) -> str:
    page = _Page(margin)
    page.header(header(file.header))
    page.entries(items(file.items), 0, margin.end)
    page.comments(margin.before(margin.end), 0)
    return "\n".join(page.lines) + "\n"


class _Page:
    """The lines written so far, and the margin with the comments still to be written."""

    def __init__(self, margin: Margin) -> None:
        self.lines: list[str] = []
        self._margin = margin

    def header(self, entries: tuple[Entry, ...]) -> None:
        """Write the header's lines, with the comments on and between them."""
        places = self._margin.first_lines()
        for entry in entries:
            line = places.get(flat(entry.text).split()[0], entry.first)
            self.comments(self._margin.before(line), 0)
            if self._margin.has_space_before(line):
                self._empty_line()
            self._one(Entry(entry.text, line, line), 0)

    def entries(self, entries: tuple[Entry, ...], depth: int, end: int) -> None:
        """Write the sentences of a block that ends before a line of the source."""
        placed = [self._placed(entry) for entry in entries]
        was_tall = True
        for at, entry in enumerate(placed):
            following = next((later.first for later in placed[at + 1 :] if later.first), end)
            comments = self._margin.before(entry.first)
            chosen = self._inlined(entry, depth, following)
            lines = broken(chosen.text, depth)
            is_tall = bool(chosen.body) or len(lines) > 1
            if not depth and (was_tall or is_tall):
                self._empty_line()
            self._above(entry, comments, depth, is_first=at == 0)
            self._one(chosen, depth)
            was_tall = is_tall
            if chosen.body:
                self.entries(entry.body, depth + INDENT, following)
                self.comments(self._margin.deep(self._depth_under(entry), following), depth + INDENT)

    def comments(self, comments: list[Comment], depth: int) -> None:
        """Write comments in lines of their own."""
        for comment in comments:
            if comment.has_space:
                self._empty_line()
            self.lines.append(" " * depth + comment.text)

    def _placed(self, entry: Entry) -> Entry:
        """Look up the place of `else:` and `otherwise:`."""
        if entry.first or not entry.body or not entry.body[0].first:
            return entry
        line = self._margin.find(flat(entry.text).rstrip(":"), entry.body[0].first)
        return attrs.evolve(entry, first=line, last=line)

    def _above(self, entry: Entry, comments: list[Comment], depth: int, is_first: bool) -> None:
        """Write the comments above a sentence, and the empty lines that its author had there."""
        if is_first and depth:
            comments = [
                attrs.evolve(comment, has_space=at > 0 and comment.has_space)
                for at, comment in enumerate(comments)
            ]
        self.comments(comments, depth)
        if self._margin.has_space_before(entry.first) and (comments or not is_first or not depth):
            self._empty_line()

    def _empty_line(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _inlined(self, entry: Entry, depth: int, end: int) -> Entry:
        """Take the only simple sentence into the line of its head, if it fits and no comment is near it.

        What follows it without a place of its own, such as a reason, goes with it.
        """
        if not entry.short or not entry.body or not entry.body[0].simple:
            return entry
        inner, *others = entry.body
        if any(other.first or not other.simple for other in others):
            return entry
        if entry.first != inner.first and self._margin.is_next_before(inner.first):
            return entry
        if self._margin.has_deep(inner.last, self._depth_under(entry), end):
            return entry
        text = doc(entry.text, *(part for one in entry.body for part in (" ", one.text)))
        if depth + len(flat(text)) > WIDTH:
            return entry
        return Entry(text, entry.first, max(entry.last, inner.last), simple=True)

    def _one(self, entry: Entry, depth: int) -> None:
        """Write one sentence, with the comment behind it."""
        lines = broken(entry.text, depth)
        trailing = self._margin.within(entry.first, entry.last)
        if len(lines) == 1 and len(trailing) == 1:
            lines[0] += f"  {trailing[0].text}"
        else:
            self.comments([attrs.evolve(comment, has_space=False) for comment in trailing], depth)
        self.lines.extend(" " * depth + line for line in lines)

    def _depth_under(self, entry: Entry) -> int:
        """Return how deep the block under a sentence stands in the source."""
        first = entry.body[0].first
        return self._margin.depth(first) if first > entry.first else self._margin.depth(entry.first) + 1
