"""Puts steps and options into a body, and takes them out. A `while` around a change becomes a guard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from tangrules.link.bodies import Block, all_of, both, rebuilt
from tangrules.syntax import tree

Conditions: TypeAlias = "tuple[tree.Expr, ...]"
Options: TypeAlias = "tuple[tree.Option, ...]"


def add_step(
    block: Block, item: tree.PatchStep, conditions: Conditions, added_after: dict[str, str]
) -> Block:
    """Put a step before or after its anchor; of several after one anchor the first stays nearest to it."""
    new = _step(item, conditions)

    def edit(inner: Block) -> Block:
        for place, statement in enumerate(inner):
            if isinstance(statement, tree.Step) and statement.label == item.anchor:
                if item.where == "after":
                    place = _behind_followers(inner, place, added_after)
                return (*inner[:place], new, *inner[place:])
        return inner

    if item.where == "after":
        block = rebuilt(block, edit)
        added_after[item.label] = item.anchor or ""
        return block
    return rebuilt(block, edit)


def put_step(block: Block, item: tree.PatchStep, conditions: Conditions) -> Block:
    """Put a step in another one's place; where the conditions fail, the old one stays in force."""
    new = _step(item, ())

    def instead(old: tree.Step) -> Block:
        condition = all_of(conditions)
        return (new if condition is None else _either(condition, new, old),)

    return _with_step(block, item.label, instead)


def drop_step(block: Block, item: tree.PatchStep, conditions: Conditions) -> Block:
    """Take a step out, or where there are conditions, keep it for when they fail."""

    def instead(old: tree.Step) -> Block:
        guard = _unless(old.guard, conditions)
        return () if guard is None else (attrs.evolve(old, guard=guard),)

    return _with_step(block, item.label, instead)


def add_option(block: Block, item: tree.PatchOption, conditions: Conditions) -> Block:
    """Put an option at the end of its choice."""
    new = _option(item, conditions)
    return _with_options(block, item.choice, lambda options: (*options, new))


def put_option(block: Block, item: tree.PatchOption, conditions: Conditions) -> Block:
    """Put an option in another one's place; where the conditions fail, the old one is offered."""
    new = _option(item, conditions)

    def edit(options: Options) -> Options:
        return tuple(
            each
            for option in options
            for each in ((new, *_kept(option, conditions)) if option.label == item.label else (option,))
        )

    return _with_options(block, item.choice, edit)


def drop_option(block: Block, item: tree.PatchOption, conditions: Conditions) -> Block:
    """Take an option out, or where there are conditions, keep it for when they fail."""

    def edit(options: Options) -> Options:
        return tuple(
            each
            for option in options
            for each in (_kept(option, conditions) if option.label == item.label else (option,))
        )

    return _with_options(block, item.choice, edit)


def _step(item: tree.PatchStep, conditions: Conditions) -> tree.Step:
    guard = both(all_of(conditions), item.guard)
    return tree.Step(item.label, guard, item.body, item.cites, span=item.span)


def _option(item: tree.PatchOption, conditions: Conditions) -> tree.Option:
    guard = both(all_of(conditions), item.guard)
    return tree.Option(item.label, item.title, guard, item.body, item.cites, span=item.span)


def _either(condition: tree.Expr, new: tree.Step, old: tree.Step) -> tree.Step:
    """Return one step that does the new thing or the old one, decided once, when it begins."""
    branches = ((condition, _guarded(new)),)
    choice = tree.If(branches, _guarded(old), span=new.span)
    return tree.Step(old.label, None, (choice,), (*new.cites, *old.cites), span=new.span)


def _guarded(step: tree.Step) -> Block:
    if step.guard is None:
        return step.body
    return (tree.If(((step.guard, step.body),), None, span=step.span),)


def _unless(guard: tree.Expr | None, conditions: Conditions) -> tree.Expr | None:
    """Return the guard for what stays in force where the conditions fail; nothing where they always hold."""
    condition = all_of(conditions)
    if condition is None:
        return None
    return both(tree.Not(condition, span=condition.span), guard)


def _kept(option: tree.Option, conditions: Conditions) -> tuple[tree.Option, ...]:
    guard = _unless(option.guard, conditions)
    return () if guard is None else (attrs.evolve(option, guard=guard, is_kept=True),)


def _with_step(block: Block, label: str, instead: Callable[[tree.Step], Block]) -> Block:
    def edit(inner: Block) -> Block:
        return tuple(
            each
            for statement in inner
            for each in (
                instead(statement)
                if isinstance(statement, tree.Step) and statement.label == label
                else (statement,)
            )
        )

    return rebuilt(block, edit)


def _with_options(block: Block, choice: str, change: Callable[[Options], Options]) -> Block:
    def edit(inner: Block) -> Block:
        return tuple(
            attrs.evolve(statement, options=change(statement.options))
            if isinstance(statement, tree.ChooseOne) and statement.label == choice
            else statement
            for statement in inner
        )

    return rebuilt(block, edit)


def _behind_followers(block: Block, anchor: int, added_after: dict[str, str]) -> int:
    """Return the place behind the anchor and the steps that were added after it."""
    first = block[anchor]
    group = {first.label} if isinstance(first, tree.Step) else set()
    place = anchor + 1
    while place < len(block):
        statement = block[place]
        if not isinstance(statement, tree.Step) or added_after.get(statement.label) not in group:
            break
        group.add(statement.label)
        place += 1
    return place
