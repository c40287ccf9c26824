"""A file seen as lines of words, without its grammar: enough to find blocks and to speak of mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

import attrs

from tangrules.syntax.vocabulary import BLOCK_WORDS, EXAMPLE_WORDS, ITEM_WORDS, STATEMENT_WORDS

MAX_NESTING = 64
"""So many brackets, and so many blocks, lie within each other at most."""

MAX_DIGITS = 15
"""A longer number is refused."""

_BIT = re.compile(
    r"""
      (?P<blank>[\ \t]+)
    | (?P<comment>--.*)
    | (?P<text>"[^"]*"?)
    | (?P<cite>@[\w.\-]*)
    | (?P<word>[^\W\d]\w*)
    | (?P<number>\d\w*)
    | (?P<sign>\.\.\.|\.\.|<=|>=|==|!=|<>|:=|\+=|-=|=>|=<|->|\+\+|&&|\|\||//|/\*|\*\*|.)
    """,
    re.VERBOSE,
)

_NOTABLE = re.compile(
    rf"""
      --.* | @[\w.\-]*
    | (?P<text>"[^"]*"?)
    | (?P<number>(?<!\w)\d{{{MAX_DIGITS + 1}}}\w*)
    | (?P<sign>[()\[\]])
    """,
    re.VERBOSE,
)
"""What can be amiss in a line: texts, long numbers, brackets; and what these might stand in."""


@attrs.frozen
class Bit:
    """A word, number, text, citation or sign of a line. `line` counts from 1, so does `column`."""

    kind: str  # word | number | text | cite | sign
    text: str
    line: int
    column: int

    @property
    def end(self) -> int:
        """The first column after it."""
        return self.column + len(self.text)


@attrs.frozen(slots=False)
class Line:
    """A line with its number, its depth in blanks, and its words, which are found when they are asked for."""

    number: int
    text: str

    @cached_property
    def bits(self) -> tuple[Bit, ...]:
        """Its words and signs; a comment is left out."""
        return tuple(
            Bit(match.lastgroup or "sign", match[0], self.number, match.start() + 1)
            for match in _BIT.finditer(self.text)
            if match.lastgroup not in ("blank", "comment")
        )

    @property
    def is_bare(self) -> bool:
        """Whether there is no word or sign on it."""
        text = self.text.lstrip(" \t")
        return not text or text.startswith("--")

    @property
    def depth(self) -> int:
        """How many blanks it begins with."""
        return len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def first(self) -> str:
        """Its first word or sign."""
        return self.bits[0].text if self.bits else ""

    @property
    def end(self) -> int:
        """The first column after its last word."""
        return self.bits[-1].end if self.bits else 1


def first_word(text: str) -> str:
    """Return the first word or sign of a text."""
    return Line(1, text).first


def split_lines(text: str) -> list[Line]:
    """Cut a text into lines, the first being number 1."""
    return [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]


@attrs.frozen
class Slip:
    """A mistake that is seen without the grammar: a code, a sentence, a place, a way out."""

    code: str
    message: str
    line: int
    column: int
    end: int
    expected: str = ""
    suggestion: str = ""


@attrs.define
class _Brackets:
    """The brackets that are open, the innermost last."""

    open: list[Bit] = attrs.field(factory=list)

    def take(self, bit: Bit) -> Slip | None:
        if bit.text in "([":
            self.open.append(bit)
            return _too_deep(bit, "brackets") if len(self.open) == MAX_NESTING + 1 else None
        if not self.open:
            message = f"this `{bit.text}` closes nothing"
            return _slip(bit, message, suggestion="delete it, or open the bracket where it begins")
        opening = self.open.pop()
        if opening.text + bit.text in ("()", "[]"):
            return None
        right = {"(": ")", "[": "]"}[opening.text]
        where = "" if opening.line == bit.line else f" in line {opening.line}"
        message = f"this `{bit.text}` does not fit the `{opening.text}` opened{where} before it"
        return _slip(bit, message, f"`{right}`")

    def give_up(self) -> Slip:
        opening = self.open[0]
        self.open.clear()
        right = {"(": ")", "[": "]"}[opening.text]
        return _slip(
            opening,
            f"the bracket `{opening.text}` is never closed",
            suggestion=f"write `{right}` where it ends; inside brackets a line may go on below",
        )


def _slip(bit: Bit, message: str, expected: str = "", suggestion: str = "") -> Slip:
    return Slip("E-SYNTAX", message, bit.line, bit.column, bit.end, expected, suggestion)


def _too_deep(bit: Bit, things: str) -> Slip:
    return Slip(
        "E-NEST",
        f"there are too many {things} inside each other",
        bit.line,
        bit.column,
        bit.end,
        suggestion=f"at most {MAX_NESTING} are allowed; give the inner part a name of its own",
    )


@attrs.frozen
class Survey:
    """The lines of a file, the numbers of those that begin an item or a line of the header, and slips."""

    lines: list[Line]
    starts: list[int]
    slips: list[Slip]


def survey(text: str) -> Survey:
    """Look through a text for slips and for the places where its items begin."""
    lines = split_lines(text)
    brackets, depths = _Brackets(), [0]
    starts: list[int] = []
    slips: list[Slip] = []
    for line in lines:
        if "\t" in line.text:
            slips.extend(_tabs(line))
        if line.is_bare:
            continue
        if brackets.open and _begins_anew(line, lines[brackets.open[0].line - 1]):
            slips.append(brackets.give_up())
        if not brackets.open:
            depth = line.depth
            if depth == 0:
                starts.append(line.number)
            if depth != depths[-1]:
                slips.extend(_blocks(line, depths))
        slips.extend(_bits(line, brackets))
    if brackets.open:
        slips.append(brackets.give_up())
    return Survey(lines, starts, slips)


def _tabs(line: Line) -> Iterator[Slip]:
    for match in _BIT.finditer(line.text):
        if match.lastgroup != "blank" or "\t" not in match[0]:
            continue
        if match.start() == 0:
            message, expected = "this line is indented with a tab", "4 spaces for each level"
        else:
            message, expected = "there is a tab between the words", "a space"
        yield Slip(
            "E-SYNTAX",
            message,
            line.number,
            match.start() + 1,
            match.end() + 1,
            expected,
            "most editors can put spaces for tabs throughout a file",
        )
        return


def _begins_anew(line: Line, opening: Line) -> bool:
    """Whether this line can hardly go on with what the bracket of another line began."""
    words = ITEM_WORDS | STATEMENT_WORDS | EXAMPLE_WORDS | BLOCK_WORDS
    return line.depth <= opening.depth and line.first in words - {"if", "in", "after", "before"}


def _blocks(line: Line, depths: list[int]) -> Iterator[Slip]:
    while line.depth < depths[-1]:
        depths.pop()
    if line.depth > depths[-1]:
        depths.append(line.depth)
        if len(depths) == MAX_NESTING + 2:
            yield _too_deep(line.bits[0], "blocks")


def _bits(line: Line, brackets: _Brackets) -> Iterator[Slip]:
    for match in _NOTABLE.finditer(line.text):
        kind, text = match.lastgroup, match[0]
        if kind is None or (kind == "text" and len(text) > 1 and text[-1] == '"'):
            continue
        bit = Bit(kind, text, line.number, match.start() + 1)
        if kind == "text":
            yield _slip(
                bit,
                "this text has no closing quote",
                suggestion='end it with `"` in the same line; inside a text use ‘ and ’ instead',
            )
        elif kind == "sign":
            slip = brackets.take(bit)
            if slip:
                yield slip
        elif text.isdigit():
            yield Slip(
                "E-SIZE",
                "this number is too large",
                bit.line,
                bit.column,
                bit.end,
                f"at most {MAX_DIGITS} digits",
            )
