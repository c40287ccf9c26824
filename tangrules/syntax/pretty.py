"""Text that knows where it may be broken: only between brackets, as the language demands.

What is broken is chosen by how it comes out: lines that stick out of the page cost most, and brackets that are opened
for next to nothing cost, too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import attrs

WIDTH = 110
"""A longer line is broken where it can be."""

INDENT = 4

_WORTHWHILE = 20
"""Brackets are not opened for less than so many characters, unless a line would stick out by more than is missing."""

_MOST_GROUPS = 12
"""Of a text with more brackets than that not all ways are tried."""


@attrs.frozen
class Group:
    """Items between brackets. A loose one shows its brackets only when it is broken."""

    items: tuple[Doc, ...]
    left: str = "("
    right: str = ")"
    joint: str = ", "
    loose: bool = False


Doc: TypeAlias = tuple[str | Group, ...]


def doc(*parts: str | Doc) -> Doc:
    """Put texts together."""
    whole: list[str | Group] = []
    for part in parts:
        whole.extend((part,) if isinstance(part, str) else part)
    return tuple(whole)


def joined(docs: tuple[Doc, ...] | list[Doc], joint: str = ", ") -> Doc:
    """Put texts together with a joint between them."""
    whole: list[str | Group] = []
    for at, one in enumerate(docs):
        whole.extend((joint, *one) if at else one)
    return tuple(whole)


def breakable(text: Doc) -> Doc:
    """Let a text have brackets around it when it is too long, unless it has brackets that serve as well.

    Those are brackets at its end, and those that would be around all of it but for a few words.
    """
    groups = [part for part in text if isinstance(part, Group) and part.items]
    if len(groups) == 1:
        (only,) = groups
        words = len(flat(text)) - _size(only)
        if text == (only,) or (text[-1] is only and _size(only) >= _WORTHWHILE):
            return text
        if text[0] is only and only.loose and words <= _WORTHWHILE <= _size(only):
            return text
    return (Group((text,), loose=True),)


def flat(text: Doc) -> str:
    """Write it in one line."""
    return "".join(part if isinstance(part, str) else _flat_group(part) for part in text)


def _flat_group(group: Group) -> str:
    inner = group.joint.join(flat(item) for item in group.items)
    return inner if group.loose else f"{group.left}{inner}{group.right}"


def broken(text: Doc, indent: int) -> list[str]:
    """Write it in as many lines as it needs, the first of them without its indentation's blanks."""
    return list(_best(text, indent)[1])


_Way = tuple[tuple[int, int, int], tuple[str, ...]]
"""A way to break a text: what it costs (what sticks out or is bad, lines, how little is in brackets), and its lines."""


@lru_cache(maxsize=4096)
def _best(text: Doc, indent: int) -> _Way:
    one = flat(text)
    whole: _Way = ((max(indent + len(one) - WIDTH, 0), 1, 0), (one,))
    groups = [at for at, part in enumerate(text) if isinstance(part, Group) and part.items]
    if not whole[0][0] or not groups:
        return whole
    if len(groups) > _MOST_GROUPS:
        groups = [max(groups, key=lambda at: (len(flat(text[at : at + 1])), -at))]
    return min([whole, *(_opened(text, at, indent) for at in groups)], key=lambda way: way[0])


def _opened(text: Doc, at: int, indent: int) -> _Way:
    """Break one of the brackets of a text, and what is before and behind it where that is still too long."""
    group = text[at]
    assert isinstance(group, Group)
    before, first = _best((*text[:at], group.left), indent)
    behind, last = _best((group.right, *text[at + 1 :]), indent)
    items = _items(group, indent + INDENT)
    over = sum(max(indent + len(line) - WIDTH, 0) for line in items)
    bad = before[0] + behind[0] + over + max(_WORTHWHILE - _size(group), 0)
    return (bad, before[1] + behind[1] + len(items), -_size(group)), (*first, *items, *last)


def _size(group: Group) -> int:
    return len(group.joint.join(flat(item) for item in group.items))


def _items(group: Group, indent: int) -> list[str]:
    """Write the items in one line if they fit, otherwise each of them in lines of its own.

    A comma ends a line, a word such as `and` begins one.
    """
    together = (" " * INDENT) + group.joint.join(flat(item) for item in group.items)
    if indent - INDENT + len(together) <= WIDTH:
        return [together]
    comma, word = (",", "") if group.joint == ", " else ("", group.joint.lstrip())
    lines: list[str] = []
    for at, item in enumerate(group.items):
        begun = doc(word, item) if at else item
        whole = doc(begun, comma) if at < len(group.items) - 1 else begun
        lines.extend(broken(whole, indent))
    return [" " * INDENT + line for line in lines]
