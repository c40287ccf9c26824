"""`order a.x, b.y`: which of several rules of one moment comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tangrules.check.world import World
from tangrules.link.model import Rule
from tangrules.link.names import qualified_of
from tangrules.syntax import tree

Ruled = TypeVar("Ruled", tree.Trigger, tree.Whenever, tree.End)


def arranged(world: World, rules: Sequence[Rule[Ruled]]) -> list[Rule[Ruled]]:
    """The rules in link order, but as `order` says where it says something."""
    left = list(rules)
    out: list[Rule[Ruled]] = []
    while left:
        first = next((rule for rule in left if not any(_before(world, o, rule) for o in left)), left[0])
        left.remove(first)
        out.append(first)
    return out


def _before(world: World, one: Rule[Ruled], other: Rule[Ruled]) -> bool:
    return one is not other and comes_before(
        world, qualified_of(one.item, one.pack), qualified_of(other.item, other.pack)
    )


def comes_before(world: World, one: str, other: str) -> bool:
    """Whether an `order` puts one rule before another."""
    for order in world.model.orders:
        names = [name.text for name in order.item.rules]
        if one in names and other in names and names.index(one) < names.index(other):
            return True
    return False
