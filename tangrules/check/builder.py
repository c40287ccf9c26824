"""The function that a text becomes: its slots, labels and origins, and what the text was seen to do.

What a text does is noted while it is elaborated and judged when all texts are: who is `you` (`seats`), and
whether something hidden is looked at (`leaks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from tangrules import ir
from tangrules.check.types import Ty
from tangrules.check.world import World
from tangrules.diagnostics import Diagnostic, Span
from tangrules.syntax import tree


@attrs.frozen
class BidField:
    """Where a secret answer stands in its row."""

    place: int
    type: Ty
    width: int


@attrs.define
class Seen:
    """What a text was seen to do, by ids of verbs and values."""

    uses_you: bool = False
    seated_calls: set[int] = attrs.Factory(set)
    seatless_calls: list[tuple[int, Span]] = attrs.Factory(list)
    seated_asks: set[int] = attrs.Factory(set)  # `allowed VERB`
    seatless_asks: list[tuple[int, Span]] = attrs.Factory(list)
    asks: set[int] = attrs.Factory(set)  # values
    own_asks: set[int] = attrs.Factory(set)  # values of the seat that looks on
    peeks: list[tuple[int, Diagnostic]] = attrs.Factory(list)  # values of another seat
    reads_private: bool = False
    leaks: list[Diagnostic] = attrs.Factory(list)
    moved: set[str] = attrs.Factory(set)  # kinds of pieces; "" if any


@attrs.define
class Builder:
    """A function being built. `value` is its id if it is a question, -1 if it is a rule."""

    world: World
    rule: str
    pack: str
    cites: tuple[tree.Cite, ...] = ()
    verb: int = -1
    value: int = -1
    slots: int = 0
    labels: int = 0
    open_eyes: bool = False  # examples, invariants and scoring may read what is hidden
    bid_fields: dict[str, dict[str, BidField]] = attrs.Factory(dict)
    volatile: dict[int, tuple[str, Span]] = attrs.Factory(dict)  # slots that hold a region
    seen: Seen = attrs.Factory(Seen)

    @contextmanager
    def voice(self, rule: str, pack: str, cites: tuple[tree.Cite, ...]) -> Iterator[None]:
        """For a while, statements are traced to another rule woven into this function."""
        before = (self.rule, self.pack, self.cites)
        self.rule, self.pack, self.cites = rule, pack, cites
        try:
            yield
        finally:
            self.rule, self.pack, self.cites = before

    def slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def local(self) -> ir.Local:
        """A new slot, to be read."""
        return ir.Local(self.slot())

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def origin(self, span: Span) -> int:
        return self.world.origin(span, self.rule, self.cites, self.pack)

    @property
    def verb_name(self) -> str:
        """The rule without the step that is being read."""
        return self.rule.split("/")[0]
