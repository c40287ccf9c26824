"""How a sentence bears on a declaration: whether it changes it, speaks of it, or takes away what does."""

from __future__ import annotations

from collections.abc import Set

from tangrules.link.names import name_of, target_of, word_of
from tangrules.syntax import tree

_ALIKE = ((tree.Verb, tree.Action), (tree.Zone, tree.Track))
"""Kinds of declarations that can take each other's place."""


def name_in(item: tree.Item) -> str:
    """Return the name by which a declaration is looked up, or "" if it has none."""
    if isinstance(item, tree.Winner | tree.Grades):
        return word_of(item)
    name = name_of(item)
    return "" if name is None else name.text


def is_done(item: tree.Item) -> bool:
    """Whether it is something that happens: other sentences can require, waive and hear it."""
    return isinstance(item, tree.Verb | tree.Action)


def is_same(one: tree.Item, other: tree.Item) -> bool:
    """Whether two declarations are the same thing, before and after changes."""
    if name_in(one) != name_in(other) or not name_in(one):
        return False
    if isinstance(one, tree.Require | tree.RequireLaw) and isinstance(other, tree.Require | tree.RequireLaw):
        return one.verb.text == other.verb.text
    if isinstance(one, tree.Trigger) and isinstance(other, tree.Trigger):
        return one.verb.text == other.verb.text
    return type(one) is type(other) or any(
        isinstance(one, kinds) and isinstance(other, kinds) for kinds in _ALIKE
    )


def changes(item: tree.Item, subject: tree.Item) -> bool:
    """Whether a sentence changes the declaration itself."""
    match item:
        case tree.Replace() | tree.Extend():
            return is_same(item.item, subject)
        case tree.Remove():
            words = {item.kind, word_of(subject)}
            return item.name.text == name_in(subject) and (len(words) == 1 or words == {"verb", "action"})
        case tree.PatchStep() | tree.PatchOption():
            return is_done(subject) and item.verb.text == name_in(subject)
        case tree.Order():
            return isinstance(subject, tree.Trigger | tree.Whenever) and orders(item, {name_in(subject)})
        case _:
            return False


def starts_anew_with(zone: tree.Item, subject: tree.Item) -> bool:
    """Whether a declaration is a zone that starts anew with this verb."""
    return (
        isinstance(zone, tree.Zone)
        and zone.each is not None
        and is_done(subject)
        and zone.each.text == name_in(subject)
    )


def is_about(item: tree.Item, subject: tree.Item) -> bool:
    """Whether a sentence speaks of the declaration: it adjusts, requires, waives or hears it."""
    inner = item.item if isinstance(item, tree.Replace) else item
    target = target_of(inner)
    if target is None or target.text != name_in(subject):
        return False
    return isinstance(subject, tree.Value) if isinstance(inner, tree.Adjust) else is_done(subject)


def lifts(item: tree.Item, names: Set[str]) -> bool:
    """Whether a sentence takes away requirements, waivers or rules of these names."""
    return (
        isinstance(item, tree.Remove)
        and item.kind in ("require", "waive", "rule")
        and item.name.text in names
    )


def orders(item: tree.Order, names: Set[str]) -> bool:
    """Whether a sentence puts a rule of one of these names into an order."""
    return any(rule.text.split(".")[-1] in names for rule in item.rules)
