"""The declarations of all packs by key, before and while other packs' changes are applied to them."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tangrules.diagnostics import Related, Reporter
from tangrules.link.collect import Placed
from tangrules.link.model import Change
from tangrules.link.names import ENGINE_VERBS, PATCHES, Key, called, key_of, opening_of, place_of, word_of
from tangrules.syntax import tree


@attrs.define(eq=False)
class Declared:
    """A declaration as it stands now, with the changes that were made to it."""

    item: tree.Item
    pack: str
    order: int
    conditions: tuple[tree.Expr, ...]
    knows: frozenset[str]
    changes: list[Change] = attrs.field(factory=list)
    replaced_by: Placed | None = None


@attrs.define(eq=False)
class Declarations:
    """All declarations in canonical order, and those that were removed, with who did it."""

    by_key: dict[Key, Declared] = attrs.field(factory=dict)
    gone: dict[Key, tuple[Declared, Placed]] = attrs.field(factory=dict)

    def named(self, space: str) -> dict[str, Declared]:
        """Return the declarations of one space of names."""
        return {key[-1]: found for key, found in self.by_key.items() if key[0] == space}


# What `while` may hold: the sentences that speak of a seat. A patch of a step or an option is among them.
_MAY_DEPEND = (
    tree.Adjust,
    tree.Require,
    tree.RequireLaw,
    tree.Waive,
    tree.Trigger,
    tree.Whenever,
    tree.Action,
    tree.PatchStep,
    tree.PatchOption,
)


def declare(placed: Iterable[Placed], reporter: Reporter) -> Declarations:
    """Gather the declarations, and report names that two of them have."""
    found = Declarations()
    for here in placed:
        if here.conditions and not isinstance(here.item, _MAY_DEPEND):
            _report_while(here.item, reporter)
        elif not isinstance(here.item, PATCHES):
            _add(found, here, reporter)
    return found


def _add(found: Declarations, here: Placed, reporter: Reporter) -> None:
    key = key_of(here.item, here.pack, here.order)
    earlier = found.by_key.get(key)
    if earlier is None or (isinstance(here.item, tree.Look) and earlier.pack != here.pack):
        found.by_key[key] = Declared(here.item, here.pack, here.order, here.conditions, here.knows)
        return
    both = called(here.item) if word_of(here.item) == word_of(earlier.item) else f"`{key[-1]}`"
    message = f"{both} is declared twice"
    hint = "rename one of the two"
    if earlier.pack != here.pack:
        message = f"{both} is declared by two packs, `{earlier.pack}` and `{here.pack}`"
        if earlier.pack in here.knows:
            hint = _advice(here.item, earlier.item)
    related = [Related(place_of(earlier.item), f"{called(earlier.item)} is here")]
    reporter.error("E-DUPLICATE", message, place_of(here.item), suggestion=hint, related=related)


def _advice(item: tree.Item, earlier: tree.Item) -> str:
    """Say how a pack changes what another one has declared: by the words that it writes for it."""
    if type(item) is not type(earlier):
        return "take another name"
    start = opening_of(earlier)
    if isinstance(earlier, tree.Verb | tree.Action):
        return _advice_on_verb(earlier, start)
    if isinstance(item, tree.Icons | tree.Piece):
        return f"to add to it, write `extend {start}`; to put another in its place, `replace {start}`"
    return f"to change it, write `replace {start}`"


def _advice_on_verb(verb: tree.Verb | tree.Action, start: str) -> str:
    """Say first how something is added to a verb: who declares it anew seldom wants the old one to be gone."""
    name = verb.name.text
    doer = "anyone" if name in ENGINE_VERBS else "you"
    things = "" if isinstance(verb, tree.Action) else ", ".join(param.name.text for param in verb.params)
    more = f"`after {doer} {name}({things}):`"
    labels = [step.label for step in verb.body if isinstance(step, tree.Step)]
    if labels:
        more += f" or `add step … of {name} after {labels[-1]}:`"
    return f"to do something more there, write {more}; to put another in its place, `replace {start}`"


def _report_while(item: tree.Item, reporter: Reporter) -> None:
    match item:
        case tree.Replace() | tree.Extend():
            what = "replace" if isinstance(item, tree.Replace) else "extend"
            what = f"{what} {word_of(item.item)}"
        case tree.Remove():
            what = f"remove {item.kind}"
        case _:
            what = word_of(item)
    message = f"`{what}` cannot stand under `while`"
    expected = (
        "a sentence that depends on a seat: adjust, require, waive, a trigger, an action, a step or an option"
    )
    reporter.error("E-SYNTAX", message, item.span, expected=expected, suggestion="move it out of the `while`")
