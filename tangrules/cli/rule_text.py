"""A rule as it stands after all packs: its text, and what other rules say about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tangrules.link.dump import dump_rule, rules_of
from tangrules.link.model import Model, Rule
from tangrules.link.names import called, name_of, place_of, target_of
from tangrules.lower.pipeline import build_all
from tangrules.syntax import tree


def text_of_rule(packs: Sequence[str], name: str, players: int) -> tuple[str, list[str]]:
    """Return the text of all rules of a name, and the names there are."""
    model = build_all(packs, players, examples=False).model
    wanted = name.replace("-", "_")
    parts: list[str] = []
    for rule in rules_of(model):
        if wanted in _names(rule.item):
            parts.append(_told(model, rule))
    names = {name for rule in rules_of(model) for name in _names(rule.item)}
    return "\n\n".join(parts), sorted(names)


def _told(model: Model, rule: Rule[tree.Item]) -> str:
    place = place_of(rule.item)
    head = f"-- {called(rule.item)}, {place.file}:{place.line}"
    changes = [
        f"-- {change.pack}: {change.op} {change.what}, {change.item.span.file}:{change.item.span.line}"
        for change in rule.changes
    ]
    return "\n".join([head, *changes, dump_rule(model, rule).rstrip()])


def _names(item: tree.Item) -> Iterator[str]:
    """Yield the names under which a declaration is looked up: its own, and that of what it is about."""
    for name in (name_of(item), target_of(item)):
        if name is not None:
            yield name.text
