"""Tables of pieces: each row makes copies, each cell is read by the type of its column."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.columns import ROW, build_columns
from tangrules.check.constants import Cell, atom, constant_list
from tangrules.check.infos import FieldInfo
from tangrules.check.parts import MAX_PIECES, read_parts
from tangrules.check.types import SIDE, UNKNOWN, Ty
from tangrules.check.world import World, nothing_value
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

MAX_COPIES = 1000

RowValues = dict[str, Cell]
Made = list[tuple[tree.Table, tree.Row, list[int]]]


def declare_pieces(world: World) -> None:
    """Makes the pieces, kind by kind, then reads their columns (rows may name other pieces)."""
    rows: Made = []
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
        if made and any(written.text == "name" for written in table.header):
            read[ROW] = made[0]
        values.update({piece: {**read, **read_parts(world, table, row, piece, values)} for piece in made})
    build_columns(world, values)


def _make_pieces(world: World, name: str, table: tree.Table) -> Made:
    columns = [c.text for c in table.header]
    _check_header(world, table, columns)
    made: Made = []
    everything: list[int] = []
    sound = True
    for row in table.rows:
        if len(row.cells) != len(columns):
            sound = False
            have = f"{len(row.cells)} cell{'s' if len(row.cells) != 1 else ''}"
            message = f"this row has {have}, but the table has {len(columns)} columns"
            world.reporter.error("E-WIDTH", message, row.span, expected=f"| {' | '.join(columns)} |")
            continue
        ids = _row_pieces(world, table, row, columns, len(everything))
        everything.extend(ids)
        made.append((table, row, ids))
    world.table_pieces[name] = tuple(everything)
    if sound and table.total is not None and len(everything) != table.total:
        message = f"`{name}` should have {table.total} pieces, but its rows make {len(everything)}"
        hint = f"copies that add up to {table.total}"
        world.reporter.error("E-TOTAL", message, table.name.span, expected=hint)
    return made


def _check_header(world: World, table: tree.Table, columns: list[str]) -> None:
    fields = world.kinds[table.kind.text].fields
    for written in table.header:
        if written.text not in fields and written.text not in ("name", "copies"):
            hint = did_you_mean(written.text, [*fields, "name", "copies"])
            message = f"a `{table.kind.text}` has no field called `{written.text}`"
            world.reporter.error("E-NAME", message, written.span, suggestion=hint)
    for field in fields.values():
        if _is_needed(field) and field.name not in columns:
            message = f"the table has no column `{field.name}`, and a `{table.kind.text}` can't be without it"
            hint = f"a column `{field.name}`, or a default after the field: `= …`"
            world.reporter.error("E-WIDTH", message, table.name.span, expected=hint)


def _is_needed(field: FieldInfo) -> bool:
    """Whether a row must say something for this field."""
    empty = field.type.optional or field.type.form in ("list", "yesno", "text", "unknown")
    return field.form == "plain" and not empty and field.default is None


# --------------------------------------------------------------------------- rows


def _row_pieces(world: World, table: tree.Table, row: tree.Row, columns: list[str], before: int) -> list[int]:
    copies, base = 1, ""
    for column, cell in zip(columns, row.cells, strict=True):
        if column == "copies":
            copies = _copies(world, cell)
        elif column == "name":
            base = _row_name(world, cell)
    if len(world.pieces) + copies > MAX_PIECES:
        world.reporter.error("E-SIZE", f"this makes more than {MAX_PIECES} pieces", table.name.span)
        return []
    if base:
        names = [base] if copies == 1 else [f"{base}_{i + 1}" for i in range(copies)]
    else:
        names = [f"{table.name.text}_{before + i + 1}" for i in range(copies)]
    if base and base in world.row_first:
        world.reporter.error("E-DUPLICATE", f"there is already a row called `{base}`", row.span)
        return []
    ids = [_add_piece(world, n, table, row.span) for n in names]
    if base and ids:
        world.row_first[base] = ids[0]
    return ids


def _add_piece(world: World, name: str, table: tree.Table, span: Span) -> int:
    if name in world.piece_ids:
        world.reporter.error("E-DUPLICATE", f"there is already a piece called `{name}`", span)
    number = len(world.pieces)
    world.pieces.append(ir.PieceDef(name, table.kind.text, table.name.text, number))
    world.piece_spans.append(span)
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
        case ():
            return ""
    world.reporter.error("E-KIND", "a row's name is one word in small letters", cell.span)
    return ""


# --------------------------------------------------------------------------- cells


def _read_row(world: World, table: tree.Table, row: tree.Row) -> RowValues:
    fields = world.kinds[table.kind.text].fields
    values: RowValues = {}
    for written, cell in zip(table.header, row.cells, strict=True):
        field = fields.get(written.text)
        if field is None or field.form == "parts":
            continue
        if cell.items:
            values[field.name] = _read_cell(world, field, cell)
        elif _is_needed(field):
            message = (
                f"this row says nothing for `{field.name}`, and a `{table.kind.text}` can't be without it"
            )
            hint = f"a value, or `{field.name}: … or nothing` in the piece"
            world.reporter.error("E-NOTHING", message, cell.span, expected=hint)
    return values


def _read_cell(world: World, field: FieldInfo, cell: tree.TableCell) -> Cell:
    match field.form:
        case "per_side":
            return _per_side(world, field, cell)
        case "areas":
            return tuple(_area(world, field, item) for item in cell.items)
        case "sites":
            return tuple(_single(world, field.type, item) for item in cell.items)
    if field.type.form == "list":
        element = field.type.element or UNKNOWN
        values = tuple(_single(world, element, item) for item in cell.items)
        return constant_list(world, field.type, values, cell.span)
    if len(cell.items) != 1:
        message = f"`{field.name}` is one thing, here are {len(cell.items)}"
        hint = f"`{field.name}: list of …` in the piece, if there may be several"
        world.reporter.error("E-KIND", message, cell.span, expected=hint)
        return nothing_value(field.type)
    return _single(world, field.type, cell.items[0])


def _single(world: World, ty: Ty, item: tuple[tree.Expr, ...]) -> int:
    if len(item) != 1:
        message = "one thing was expected here; a comma separates several"
        world.reporter.error("E-KIND", message, item[1].span)
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
