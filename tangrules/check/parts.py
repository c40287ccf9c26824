"""The parts of blocks in tables: rows of pieces by name, or of icons, each of which makes its own piece."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.constants import Cell, atom, new_icon
from tangrules.check.infos import FieldInfo, Kind
from tangrules.check.types import describe
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.syntax import tree

MAX_PIECES = 5000
RowValues = dict[str, Cell]


def read_parts(
    world: World, table: tree.Table, row: tree.Row, piece: int, values: dict[int, RowValues]
) -> RowValues:
    """The columns of parts of a block: its width, then its parts row by row.

    An icon makes a new piece that shows it, called after the block and its place: `bar_3`. Each copy of a
    block gets parts of its own. What the new pieces show is added to `values`.
    """
    fields = world.kinds[table.kind.text].fields
    read: RowValues = {}
    for written, cell in zip(table.header, row.cells, strict=True):
        field = fields.get(written.text)
        if field is not None and field.form == "parts" and cell.items:
            read[field.name] = _parts(world, field, cell, piece, values)
    return read


def _parts(
    world: World, field: FieldInfo, cell: tree.TableCell, block: int, values: dict[int, RowValues]
) -> tuple[int, ...]:
    width = len(cell.items[0])
    if any(len(item) != width for item in cell.items):
        world.reporter.error("E-WIDTH", "each row of a block must be equally long", cell.span)
        return ()
    atoms = [a for item in cell.items for a in item]
    return (width, *(_part(world, field, a, block, n, values) for n, a in enumerate(atoms, 1)))


def _part(
    world: World, field: FieldInfo, written: tree.Expr, block: int, n: int, values: dict[int, RowValues]
) -> int:
    """A named piece, a new one that shows the icon, or -1 for a hole."""
    if isinstance(written, tree.NothingLit):
        return -1
    word = written.name if isinstance(written, tree.NameRef) else ""
    kind = world.kinds[field.type.name]
    shown = _shown(kind)
    if word in world.piece_ids or word in world.row_first or word not in world.icon_ids or shown is None:
        return atom(world, field.type, written)
    icon = world.icon_ids[word]
    if icon not in shown.type.icons:
        message = f"`{word}` is not {describe(shown.type)}, which is what a `{kind.name}` shows"
        hint = new_icon(world, shown.type, word, written.span)
        world.reporter.error("E-ICON", message, written.span, expected=describe(shown.type), suggestion=hint)
        return -1
    _check_complete(world, kind, shown, written.span)
    piece = _new_piece(
        world, kind, f"{world.pieces[block].name}_{n}", world.pieces[block].table, written.span
    )
    values[piece] = {shown.name: icon}
    return piece


def _shown(kind: Kind) -> FieldInfo | None:
    """The single field of a kind that is one printed icon."""
    found = [f for f in kind.fields.values() if f.form == "plain" and f.type.form == "icon" and not f.changes]
    return found[0] if len(found) == 1 else None


def _check_complete(world: World, kind: Kind, shown: FieldInfo, span: Span) -> None:
    """An icon alone makes a piece only if nothing else has to be said about it."""
    for field in kind.fields.values():
        told = field is shown or field.default is not None or field.form != "plain"
        if not told and not field.type.optional and field.type.form not in ("list", "yesno"):
            message = f"an icon does not say the `{field.name}` of a `{kind.name}`"
            world.reporter.error("E-WIDTH", message, span, expected="a piece by its name, or a default")


def _new_piece(world: World, kind: Kind, name: str, table: str, span: Span) -> int:
    if name in world.piece_ids:
        world.reporter.error("E-DUPLICATE", f"there is already a piece called `{name}`", span)
    number = len(world.pieces)
    if number == MAX_PIECES:
        world.reporter.error("E-SIZE", f"this makes more than {MAX_PIECES} pieces", span)
    world.pieces.append(ir.PieceDef(name, kind.name, table, number))
    world.piece_spans.append(span)
    world.piece_ids[name] = number
    kind.pieces.append(number)
    return number
