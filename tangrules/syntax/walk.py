"""Visits all nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules.diagnostics import Span


def nodes(whole: object) -> Iterator[object]:
    """Yield a node, or each of several in tuples, and all nodes below, in the order of their fields."""
    left = [whole]
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            left.extend(reversed(node))
        elif (names := _fields(type(node))) is not None:
            yield node
            for name in names:
                left.append(getattr(node, name))


_FIELDS: dict[type, tuple[str, ...] | None] = {Span: None}


def _fields(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a kind of node that may hold nodes, the last one first; nothing for what is no node."""
    if kind not in _FIELDS:
        _FIELDS[kind] = (
            tuple(field.name for field in reversed(attrs.fields(kind)) if not _is_plain(field))
            if attrs.has(kind)
            else None
        )
    return _FIELDS[kind]


def _is_plain(field: attrs.Attribute[object]) -> bool:
    """Whether a field holds words, numbers or a place. Its type is known as it is written."""
    parts = str(field.type).split(" | ")
    return all(part in ("str", "int", "bool", "None", "Span", "tuple[str, ...]") for part in parts)
