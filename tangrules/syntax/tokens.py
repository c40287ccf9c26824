"""Cuts a text into the tokens of the grammar, with those of blocks, without those of line breaks in brackets."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TypeAlias

from tangrules.syntax.places import DEDENT, INDENT, NEWLINE, WORD_CLASS
from tangrules.syntax.tables import END, tables

SIGN = "sign"

Token: TypeAlias = tuple[str, str, int, int, int]
"""The class, or a sign itself; the text; line, column, and the first column after it. What is no word has no line."""

_OUTDENT: Token = DEDENT, "", 0, 0, 0


def tokens(text: str) -> list[Token] | None:
    """Return the tokens of a text that ends with a line feed; nothing if a sign or the depth of a line is amiss."""
    found: list[Token] = []
    add = found.append
    line, line_start, end, brackets = 1, 0, 0, 0
    levels = [0]
    for match in _pattern().finditer(text):
        if match.start() != end:
            return None
        name = match.lastgroup
        assert name is not None
        word, start, end = match[name], match.start(name), match.end()
        if name == NEWLINE:
            line += word.count("\n")
            line_start = start + word.rindex("\n") + 1
            if not brackets:
                add((NEWLINE, word, 0, 0, 0))
                if not _add_blocks(end - line_start, levels, add):
                    return None
            continue
        if name == SIGN:
            name = word
            if word in "([":
                brackets += 1
            elif word in ")]" and brackets:
                brackets -= 1
        column = start - line_start + 1
        add((name, word, line, column, column + end - start))
    if end != len(text):
        return None
    found += [_OUTDENT] * (len(levels) - 1)
    add((END, "", 0, 0, 0))
    return found


def _add_blocks(depth: int, levels: list[int], add: Callable[[Token], object]) -> bool:
    """Add what a line at this depth opens or closes. Whether there is such a depth."""
    if depth > levels[-1]:
        levels.append(depth)
        add((INDENT, "", 0, 0, 0))
    while depth < levels[-1]:
        levels.pop()
        if depth > levels[-1]:
            return False
        add(_OUTDENT)
    return True


def apart(token: Token) -> list[Token]:
    """Return the two words of what can be read as one, but not where it stands."""
    _, text, line, column, end = token
    second = text.split(" ")[-1].lstrip(",")
    first = text.removesuffix(second).rstrip()
    return [
        (WORD_CLASS if first[0].isalpha() else first, first, line, column, column + len(first)),
        (WORD_CLASS, second, line, end - len(second), end),
    ]


@functools.cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a token, with the blanks and the comment before it."""
    known = tables()
    classes = [f"(?P<{name}>{pattern})" for name, pattern in known.classes.items()]
    signs = "|".join(map(re.escape, known.signs))
    return re.compile(rf"(?:[ ]+|--[^\n]*)*(?:{'|'.join(classes)}|(?P<{SIGN}>{signs}))")
