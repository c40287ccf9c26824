"""Puts rules of one moment into the order that an `order` sentence gives them."""

from __future__ import annotations

from tangrules.link.declared import Declarations, Declared
from tangrules.link.names import qualified_of
from tangrules.syntax import tree


def apply_orders(found: Declarations) -> None:
    """Let the rules named by each `order` change places among themselves; later sentences count more."""
    rules: dict[str, Declared] = {}
    for known in found.by_key.values():
        name = qualified_of(known.item, known.pack)
        if name:
            rules[name] = known
    orders = [known for known in found.by_key.values() if isinstance(known.item, tree.Order)]
    for known in sorted(orders, key=lambda known: known.order):
        if isinstance(known.item, tree.Order):
            named = [rules[name.text] for name in known.item.rules if name.text in rules]
            places = sorted(rule.order for rule in named)
            for rule, place in zip(named, places, strict=True):
                rule.order = place
