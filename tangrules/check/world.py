"""Everything a scenario declares that has a number: icons, pieces, zones, grids, tables, values and verbs.

The world is filled in stages (nouns, then signatures, then bodies); ids are given in canonical order, so that
the same packs give the same program everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tangrules import ir
from tangrules.check.engine import NOTHING_AT_FIRST, OWN_NUMBERS, Engine
from tangrules.check.infos import Grid, Kind, ValueSig, VerbSig, ZoneInfo
from tangrules.check.types import Ty, info
from tangrules.diagnostics import Reporter, Span
from tangrules.link.model import Model
from tangrules.syntax import tree

if TYPE_CHECKING:
    from tangrules.check.builder import Builder
    from tangrules.check.geometry import AreaTables, GridTables

Answer: TypeAlias = int | tuple[int, ...]


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
    piece_spans: list[Span] = attrs.Factory(list)  # the row of each piece
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
    engine: Engine = attrs.Factory(Engine)
    geometry: dict[str, GridTables] = attrs.Factory(dict)  # of each grid
    areas: dict[tuple[str, int], AreaTables] = attrs.Factory(dict)  # of each kind, and so many pieces
    unset_reads: dict[str, Span] = attrs.Factory(dict)  # notes without a first value, where they are read
    piece_cell: dict[str, int] = attrs.Factory(dict)  # grid -> value that finds a piece's cell
    builders: list[Builder] = attrs.Factory(list)  # of every text that was elaborated, in order
    verb_builders: dict[int, Builder] = attrs.Factory(dict)
    requirement_builders: dict[int, Builder] = attrs.Factory(dict)
    authors: dict[str, str] = attrs.Factory(dict)  # file -> the pack it belongs to
    patches: frozenset[Span] = frozenset()  # steps and options that one pack put into another's text
    _table_ids: dict[tuple[Answer, ...], int] = attrs.Factory(dict)
    _origin_ids: dict[ir.Origin, int] = attrs.Factory(dict)

    # ------------------------------------------------------------------ numbering

    def table(self, name: str, values: Sequence[Answer]) -> int:
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

    def reserve_value(self) -> int:
        """The id of a value whose definition comes later."""
        self.value_defs.append(None)
        return len(self.value_defs) - 1

    def add_value(self, definition: ir.ValueDef) -> int:
        self.value_defs.append(definition)
        return len(self.value_defs) - 1

    def reserve_verb(self) -> int:
        """The id of a verb whose definition comes later."""
        self.verb_defs.append(None)
        return len(self.verb_defs) - 1

    def space_zone(self, definition: ir.ZoneDef) -> int:
        """Gives a zone in V its place, a guard before it that answers for nothing."""
        base = self.v_size + 1
        self.v_initial[base - 1] = nothing_in(definition.holds) if definition.storage == "value" else -1
        initial = definition.initial
        for i in range(definition.count):
            self.v_initial[base + i] = initial[i] if isinstance(initial, tuple) else initial
        self.v_size = base + definition.count
        return self.add_zone(attrs.evolve(definition, base=base))

    def tuple_zone(self, definition: ir.ZoneDef, parts: int = 1) -> int:
        """Gives a zone in Z its place; `parts` entries an instance."""
        base = self.z_size
        initial = definition.initial if isinstance(definition.initial, tuple) else ()
        self.z_initial.extend([initial if definition.storage == "list" else ()] * (definition.count * parts))
        self.z_size += definition.count * parts
        return self.add_zone(attrs.evolve(definition, base=base))

    def add_zone(self, definition: ir.ZoneDef) -> int:
        self.zone_defs.append(definition)
        return len(self.zone_defs) - 1

    def declare_own_numbers(self) -> None:
        """The engine's own numbers, readable like zones."""
        for name, offset, ty in OWN_NUMBERS:
            definition = ir.ZoneDef(
                f"#{name}", "value", offset, 1, holds=info(ty), low=-(2**31), high=2**31 - 1
            )
            self.engine.zones[name] = self.add_zone(definition)
            self.v_initial[offset] = -1 if name in NOTHING_AT_FIRST else 0

    def flag_zone(self, name: str, count: int, reset: str, *, per_seat: bool = True) -> int:
        """A hidden yes/no of the engine's own, e.g. whether a rule was used this turn."""
        holds = ir.TypeInfo("yesno")
        definition = ir.ZoneDef(
            f"#{name}", "value", 0, count, per_seat=per_seat, holds=holds, low=0, high=1, reset=reset
        )
        return self.space_zone(definition)

    @property
    def board(self) -> str | None:
        """The grid that is meant where none is named: the only one of the first pack that has grids.

        So a pack may bring grids of its own without a word of the game that it changes becoming unclear.
        """
        packs = [self.model.zones[name].pack for name in self.grids]
        first = [name for name, pack in zip(self.grids, packs, strict=True) if pack == packs[0]]
        return first[0] if len(first) == 1 else None

    def icon_type(self, set_name: str) -> Ty:
        return Ty("icon", set_name, frozenset(self.icon_sets[set_name]))


def nothing_in(type_info: ir.TypeInfo) -> int:
    """What a zone of numbers or things reads at nothing."""
    if type_info.form == "number":
        return ir.NIL
    return 0 if type_info.form in ("yesno", "text") else -1


def nothing_value(ty: Ty) -> Answer:
    """What stands for nothing in a value of this type."""
    if ty.form == "list":
        return ()
    if ty.form == "number":
        return ir.NIL
    return 0 if ty.form in ("yesno", "text") else -1
