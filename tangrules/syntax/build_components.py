"""Builds the nodes of a file's header and of components: icons, pieces, tables, zones."""

from __future__ import annotations

from functools import partial
from typing import cast

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax import tree
from tangrules.syntax.build_expressions import all_children, kept_words, only_child
from tangrules.syntax.parts import Builder, Parts, Word

# --------------------------------------------------------------------------- header


@attrs.frozen
class _Directive:
    """A line of the header: the field of `tree.Header` that it fills, and with what."""

    field: str
    value: object
    span: Span


_LISTS = ("ledgers", "includes", "others")


def _file(parts: Parts) -> tree.File:
    header, *items = parts.children
    return tree.File(cast(tree.Header, header), cast("tuple[tree.Item, ...]", tuple(items)), span=parts.span)


def _header(parts: Parts) -> tree.Header:
    return _with_directives(
        parts,
        4,
        tree.Header(parts.number(0), parts.words(1), parts.name(2), parts.maybe_text(3), span=parts.span),
    )


def _part_header(parts: Parts) -> tree.Header:
    return _with_directives(parts, 2, tree.Header(parts.number(0), "part", parts.name(1), span=parts.span))


def _with_directives(parts: Parts, first: int, header: tree.Header) -> tree.Header:
    lists: dict[str, list[object]] = {field: [] for field in _LISTS}
    singles: dict[str, object] = {}
    for line in cast("tuple[_Directive, ...]", parts.children[first:]):
        if line.field in lists:
            lists[line.field].extend(cast("tuple[object, ...]", line.value))
        elif line.field in singles:
            said = "how many players there are" if line.field == "players" else "how long the game is"
            parts.complain(
                f"the header says twice {said}", line.span, suggestion="remove one of the two lines"
            )
        else:
            singles[line.field] = line.value
    fields = {**singles, **{field: tuple(found) for field, found in lists.items()}}
    return attrs.evolve(header, **fields)  # type: ignore[arg-type]


def _players(parts: Parts) -> _Directive:
    low, high = parts.number(0), parts.maybe_number(1)
    return _Directive("players", (low, low if high is None else high), parts.span)


def _horizon(parts: Parts) -> _Directive:
    return _Directive("horizon", parts.number(0), parts.span)


def _file_names(field: str, parts: Parts) -> _Directive:
    words = [parts.word(at) for at in range(len(parts))]
    return _Directive(
        field, tuple(tree.TextLit(word.text[1:-1], span=word.span) for word in words), parts.span
    )


def _pack_line(parts: Parts) -> _Directive:
    line = tree.PackLine(parts.words(0), parts.names(1), parts.maybe_text(2), parts.cites(3), span=parts.span)
    return _Directive("others", (line,), parts.span)


# --------------------------------------------------------------------------- icons and pieces


def _icon(inclusion: bool, parts: Parts) -> tree.IconMember:
    return tree.IconMember(parts.name(0), inclusion, span=parts.span)


def _icons(parts: Parts) -> tree.Icons:
    members = cast("tuple[tree.IconMember, ...]", parts.children[2:])
    return tree.Icons(parts.name(0), members, parts.cites(1), span=parts.span)


@attrs.frozen
class _FieldType:
    form: str
    type: tree.Type


def _plain_type(parts: Parts) -> _FieldType:
    return _FieldType("plain", cast(tree.Type, parts[0]))


def _special_type(form: str, parts: Parts) -> _FieldType:
    name = parts.name(0)
    return _FieldType(form, tree.Type(name, span=name.span))


def _fields(parts: Parts) -> tuple[tree.Field, ...]:
    """Build one field for each name of a line `a, b: T`."""
    *names, at_type, at_default, at_changes = range(len(parts))
    kind = cast(_FieldType, parts[at_type])
    default, changes = parts.maybe_expr(at_default), parts.is_there(at_changes)
    return tuple(
        tree.Field(name, kind.form, kind.type, default, changes, span=_of_field(name, names, parts.span))
        for name in map(parts.name, names)
    )


def _of_field(name: tree.Name, names: list[int], line: Span) -> Span:
    return line if len(names) == 1 else name.span


def _piece(parts: Parts) -> tree.Piece:
    lines = cast("tuple[tuple[tree.Field, ...], ...]", parts.children[2:])
    fields = tuple(field for line in lines for field in line)
    return tree.Piece(parts.name(0), fields, parts.cites(1), span=parts.span)


# --------------------------------------------------------------------------- tables and layouts


def _cell(parts: Parts) -> tree.TableCell:
    items = tuple(item for item in parts.children if item is not None)
    return tree.TableCell(cast("tuple[tuple[tree.Expr, ...], ...]", items), span=parts.span)


def _row(parts: Parts) -> tree.Row:
    *between, _, _ = parts.children
    cells = []
    for before, cell, after in zip(between[::2], between[1::2], between[2::2], strict=False):
        cells.append(_placed(cast(Word, before), cast(tree.TableCell, cell), cast(Word, after)))
    cites, assumed = parts.cites(len(parts) - 2), parts.maybe_words(len(parts) - 1)
    return tree.Row(tuple(cells), assumed, cites, span=parts.span)


def _placed(before: Word, cell: tree.TableCell, after: Word) -> tree.TableCell:
    """Give an empty cell, which has no word of its own, the place between its bars."""
    if cell.items:
        return cell
    left, right = before.span, after.span
    return attrs.evolve(cell, span=Span(left.file, left.end_line, left.end_column, right.line, right.column))


def _table(parts: Parts) -> tree.Table:
    head, *rows = cast("tuple[tree.Row, ...]", parts.children[5:])
    columns = tuple(_column(parts, cell) for cell in head.cells)
    return tree.Table(
        parts.name(0),
        parts.name(1),
        columns,
        tuple(rows),
        parts.maybe_number(2),
        parts.cites(3),
        parts.maybe_words(4),
        span=parts.span,
    )


def _column(parts: Parts, cell: tree.TableCell) -> tree.Name:
    match cell.items:
        case ((tree.NameRef(name=name),),):
            return tree.Name(name, span=cell.span)
    parts.complain(
        "the first row of a table names its columns",
        cell.span,
        "one name in each column, such as `name`, a field of the piece, or `copies`",
    )
    return tree.Name("", span=cell.span)


def _layout(parts: Parts) -> tree.Layout:
    legend = cast("tuple[tuple[str, tree.Name], ...]", parts[5])
    rows = tuple(parts.text(at) for at in range(6, len(parts)))
    name, grid, icons, cites, assumed = (
        parts.name(0),
        parts.name(1),
        parts.name(2),
        parts.cites(3),
        parts.maybe_words(4),
    )
    return tree.Layout(name, grid, icons, legend, rows, cites, assumed, span=parts.span)


def _legend_entry(parts: Parts) -> tuple[str, tree.Name]:
    sign = parts.text(0)
    if len(sign) != 1:
        parts.complain(
            "a cell of a drawn layout is one character", parts.word(0).span, 'one character, such as "r"'
        )
    return sign, parts.name(1)


# --------------------------------------------------------------------------- zones, tracks, regions


def _zone_type(form: str, parts: Parts) -> tree.ZoneType:
    return tree.ZoneType(form, parts.maybe_name(0) if len(parts) else None, span=parts.span)


def _grid(parts: Parts) -> tree.ZoneType:
    return tree.ZoneType(
        "grid",
        parts.name(2),
        parts.number(0),
        parts.number(1),
        parts.names(3),
        span=parts.span,
    )


def _slots(parts: Parts) -> tree.ZoneType:
    return tree.ZoneType("slots", parts.name(1), count=parts.expr(0), span=parts.span)


def _counter(parts: Parts) -> tree.ZoneType:
    low, high = parts.maybe_expr(0), parts.maybe_expr(1)
    return tree.ZoneType("counter", low=low, high=high, span=parts.span)


def _note(parts: Parts) -> tree.ZoneType:
    return tree.ZoneType("note", type=cast(tree.Type, parts[0]), span=parts.span)


def _option(text: str, parts: Parts) -> str:
    return text


@attrs.frozen
class _Hiding:
    """`secret` or `private`, and the fields that all see nevertheless."""

    text: str
    but_for: tuple[tree.Name, ...]


def _hiding(text: str, parts: Parts) -> _Hiding:
    return _Hiding(text, parts.names(0))


def _each_verb(parts: Parts) -> tree.Name | str:
    """The verb after `each`; `round` is that of the game."""
    name = parts.name(0)
    return "each round" if name.text == "round" else name


def _index(parts: Parts) -> tuple[tree.Name, ...]:
    return tuple(parts.name(at) for at in range(len(parts)))


def _zone(parts: Parts) -> tree.Zone:
    written = cast("tuple[str | _Hiding | tree.Name, ...]", parts.children[5:-2])
    verbs = [option for option in written if isinstance(option, tree.Name)]
    return tree.Zone(
        parts.name(1),
        parts.is_there(0),
        parts.names(2),
        cast(tree.ZoneType, parts[3]),
        parts.maybe_expr(4),
        tuple(map(_option_text, written)),
        parts.cites(len(parts) - 2),
        parts.maybe_words(len(parts) - 1),
        next((option.but_for for option in written if isinstance(option, _Hiding)), ()),
        verbs[0] if verbs else None,
        span=parts.span,
    )


def _option_text(option: str | _Hiding | tree.Name) -> str:
    if isinstance(option, tree.Name):
        return f"each {option.text}"
    return option.text if isinstance(option, _Hiding) else option


def _mark(parts: Parts) -> tree.Mark:
    return tree.Mark(parts.number(0), parts.block(2), parts.cites(1), span=parts.span)


def _track(parts: Parts) -> tree.Track:
    return tree.Track(
        parts.name(1),
        parts.is_there(0),
        parts.names(2),
        parts.number(3),
        parts.number(4),
        cast("tuple[tree.Mark, ...]", parts.children[7:]),
        parts.cites(5),
        parts.maybe_words(6),
        span=parts.span,
    )


def _region(parts: Parts) -> tree.Region:
    return tree.Region(
        parts.name(1),
        parts.is_there(0),
        parts.name(2),
        parts.words(3),
        parts.name(4),
        parts.expr(5),
        parts.cites(6),
        span=parts.span,
    )


def _region_to(parts: Parts) -> tree.Region:
    return tree.Region(
        parts.name(1),
        parts.is_there(0),
        parts.name(2),
        parts.words(3),
        parts.name(4),
        cast(tree.Binder, parts[5]),
        parts.cites(6),
        span=parts.span,
    )


BUILDERS: dict[str, Builder] = {
    "start": _file,
    "header": _header,
    "part_header": _part_header,
    "d_players": _players,
    "d_horizon": _horizon,
    "d_ledger": partial(_file_names, "ledgers"),
    "d_include": partial(_file_names, "includes"),
    "d_packs": _pack_line,
    "icons": _icons,
    "icon": partial(_icon, False),
    "icon_all": partial(_icon, True),
    "piece": _piece,
    "piece_bare": _piece,
    "field": _fields,
    "f_plain": _plain_type,
    **{f"f_{form}": partial(_special_type, form) for form in ("per_side", "areas", "sites", "parts")},
    "table": _table,
    "row": _row,
    "tcell": _cell,
    "titem": all_children,
    "layout": _layout,
    "legend": all_children,
    "legend_entry": _legend_entry,
    "zone": _zone,
    "index": _index,
    "z_grid": _grid,
    "z_slots": _slots,
    "z_counter": _counter,
    "z_note": _note,
    **{
        f"z_{form}": partial(_zone_type, form)
        for form in ("plane", "one", "set", "row", "pile", "deck", "flag")
    },
    "names_bracketed": only_child,
    "o_secret": partial(_hiding, "secret"),
    "o_private": partial(_hiding, "private"),
    "but_for": _index,
    "o_turn": partial(_option, "each turn"),
    "o_your_turn": partial(_option, "each your turn"),
    "o_verb": _each_verb,
    "track": _track,
    "mark": _mark,
    "region": _region,
    "region_to": _region_to,
    **dict.fromkeys(("pack_form", "about_packs", "nodes", "changes"), kept_words),
}
