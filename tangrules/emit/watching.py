"""Verbs that only watch for ends: asked again while nothing has changed, they find nothing new, so such a call
can be left out.

A function that calls one keeps in its local `d` whether anything was changed since it was called last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from tangrules import ir
from tangrules.ir.walk import nodes

_STATEMENTS = (ir.Block, ir.If, ir.Let, ir.Latch)


class Since(Enum):
    """What is known, where a statement stands, of changes since the ends were last watched for."""

    NOTHING = 0
    SOMETHING = 1
    PERHAPS = 2  # the local `d` tells


def watches(program: ir.Program, verb: ir.VerbDef) -> bool:
    """Whether a verb does nothing but note that an end was reached, whoever calls it."""
    inside = list(nodes(verb.body))
    if verb.framed or not any(isinstance(part, ir.Latch) for part in inside):
        return False
    if any(isinstance(part, ir.Local) and part.slot < len(verb.types) for part in inside):
        return False
    statements = all(isinstance(part, _STATEMENTS) for part in inside if isinstance(part, ir.Stmt))
    return statements and not any(reads_outcome(program, part, set()) for part in inside)


def reads_outcome(program: ir.Program, node: object, asked: set[int]) -> bool:
    """Whether a statement asks more of the outcome than whether it is still below some outcome."""
    match node:
        case ir.If(test=asking) | ir.Let(value=asking):
            return _reads(program, asking, asked)
        case _:
            return False


def _reads(program: ir.Program, expression: ir.Expr, asked: set[int]) -> bool:
    below = {
        id(part.args[0])
        for part in nodes(expression)
        if isinstance(part, ir.Op) and part.op == "lt" and isinstance(part.args[1], ir.Const)
    }
    for part in nodes(expression):
        if isinstance(part, ir.Load) and part.zone == ir.Reserved.OUTCOME and id(part) not in below:
            return True
        if isinstance(part, ir.Legal):
            return True
        if isinstance(part, ir.CallValue) and part.value not in asked:
            asked.add(part.value)
            if _reads(program, program.values[part.value].body, asked):
                return True
    return False


class Watcher:
    """Follows, through the statements of one function, what is known of changes."""

    def __init__(self) -> None:
        self.since = Since.SOMETHING

    @contextmanager
    def branch(self, ends: list[Since]) -> Iterator[None]:
        """One of several branches: begins with what is known before them, and adds what is known at its
        end.
        """
        before = self.since
        yield
        ends.append(self.since)
        self.since = before

    def meet(self, ends: list[Since]) -> None:
        """Go on after branches."""
        self.since = ends[0] if len(set(ends)) == 1 else Since.PERHAPS
