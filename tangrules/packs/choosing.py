"""Which packs can be chosen together, judged by their headers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tangrules.diagnostics import UsageError
from tangrules.packs.finding import main_file, neighbour_named, shipped_named
from tangrules.packs.pack import ONLY_ONE, PackInfo, Relation
from tangrules.packs.shipped import available, info_of


def whole_of(chosen: Sequence[str | Path]) -> list[PackInfo]:
    """Return the chosen packs and all that they need, each once, the chosen ones first.

    What is needed and cannot be found is left out. UsageError for a choice that is no pack.
    """
    paths = [main_file(name) for name in chosen]
    found: dict[str, PackInfo] = {}
    for path in paths:
        info = info_of(path)
        if info is None:
            raise UsageError(f"{path}: this is no main file of a pack; `tangrules check` says why")
        found.setdefault(info.name, info)
    left = list(found.values())
    while left:
        asker = left.pop(0)
        for name in (*asker.extends, *asker.requires):
            needed = (
                None if name in found else shipped_named(name) or neighbour_named(name, [asker.path, *paths])
            )
            if needed is not None:
                found[name] = needed
                left.append(needed)
    return list(found.values())


def clashes(packs: Sequence[PackInfo]) -> Iterator[tuple[PackInfo, Relation, list[str]]]:
    """Yield each header's line that rules out others of these packs, and those; two games are no clash here."""
    for pack in packs:
        for relation in pack.relations:
            others = [other.name for other in packs if other is not pack and _rules_out(relation, other)]
            if others:
                yield pack, relation, others


def _rules_out(relation: Relation, other: PackInfo) -> bool:
    if relation.word == ONLY_ONE:
        return bool(set(relation.packs) & set(other.named(ONLY_ONE)))
    return relation.word == "excludes" and other.name in relation.packs


def allowed(packs: Iterable[PackInfo]) -> bool:
    """Whether the headers of these packs let them be played together, as one game at most."""
    packs = list(packs)
    return sum(pack.form == "game" for pack in packs) <= 1 and not any(clashes(packs))


def joinable(chosen: Sequence[PackInfo]) -> list[PackInfo]:
    """Return the shipped packs that may be added to these, which are whole: with all that they need."""
    names = {pack.name for pack in chosen}
    games = {pack.name for pack in chosen if pack.form == "game"}
    found = []
    for candidate in available():
        if candidate.form == "game" or candidate.name in names:
            continue
        added = [pack for pack in whole_of([candidate.path]) if pack.name not in names]
        belongs = games & set(candidate.extends) or names & set(candidate.requires)
        if belongs and allowed([*chosen, *added]):
            found.append(candidate)
    return found
