"""Renumbering of slots in finished statements."""

from __future__ import annotations

from typing import cast

import attrs

from tangrules import ir

Stmts = tuple[ir.Stmt, ...]


def move_slots(stmts: Stmts, moves: dict[int, int]) -> Stmts:
    """The statements with `Local(a)` read as `Local(moves[a])`; binders of their own are left alone."""
    return cast("Stmts", _moved(stmts, moves))


def _moved(node: object, moves: dict[int, int]) -> object:
    if isinstance(node, ir.Local):
        return ir.Local(moves.get(node.slot, node.slot))
    if isinstance(node, tuple):
        return tuple(_moved(part, moves) for part in node)
    kind = type(node)
    if not attrs.has(kind):
        return node
    values = {field.name: getattr(node, field.name) for field in attrs.fields(kind)}
    moved = {name: _moved(value, moves) for name, value in values.items()}
    return kind(**moved) if moved != values else node
