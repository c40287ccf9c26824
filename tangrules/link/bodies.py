"""Walks and rebuilds the blocks of statements inside verbs, where the steps and options are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax import tree

Block: TypeAlias = "tuple[tree.Stmt, ...]"


def inner_blocks(statement: tree.Stmt) -> Iterator[Block]:
    """Yield the blocks that a statement holds, in the order of the text."""
    match statement:
        case tree.Step() | tree.ForEach() | tree.Repeat() | tree.May() | tree.Given():
            yield statement.body
        case tree.If():
            yield from (block for _, block in statement.branches)
        case tree.Choose():
            yield statement.body
        case tree.ChooseOne():
            yield from (option.body for option in statement.options)
        case _:
            pass
    if isinstance(statement, tree.If | tree.Choose | tree.ChooseOne) and statement.otherwise is not None:
        yield statement.otherwise


def statements(block: Block) -> Iterator[tree.Stmt]:
    """Yield every statement of a block and of the blocks within it, in the order of the text."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def steps(block: Block) -> Iterator[tree.Step]:
    """Yield the steps at any depth."""
    for statement in statements(block):
        if isinstance(statement, tree.Step):
            yield statement


def choices(block: Block) -> Iterator[tree.ChooseOne]:
    """Yield the choices with options at any depth."""
    for statement in statements(block):
        if isinstance(statement, tree.ChooseOne):
            yield statement


def rebuilt(block: Block, edit: Callable[[Block], Block]) -> Block:
    """Return a block with `edit` applied to it and to all blocks within it, the inner ones first."""
    return _filled(edit(tuple(_with_inner(statement, edit) for statement in block)), block)


def _with_inner(statement: tree.Stmt, edit: Callable[[Block], Block]) -> tree.Stmt:
    def inside(block: Block) -> Block:
        return rebuilt(block, edit) if block else block

    match statement:
        case tree.Step() | tree.ForEach() | tree.Repeat() | tree.May():
            return attrs.evolve(statement, body=inside(statement.body))
        case tree.If():
            branches = tuple((test, inside(block)) for test, block in statement.branches)
            return attrs.evolve(statement, branches=branches, otherwise=_maybe(statement.otherwise, inside))
        case tree.Choose():
            body, otherwise = inside(statement.body), _maybe(statement.otherwise, inside)
            return attrs.evolve(statement, body=body, otherwise=otherwise)
        case tree.ChooseOne():
            options = tuple(attrs.evolve(option, body=inside(option.body)) for option in statement.options)
            return attrs.evolve(statement, options=options, otherwise=_maybe(statement.otherwise, inside))
        case _:
            return statement


def _maybe(block: Block | None, inside: Callable[[Block], Block]) -> Block | None:
    return None if block is None else inside(block)


def _filled(block: Block, before: Block) -> Block:
    """A block is never empty: what was taken out leaves `nothing happens`."""
    if block or not before:
        return block
    return (tree.NothingHappens(span=_where(before)),)


def _where(block: Block) -> Span:
    return block[0].span


def both(one: tree.Expr | None, other: tree.Expr | None) -> tree.Expr | None:
    """Return the conjunction of two guards, either of which may be missing."""
    if one is None or other is None:
        return one or other
    return tree.Binary("and", one, other, span=other.span)


def all_of(conditions: tuple[tree.Expr, ...]) -> tree.Expr | None:
    """Return the conjunction of several conditions, or nothing where there are none."""
    whole: tree.Expr | None = None
    for condition in conditions:
        whole = both(whole, condition)
    return whole
