"""Everything a scenario declares that has a number: icons, pieces, zones, grids, tables, values and verbs.

The world is filled in stages (nouns, then signatures, then bodies); ids are given in canonical order, so that
the same packs give the same program everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tangrules import ir
from tangrules.check.types import Ty
from tangrules.diagnostics import Reporter, Span
from tangrules.link.model import Model
from tangrules.syntax import tree

MAX_PIECES = 5000


@attrs.frozen
class FieldInfo:
    """A field of a kind. form as in the tree; `table` is the column (or pose table), `zone` holds changing ones."""

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
    """A zone as the checker knows it. `holds` is the type of its content (for containers: of each element)."""

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
        return self.form in ("set", "row", "pile", "deck", "slots")


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


@attrs.define
class World:
    """Symbol tables and the growing parts of the program."""

    model: Model
    reporter: Reporter
    players: int
    icons: list[str] = attrs.Factory(list)
    icon_ids: dict[str, int] = attrs.Factory(dict)
    icon_sets: dict[str, tuple[int, ...]] = attrs.Factory(dict)
    kinds: dict[str, Kind] = attrs.Factory(dict)
    pieces: list[ir.PieceDef] = attrs.Factory(list)
    piece_ids: dict[str, int] = attrs.Factory(dict)
    row_first: dict[str, int] = attrs.Factory(dict)  # row name -> first copy
    table_pieces: dict[str, tuple[int, ...]] = attrs.Factory(dict)
    table_kinds: dict[str, str] = attrs.Factory(dict)
    grids: dict[str, Grid] = attrs.Factory(dict)
    zones: dict[str, ZoneInfo] = attrs.Factory(dict)
    zone_defs: list[ir.ZoneDef] = attrs.Factory(list)
    layouts: dict[str, tuple[str, Ty, int]] = attrs.Factory(dict)  # name -> grid, type, table
    values: dict[str, ValueSig] = attrs.Factory(dict)
    value_defs: list[ir.ValueDef | None] = attrs.Factory(list)
    verbs: dict[str, VerbSig] = attrs.Factory(dict)
    verb_defs: list[ir.VerbDef | None] = attrs.Factory(list)
    regions: dict[str, ValueSig] = attrs.Factory(dict)
    tables: list[ir.StaticTable] = attrs.Factory(list)
    decisions: list[ir.DecisionDef] = attrs.Factory(list)
    origins: list[ir.Origin] = attrs.Factory(lambda: [ir.Origin("", 0, 0, "")])
    sites: list[tuple[int, int, int]] = attrs.Factory(list)
    slots: list[tuple[int, int]] = attrs.Factory(list)
    v_size: int = ir.Reserved.SIZE
    z_size: int = 0
    z_initial: list[tuple[int, ...]] = attrs.Factory(list)
    v_initial: dict[int, int] = attrs.Factory(dict)
    site_zone: int = -1
    slot_zone: int = -1  # reads any slot
    engine: dict[str, int] = attrs.Factory(dict)  # engine zones by name
    piece_cell: dict[str, int] = attrs.Factory(dict)  # grid -> value that finds a piece's cell
    shown: set[str] = attrs.Factory(set)
    builders: dict[int, object] = attrs.Factory(dict)
    geometry: dict[str, object] = attrs.Factory(dict)  # grid -> its tables, see `tangrules.check.geometry`
    _table_ids: dict[tuple[int | tuple[int, ...], ...], int] = attrs.Factory(dict)
    _origin_ids: dict[ir.Origin, int] = attrs.Factory(dict)

    # ------------------------------------------------------------------ numbering

    def table(self, name: str, values: Sequence[int | tuple[int, ...]]) -> int:
        """The id of a constant array; equal arrays are kept once."""
        key = tuple(values)
        if key not in self._table_ids:
            self._table_ids[key] = len(self.tables)
            self.tables.append(ir.StaticTable(name, key))
        return self._table_ids[key]

    def origin(self, span: Span, rule: str, cites: Iterable[tree.Cite] = (), pack: str = "") -> int:
        key = ir.Origin(span.file, span.line, span.column, rule, tuple(c.id for c in cites), pack)
        if key not in self._origin_ids:
            self._origin_ids[key] = len(self.origins)
            self.origins.append(key)
        return self._origin_ids[key]

    def space_zone(self, definition: ir.ZoneDef) -> int:
        """Gives a zone in V its place, a guard before it that answers for nothing."""
        guard = -1
        if definition.storage == "value":
            guard = nothing_of(definition.holds)
        base = self.v_size + 1
        self.v_initial[base - 1] = guard
        initial = definition.initial
        for i in range(definition.count):
            self.v_initial[base + i] = initial[i] if isinstance(initial, tuple) else initial
        self.v_size = base + definition.count
        return self._add_zone(attrs.evolve(definition, base=base))

    def tuple_zone(self, definition: ir.ZoneDef, parts: int = 1) -> int:
        """Gives a zone in Z its place; `parts` entries an instance."""
        base = self.z_size
        initial = definition.initial if isinstance(definition.initial, tuple) else ()
        self.z_initial.extend([initial if definition.storage == "list" else ()] * (definition.count * parts))
        self.z_size += definition.count * parts
        return self._add_zone(attrs.evolve(definition, base=base))

    def _add_zone(self, definition: ir.ZoneDef) -> int:
        self.zone_defs.append(definition)
        return len(self.zone_defs) - 1

    def engine_zone(self, name: str, offset: int, holds: Ty) -> int:
        """A zone over one of the engine's reserved numbers."""
        from tangrules.check.types import info

        definition = ir.ZoneDef(
            f"#{name}", "value", offset, 1, holds=info(holds), low=-(2**31), high=2**31 - 1
        )
        self.engine[name] = self._add_zone(definition)
        return self.engine[name]

    def flag_zone(self, name: str, count: int, reset: str, *, per_seat: bool = True) -> int:
        """A hidden yes/no of the engine's own, e.g. whether a rule was used this turn."""
        definition = ir.ZoneDef(
            f"#{name}",
            "value",
            0,
            count,
            per_seat=per_seat,
            holds=ir.TypeInfo("yesno"),
            low=0,
            high=1,
            reset=reset,
        )
        return self.space_zone(definition)

    # ------------------------------------------------------------------ types

    def icon_type(self, set_name: str) -> Ty:
        return Ty("icon", set_name, frozenset(self.icon_sets[set_name]))

    def type_names(self) -> list[str]:
        basic = [
            "number",
            "yesno",
            "text",
            "player",
            "side",
            "turn",
            "cell",
            "edge",
            "area",
            "site",
            "slot",
            "piece",
        ]
        return basic + list(self.icon_sets) + list(self.kinds)

    def resolve_type(self, written: tree.Type) -> Ty:
        """The type an author wrote; unknown names are reported and read as numbers."""
        base = self._base_type(written)
        if written.optional:
            base = attrs.evolve(base, optional=True)
        if written.collection is not None:
            return Ty("list", element=base, distinct=written.collection == "set")
        return base

    def _base_type(self, written: tree.Type) -> Ty:
        name = written.name.text
        simple = {"number": "number", "yesno": "yesno", "text": "text", "player": "seat", "side": "side"}
        simple |= {"turn": "turn", "site": "site"}
        if name in simple:
            return Ty(simple[name])
        if name in ("cell", "edge", "area"):
            return Ty(name, self._grid_name(written))
        if name == "slot":
            return Ty("slot", written.of.text if written.of else "")
        if name == "piece":
            return Ty("piece")
        if name in self.icon_sets:
            return self.icon_type(name)
        if name in self.kinds:
            return Ty("piece", name)
        from tangrules.diagnostics import did_you_mean

        self.reporter.error(
            "E-NAME",
            f"there is no kind of thing called `{name}`",
            written.name.span,
            expected="a type: number, yesno, player, cell, side, an icon set or a piece",
            suggestion=did_you_mean(name, self.type_names()),
        )
        return Ty("number")

    def _grid_name(self, written: tree.Type) -> str:
        if written.of is not None:
            if written.of.text not in self.grids:
                self.reporter.error("E-NAME", f"there is no grid called `{written.of.text}`", written.of.span)
            return written.of.text
        if self.board is not None:
            return self.board
        self.reporter.error(
            "E-KIND",
            f"there are {len(self.grids)} grids, so `{written.name.text}` must say which",
            written.span,
            expected=f"`{written.name.text} of GRID`",
        )
        return next(iter(self.grids), "")

    @property
    def board(self) -> str | None:
        """The grid that is meant where none is named: the only one of the first pack that has grids.

        So a pack may bring grids of its own without a word of the game that it changes becoming unclear.
        """
        packs = [self.model.zones[name].pack for name in self.grids]
        first = [name for name, pack in zip(self.grids, packs, strict=True) if pack == packs[0]]
        return first[0] if len(first) == 1 else None

    def kind_of_grid(self, grid: str) -> Kind:
        return self.kinds[self.grids[grid].kind]


def nothing_of(type_info: ir.TypeInfo) -> int:
    """The number that stands for nothing in a value of this type."""
    if type_info.form == "number":
        return ir.NIL if type_info.optional else 0
    if type_info.form in ("yesno", "text"):
        return 0
    return -1


def nothing_value(ty: Ty) -> int | tuple[int, ...]:
    if ty.form == "list":
        return ()
    if ty.form == "number":
        return ir.NIL
    return 0 if ty.form in ("yesno", "text") else -1
