"""Visits and rewrites nodes of the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
            left.extend([part for part in reversed(node) if not isinstance(part, (int, str))])
        elif (names := _holding(type(node))) is not None:
            yield node
            for name in names:
                left.append(getattr(node, name))


_HOLDING: dict[type, tuple[str, ...] | None] = {}


def _holding(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of node that may hold nodes, the last one first; nothing for what has no fields at all."""
    if kind not in _HOLDING:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        names = tuple(field.name for field in reversed(fields) if field.type not in ("int", "str", "bool"))
        _HOLDING[kind] = names if fields else None
    return _HOLDING[kind]


def map_children(node: object, change: Callable[[object], object]) -> object:
    """The node with each of its fields changed, or each part of a tuple; itself if that changes nothing."""
    if isinstance(node, tuple):
        return tuple(change(part) for part in node)
    values = {name: getattr(node, name) for name in field_names(type(node))}
    changed = {name: change(value) for name, value in values.items()}
    return type(node)(**changed) if changed != values else node
