"""The nodes of a file's header, and what they are made of. They are part of `tree`.

They lie apart because packs are found by their headers, and a game that was compiled before needs nothing more of trees.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import attrs

from tangrules.diagnostics import Span

_NOWHERE = Span("", 1, 1, 1, 1)


class Node:
    """What all nodes have. Two are equal if their words are.

    That is written once for all of them and not made for each class, as attrs would: there are very many, few are ever
    compared or shown, and making them is what takes longest when this module is imported.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self is other or _words(self) == _words(other)

    def __hash__(self) -> int:
        return hash((self.__class__, _words(self)))

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in _names(self.__class__)]
        return f"{self.__class__.__name__}({', '.join(shown)})"


def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node, but for its place."""
    return tuple(field.name for field in attrs.fields(kind) if field.eq)


_READERS: dict[type, Callable[[Any], object]] = {}


def _words(node: object) -> object:
    """What all fields of a node hold, but for its place."""
    kind = node.__class__
    reader = _READERS.get(kind)
    if reader is None:
        names = _names(kind)
        reader = _READERS[kind] = attrgetter(*names) if names else lambda _: ()
    return reader(node)


def placed() -> Span:
    """Return the field for the place of a node."""
    return attrs.field(default=_NOWHERE, eq=False, repr=False, kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Name(Node):
    """An identifier as written."""

    text: str
    span: Span = placed()


@attrs.frozen(eq=False, repr=False)
class Cite(Node):
    """`@base.build.06`: the id of a ledger entry, without the `@`."""

    id: str
    span: Span = placed()


@attrs.frozen(eq=False, repr=False)
class TextLit(Node):
    value: str
    span: Span = placed()


@attrs.frozen(eq=False, repr=False)
class PackLine(Node):
    """A line of the header about other packs.

    word: extends | requires | excludes | recommends | discourages | only one. With `only one` the names are of
    groups: of the packs that say so of a group, one at most can be in a game.
    """

    word: str
    names: tuple[Name, ...]
    reason: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = placed()


@attrs.frozen(eq=False, repr=False)
class Header(Node):
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
