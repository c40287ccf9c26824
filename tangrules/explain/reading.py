"""The declarations of packs, as they are written, at whatever seat counts they exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from tangrules.diagnostics import Reporter, Span
from tangrules.link.complete import own_seat_range, seat_range
from tangrules.packs import Entry, Pack, load_packs, sources_of
from tangrules.packs.finding import main_file
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


def chosen_of(packs: Sequence[Pack], names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of those packs that were chosen by these names or paths, in the order of the packs."""
    paths = {main_file(name).resolve() for name in names}
    return tuple(pack.name for pack in packs if pack.path.resolve() in paths)


def entries_of(packs: Sequence[Pack]) -> dict[str, Entry]:
    """Return the ledger entries of all packs by id."""
    return {name: entry for pack in packs for name, entry in pack.ledger.entries.items()}


def declarations(packs: Sequence[Pack]) -> Iterator[tree.Item]:
    """Yield what the packs declare and change, out of the blocks around it.

    Left out is what is for a pack that is not there, or for a number of players that the game does not have.
    """
    return (item for _, item in declarations_of_each(packs))


def declarations_of_each(packs: Sequence[Pack]) -> Iterator[tuple[Pack, tree.Item]]:
    """Yield what the packs declare and change, each with the pack that does so."""
    return ((pack, item) for pack, item, absent in _all_declarations(packs) if absent is None)


def stray_examples(packs: Sequence[Pack]) -> Iterator[tuple[Pack, tree.Example]]:
    """Yield the examples for numbers of players that their own pack with what it needs is not for."""
    for pack, item in declarations_of_each(packs):
        if isinstance(item, tree.Example) and item.players is not None:
            low, high = own_seat_range(pack, packs)
            if not low <= item.players <= high:
                yield pack, item


def every_declaration(packs: Sequence[Pack]) -> Iterator[tuple[tree.Item, str | None]]:
    """Yield what the packs declare and change, and what would have to be there for it if it is left out.

    That is told as in the scenario: `with storms`, `for 1 player`.
    """
    return ((item, absent) for _, item, absent in _all_declarations(packs))


def _all_declarations(packs: Sequence[Pack]) -> Iterator[tuple[Pack, tree.Item, str | None]]:
    reading = _Reading({pack.name for pack in packs}, *seat_range(packs))
    for pack in packs:
        for file in pack.files:
            for item, absent in reading.items(file.items, None):
                yield pack, item, absent


@attrs.frozen
class _Reading:
    names: set[str]
    low: int
    high: int

    def items(self, items: Iterable[tree.Item], absent: str | None) -> Iterator[tuple[tree.Item, str | None]]:
        for item in items:
            match item:
                case tree.While():
                    yield from self.items(item.items, absent)
                case tree.With():
                    lacking = [name.text for name in item.packs if name.text not in self.names]
                    told = f"with {', '.join(lacking)}" if lacking else None
                    yield from self.items(item.items, absent or told)
                case tree.ForPlayers():
                    is_played = item.low <= self.high and self.low <= item.high
                    yield from self.items(item.items, absent or (None if is_played else _seats(item)))
                case _:
                    yield item, absent


def _seats(item: tree.ForPlayers) -> str:
    numbers = str(item.low) if item.low == item.high else f"{item.low} to {item.high}"
    return f"for {numbers} player{'' if item.high == 1 else 's'}"
