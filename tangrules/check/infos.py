"""What the checker knows of each declared thing: fields, kinds, grids, zones, questions and verbs."""

from __future__ import annotations

import attrs

from tangrules.check.types import Ty
from tangrules.diagnostics import Span
from tangrules.syntax import tree


@attrs.frozen
class FieldInfo:
    """A field of a kind. form as in the tree; `table` is its column (or poses), `zone` what changes."""

    name: str
    form: str
    type: Ty
    changes: bool = False
    default: tree.Expr | None = None
    table: int = -1
    zone: int = -1
    span: Span | None = None


@attrs.define
class Kind:
    name: str
    fields: dict[str, FieldInfo]
    pieces: list[int] = attrs.Factory(list)

    def field_of(self, form: str) -> FieldInfo | None:
        return next((f for f in self.fields.values() if f.form == form), None)


@attrs.frozen
class Grid:
    """A grid zone: all its cells (every seat's, for a grid each player owns) are numbered together."""

    name: str
    kind: str
    width: int
    height: int
    missing: frozenset[int]
    seats: int  # 0 for a shared grid
    zone: int = -1

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def size(self) -> int:
        return self.area * max(self.seats, 1)

    def cells(self, seat: int | None = None) -> tuple[int, ...]:
        """Existing cells, of one seat or of all."""
        blocks = range(max(self.seats, 1)) if seat is None else (seat,)
        return tuple(b * self.area + c for b in blocks for c in range(self.area) if c not in self.missing)


@attrs.frozen
class ZoneInfo:
    """A zone as the checker knows it. `holds` is the type of its content (of containers: of each element)."""

    name: str
    id: int
    form: str  # grid one slots set row pile deck counter flag note track
    your: bool
    index: tuple[Ty, ...]
    holds: Ty
    visibility: str = "public"
    grid: Grid | None = None
    capacity: int = 0  # slots
    slot_first: int = 0
    low: int = -32768
    high: int = 32767
    unset: bool = False  # a note that setup must write before it is read
    span: Span | None = None

    @property
    def is_container(self) -> bool:
        """Whether an instance holds any number of pieces."""
        return self.form in ("set", "row", "pile", "deck")


@attrs.frozen
class ValueSig:
    name: str
    id: int
    params: tuple[tuple[str, Ty], ...]
    result: Ty
    your: bool
    span: Span


@attrs.frozen
class VerbSig:
    name: str
    id: int
    params: tuple[tuple[str, Ty], ...]
    span: Span
    is_action: bool = False
