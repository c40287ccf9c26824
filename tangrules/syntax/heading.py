"""The nodes of a file's header, and what they are made of. They are part of `tree`.

They lie apart because packs are found by their headers, and a game that was compiled before needs nothing more of trees.
"""

from __future__ import annotations

import attrs

from tangrules.diagnostics import Span

_NOWHERE = Span("", 1, 1, 1, 1)


def placed() -> Span:
    """Return the field for the place of a node."""
    return attrs.field(default=_NOWHERE, eq=False, repr=False, kw_only=True)


@attrs.frozen
class Name:
    """An identifier as written."""

    text: str
    span: Span = placed()


@attrs.frozen
class Cite:
    """`@base.build.06`: the id of a ledger entry, without the `@`."""

    id: str
    span: Span = placed()


@attrs.frozen
class TextLit:
    value: str
    span: Span = placed()


@attrs.frozen
class PackLine:
    """A line of the header about other packs.

    word: extends | requires | excludes | recommends | discourages | only one. With `only one` the names are of
    groups: of the packs that say so of a group, one at most can be in a game.
    """

    word: str
    names: tuple[Name, ...]
    reason: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = placed()


@attrs.frozen
class Header:
    """form: game | module | mix | part. A part names its pack and carries no directives."""

    edition: int
    form: str
    name: Name
    title: str | None = None
    players: tuple[int, int] | None = None
    horizon: int | None = None  # at most N rounds
    ledgers: tuple[TextLit, ...] = ()
    includes: tuple[TextLit, ...] = ()
    others: tuple[PackLine, ...] = ()
    span: Span = placed()

    @property
    def extends(self) -> tuple[Name, ...]:
        """The packs that this one changes."""
        return self.named("extends")

    @property
    def requires(self) -> tuple[Name, ...]:
        """The packs that this one cannot do without."""
        return self.named("requires")

    def named(self, word: str) -> tuple[Name, ...]:
        """Return the packs named in the lines that begin with this word."""
        return tuple(name for line in self.others if line.word == word for name in line.names)
