"""`once per turn`, `once per round`, `once per game`: a hidden flag of each seat remembers it."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.scope import Scope
from tangrules.check.world import World
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
RESETS = {"turn": "turn", "round": "round", "game": ""}


def once_zone(scope: Scope, once: str | None, name: str) -> int | None:
    """The flag of a rule that is used once, for each seat."""
    if once is None:
        return None
    return scope.world.flag_zone(f"once {name}", scope.world.players, RESETS.get(once, ""))


def check_once(world: World) -> None:
    """Reports spans of time that the engine does not know."""
    model = world.model
    rules: list[tree.Trigger | tree.Whenever | tree.Action] = [rule.item for rule in model.whenevers]
    rules += [rule.item for heard in model.triggers.values() for rule in heard]
    rules += [rule.item for rule in model.verbs.values() if isinstance(rule.item, tree.Action)]
    for item in rules:
        if item.once is not None and item.once not in RESETS:
            hint = did_you_mean(item.once, RESETS)
            message = f"nothing is counted per `{item.once}`"
            expected = "`once per turn`, `once per round` or `once per game`"
            world.reporter.error("E-NAME", message, item.span, expected=expected, suggestion=hint)


def spend(body: Stmts, mark: ir.Stmt) -> Stmts:
    """Marks a rule as used: at once, or where it begins with a `may`, when that is accepted."""
    match body[0] if body else None:
        case ir.Choose(alternatives=alternatives) as first if any(a.passes for a in alternatives):
            taken = tuple(a if a.passes else attrs.evolve(a, body=(mark, *a.body)) for a in alternatives)
            return (attrs.evolve(first, alternatives=taken), *body[1:])
        case ir.Block(body=inner) as step if inner:
            return (attrs.evolve(step, body=spend(inner, mark)), *body[1:])
    return (mark, *body)
