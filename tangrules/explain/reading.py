"""The declarations of packs, as they are written, at whatever seat counts they exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from tangrules.diagnostics import Reporter, Span
from tangrules.link.complete import seat_range
from tangrules.packs import Entry, Pack, load_packs, sources_of
from tangrules.syntax import tree


@attrs.frozen(order=True)
class Place:
    """A line of a file."""

    file: str
    line: int

    @classmethod
    def of(cls, span: Span) -> Place:
        """Return the line where a span begins."""
        return cls(span.file, span.line)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def read_packs(names: Sequence[str]) -> list[Pack]:
    """Return the packs of these names with all that they need. Raises ScenarioError, UsageError."""
    reporter = Reporter()
    packs = load_packs(names, reporter)
    reporter.raise_if_errors(sources_of(packs))
    return packs


def entries_of(packs: Sequence[Pack]) -> dict[str, Entry]:
    """Return the ledger entries of all packs by id."""
    return {name: entry for pack in packs for name, entry in pack.ledger.entries.items()}


def declarations(packs: Sequence[Pack]) -> Iterator[tree.Item]:
    """Yield what the packs declare and change, out of the blocks around it.

    Left out is what is for a pack that is not there, or for a number of players that the game does not have.
    """
    reading = _Reading({pack.name for pack in packs}, *seat_range(packs))
    for pack in packs:
        for file in pack.files:
            yield from reading.items(file.items)


@attrs.frozen
class _Reading:
    names: set[str]
    low: int
    high: int

    def items(self, items: Iterable[tree.Item]) -> Iterator[tree.Item]:
        for item in items:
            match item:
                case tree.While():
                    yield from self.items(item.items)
                case tree.With():
                    if {name.text for name in item.packs} <= self.names:
                        yield from self.items(item.items)
                case tree.ForPlayers():
                    if item.low <= self.high and self.low <= item.high:
                        yield from self.items(item.items)
                case _:
                    yield item
