"""What a scenario takes for granted: data marked `assumed`, and rulings on what the rulebook leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.explain.reading import Place, declarations, entries_of, read_packs
from tangrules.link.names import called, place_of
from tangrules.link.walk import nodes
from tangrules.packs import Pack
from tangrules.syntax import tree


@attrs.frozen
class Assumption:
    """Something marked `assumed`: what it is, where it stands, and why it is assumed."""

    what: str
    where: Place
    why: str


@attrs.frozen
class Ruling:
    """A clause that is cited and that leaves something open: what, and how it is decided.

    missing: data that the rulebook does not print; unclear: what can be read in two ways.
    """

    id: str
    missing: str
    unclear: str
    ruling: str


@attrs.frozen
class Assumptions:
    """All that a set of packs takes for granted."""

    assumed: tuple[Assumption, ...]
    rulings: tuple[Ruling, ...]

    def text(self) -> str:
        """Return the list as text."""
        lines = [f"{len(self.assumed)} assumed"]
        lines += [f"  {found.where}: {found.what}: {found.why}" for found in self.assumed]
        lines += ["", f"{len(self.rulings)} decided"]
        for found in self.rulings:
            lines += [f"  {found.id}:"]
            lines += [f"    missing: {found.missing}"] if found.missing else []
            lines += [f"    unclear: {found.unclear}"] if found.unclear else []
            lines += [f"    ruling: {found.ruling}"]
        return "\n".join(lines)


def assumptions(names: Sequence[str]) -> Assumptions:
    """Return what packs, named or by path, take for granted."""
    return assumptions_of(read_packs(names))


def assumptions_of(packs: Sequence[Pack]) -> Assumptions:
    """Return what packs that were read take for granted."""
    items = list(declarations(packs))
    assumed = [found for item in items for found in _assumed(item)]
    cited = {node.id for node in nodes(tuple(items)) if isinstance(node, tree.Cite)}
    return Assumptions(tuple(assumed), tuple(_rulings(packs, cited)))


def _assumed(item: tree.Item) -> Iterator[Assumption]:
    if isinstance(item, tree.Replace | tree.Extend):
        item = item.item
    why = getattr(item, "assumed", None)
    if why is not None:
        what = f"adjustment of `{item.name.text}`" if isinstance(item, tree.Adjust) else called(item)
        yield Assumption(what, Place.of(place_of(item)), why)
    if isinstance(item, tree.Table):
        for number, row in enumerate(item.rows, start=1):
            if row.assumed is not None:
                yield Assumption(_row(item, row, number), Place.of(row.span), row.assumed)


def _row(table: tree.Table, row: tree.Row, number: int) -> str:
    """Return what a row is called: by its name, if the table has names."""
    columns = [column.text for column in table.header]
    at = columns.index("name") if "name" in columns else len(columns)
    atoms = [atom for item in row.cells[at].items for atom in item] if at < len(row.cells) else []
    name = f"`{atoms[0].name}`" if atoms and isinstance(atoms[0], tree.NameRef) else str(number)
    return f"row {name} of {called(table)}"


def _rulings(packs: Sequence[Pack], cited: set[str]) -> Iterator[Ruling]:
    for entry in entries_of(packs).values():
        if entry.id in cited and entry.ruling and (entry.missing or entry.unclear):
            yield Ruling(entry.id, entry.missing, entry.unclear, entry.ruling)
