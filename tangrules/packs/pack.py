"""What a pack is once its files are read: plain data, made by `loading`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from tangrules.packs.ledger import Ledger
from tangrules.syntax.heading import Header, PackLine

if TYPE_CHECKING:
    from tangrules.syntax import tree

WORDS = ("extends", "requires", "excludes", "recommends", "discourages")
"""What a header can say about other packs, each of them named."""

ONLY_ONE = "only one"
"""What it can say about all packs of a group that it names: there is none beside it."""


@attrs.frozen
class Relation:
    """What a pack's header says about other packs, why, and by which clauses of its rulebook."""

    word: str
    packs: tuple[str, ...]
    reason: str | None = None
    clauses: tuple[str, ...] = ()

    @classmethod
    def of(cls, line: PackLine) -> Relation:
        """Return a line of a header as plain data."""
        names = tuple(name.text for name in line.names)
        return cls(line.word, names, line.reason, tuple(cite.id for cite in line.cites))

    @property
    def because(self) -> str:
        """The reason and the clauses, as they end a sentence: `: the wheel is needed (@boats.setup.01)`."""
        reason = f": {self.reason}" if self.reason else ""
        return reason + (f" ({', '.join(f'@{clause}' for clause in self.clauses)})" if self.clauses else "")


@attrs.frozen
class PackInfo:
    """A pack as its header describes it: enough to list it and to choose it."""

    name: str
    title: str
    form: str  # game | module | mix
    path: Path = attrs.field(eq=False)  # of the main file
    players: tuple[int, int] | None
    relations: tuple[Relation, ...]
    summary: str

    @property
    def extends(self) -> tuple[str, ...]:
        """The packs that this one changes."""
        return self.named("extends")

    @property
    def requires(self) -> tuple[str, ...]:
        """The packs that this one cannot do without."""
        return self.named("requires")

    @property
    def excludes(self) -> tuple[str, ...]:
        """The packs that this one cannot be played together with."""
        return self.named("excludes")

    def named(self, word: str) -> tuple[str, ...]:
        """Return the packs that the header names after this word."""
        return tuple(name for relation in self.relations if relation.word == word for name in relation.packs)


@attrs.frozen
class Source:
    """One text file of a pack. `name` is how messages call it."""

    name: str
    path: Path = attrs.field(eq=False)
    data: bytes = attrs.field(repr=False)

    @property
    def text(self) -> str:
        """The text as far as it can be read; what is no UTF-8 is reported by the parser."""
        return self.data.decode("utf-8", errors="replace")


@attrs.frozen
class Gathered:
    """A pack whose files are read, but not parsed. `damaged` marks a main file without a readable header."""

    header: Header
    scripts: tuple[Source, ...]  # in the language, the main file first
    ledgers: tuple[Source, ...]
    knows: frozenset[str] = frozenset()
    damaged: bool = False

    @property
    def name(self) -> str:
        """The name in the header."""
        return self.header.name.text

    @property
    def main(self) -> Source:
        """The file with the header."""
        return self.scripts[0]


@attrs.frozen
class Pack:
    """A pack with all its files. `knows` names all packs that it extends or requires, also indirectly.

    `files` leaves out those that could not be parsed.
    """

    header: Header
    knows: frozenset[str]
    scripts: tuple[Source, ...] = attrs.field(repr=False)
    ledgers: tuple[Source, ...] = attrs.field(repr=False)
    files: tuple[tree.File, ...] = attrs.field(repr=False)
    ledger: Ledger = attrs.field(repr=False)

    @property
    def name(self) -> str:
        """The name in the header."""
        return self.header.name.text

    @property
    def title(self) -> str:
        """The title in the header, or the name where there is none."""
        return self.header.title or self.name

    @property
    def form(self) -> str:
        """game, module or mix."""
        return self.header.form

    @property
    def path(self) -> Path:
        """Of the main file."""
        return self.scripts[0].path


def sources_of(packs: Iterable[Pack]) -> dict[str, str]:
    """Return the texts of all packs by file, as messages need them."""
    return {source.name: source.text for pack in packs for source in (*pack.scripts, *pack.ledgers)}


def fingerprint(packs: Iterable[Gathered | Pack], players: int) -> str:
    """Return the digest of all that decides how a game runs: editions, packs, their texts and the seat count.

    The order of the packs follows from their texts, so it does not matter here.
    """
    digest = hashlib.sha256()
    for pack in sorted(packs, key=lambda pack: pack.name):
        texts = [f"tang {pack.header.edition} {players} {pack.name}"]
        texts += [canonical_text(source.text) for source in pack.scripts]
        for text in (*texts, ""):
            data = text.encode("utf-8", errors="replace")
            digest.update(len(data).to_bytes(8, "big"))
            digest.update(data)
    return digest.hexdigest()


def canonical_text(text: str) -> str:
    """Return the text without what never matters: the kind of line end, and spaces at the end of lines."""
    return "\n".join(line.rstrip() for line in text.removeprefix("\ufeff").split("\n")).rstrip() + "\n"
