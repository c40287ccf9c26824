"""The names that a file declares, and those among them that are words of the language.

Names of requirements, laws, ends, invariants and triggers are free: no other word can stand where they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tangrules.diagnostics import Span
from tangrules.syntax import tree
from tangrules.syntax.parts import Problem
from tangrules.syntax.vocabulary import RESERVED, RESERVED_FOR_FIELDS
from tangrules.syntax.walk import nodes


def reserved_names(file: tree.File) -> Iterator[Problem]:
    """Find declared names that are words of the language."""
    for node in nodes(file):
        if type(node) not in _DECLARING:
            continue
        is_field = isinstance(node, tree.Field | tree.Table)
        for text, span in _declared(node):
            if text in (RESERVED_FOR_FIELDS if is_field else RESERVED):
                yield _reserved(text, span)
        if isinstance(node, tree.Table):
            yield from _reserved_in_table(node)


def _reserved(text: str, span: Span) -> Problem:
    return Problem(
        f"`{text}` is a word of the language, so it can't be a name",
        span,
        suggestion=f"add a word to it, joined by `_`, such as `my_{text}`",
        code="E-RESERVED",
    )


_DECLARING = frozenset(
    {
        tree.Let,
        tree.Binder,
        tree.Param,
        tree.Secret,
        tree.IconMember,
        tree.Icons,
        tree.Piece,
        tree.Field,
        tree.Layout,
        tree.Zone,
        tree.Track,
        tree.Region,
        tree.Value,
        tree.Verb,
        tree.Action,
        tree.Score,
        tree.Draw,
        tree.Table,
    }
)
"""The kinds of node that declare names."""


def _declared(node: Any) -> Iterator[tuple[str, Span]]:
    """Find the names that a node declares, but for those in the rows of a table."""
    if isinstance(node, tree.Table) or (isinstance(node, tree.IconMember) and node.inclusion):
        return
    if node.name is not None:
        yield node.name.text, node.name.span
    if isinstance(node, tree.Secret):
        yield node.seat.text, node.seat.span


def _reserved_in_table(table: tree.Table) -> Iterator[Problem]:
    if table.name.text in RESERVED:
        yield _reserved(table.name.text, table.name.span)
    columns = [name.text for name in table.header]
    if "name" not in columns:
        return
    at = columns.index("name")
    for row in table.rows:
        if at < len(row.cells):
            for item in row.cells[at].items:
                for atom in item:
                    if isinstance(atom, tree.NameRef) and atom.name in RESERVED:
                        yield _reserved(atom.name, atom.span)
