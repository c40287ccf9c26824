"""Visits all nodes below a node of the tree."""

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
            left.extend([getattr(node, name) for name in reversed(names)])


_FIELDS: dict[type, tuple[str, ...] | None] = {Span: None}


def _fields(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a kind of node that may hold nodes; nothing for what is no node."""
    if kind not in _FIELDS:
        is_node = attrs.has(kind)
        _FIELDS[kind] = (
            tuple(field.name for field in attrs.fields(kind) if not field.name.endswith("span"))
            if is_node
            else None
        )
    return _FIELDS[kind]
