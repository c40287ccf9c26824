"""`x.NAME`: what is printed on a thing, what stands there, and the geometry around it."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check import leaks, names, on_grids, zones
from tangrules.check.blocks import parts_of
from tangrules.check.geometry import cells_told, is_cell_word
from tangrules.check.infos import FieldInfo
from tangrules.check.on_grids import cell_on, grid_of_piece, guarded
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import (
    ANY_PIECE,
    SEAT,
    SIDE,
    TURN,
    UNKNOWN,
    Ty,
    at_least,
    describe,
    fits,
    join,
    list_of,
)
from tangrules.check.vocabulary import ATTRIBUTES
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree


def attribute(scope: Scope, written: tree.Attr) -> Typed:
    """An attribute; of nothing it is nothing (a yes/no: no; a list: empty)."""
    from tangrules.check.expressions import elaborate

    qualified = _icon_of_set(scope, written) or _cell_of_grid(scope, written)
    if qualified is not None:
        return qualified
    subject = elaborate(scope.looking(), written.subject)
    if subject.type.form == "unknown":
        return Typed(ir.Const(-1), UNKNOWN)
    typed = _attribute(scope, subject, written.name)
    if typed is None:
        _unknown(scope, subject, written)
        return Typed(ir.Const(-1), UNKNOWN)
    if subject.type.optional:
        return attrs.evolve(typed, type=typed.type.maybe())
    return typed


def _icon_of_set(scope: Scope, written: tree.Attr) -> Typed | None:
    """`cargo.salt`: a symbol, with its set before it."""
    match written.subject:
        case tree.NameRef(name=word) if word not in scope.names and word in scope.world.icon_sets:
            number = scope.world.icon_ids.get(written.name.text, -1)
            if number in scope.world.icon_sets[word]:
                return Typed(ir.Const(number), Ty("icon", word, frozenset((number,))))
    return None


def _cell_of_grid(scope: Scope, written: tree.Attr) -> Typed | None:
    """`sea.r2c3`, `your sea.r2c3`: a cell, with its grid before it, where there are several grids."""
    match written.subject:
        case tree.NameRef(name=word) if word not in scope.names:
            return names.cell_of_grid(scope, word, written.name, yours=False)
        case tree.Owned(whose="your", name=owned):
            return names.cell_of_grid(scope, owned.text, written.name, yours=True)
    return None


def _attribute(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    match subject.type.form:
        case "seat":
            return _of_seat(scope, subject, word)
        case "list":
            return subject if word.text == "slots" and subject.ref is not None else None
        case "bids":
            return _of_bid(scope, subject, word)
        case "piece":
            found = _of_piece(scope, subject, word)
        case form:
            found = BY_FORM[form](scope, subject, word) if form in BY_FORM else None
    return found or _zone_at(scope, subject, word)


def _of_seat(scope: Scope, subject: Typed, word: tree.Name) -> Typed:
    if word.text == "next":
        return Typed(guarded(subject, _next_seat(scope, subject.expr), SEAT), SEAT)
    if word.text == "number":
        number = at_least(1)
        return Typed(guarded(subject, ir.Op("add", (subject.expr, ir.Const(1))), number), number)
    if subject.type.optional:
        message = "there may be no player here"
        hint = "a test before it such as `q is not nothing`, or `q!`"
        scope.reporter.error("E-NOTHING", message, word.span, expected=hint)
    return names.seat_attribute(scope, subject.expr, word)


def _next_seat(scope: Scope, seat: ir.Expr) -> ir.Expr:
    """The player to the left; who has left the game is passed over."""
    count = scope.world.players
    if scope.world.engine.in_play is None:
        return ir.Op("mod", (ir.Op("add", (seat, ir.Const(1))), ir.Const(count)))
    rows = [tuple((q + i + 1) % count for i in range(count)) for q in range(count)]
    order = ir.Lookup(scope.world.table("#next", [*rows, ()]), seat)
    return ir.Fold("first", (ir.Bind(scope.builder.slot(), names.in_play(scope, order)),), None, seat)


def _of_bid(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """`bids[q].n`: the type carries where the names stand, as a key of the builder's."""
    key = subject.type.element.name if subject.type.element else ""
    field = scope.builder.bid_fields.get(key, {}).get(word.text)
    if field is None or not isinstance(subject.expr, ir.ListOf):
        return None
    rows, seat = subject.expr.items
    width = ir.Const(field.width)
    answered = ir.Op("row", (rows, seat, width, ir.Const(0)))
    there = ir.Op("surely", (answered,), scope.builder.origin(word.span))
    return Typed(ir.Op("row", (rows, there, width, ir.Const(field.place))), field.type)


# --------------------------------------------------------------------------- pieces


def _of_piece(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    if word.text == "cell":
        return _piece_cell(scope, subject, word)
    if word.text == "turn":
        return _piece_turn(scope, subject, word)
    found = piece_field(scope, subject.type, word.text)
    if found is None:
        return None
    field, ty = found
    if field.changes:
        ref = ZoneRef(field.zone, subject.expr, field=field)
        return Typed(ir.Load(field.zone, subject.expr), ty, ref)
    if field.form == "per_side":
        message = f"`{word.text}` is printed on each side of a piece"
        hint = f"`.{word.text}(side, turn)`, or `.{word.text}` of an edge"
        scope.reporter.error("E-ARITY", message, word.span, expected=hint)
    if field.form == "sites":
        return Typed(ir.Lookup(field.table, subject.expr), list_of(Ty("site")))
    if field.form == "parts":
        return parts_of(scope, field, subject.expr)
    return Typed(ir.Lookup(field.table, subject.expr), ty)


def piece_field(scope: Scope, ty: Ty, word: str) -> tuple[FieldInfo, Ty] | None:
    """The field of a piece; for any piece, that of all kinds that have it, if their types go together."""
    kinds = scope.world.kinds
    if ty.name:
        field = kinds[ty.name].fields.get(word) if ty.name in kinds else None
        return None if field is None else (field, field.type)
    having = [k.fields[word] for k in kinds.values() if word in k.fields]
    if not having:
        return None
    joined: Ty | None = having[0].type
    for field in having[1:]:
        joined = None if joined is None else join(joined, field.type)
    if len(having) == 1:
        return having[0], having[0].type.maybe()
    if joined is None or len({f.form for f in having}) > 1 or any(f.changes for f in having):
        return None
    return attrs.evolve(having[0], table=_merged(scope, word, having)), joined.maybe()


def _merged(scope: Scope, word: str, fields: list[FieldInfo]) -> int:
    """One column over all kinds that have the field; a pose table has 16 entries a piece."""
    columns = [scope.world.tables[f.table].values for f in fields]
    kinds = [k for k in scope.world.kinds.values() if word in k.fields]
    width = 16 if fields[0].form == "per_side" else 1
    merged = list(columns[0])
    for kind, column in zip(kinds, columns, strict=True):
        for piece in kind.pieces:
            merged[piece * width : (piece + 1) * width] = column[piece * width : (piece + 1) * width]
    return scope.world.table(f"any.{word}", merged)


def _piece_cell(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """Where a piece stands on the grid, also through sites; of several grids that for its kind."""
    grid = grid_of_piece(scope, subject, word.span)
    if grid is None:
        return None
    return Typed(cell_on(scope, grid, subject.expr), Ty("cell", grid.name, optional=True))


def _piece_turn(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """How a piece lies on its grid."""
    grid = grid_of_piece(scope, subject, word.span)
    if grid is None or not scope.world.zone_defs[grid.zone].posed:
        return None
    cell = cell_on(scope, grid, subject.expr)
    return Typed(on_grids.turn_at(grid, cell), TURN.maybe())


# --------------------------------------------------------------------------- sites, slots, sides


def _of_site(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    world = scope.world
    site = subject.expr
    owner = ir.Lookup(world.table("#site_piece", [*(p for p, _i, _k in world.sites), -1]), site)
    match word.text:
        case "icon":
            table = world.table("#site_icon", [*(i for _p, i, _k in world.sites), -1])
            return Typed(ir.Lookup(table, site), _site_type(scope))
        case "holds":
            return Typed(ir.Load(world.site_zone, site), ANY_PIECE.maybe(), ZoneRef(world.site_zone, site))
        case "piece":
            return Typed(owner, _site_owner(scope))
        case "cell" if world.grids:
            grid = world.grids[world.board or next(iter(world.grids))]
            return Typed(cell_on(scope, grid, owner), Ty("cell", grid.name, optional=True))
    return None


def _site_type(scope: Scope) -> Ty:
    joined: Ty | None = None
    for kind in scope.world.kinds.values():
        for field in kind.fields.values():
            if field.form == "sites":
                joined = field.type if joined is None else join(joined, field.type)
    return joined or UNKNOWN


def _site_owner(scope: Scope) -> Ty:
    """The kind of piece that sites are printed on, if there is only one."""
    having = [k.name for k in scope.world.kinds.values() if k.field_of("sites") is not None]
    return Ty("piece", having[0]) if len(having) == 1 else ANY_PIECE


def _of_slot(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    slots = [z for z in scope.world.zones.values() if z.form == "slots"]
    if word.text != "holds" or not slots:
        return None
    info = next((z for z in slots if z.name == subject.type.name), None)
    number = scope.world.slot_zone
    hidden = info if info is not None else next((z for z in slots if z.visibility != "public"), slots[0])
    leaks.place_read(scope, hidden, word.span)
    ref = ZoneRef(number, subject.expr, hidden)
    holds = info.holds if info is not None else ANY_PIECE
    return Typed(ir.Load(number, subject.expr), holds.maybe(), ref)


def _of_side(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    if word.text == "opposite":
        table = scope.world.table("#opposite", [2, 3, 0, 1, -1])
        return Typed(ir.Lookup(table, subject.expr), SIDE)
    return None


BY_FORM: dict[str, Callable[[Scope, Typed, tree.Name], Typed | None]] = {
    "cell": on_grids.of_cell,
    "edge": on_grids.of_edge,
    "area": on_grids.of_area,
    "site": _of_site,
    "slot": _of_slot,
    "side": _of_side,
}

# --------------------------------------------------------------------------- zones as attributes


def _zone_at(scope: Scope, subject: Typed, word: tree.Name) -> Typed | None:
    """`c.marker`: the zone of that name, numbered by things of this type."""
    info = scope.world.zones.get(word.text)
    if info is None or info.your or len(info.index) != 1 or not fits(subject.type.surely(), info.index[0]):
        return None
    index = zones.position(scope.world, info.index[0], subject.expr)
    return zones.zone_at(scope, info, index, word.span)


def _unknown(scope: Scope, subject: Typed, written: tree.Attr) -> None:
    """Says what a thing has instead."""
    ty = subject.type.surely()
    known = _known(scope, ty)
    what = describe(ty)
    if ty.form == "list":
        _unknown_of_list(scope, ty, written)
        return
    if ty.form == "bids":
        fields = scope.builder.bid_fields.get(ty.element.name if ty.element else "", {})
        known, what = sorted(fields), "a secret answer"
    message = f"{what} has nothing called `{written.name.text}`"
    hint = did_you_mean(written.name.text, known)
    if not hint and 0 < len(known) <= 8:
        hint = f"it has {', '.join(f'`{name}`' for name in known)}"
    scope.reporter.error("E-NAME", message, written.name.span, suggestion=hint)


ASKED_OF_LISTS = {
    "first": "first(x in …)",
    "last": "last(…)",
    "top": "top(…)",
    "count": "count(…)",
    "size": "count(…)",
}
"""What people look for behind a dot, and how it is written."""


def _unknown_of_list(scope: Scope, ty: Ty, written: tree.Attr) -> None:
    """Says why a list does not have what its things have, or what neither has."""
    word, what, element = written.name.text, describe(ty), ty.element
    grid = scope.world.grids.get(element.name) if element is not None and element.form == "cell" else None
    if grid is not None and is_cell_word(word):
        message = f"`{word}` is no cell of `{grid.name}`"
        scope.reporter.error("E-NAME", message, written.name.span, expected=cells_told(grid))
    elif element is not None and word in ASKED_OF_LISTS and word not in _known(scope, element):
        message = f"{what} has nothing called `{word}`"
        scope.reporter.error(
            "E-NAME", message, written.name.span, suggestion=f"write `{ASKED_OF_LISTS[word]}`"
        )
    else:
        message = f"this is {what}: only one thing of it has `{word}`"
        hint = f"`all(x in …: x.{word})` for all of them"
        scope.reporter.error("E-KIND", message, written.name.span, expected=hint)


def _known(scope: Scope, ty: Ty) -> list[str]:
    world = scope.world
    found = list(ATTRIBUTES.get(ty.form, ()))
    found += [n for n, z in world.zones.items() if len(z.index) == 1 and not z.your and fits(ty, z.index[0])]
    if ty.form == "cell":
        found += [n for n, (grid, _ty, _table) in world.layouts.items() if grid == ty.name]
        found.append(world.grids[ty.name].kind)
    if ty.form == "edge":
        kind = world.kinds.get(world.grids[ty.name].kind)
        found += [f.name for f in kind.fields.values() if f.form == "per_side"] if kind is not None else []
    if ty.form == "piece":
        for kind in world.kinds.values():
            found += list(kind.fields) if ty.name in ("", kind.name) else []
        posed = any(world.zone_defs[g.zone].posed for g in world.grids.values() if ty.name in ("", g.kind))
        found = [name for name in found if name != "turn" or posed]
    return sorted(set(found))
