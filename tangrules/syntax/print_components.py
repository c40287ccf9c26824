"""Writes the header of a file and its components: icons, pieces, tables, zones."""

from __future__ import annotations

from typing import assert_never

from tangrules.syntax import tree
from tangrules.syntax.lines import first_word
from tangrules.syntax.outline import Entry, block, simple
from tangrules.syntax.pretty import Doc, doc, flat
from tangrules.syntax.print_expressions import binder, expression, of_sum, whole
from tangrules.syntax.print_statements import cited, statements, titled


def owned(your: bool, name: tree.Name) -> str:
    """Write `your coins`, or `deck`."""
    return f"your {name.text}" if your else name.text


def type_text(node: tree.Type) -> str:
    """Write `list of cell or nothing`."""
    collection = f"{node.collection} of " if node.collection else ""
    of = f" of {node.of.text}" if node.of else ""
    return f"{collection}{node.name.text}{of}{' or nothing' if node.optional else ''}"


def header(node: tree.Header) -> tuple[Entry, ...]:
    """Write the lines of a header; a line for each file named."""
    form = "part of" if node.form == "part" else node.form
    lines = [f"tang {node.edition}", f"{form} {node.name.text}{titled(node.title)}"]
    if node.players:
        low, high = node.players
        lines.append(f"players {low}" if low == high else f"players {low} to {high}")
    if node.horizon is not None:
        lines.append(f"at most {node.horizon} {'round' if node.horizon == 1 else 'rounds'}")
    lines += [f'ledger "{each.value}"' for each in node.ledgers]
    lines += [f'include "{each.value}"' for each in node.includes]
    for line in node.others:
        names = ", ".join(name.text for name in line.names)
        lines.append(f"{line.word} {names}{titled(line.reason)}{cited(line.cites)}")
    first = node.span.line
    return (Entry((lines[0],), first, first), *(Entry((line,)) for line in lines[1:]))


def component(
    node: tree.Icons
    | tree.Piece
    | tree.Table
    | tree.Layout
    | tree.Zone
    | tree.Track
    | tree.Region
    | tree.Look,
) -> Entry:
    """Write one component."""
    match node:
        case tree.Icons():
            members = ", ".join(f"all of {m.name.text}" if m.inclusion else m.name.text for m in node.members)
            return simple(node.span, f"icons {node.name.text}{cited(node.cites)}: {members}")
        case tree.Piece():
            head = f"piece {node.name.text}{cited(node.cites)}"
            fields = tuple(map(_field, node.fields))
            return block(node.span, fields, head, ":") if fields else simple(node.span, head)
        case tree.Table():
            return _table(node)
        case tree.Layout():
            return _layout(node)
        case tree.Zone():
            return _zone(node)
        case tree.Track():
            return _track(node)
        case tree.Region():
            start = f"region {owned(node.your, node.name)} on {node.grid.text} of {node.nodes}"
            joined_by = f" joins {node.edge.text} "
            if isinstance(node.joins, tree.Binder):
                joins = doc(joined_by, "to ", binder(node.joins))
            else:
                joins = doc(joined_by, "when ", whole(node.joins))
            return simple(node.span, start, joins, cited(node.cites))
        case tree.Look():
            colour = f" {node.colour}" if node.colour else ""
            return simple(node.span, f"look {node.name.text}{titled(node.text)}{colour}")
        case _:
            assert_never(node)


_FORMS = {"per_side": "{} per side", "areas": "areas of {}", "sites": "sites of {}", "parts": "parts of {}"}


def _field(node: tree.Field) -> Entry:
    kind = _FORMS.get(node.form, "{}").format(type_text(node.type))
    default = doc(" = ", expression(node.default)) if node.default else ()
    changes = " changes" if node.changes else ""
    return simple(node.span, f"{node.name.text}: {kind}", default, changes)


# --------------------------------------------------------------------------- tables and layouts


def _table(node: tree.Table) -> Entry:
    """Write a table with its columns below each other."""
    heading = [name.text for name in node.header]
    grid = [heading, *([_cell(cell) for cell in row.cells] for row in node.rows)]
    widths = [
        max(len(row[at]) for row in grid if at < len(row)) for at in range(max(len(row) for row in grid))
    ]
    texts = [_row(row, widths) for row in grid]
    line = node.header[0].span.line if node.header else 0
    entries = [Entry((texts[0],), line, line, simple=True)]
    for row, text in zip(node.rows, texts[1:], strict=True):
        entries.append(simple(row.span, text, cited(row.cites, row.assumed)))
    total = f" total {node.total}" if node.total is not None else ""
    head = f"table {node.name.text} of {node.kind.text}{total}{cited(node.cites, node.assumed)}:"
    return block(node.span, tuple(entries), head)


def _row(cells: list[str], widths: list[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=False))
    return f"| {' | '.join(padded)} |"


def _cell(node: tree.TableCell) -> str:
    return ", ".join(" ".join(flat(expression(atom)) for atom in item) for item in node.items)


def _layout(node: tree.Layout) -> Entry:
    lines = [(f'"{row}"',) for row in node.rows]
    if node.legend:
        signs = ", ".join(f'"{sign}" is {name.text}' for sign, name in node.legend)
        lines.insert(0, (f"where {signs}",))
    names = f"{node.name.text} on {node.grid.text} of {node.icons.text}"
    head = f"layout {names}{cited(node.cites, node.assumed)}:"
    return block(node.span, tuple(Entry(line, simple=True) for line in lines), head)


# --------------------------------------------------------------------------- zones and tracks


def _zone(node: tree.Zone) -> Entry:
    head = f"zone {owned(node.your, node.name)}{_index(node.index)}: "
    initial = doc(" = ", expression(node.initial)) if node.initial else ()
    options = "".join(f", {_zone_option(option, node.but_for)}" for option in node.options)
    return simple(node.span, head, _zone_type(node.type), initial, options, cited(node.cites, node.assumed))


def _zone_option(option: str, but_for: tuple[tree.Name, ...]) -> str:
    if option not in ("secret", "private") or not but_for:
        return option
    return f"{option} but for {' and '.join(name.text for name in but_for)}"


def _index(names: tuple[tree.Name, ...]) -> str:
    return f"[{', '.join(name.text for name in names)}]" if names else ""


def _zone_type(node: tree.ZoneType) -> Doc:
    of = node.of.text if node.of else ""
    match node.form:
        case "grid":
            without = ", ".join(name.text for name in node.without)
            size = f"grid {node.width} by {node.height} of {of}"
            return doc(size, f" without ({without})" if without else "")
        case "one":
            return doc(f"one {of}")
        case "slots":
            return doc(_count(node.count), f" slots of {of}")
        case "counter" if node.low and node.high:
            return doc("counter ", of_sum(node.low), " .. ", of_sum(node.high))
        case "note" if node.type:
            return doc(f"note of {type_text(node.type)}")
        case "flag" | "counter":
            return doc(node.form)
        case _:
            return doc(f"{node.form} of {of}")


_ZONE_WORDS = frozenset({"grid", "plane", "one", "set", "row", "pile", "deck", "counter", "flag", "note"})


def _count(node: tree.Expr | None) -> Doc:
    """Write the number of slots, in brackets where it begins like another kind of zone."""
    text = of_sum(node) if node else doc("1")
    first = first_word(flat(text))
    return doc("(", text, ")") if first in _ZONE_WORDS else text


def _track(node: tree.Track) -> Entry:
    name = f"track {owned(node.your, node.name)}{_index(node.index)}"
    head = f"{name}: {node.low} to {node.high}{cited(node.cites, node.assumed)}"
    marks = tuple(
        block(mark.span, statements(mark.body), f"at {mark.at}{cited(mark.cites)}:", short=True)
        for mark in node.marks
    )
    return block(node.span, marks, head, ":") if marks else simple(node.span, head)
