"""Text that knows where it may be broken: only between brackets, as the language demands."""

from __future__ import annotations

from typing import TypeAlias

import attrs

WIDTH = 110
"""A longer line is broken where it can be."""

INDENT = 4


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
    """Let a text without brackets have some when it is too long."""
    has_brackets = any(isinstance(part, Group) and part.items for part in text)
    return text if has_brackets else (Group((text,), loose=True),)


def flat(text: Doc) -> str:
    """Write it in one line."""
    return "".join(part if isinstance(part, str) else _flat_group(part) for part in text)


def _flat_group(group: Group) -> str:
    inner = group.joint.join(flat(item) for item in group.items)
    return inner if group.loose else f"{group.left}{inner}{group.right}"


def broken(text: Doc, indent: int) -> list[str]:
    """Write it in as many lines as it needs, the first of them without its indentation's blanks."""
    one = flat(text)
    groups = [at for at, part in enumerate(text) if isinstance(part, Group) and part.items]
    if indent + len(one) <= WIDTH or not groups:
        return [one]
    at = max(groups, key=lambda at: (len(flat(text[at : at + 1])), -at))
    group = text[at]
    assert isinstance(group, Group)
    first = broken((*text[:at], group.left), indent)
    last = broken((group.right, *text[at + 1 :]), indent)
    return [*first, *_items(group, indent + INDENT), *last]


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
