"""Flattens packs into single items.

It chooses what `with` and `for N players` let in, and notes the `while` around each item.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tangrules.packs import Pack
from tangrules.syntax import tree


@attrs.frozen
class Placed:
    """An item with where it comes from.

    `order` counts items in canonical order. `knows` are the packs whose changes it may override: those that
    its pack needs, and those named by a `with` around it.
    """

    item: tree.Item
    pack: str
    order: int
    conditions: tuple[tree.Expr, ...]
    knows: frozenset[str]
    withs: frozenset[str] = frozenset()


def collect(packs: Sequence[Pack], players: int) -> list[Placed]:
    """Return the items that exist at this seat count and among these packs, in canonical order."""
    return _Collector({pack.name: pack for pack in packs}, players).run()


class _Collector:
    def __init__(self, packs: dict[str, Pack], players: int) -> None:
        self._packs = packs
        self._players = players
        self._found: list[Placed] = []

    def run(self) -> list[Placed]:
        for pack in self._packs.values():
            for file in pack.files:
                self._take(file.items, pack, (), frozenset())
        return self._found

    def _take(
        self,
        items: Iterable[tree.Item],
        pack: Pack,
        conditions: tuple[tree.Expr, ...],
        withs: frozenset[str],
    ) -> None:
        for item in items:
            match item:
                case tree.While():
                    self._take(item.items, pack, (*conditions, item.condition), withs)
                case tree.With():
                    named = {name.text for name in item.packs}
                    if named <= self._packs.keys():
                        self._take(item.items, pack, conditions, withs | named)
                case tree.ForPlayers():
                    if item.low <= self._players <= item.high:
                        self._take(item.items, pack, conditions, withs)
                case _:
                    self._add(item, pack, conditions, withs)

    def _add(
        self, item: tree.Item, pack: Pack, conditions: tuple[tree.Expr, ...], withs: frozenset[str]
    ) -> None:
        known = set(pack.knows) | withs
        for name in withs:
            known |= self._packs[name].knows
        knows = frozenset(known - {pack.name})
        self._found.append(Placed(item, pack.name, len(self._found), conditions, knows, withs))
