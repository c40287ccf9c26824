"""Renumbering of slots in finished expressions and statements."""

from __future__ import annotations

from typing import TypeVar

import attrs

T = TypeVar("T")
SLOT_FIELDS = ("slot", "kept", "index", "left", "seat", "result", "mask")


def move_slots(node: T, moves: dict[int, int]) -> T:
    """The node with `Local(a)` read as `Local(moves[a])`; binders of its own are left alone."""
    from tangrules import ir

    if isinstance(node, ir.Local):
        return ir.Local(moves.get(node.slot, node.slot))  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(move_slots(n, moves) for n in node)  # type: ignore[return-value]
    if attrs.has(type(node)):
        changes = {}
        for field in attrs.fields(type(node)):
            value = getattr(node, field.name)
            if isinstance(value, tuple) or attrs.has(type(value)):
                moved = move_slots(value, moves)
                if moved is not value:
                    changes[field.name] = moved
        return attrs.evolve(node, **changes) if changes else node  # type: ignore[misc,type-var]
    return node
