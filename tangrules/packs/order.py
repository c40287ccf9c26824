"""The order of packs: what a pack extends, requires or looks at comes first; the rest by form and name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tangrules.packs.header import FORMS
from tangrules.syntax.heading import Header, Name

if TYPE_CHECKING:
    from tangrules.syntax import tree


def needs_of(header: Header) -> list[Name]:
    """Return what a pack cannot do without, in the order of its header."""
    return [*header.extends, *header.requires]


def closure(name: str, headers: Mapping[str, Header]) -> frozenset[str]:
    """Return the names of all packs that this one needs, also through others; itself only in a cycle."""
    found: set[str] = set()
    left = [name]
    while left:
        for needed in needs_of(headers[left.pop()]):
            if needed.text in headers and needed.text not in found:
                found.add(needed.text)
                left.append(needed.text)
    return frozenset(found)


def find_cycle(headers: Mapping[str, Header]) -> list[str]:
    """Return the names along one cycle of needs, the least name first, or an empty list."""
    for name in sorted(headers):
        if name in closure(name, headers):
            return _path_back(name, headers)
    return []


def in_order(headers: Mapping[str, Header], looked_at: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the names so that each comes after what it needs, and where possible after what it looks at.

    There must be no cycle of needs. `looked_at` has the names that a pack mentions in `with`.
    """
    needs = {name: closure(name, headers) for name in headers}
    wishes = {name: needs[name] | (set(looked_at.get(name, ())) & headers.keys()) for name in headers}
    left = sorted(headers, key=lambda name: (FORMS.index(headers[name].form), name))
    done: set[str] = set()
    ordered: list[str] = []
    while left:
        happy = [name for name in left if wishes[name] - {name} <= done]
        ready = (happy or [name for name in left if needs[name] <= done])[0]
        left.remove(ready)
        done.add(ready)
        ordered.append(ready)
    return ordered


def looked_at_by(items: Iterable[tree.Item]) -> Iterator[Name]:
    """Yield the names, with their places, of the packs that these items mention in `with`."""
    from tangrules.syntax import (
        tree,  # late: packs are put in order by their headers alone, where they were compiled before
    )

    for item in items:
        match item:
            case tree.With():
                yield from item.packs
                yield from looked_at_by(item.items)
            case tree.While() | tree.ForPlayers():
                yield from looked_at_by(item.items)
            case _:
                pass


def _path_back(start: str, headers: Mapping[str, Header]) -> list[str]:
    came_from: dict[str, str] = {}
    left = [start]
    while left:
        name = left.pop(0)
        for needed in needs_of(headers[name]):
            if needed.text == start:
                path = [name]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if needed.text in headers and needed.text not in came_from:
                came_from[needed.text] = name
                left.append(needed.text)
    return []
