"""Icons, kinds and their components: from declarations to numbers and columns."""

from __future__ import annotations

from collections import Counter

import attrs

from tangrules import ir
from tangrules.check.parts import read_parts
from tangrules.check.types import NUMBER, SIDE, Ty, describe, info
from tangrules.check.world import MAX_PIECES, FieldInfo, Kind, World, nothing_value
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

SIDES = ("north", "east", "south", "west")
MAX_COPIES = 1000
Cell = int | tuple[int, ...]


def declare_icons(world: World) -> None:
    """Numbers the symbols set by set; `all of` takes over another set's symbols."""
    for name in world.model.icons:
        _icon_set(world, name, ())


def _icon_set(world: World, name: str, path: tuple[str, ...]) -> tuple[int, ...]:
    if name in world.icon_sets:
        return world.icon_sets[name]
    declared = world.model.icons[name].item
    if name in path:
        world.reporter.error("E-RECURSION", f"the icon set `{name}` contains itself", declared.span)
        return ()
    own = [m for m in declared.members if not m.inclusion]
    for member in own:
        if member.name.text not in world.icon_ids:
            world.icon_ids[member.name.text] = len(world.icons)
            world.icons.append(member.name.text)
    ids: list[int] = []
    for member in declared.members:
        for i in _member_ids(world, member, (*path, name)):
            if i in ids:
                word = world.icons[i]
                world.reporter.error("E-DUPLICATE", f"`{word}` stands twice in `{name}`", member.span)
            else:
                ids.append(i)
    world.icon_sets[name] = tuple(ids)
    return tuple(ids)


def _member_ids(world: World, member: tree.IconMember, path: tuple[str, ...]) -> tuple[int, ...]:
    name = member.name.text
    if not member.inclusion:
        return (world.icon_ids[name],)
    if name not in world.model.icons:
        hint = did_you_mean(name, world.model.icons)
        world.reporter.error(
            "E-NAME", f"there is no icon set called `{name}`", member.name.span, suggestion=hint
        )
        return ()
    return _icon_set(world, name, path)


# --------------------------------------------------------------------------- kinds


def declare_kinds(world: World) -> None:
    """Fields of every kind; needs icons and the names of kinds and grids."""
    for name in world.model.kinds:
        world.kinds[name] = Kind(name, {})


def declare_fields(world: World) -> None:
    for name, rule in world.model.kinds.items():
        for field in rule.item.fields:
            ty = _field_type(world, field)
            world.kinds[name].fields[field.name.text] = FieldInfo(
                field.name.text, field.form, ty, field.changes, field.default, span=field.span
            )


def _field_type(world: World, field: tree.Field) -> Ty:
    ty = world.resolve_type(field.type)
    if field.form in ("areas", "sites", "per_side") and ty.form != "icon":
        world.reporter.error(
            "E-KIND", f"`{field.name.text}` needs an icon set, not {describe(ty)}", field.span
        )
    if field.form == "parts" and ty.form != "piece":
        world.reporter.error(
            "E-KIND", f"`{field.name.text}` needs a kind of piece, not {describe(ty)}", field.span
        )
    return ty


# --------------------------------------------------------------------------- tables

RowValues = dict[str, Cell]


def declare_pieces(world: World) -> None:
    """Makes the pieces, kind by kind, then reads their columns (rows may name other pieces)."""
    rows: list[tuple[tree.Table, tree.Row, list[int]]] = []
    for kind in world.kinds:
        for name, rule in world.model.tables.items():
            if rule.item.kind.text == kind:
                rows.extend(_make_pieces(world, name, rule.item))
    for name, rule in world.model.tables.items():
        if rule.item.kind.text not in world.kinds:
            hint = did_you_mean(rule.item.kind.text, world.kinds)
            message = f"there is no kind of piece called `{rule.item.kind.text}`"
            world.reporter.error("E-NAME", message, rule.item.kind.span, suggestion=hint)
        world.table_pieces.setdefault(name, ())
        world.table_kinds[name] = rule.item.kind.text
    values: dict[int, RowValues] = {}
    for table, row, made in rows:
        read = _read_row(world, table, row)
        values.update({piece: {**read, **read_parts(world, table, row, piece, values)} for piece in made})
    _build_columns(world, values)
    _set_species(world, values)


def _make_pieces(world: World, name: str, table: tree.Table) -> list[tuple[tree.Table, tree.Row, list[int]]]:
    columns = [c.text for c in table.header]
    _check_header(world, table, columns)
    made: list[tuple[tree.Table, tree.Row, list[int]]] = []
    everything: list[int] = []
    for row in table.rows:
        if len(row.cells) != len(columns):
            message = f"this row has {len(row.cells)} cells, the table has {len(columns)} columns"
            world.reporter.error("E-WIDTH", message, row.span, expected=" | ".join(columns))
            continue
        ids = _row_pieces(world, table, row, columns, len(everything))
        everything.extend(ids)
        made.append((table, row, ids))
    world.table_pieces[name] = tuple(everything)
    if table.total is not None and len(everything) != table.total:
        message = f"`{name}` should have {table.total} pieces, its rows make {len(everything)}"
        world.reporter.error(
            "E-TOTAL", message, table.name.span, expected=f"copies that sum to {table.total}"
        )
    return made


def _check_header(world: World, table: tree.Table, columns: list[str]) -> None:
    fields = world.kinds[table.kind.text].fields
    for written in table.header:
        if written.text not in fields and written.text not in ("name", "copies"):
            hint = did_you_mean(written.text, [*fields, "name", "copies"])
            message = f"a `{table.kind.text}` has no field called `{written.text}`"
            world.reporter.error("E-NAME", message, written.span, suggestion=hint)
        if columns.count(written.text) > 1:
            world.reporter.error("E-DUPLICATE", f"the column `{written.text}` stands twice", written.span)
    for field in fields.values():
        needed = (
            field.form == "plain" and not field.type.optional and field.type.form not in ("list", "yesno")
        )
        if needed and field.default is None and field.name not in columns:
            message = f"the table needs a column `{field.name}`, or the field a default"
            world.reporter.error("E-WIDTH", message, table.name.span)


def _row_pieces(world: World, table: tree.Table, row: tree.Row, columns: list[str], before: int) -> list[int]:
    copies, base = 1, ""
    for column, cell in zip(columns, row.cells, strict=True):
        if column == "copies":
            copies = _copies(world, cell)
        elif column == "name":
            base = _row_name(world, cell)
    if len(world.pieces) + copies > MAX_PIECES:
        world.reporter.error("E-SIZE", f"more than {MAX_PIECES} pieces", row.span)
        return []
    if base:
        names = [base] if copies == 1 else [f"{base}_{i + 1}" for i in range(copies)]
    else:
        names = [f"{table.name.text}_{before + i + 1}" for i in range(copies)]
    ids = [_add_piece(world, n, table, row.span) for n in names]
    if base and ids:
        if base in world.row_first:
            world.reporter.error("E-DUPLICATE", f"there is already a row called `{base}`", row.span)
        world.row_first.setdefault(base, ids[0])
    return ids


def _add_piece(world: World, name: str, table: tree.Table, span: Span) -> int:
    if name in world.piece_ids:
        world.reporter.error("E-DUPLICATE", f"there is already a piece called `{name}`", span)
    number = len(world.pieces)
    world.pieces.append(ir.PieceDef(name, table.kind.text, table.name.text, number))
    world.piece_ids[name] = number
    world.kinds[table.kind.text].pieces.append(number)
    return number


def _copies(world: World, cell: tree.TableCell) -> int:
    match cell.items:
        case ((tree.NumberLit(value=value),),) if 0 <= value <= MAX_COPIES:
            return value
        case ():
            return 1
    world.reporter.error("E-RANGE", f"copies must be a number from 0 to {MAX_COPIES}", cell.span)
    return 1


def _row_name(world: World, cell: tree.TableCell) -> str:
    match cell.items:
        case ((tree.NameRef(name=name),),):
            return name
    world.reporter.error("E-KIND", "a row's name is one lower-case word", cell.span)
    return ""


def _read_row(world: World, table: tree.Table, row: tree.Row) -> RowValues:
    fields = world.kinds[table.kind.text].fields
    values: RowValues = {}
    for written, cell in zip(table.header, row.cells, strict=True):
        field = fields.get(written.text)
        if field is not None and field.form != "parts" and cell.items:
            values[field.name] = _read_cell(world, field, cell)
    return values


def _read_cell(world: World, field: FieldInfo, cell: tree.TableCell) -> Cell:
    if field.form == "per_side":
        return _per_side(world, field, cell)
    if field.form == "areas":
        return tuple(_area(world, field, item) for item in cell.items)
    if field.form == "sites":
        return tuple(_single(world, field.type, item) for item in cell.items)
    if field.type.form == "list":
        element = field.type.element or NUMBER
        values = tuple(_single(world, element, item) for item in cell.items)
        return tuple(sorted(set(values))) if field.type.distinct else values
    if len(cell.items) != 1:
        world.reporter.error("E-KIND", f"`{field.name}` is one value, not a list", cell.span)
        return nothing_value(field.type)
    return _single(world, field.type, cell.items[0])


def _single(world: World, ty: Ty, item: tuple[tree.Expr, ...]) -> int:
    if len(item) != 1:
        span = item[1].span
        world.reporter.error("E-KIND", "one value was expected here; a comma separates values", span)
    return atom(world, ty, item[0])


def _per_side(world: World, field: FieldInfo, cell: tree.TableCell) -> Cell:
    item = cell.items[0]
    if len(cell.items) != 1 or len(item) not in (1, 4):
        message = f"`{field.name}` needs one icon for each side, clockwise from north"
        world.reporter.error("E-WIDTH", message, cell.span, expected="four icons, or one for all sides")
        return (-1,) * 4
    faces = tuple(atom(world, field.type, a) for a in item)
    return faces * 4 if len(faces) == 1 else faces


def _area(world: World, field: FieldInfo, item: tuple[tree.Expr, ...]) -> int:
    """An area as one number: icon * 16 + mask of sides."""
    icon = atom(world, field.type, item[0])
    mask = 0
    for side in item[1:]:
        number = atom(world, SIDE, side)
        mask |= 1 << max(number, 0)
    return max(icon, 0) * 16 + mask


def atom(world: World, ty: Ty, written: tree.Expr) -> int:
    """A constant in a table cell or default, read by the type its column wants."""
    match written:
        case tree.NumberLit(value=value) if ty.form in ("number", "turn"):
            return value
        case tree.Neg(value=tree.NumberLit(value=value)) if ty.form == "number":
            return -value
        case tree.BoolLit(value=value) if ty.form == "yesno":
            return int(value)
        case tree.NothingLit() if ty.optional:
            return ir.NIL if ty.form == "number" else -1
        case tree.NameRef(name=name):
            return _named_atom(world, ty, name, written.span)
    world.reporter.error("E-KIND", f"this is not {describe(ty)}", written.span, expected=describe(ty))
    return 0 if ty.form in ("number", "yesno") else -1


def _named_atom(world: World, ty: Ty, name: str, span: Span) -> int:
    names: dict[str, int] = {}
    if ty.form == "icon":
        names = {world.icons[i]: i for i in sorted(ty.icons)}
    elif ty.form == "side":
        names = {s: i for i, s in enumerate(SIDES)}
    elif ty.form == "piece":
        names = {**world.piece_ids, **world.row_first}
        names = {n: i for n, i in names.items() if not ty.name or world.pieces[i].kind == ty.name}
    elif ty.form == "cell":
        names = cell_names(world, ty.name)
    if name in names:
        return names[name]
    code = "E-ICON" if ty.form == "icon" else "E-NAME"
    message = f"`{name}` is not {describe(ty)}"
    world.reporter.error(code, message, span, expected=describe(ty), suggestion=did_you_mean(name, names))
    return -1


def cell_names(world: World, grid_name: str) -> dict[str, int]:
    """`r3c4` -> number, for a shared grid (or the first seat's part)."""
    grid = world.grids[grid_name]
    return {f"r{c // grid.width}c{c % grid.width}": c for c in grid.cells(0)}


# --------------------------------------------------------------------------- columns


def _build_columns(world: World, values: dict[int, RowValues]) -> None:
    for kind in world.kinds.values():
        for field in list(kind.fields.values()):
            default = _default(world, field)
            column = {p: values.get(p, {}).get(field.name, default) for p in kind.pieces}
            kind.fields[field.name] = _place_column(world, kind, field, column)


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


def constant(world: World, ty: Ty, written: tree.Expr) -> Cell:
    if isinstance(written, tree.ListLit) and ty.form == "list":
        element = ty.element or NUMBER
        return tuple(atom(world, element, e) for e in written.items)
    return atom(world, ty, written)


def _place_column(world: World, kind: Kind, field: FieldInfo, column: dict[int, Cell]) -> FieldInfo:
    total = len(world.pieces)
    name = f"{kind.name}.{field.name}"
    if field.changes:
        return attrs.evolve(field, zone=_changing(world, name, field, column, total))
    if field.form == "per_side":
        return attrs.evolve(field, table=_pose_faces(world, name, column, total))
    if field.form == "sites":
        return attrs.evolve(field, table=_site_column(world, name, column, total))
    tail = nothing_value(field.type) if field.form == "plain" else ()
    cells: list[Cell] = [column.get(p, tail) for p in range(total)]
    return attrs.evolve(field, table=world.table(name, [*cells, tail]))


def _changing(world: World, name: str, field: FieldInfo, column: dict[int, Cell], total: int) -> int:
    nothing = nothing_value(field.type)
    if field.type.form == "list":
        definition = ir.ZoneDef(name, "list", 0, total, holds=info(field.type), attribute=True)
        return world.tuple_zone(definition)
    initial = tuple(_as_int(column.get(p, nothing)) for p in range(total))
    definition = ir.ZoneDef(name, "value", 0, total, holds=info(field.type), initial=initial, attribute=True)
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
    """Pieces of one table with the same printed values and name base are one species."""
    seen: dict[tuple[str, tuple[tuple[str, Cell], ...]], int] = {}
    for p, piece in enumerate(world.pieces):
        key = (piece.table, tuple(sorted(values.get(p, {}).items(), key=lambda kv: kv[0])))
        world.pieces[p] = attrs.evolve(piece, species=seen.setdefault(key, p))
