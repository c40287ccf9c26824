"""Which clauses of the rulebook the scenario implements, and which of them its examples prove.

A clause is implemented if a declaration, or anything in it, cites it, or `implements` does; it is proved if
an example cites it. A clause that is only cited for packs or numbers of players that are not there is not in
play, and counts neither way.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tangrules.explain.reading import Place, entries_of, every_declaration, read_packs
from tangrules.packs import Entry, Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

COMPONENT = "component"
"""The kind of clauses that say what is in the box: the total of a table proves those."""


@attrs.frozen
class Clause:
    """A clause with the places that implement it, the examples that cite it, and what else speaks for it."""

    id: str
    kind: str
    says: str
    implemented: tuple[Place, ...]
    examples: tuple[str, ...]
    notes: tuple[str, ...]
    absent: tuple[str, ...] = ()
    """What would have to be there for it, as `with storms`: that it is not, if nothing else cites the clause."""

    @property
    def is_in_play(self) -> bool:
        """Whether the clause says anything about these packs and their numbers of players."""
        return not self.absent

    @property
    def is_implemented(self) -> bool:
        """Whether anything but an example cites it."""
        return bool(self.implemented)

    @property
    def is_proved(self) -> bool:
        """Whether an example cites it."""
        return bool(self.examples)

    @property
    def reason(self) -> str:
        """Why it is not in play or may do without an example, or else where it is implemented."""
        return "; ".join(self.absent or self.notes or [str(place) for place in self.implemented])


@attrs.frozen
class ClauseReport:
    """All clauses of the packs' ledgers, in their order."""

    clauses: tuple[Clause, ...]

    @property
    def in_play(self) -> tuple[Clause, ...]:
        """The clauses that say anything about these packs and their numbers of players."""
        return tuple(clause for clause in self.clauses if clause.is_in_play)

    @property
    def not_in_play(self) -> tuple[Clause, ...]:
        """The clauses for packs or numbers of players that are not there."""
        return tuple(clause for clause in self.clauses if not clause.is_in_play)

    @property
    def not_implemented(self) -> tuple[Clause, ...]:
        """The clauses that nothing cites but examples."""
        return tuple(clause for clause in self.in_play if not clause.is_implemented)

    @property
    def not_proved(self) -> tuple[Clause, ...]:
        """The clauses that are implemented and that no example cites."""
        return tuple(clause for clause in self.in_play if clause.is_implemented and not clause.is_proved)

    @property
    def summary(self) -> str:
        """How many clauses are implemented and proved, in a line."""
        whole = len(self.in_play)
        implemented = sum(clause.is_implemented for clause in self.in_play)
        proved = sum(clause.is_proved for clause in self.in_play)
        rest = f"; {len(self.not_in_play)} not in play" if self.not_in_play else ""
        return f"implemented {implemented}/{whole}, proved {proved}/{whole}{rest}"

    def text(self) -> str:
        """Return the report as text."""
        lines = [self.summary]
        if self.not_implemented:
            lines += ["", "not implemented:"]
            lines += [f"  {clause.id} ({clause.kind}): {clause.says}" for clause in self.not_implemented]
        if self.not_proved:
            lines += ["", "not proved:"]
            lines += [f"  {clause.id} ({clause.kind}): {clause.reason}" for clause in self.not_proved]
        if self.not_in_play:
            lines += ["", "not in play:"]
            lines += [f"  {clause.id} ({clause.kind}): {clause.reason}" for clause in self.not_in_play]
        return "\n".join(lines)


def report(names: Sequence[str]) -> ClauseReport:
    """Report on the clauses of packs, named or by path."""
    return report_on(read_packs(names))


def report_on(packs: Sequence[Pack]) -> ClauseReport:
    """Report on the clauses of packs that were read."""
    cited = _Citations()
    for pack in packs:
        cited.take(pack.header)
    for item, absent in every_declaration(packs):
        if absent is None:
            cited.take(item)
        else:
            cited.leave(item, absent)
    return ClauseReport(tuple(cited.clause(entry) for entry in entries_of(packs).values()))


class _Citations:
    """Who cites what, by the clause's id."""

    def __init__(self) -> None:
        self._places: dict[str, dict[Place, None]] = {}
        self._examples: dict[str, dict[str, None]] = {}
        self._notes: dict[str, dict[str, None]] = {}
        self._totals: dict[str, dict[str, None]] = {}
        self._absent: dict[str, dict[str, None]] = {}

    def leave(self, item: tree.Item, absent: str) -> None:
        """Note the citations of a declaration that is left out, and what would have to be there for it."""
        if isinstance(item, tree.Example):
            return
        note = f": {item.note}" if isinstance(item, tree.Implements) else ""
        for node in nodes(item):
            if isinstance(node, tree.Cite):
                self._absent.setdefault(node.id, {})[absent + note] = None

    def take(self, item: tree.Item | tree.Header) -> None:
        """Note the citations of a declaration, or of a header."""
        if isinstance(item, tree.Example):
            for cite in item.cites:
                self._examples.setdefault(cite.id, {})[item.title] = None
            return
        for node in nodes(item):
            if isinstance(node, tree.Cite):
                self._places.setdefault(node.id, {})[Place.of(node.span)] = None
            elif isinstance(node, tree.Implements):
                for cite in node.cites:
                    self._notes.setdefault(cite.id, {})[node.note] = None
            elif isinstance(node, tree.PackLine):
                said = f"the header {node.word} {', '.join(name.text for name in node.names)}"
                for cite in node.cites:
                    self._notes.setdefault(cite.id, {})[said] = None
            elif isinstance(node, tree.Table) and node.total is not None:
                for cite in node.cites:
                    self._totals.setdefault(cite.id, {})[f"table {node.name.text} total {node.total}"] = None

    def clause(self, entry: Entry) -> Clause:
        """Return what is known of a clause."""
        totals = self._totals.get(entry.id, {}) if entry.kind == COMPONENT else {}
        elsewhere = () if entry.id in self._places else self._absent.get(entry.id, ())
        return Clause(
            entry.id,
            entry.kind,
            entry.says,
            tuple(self._places.get(entry.id, ())),
            tuple(self._examples.get(entry.id, ())),
            (*self._notes.get(entry.id, ()), *totals),
            tuple(elsewhere),
        )
