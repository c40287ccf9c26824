"""Visits all nodes of the IR below a node."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

_FIELDS: dict[type, tuple[str, ...]] = {}


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node; none for what is no node."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()
    return _FIELDS[kind]


def nodes(root: object) -> Iterator[object]:
    """Yield a node, or each of several in tuples, and all nodes below, parents first. No Python recursion."""
    left = [root]
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            left.extend(n for n in reversed(node) if not isinstance(n, (int, str)))
        elif names := field_names(type(node)):
            yield node
            values = [getattr(node, name) for name in reversed(names)]
            left.extend(v for v in values if not isinstance(v, (int, str)))
