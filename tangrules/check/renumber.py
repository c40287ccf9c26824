"""Renumbering of slots in finished statements."""

from __future__ import annotations

from typing import cast

from tangrules import ir
from tangrules.ir.walk import map_children

Stmts = tuple[ir.Stmt, ...]


def move_slots(stmts: Stmts, moves: dict[int, int]) -> Stmts:
    """The statements with `Local(a)` read as `Local(moves[a])`; binders of their own are left alone."""
    return cast("Stmts", _moved(stmts, moves))


def _moved(node: object, moves: dict[int, int]) -> object:
    if isinstance(node, ir.Local):
        return ir.Local(moves.get(node.slot, node.slot))
    return map_children(node, lambda part: _moved(part, moves))
