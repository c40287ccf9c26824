"""Rules that no game can reach: verbs that nobody calls, values that nobody asks, and rules about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from tangrules.diagnostics import Reporter, did_you_mean
from tangrules.link.declared import Declarations
from tangrules.link.names import ENGINE_VERBS, called, name_of, place_of, target_of
from tangrules.packs import Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

# Each is looked at by the engine without being called. Examples are not among them: they only try things out.
_ROOTS = (
    tree.Piece,
    tree.Table,
    tree.Zone,
    tree.Track,
    tree.Score,
    tree.End,
    tree.Winner,
    tree.Grades,
    tree.Invariant,
    tree.Whenever,
)
_CALLED = (tree.Verb, tree.Action, tree.Value, tree.Law, tree.Region)


def check_uncalled(found: Declarations, reached: Set[str], reporter: Reporter) -> None:
    """Warn of what is never reached, see `reached_names`.

    What exists at other seat counts only, or was removed or replaced, counts as a caller: no pack is to blame
    for what another one leaves unused.
    """
    for known in found.by_key.values():
        item = known.item
        name = name_of(item)
        if isinstance(item, _CALLED) and name is not None:
            if name.text not in reached:
                _report(item, reached, reporter)
            continue
        target = target_of(item)
        there = found.by_key.get(("name", target.text)) if target is not None else None
        if target is not None and there is not None and target.text not in reached:
            message = f"{_sentence(item)} is about {called(there.item)}, which nobody {_used(there.item)}"
            reporter.warning("W-UNCALLED", message, place_of(item))


def reached_names(packs: Sequence[Pack]) -> set[str]:
    """Return the names that what the engine does itself leads to: the examples lead nowhere."""
    everything = [item for pack in packs for file in pack.files for item in file.items]
    return _reached(list(_flat(everything)), _mentioned(tuple(_conditions(everything))))


def _flat(items: Iterable[tree.Item]) -> Iterator[tree.Item]:
    for item in items:
        match item:
            case tree.While() | tree.With() | tree.ForPlayers():
                yield from _flat(item.items)
            case tree.Replace() | tree.Extend():
                yield item.item
            case _:
                yield item


def _conditions(items: Iterable[tree.Item]) -> Iterator[tree.Expr]:
    for item in items:
        if isinstance(item, tree.While):
            yield item.condition
        if isinstance(item, tree.While | tree.With | tree.ForPlayers):
            yield from _conditions(item.items)


def _reached(items: Sequence[tree.Item], roots: Iterable[str]) -> set[str]:
    """Return the names that are reached; a group of actions is written `offer main`."""
    about: dict[str, list[tree.Item]] = {}
    left = [*ENGINE_VERBS, *roots]
    for item in items:
        if isinstance(item, tree.Table):
            left += _mentioned(_cells(item))
        elif isinstance(item, _ROOTS):
            left += _mentioned(item)
        for name in _reached_with(item):
            about.setdefault(name, []).append(item)
    reached: set[str] = set()
    while left:
        name = left.pop()
        if name in reached:
            continue
        reached.add(name)
        for item in about.get(name, ()):
            left += _mentioned(item)
            if isinstance(item, tree.Action):
                left.append(item.name.text)
    return reached


def _cells(table: tree.Table) -> tuple[tree.TableCell, ...]:
    """Return what stands in a table, without the names that it gives its rows."""
    names = [name.text for name in table.header]
    return tuple(
        cell for row in table.rows for cell, name in zip(row.cells, names, strict=False) if name != "name"
    )


def _reached_with(item: tree.Item) -> Iterator[str]:
    """Yield the names by which an item comes into play."""
    if isinstance(item, tree.Action):
        yield f"offer {item.group.text}"
    if isinstance(item, _CALLED):
        yield item.name.text
    if isinstance(item, tree.PatchStep | tree.PatchOption):
        yield item.verb.text
    target = target_of(item)
    if target is not None:
        yield target.text


def _mentioned(whole: object) -> Iterator[str]:
    for node in nodes(whole):
        match node:
            case tree.NameRef():
                yield node.name
            case tree.Owned() | tree.Attr():
                yield node.name.text
            case tree.Offered():
                yield f"offer {node.group.text}"
            case tree.RequireLaw():
                yield node.law.text
            case _:
                pass


def _report(item: tree.Item, reached: Set[str], reporter: Reporter) -> None:
    what, hint = f"nobody {_used(item)} {called(item)}", ""
    match item:
        case tree.Action():
            what = f"nobody offers {called(item)}"
            hint = f"no `offer` names its group `{item.group.text}`"
            groups = [name.removeprefix("offer ") for name in reached if name.startswith("offer ")]
            guess = did_you_mean(item.group.text, groups)
            hint = f"{hint}; {guess}" if guess else hint
        case tree.Verb():
            hint = "call it, offer it as an action, or remove it"
    reporter.warning("W-UNCALLED", what, place_of(item), suggestion=hint)


def _used(item: tree.Item) -> str:
    match item:
        case tree.Value():
            return "asks"
        case tree.Action():
            return "offers"
        case tree.Law() | tree.Region():
            return "uses"
        case _:
            return "calls"


def _sentence(item: tree.Item) -> str:
    match item:
        case tree.Adjust():
            return "this adjustment"
        case tree.Require() | tree.RequireLaw():
            return "this requirement"
        case tree.Waive():
            return "this waiver"
        case _:
            return "this rule"
