"""Makes the model out of the declarations as they stand after all changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from tangrules.link.complete import own_seat_range
from tangrules.link.declared import Declarations
from tangrules.link.model import Model, Rule
from tangrules.link.names import target_of
from tangrules.packs import Pack, fingerprint, sources_of
from tangrules.syntax import tree

Declaration = TypeVar("Declaration")
Picking: TypeAlias = "Callable[[tree.Item], Declaration | None]"


def assemble(
    found: Declarations, packs: Sequence[Pack], players: int, seats: tuple[int, int], horizon: int
) -> Model:
    """Return the model: each kind of declaration by name, in canonical order."""
    game = next(pack for pack in packs if pack.form == "game")
    built_on = frozenset(name for pack in packs for name in pack.knows)
    return Model(
        name=game.name,
        title=game.title,
        packs=tuple(pack.name for pack in packs),
        players=players,
        seat_range=seats,
        horizon=horizon,
        icons=_by_name(found, lambda item: item if isinstance(item, tree.Icons) else None),
        kinds=_by_name(found, lambda item: item if isinstance(item, tree.Piece) else None),
        tables=_by_name(found, lambda item: item if isinstance(item, tree.Table) else None),
        layouts=_by_name(found, lambda item: item if isinstance(item, tree.Layout) else None),
        zones=_by_name(found, _zone),
        regions=_by_name(found, lambda item: item if isinstance(item, tree.Region) else None),
        values=_by_name(found, lambda item: item if isinstance(item, tree.Value) else None),
        adjusts=_by_target(found, lambda item: item if isinstance(item, tree.Adjust) else None),
        verbs=_by_name(found, _verb),
        requires=_by_target(found, _require),
        laws=_by_name(found, lambda item: item if isinstance(item, tree.Law) else None),
        waives=_by_target(found, lambda item: item if isinstance(item, tree.Waive) else None),
        triggers=_by_target(found, lambda item: item if isinstance(item, tree.Trigger) else None),
        whenevers=_all(found, lambda item: item if isinstance(item, tree.Whenever) else None),
        scores=_by_name(found, lambda item: item if isinstance(item, tree.Score) else None),
        ends=_by_name(found, lambda item: item if isinstance(item, tree.End) else None),
        winner=_only(_all(found, lambda item: item if isinstance(item, tree.Winner) else None)),
        grades=_only(_all(found, lambda item: item if isinstance(item, tree.Grades) else None)),
        invariants=_by_name(found, lambda item: item if isinstance(item, tree.Invariant) else None),
        examples=_all(found, lambda item: item if isinstance(item, tree.Example) else None),
        looks={rule.item.name.text: rule.item for rule in _all(found, _look)},
        implements=_all(found, lambda item: item if isinstance(item, tree.Implements) else None),
        orders=_all(found, lambda item: item if isinstance(item, tree.Order) else None),
        built_on=built_on,
        own_seats={pack.name: own_seat_range(pack, packs) for pack in packs},
        sources=sources_of(packs),
        joined=tuple(pack.title for pack in packs if pack.name not in {*built_on, game.name}),
        fingerprint=fingerprint(packs, players),
    )


def _all(found: Declarations, pick: Picking[Declaration]) -> tuple[Rule[Declaration], ...]:
    rules: list[Rule[Declaration]] = []
    for known in sorted(found.by_key.values(), key=lambda known: known.order):
        item = pick(known.item)
        if item is not None:
            rules.append(Rule(item, known.pack, known.conditions, tuple(known.changes)))
    return tuple(rules)


def _by_name(found: Declarations, pick: Picking[Declaration]) -> dict[str, Rule[Declaration]]:
    by_name = {id(known.item): key[-1] for key, known in found.by_key.items()}
    return {by_name[id(rule.item)]: rule for rule in _all(found, pick)}


def _by_target(found: Declarations, pick: Picking[Declaration]) -> dict[str, tuple[Rule[Declaration], ...]]:
    targets = {id(known.item): target_of(known.item) for known in found.by_key.values()}
    grouped: dict[str, tuple[Rule[Declaration], ...]] = {}
    for rule in _all(found, pick):
        target = targets[id(rule.item)]
        if target is not None:
            grouped[target.text] = (*grouped.get(target.text, ()), rule)
    return grouped


def _only(rules: tuple[Rule[Declaration], ...]) -> Rule[Declaration] | None:
    return rules[0] if rules else None


def _zone(item: tree.Item) -> tree.Zone | tree.Track | None:
    return item if isinstance(item, tree.Zone | tree.Track) else None


def _verb(item: tree.Item) -> tree.Verb | tree.Action | None:
    return item if isinstance(item, tree.Verb | tree.Action) else None


def _require(item: tree.Item) -> tree.Require | tree.RequireLaw | None:
    return item if isinstance(item, tree.Require | tree.RequireLaw) else None


def _look(item: tree.Item) -> tree.Look | None:
    return item if isinstance(item, tree.Look) else None
