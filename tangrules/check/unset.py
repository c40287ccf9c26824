"""Notes without a first value: some rule must set them before they are read."""

from __future__ import annotations

from tangrules.check.effects import root_of
from tangrules.check.world import World
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes


def check_unset(world: World) -> None:
    """Reports notes that are read although nothing ever sets them (E-NOTHING)."""
    settable = _set_somewhere(world)
    for name, span in world.unset_reads.items():
        if name not in settable:
            message = f"nothing ever sets `{name}`, so there is nothing to read"
            hint = f"`set {name} to …` in a rule, a first value after `=`, or `or nothing` in its zone"
            world.reporter.error("E-NOTHING", message, span, expected=hint)


def _set_somewhere(world: World) -> set[str]:
    """Names of what any text sets."""
    model = world.model
    heard = [rule.item for rules in model.triggers.values() for rule in rules]
    texts = (*(rule.item for rule in model.verbs.values()), *heard, *(rule.item for rule in model.whenevers))
    marks = [rule.item for rule in model.zones.values() if isinstance(rule.item, tree.Track)]
    examples = [rule.item for rule in model.examples]
    found: set[str] = set()
    for node in nodes((*texts, *marks, *examples)):
        match node:
            case tree.Set(target=target):
                found.add(root_of(target))
            case tree.Swap(left=left, right=right):
                found |= {root_of(left), root_of(right)}
    return found
