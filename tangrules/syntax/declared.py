"""The names that a file declares, and those among them that are words of the language.

Names of requirements, laws, ends, invariants and triggers are free: no other word can stand where they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax import tree
from tangrules.syntax.parts import Problem
from tangrules.syntax.vocabulary import RESERVED, RESERVED_FOR_FIELDS

_Named: TypeAlias = "tree.Name | tree.NameRef"


def reserved_names(file: tree.File) -> Iterator[Problem]:
    """Find declared names that are words of the language."""
    for node in walk(file):
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


def walk(top: object) -> Iterator[object]:
    """Yield the nodes of a tree, each before what it holds, in the order of the text."""
    stack = [top]
    while stack:
        node = stack.pop()
        kind = type(node)
        if isinstance(node, tuple):
            stack.extend(reversed(node))
        elif attrs.has(kind) and kind is not Span:
            yield node
            stack.extend(getattr(node, field.name) for field in reversed(attrs.fields(kind)))


def _declared(node: object) -> Iterator[tuple[str, Span]]:
    match node:
        case tree.IconMember(inclusion=True):
            return
        case (
            tree.Let(name=name)
            | tree.Binder(name=name)
            | tree.Param(name=name)
            | tree.Secret(name=name)
            | tree.IconMember(name=name)
            | tree.Icons(name=name)
            | tree.Piece(name=name)
            | tree.Field(name=name)
            | tree.Layout(name=name)
            | tree.Zone(name=name)
            | tree.Track(name=name)
            | tree.Region(name=name)
            | tree.Value(name=name)
            | tree.Verb(name=name)
            | tree.Action(name=name)
            | tree.Score(name=name)
        ):
            yield name.text, name.span
        case tree.Draw(name=tree.Name() as name):
            yield name.text, name.span
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
