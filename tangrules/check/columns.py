"""The columns of a kind: constant tables for what is printed, zones for what changes."""

from __future__ import annotations

from collections import Counter

import attrs

from tangrules import ir
from tangrules.check.constants import Cell, constant
from tangrules.check.infos import FieldInfo, Kind
from tangrules.check.types import Ty, info
from tangrules.check.world import World, nothing_value

RowValues = dict[str, Cell]


ROW = "#row"
"""Beside a piece's values: the row it comes from, if the row has a name."""


def build_columns(world: World, values: dict[int, RowValues]) -> None:
    """A column for every field of every kind, over all pieces."""
    for kind in world.kinds.values():
        for field in list(kind.fields.values()):
            default = _default(world, field)
            column = {p: values.get(p, {}).get(field.name, default) for p in kind.pieces}
            kind.fields[field.name] = _place_column(world, kind, field, column)
    _set_species(world, values)


def _default(world: World, field: FieldInfo) -> Cell:
    if field.default is not None:
        default = constant(world, field.type, field.default)
        return (default,) if field.form == "sites" and isinstance(default, int) else default
    if field.form == "per_side":
        return (-1,) * 4
    if field.form in ("areas", "sites", "parts"):
        return ()
    if field.type.form == "number" and not field.type.optional:
        return 0
    return nothing_value(field.type)


def _place_column(world: World, kind: Kind, field: FieldInfo, column: dict[int, Cell]) -> FieldInfo:
    total = len(world.pieces)
    name = f"{kind.name}.{field.name}"
    if field.changes:
        return attrs.evolve(field, zone=_changing(world, name, field.type, column, total))
    if field.form == "per_side":
        return attrs.evolve(field, table=_pose_faces(world, name, column, total))
    if field.form == "sites":
        return attrs.evolve(field, table=_site_column(world, name, column, total))
    tail = nothing_value(field.type) if field.form == "plain" else ()
    cells: list[Cell] = [column.get(p, tail) for p in range(total)]
    return attrs.evolve(field, table=world.table(name, [*cells, tail]))


def _changing(world: World, name: str, ty: Ty, column: dict[int, Cell], total: int) -> int:
    nothing = nothing_value(ty)
    if ty.form == "list":
        definition = ir.ZoneDef(name, "list", 0, total, holds=info(ty), attribute=True)
        number = world.tuple_zone(definition)
        for piece, cell in column.items():
            world.z_initial[world.zone_defs[number].base + piece] = cell if isinstance(cell, tuple) else ()
        return number
    initial = tuple(_as_int(column.get(p, nothing)) for p in range(total))
    definition = ir.ZoneDef(name, "value", 0, total, holds=info(ty), initial=initial, attribute=True)
    return world.space_zone(definition)


def _as_int(cell: Cell) -> int:
    return cell if isinstance(cell, int) else -1


def _pose_faces(world: World, name: str, column: dict[int, Cell], total: int) -> int:
    """faces[(piece * 4 + turn) * 4 + side]; the tail of four answers for an empty cell."""
    flat: list[int] = []
    for p in range(total):
        faces = column.get(p, (-1,) * 4)
        assert isinstance(faces, tuple)
        flat.extend(faces[(s - r) % 4] for r in range(4) for s in range(4))
    return world.table(name, [*flat, -1, -1, -1, -1])


def _site_column(world: World, name: str, column: dict[int, Cell], total: int) -> int:
    """Sites are numbered on their piece, those of all its fields together."""
    lists: list[Cell] = []
    before = Counter(piece for piece, _icon, _number in world.sites)
    for p in range(total):
        icons = column.get(p, ())
        assert isinstance(icons, tuple)
        first = len(world.sites)
        world.sites.extend((p, icon, before[p] + i) for i, icon in enumerate(icons))
        lists.append(tuple(range(first, len(world.sites))))
    return world.table(name, [*lists, ()])


def _set_species(world: World, values: dict[int, RowValues]) -> None:
    """Pieces of one table with the same printed values, and of one row if it has a name, are one species."""
    seen: dict[tuple[str, tuple[tuple[str, Cell], ...]], int] = {}
    for p, piece in enumerate(world.pieces):
        key = (piece.table, tuple(sorted(values.get(p, {}).items(), key=lambda kv: kv[0])))
        world.pieces[p] = attrs.evolve(piece, species=seen.setdefault(key, p))
