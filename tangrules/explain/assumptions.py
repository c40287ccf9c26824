"""What a scenario takes for granted: data marked `assumed`, and rulings on what the rulebook leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.explain.reading import Place, chosen_of, declarations_of_each, read_packs
from tangrules.link.names import called, place_of
from tangrules.packs import Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes


@attrs.frozen
class Assumption:
    """Something marked `assumed`: what it is, where it stands, why it is assumed, and the pack that says so."""

    what: str
    where: Place
    why: str
    pack: str = ""


@attrs.frozen
class Ruling:
    """A clause that is cited and that leaves something open: what, how it is decided, and the pack that is played so.

    missing: data that the rulebook does not print; unclear: what can be read in two ways.
    """

    id: str
    missing: str
    unclear: str
    ruling: str
    pack: str = ""


@attrs.frozen
class Assumptions:
    """All that packs take for granted, in their order. `chosen` are the packs that were asked for."""

    assumed: tuple[Assumption, ...]
    rulings: tuple[Ruling, ...]
    chosen: tuple[str, ...] = ()

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs that take something for granted, or that were asked for."""
        names = dict.fromkeys([one.pack for one in self.assumed] + [one.pack for one in self.rulings])
        return (*(name for name in names if name not in self.chosen), *self.chosen)

    def of(self, packs: Sequence[str]) -> Assumptions:
        """Return what these packs take for granted."""
        return Assumptions(
            tuple(one for one in self.assumed if one.pack in packs),
            tuple(one for one in self.rulings if one.pack in packs),
            tuple(packs),
        )

    def text(self, *, every: bool = False) -> str:
        """Return the list as text: of the packs that were asked for, or of `every` pack that they need, too."""
        told = self.packs if every else self.chosen
        several = len(told) > 1
        parts = [self.of([pack])._listed(f"{_shown(pack)}: " if several else "") for pack in told]
        beside = [pack for pack in self.packs if pack not in told]
        if beside:
            counts = [f"{_shown(pack)} ({self.of([pack])._counted()})" for pack in beside]
            parts.append(f"not shown, of the packs that are needed: {', '.join(counts)}")
        return "\n\n".join(parts)

    def _listed(self, head: str) -> str:
        lines = [f"{head}{len(self.assumed)} assumed"]
        lines += [f"  {found.where}: {found.what}: {found.why}" for found in self.assumed]
        lines += ["", f"{head}{len(self.rulings)} decided"]
        for found in self.rulings:
            lines += [f"  {found.id}:"]
            lines += [f"    missing: {found.missing}"] if found.missing else []
            lines += [f"    unclear: {found.unclear}"] if found.unclear else []
            lines += [f"    ruling: {found.ruling}"]
        return "\n".join(lines)

    def _counted(self) -> str:
        return f"{len(self.assumed)} assumed, {len(self.rulings)} decided"


def assumptions(names: Sequence[str]) -> Assumptions:
    """Return what packs, named or by path, and all that they need take for granted."""
    packs = read_packs(names)
    return attrs.evolve(assumptions_of(packs), chosen=chosen_of(packs, names))


def assumptions_of(packs: Sequence[Pack]) -> Assumptions:
    """Return what packs that were read take for granted."""
    items = [(pack.name, item) for pack, item in declarations_of_each(packs)]
    assumed = [found for pack, item in items for found in _assumed(item, pack)]
    cited = {
        (pack, node.id) for pack, item in items for node in nodes((item,)) if isinstance(node, tree.Cite)
    }
    names = tuple(pack.name for pack in packs)
    return Assumptions(tuple(assumed), tuple(_rulings(packs, cited)), names)


def _assumed(item: tree.Item, pack: str) -> Iterator[Assumption]:
    if isinstance(item, tree.Replace | tree.Extend):
        item = item.item
    why = getattr(item, "assumed", None)
    if why is not None:
        what = f"adjustment of `{item.name.text}`" if isinstance(item, tree.Adjust) else called(item)
        yield Assumption(what, Place.of(place_of(item)), why, pack)
    if isinstance(item, tree.Table):
        for number, row in enumerate(item.rows, start=1):
            if row.assumed is not None:
                yield Assumption(_row(item, row, number), Place.of(row.span), row.assumed, pack)


def _row(table: tree.Table, row: tree.Row, number: int) -> str:
    """Return what a row is called: by its name, if the table has names."""
    columns = [column.text for column in table.header]
    at = columns.index("name") if "name" in columns else len(columns)
    atoms = [atom for item in row.cells[at].items for atom in item] if at < len(row.cells) else []
    name = f"`{atoms[0].name}`" if atoms and isinstance(atoms[0], tree.NameRef) else str(number)
    return f"row {name} of {called(table)}"


def _rulings(packs: Sequence[Pack], cited: set[tuple[str, str]]) -> Iterator[Ruling]:
    """Yield the rulings on clauses that are cited, each of the first pack that has them in a ledger and cites them.

    A clause that only other packs cite is of the first pack with its ledger.
    """
    ids = {clause for _, clause in cited}
    owners: dict[str, str] = {}
    for pack in packs:
        for clause in pack.ledger.entries:
            if (pack.name, clause) in cited and (owners.get(clause, ""), clause) not in cited:
                owners[clause] = pack.name
            owners.setdefault(clause, pack.name)
    entries = {clause: entry for pack in packs for clause, entry in pack.ledger.entries.items()}
    for entry in entries.values():
        if entry.id in ids and entry.ruling and (entry.missing or entry.unclear):
            yield Ruling(entry.id, entry.missing, entry.unclear, entry.ruling, owners[entry.id])


def _shown(name: str) -> str:
    return name.replace("_", "-")
