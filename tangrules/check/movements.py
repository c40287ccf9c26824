"""Pieces that move, change places, are shuffled and shown."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.blocks import note_moved
from tangrules.check.coerce import coerce
from tangrules.check.expressions import elaborate, silently, value_of
from tangrules.check.on_grids import turn_at
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import ANY_PIECE, SEAT, TURN, UNKNOWN, Ty, describe, fits, list_of
from tangrules.diagnostics import Span
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
NOWHERE = ir.To(-1, ir.Const(0))


def movement(scope: Scope, written: tree.Move | tree.Swap | tree.Shuffle | tree.Show, origin: int) -> Stmts:
    match written:
        case tree.Move():
            return _move(scope, written, origin)
        case tree.Swap():
            return _swap(scope, written, origin)
        case tree.Shuffle():
            return _shuffle(scope, written, origin)
        case tree.Show():
            return _show(scope, written, origin)


# --------------------------------------------------------------------------- places


@attrs.frozen
class Place:
    """Where pieces go, what may lie there, and whether there is room for more than one."""

    to: ir.To
    holds: Ty
    many: bool = True


def place(
    scope: Scope, written: tree.Expr, turn: ir.Expr | None = None, position: str | None = None
) -> Place:
    """Where `move … to` goes."""
    given = elaborate(attrs.evolve(scope, blind=True), written)
    return destination(scope, given, written.span, turn, position)


def destination(scope: Scope, given: Typed, span: Span, turn: ir.Expr | None, position: str | None) -> Place:
    """The place that an expression names."""
    world = scope.world
    ref = given.ref
    form = ref.info.form if ref is not None and ref.info is not None else ""
    if position is not None and form not in ("row", "pile", "deck") and given.type.form != "unknown":
        message = f"only piles, rows and decks have a top and a bottom, this is {_what(given)}"
        scope.reporter.error("E-KIND", message, span)
    if ref is not None and ref.is_box:
        return Place(NOWHERE, UNKNOWN)
    if given.type.form in ("cell", "site", "slot"):
        if given.type.optional:
            message = f"there may be no such {given.type.form}"
            scope.reporter.error("E-NOTHING", message, span, expected="a test before it, or `x!`")
        return _single(scope, given, turn)
    if ref is not None and ref.info is not None and form == "grid":
        return _on_grid(scope, ref.zone, ref.index, turn, ref.info.holds.surely())
    if ref is not None and ref.info is not None and (ref.info.is_container or form == "one"):
        to = ir.To(ref.zone, ref.index, position or "top")
        return Place(to, ref.info.holds.surely(), ref.info.is_container)
    if ref is not None and ref.zone in (world.site_zone, world.slot_zone) and given.type.form == "piece":
        return Place(ir.To(ref.zone, ref.index), given.type.surely(), False)
    _refuse_place(scope, given, span)
    return Place(NOWHERE, UNKNOWN)


def _refuse_place(scope: Scope, given: Typed, span: Span) -> None:
    if given.type.form == "unknown":
        return
    message = f"pieces can't be moved there: this is {_what(given)}"
    hint = "a zone, a cell, a site, a slot or the box"
    if given.ref is not None and given.ref.info is not None and given.ref.info.form == "slots":
        hint = f"one of its slots, such as `item({given.ref.info.name}, 1)`"
    scope.reporter.error("E-KIND", message, span, expected=hint)


def _what(given: Typed) -> str:
    if given.ref is not None and given.ref.info is not None:
        info = given.ref.info
        words = {"one": "a place for one piece", "counter": "a counter", "flag": "a flag", "note": "a note"}
        words |= {"track": "a track", "set": "a set", "slots": "several slots", "grid": "a space of a grid"}
        return words.get(info.form, describe(given.type))
    return describe(given.type)


def _single(scope: Scope, given: Typed, turn: ir.Expr | None) -> Place:
    """A cell, a site or a slot."""
    world = scope.world
    match given.type.form:
        case "cell":
            grid = world.grids[given.type.name]
            return _on_grid(scope, grid.zone, given.expr, turn, world.zones[grid.name].holds.surely())
        case "site":
            return Place(ir.To(world.site_zone, given.expr), ANY_PIECE, False)
    zone = world.zones.get(given.type.name)
    return Place(ir.To(world.slot_zone, given.expr), ANY_PIECE if zone is None else zone.holds, False)


def _on_grid(scope: Scope, zone: int, cell: ir.Expr, turn: ir.Expr | None, holds: Ty) -> Place:
    if scope.world.zone_defs[zone].posed:
        return Place(ir.To(zone, cell, "top", turn or ir.Const(0)), holds, False)
    return Place(ir.To(zone, cell), holds, False)


def check_kind(scope: Scope, kind: Ty, holds: Ty, span: Span) -> None:
    """Reports pieces that can't lie where they are put."""
    if kind.form == "nothing" or fits(kind.surely(), holds):
        return
    if kind.form == "piece" and not kind.name:
        message = f"this may be any piece, but only {describe(holds)} can lie there"
        hint = f"a test before it such as `if x is a {holds.name}:`"
    else:
        message = f"{describe(kind.surely())} can't lie there: the place is for {describe(holds)}"
        hint = describe(holds)
    scope.reporter.error("E-KIND", message, span, expected=hint)


# --------------------------------------------------------------------------- move


def _move(scope: Scope, written: tree.Move, origin: int) -> Stmts:
    what = elaborate(attrs.evolve(scope, blind=True), written.what, ANY_PIECE)
    turn = None if written.turned is None else value_of(scope, written.turned, TURN)
    there = place(scope, written.to, turn, written.position)
    if turn is not None and there.to.turn is None:
        message = "only pieces on a grid whose sides show something are turned"
        scope.reporter.error("E-KIND", message, (written.turned or written).span)
    many = what.type.form == "list"
    kind = (what.type.element or UNKNOWN) if many else what.type
    if what.ref is not None and what.ref.is_box:
        message = "which pieces of the box?"
        scope.reporter.error(
            "E-KIND", message, written.what.span, expected="`all(x in pieces(KIND) where x in box)`"
        )
        return ()
    if kind.form not in ("piece", "nothing", "unknown"):
        message = f"only pieces move, this is {describe(what.type)}"
        scope.reporter.error("E-KIND", message, written.what.span, expected="a piece, or a list of pieces")
        return ()
    if not there.many and isinstance(written.what, tree.ListLit) and len(written.what.items) > 1:
        message = "several pieces can't go to a place for one"
        scope.reporter.error("E-KIND", message, written.what.span, expected="one piece, such as `first(…)`")
    check_kind(scope, kind, there.holds, written.what.span)
    note_moved(scope, kind)
    return (ir.Put(what.expr, there.to, not many, origin),)


# --------------------------------------------------------------------------- swap


def _swap(scope: Scope, written: tree.Swap, origin: int) -> Stmts:
    looking = attrs.evolve(scope, blind=True)
    a, b = elaborate(looking, written.left), elaborate(looking, written.right)
    if "unknown" in (a.type.form, b.type.form):
        return ()
    if a.ref is None or b.ref is None or a.ref.is_box or b.ref.is_box:
        message = "two places are needed to swap what is in them"
        scope.reporter.error("E-KIND", message, written.span, expected="two zones, or two `cell.KIND`")
        return ()
    if not (fits(a.type, b.type) and fits(b.type, a.type)):
        message = f"one place is for {describe(a.type.surely())}, the other for {describe(b.type.surely())}"
        scope.reporter.error("E-KIND", message, written.span, expected="two places for the same")
        return ()
    slot = scope.builder.slot()
    keep = ir.Let(slot, a.expr, origin)
    if not _holds_pieces(a.ref):
        first = ir.Store(a.ref.zone, a.ref.index, b.expr, origin)
        return (keep, first, ir.Store(b.ref.zone, b.ref.index, ir.Local(slot), origin))
    if any(ref.info is not None and ref.info.form in ("deck", "slots") for ref in (a.ref, b.ref)):
        message = "decks and rows of slots can't be swapped as a whole"
        scope.reporter.error("E-KIND", message, written.span)
        return ()
    note_moved(scope, a.type.element or ANY_PIECE if a.type.form == "list" else a.type)
    return (keep, *_exchanged(scope, a, b, ir.Local(slot), a.ref, b.ref, origin))


def _holds_pieces(ref: ZoneRef) -> bool:
    return ref.field is None and (
        ref.info is None or ref.info.form not in ("counter", "flag", "note", "track")
    )


def _exchanged(
    scope: Scope, a: Typed, b: Typed, kept: ir.Expr, left: ZoneRef, right: ZoneRef, origin: int
) -> Stmts:
    """Out of the first place, over from the second, back into it; each keeps the way it is turned."""
    builder = scope.builder
    other = builder.slot()
    single = a.type.form != "list"
    before: list[ir.Stmt] = [ir.Let(other, b.expr, origin)]
    turns: list[ir.Expr | None] = []
    for ref in (left, right):
        turn = _turn_of(scope, ref)
        if turn is not None:
            slot = builder.slot()
            before.append(ir.Let(slot, turn, origin))
            turn = ir.Local(slot)
        turns.append(turn)
    return (
        *before,
        ir.Put(kept, NOWHERE, single, origin),
        ir.Put(ir.Local(other), ir.To(left.zone, left.index, "top", turns[1]), single, origin),
        ir.Put(kept, ir.To(right.zone, right.index, "top", turns[0]), single, origin),
    )


def _turn_of(scope: Scope, ref: ZoneRef) -> ir.Expr | None:
    if not scope.world.zone_defs[ref.zone].posed or ref.info is None or ref.info.grid is None:
        return None
    return ir.Op("greatest", (turn_at(scope.world.grids[ref.info.name], ref.index), ir.Const(0)))


# --------------------------------------------------------------------------- shuffle, show


def deck_named(scope: Scope, written: tree.Expr, *, pile: bool = False) -> ZoneRef | None:
    """A deck (or a pile, where that will do)."""
    given = elaborate(attrs.evolve(scope, blind=True), written)
    info = given.ref.info if given.ref is not None else None
    allowed = ("deck", "pile") if pile else ("deck",)
    if given.ref is not None and info is not None and info.form in allowed:
        return given.ref
    if given.type.form != "unknown":
        needed = "a deck or a pile" if pile else "a deck"
        message = f"{needed} is needed here, this is {_what(given)}"
        scope.reporter.error("E-KIND", message, written.span, expected=f"the name of {needed}")
    return None


def _shuffle(scope: Scope, written: tree.Shuffle, origin: int) -> Stmts:
    ref = deck_named(scope, written.what if written.into is None else written.into)
    if ref is None or ref.info is None:
        return ()
    if written.into is None:
        note_moved(scope, ref.info.holds)
        return (ir.Shuffle(ref.zone, ref.index, origin),)
    what = elaborate(attrs.evolve(scope, blind=True), written.what, list_of(ref.info.holds))
    single = what.type.form != "list"
    kind = what.type if single else what.type.element or UNKNOWN
    check_kind(scope, kind, ref.info.holds, written.what.span)
    note_moved(scope, kind)
    put = ir.Put(what.expr, ir.To(ref.zone, ref.index, "bag"), single, origin)
    return (put, ir.Shuffle(ref.zone, ref.index, origin))


def _show(scope: Scope, written: tree.Show, origin: int) -> Stmts:
    what = elaborate(attrs.evolve(scope, blind=True), written.what)
    seats = _audience(scope, written)
    if what.type.form not in ("list", "piece"):
        return ()  # a number that is told: what everybody hears is no part of the state
    pieces = what.expr if what.type.form == "list" else ir.ListOf((what.expr,))
    return (ir.Show(pieces, seats, origin),)


def _audience(scope: Scope, written: tree.Show) -> ir.Expr:
    to = elaborate(scope, written.to)
    if to.type.form == "list":
        return coerce(scope, to, list_of(SEAT), written.to.span)
    return ir.ListOf((coerce(scope, to, SEAT, written.to.span),))


def after_show(scope: Scope, written: tree.Show) -> Scope:
    """The scope in which something was shown; faults are reported where it happens."""
    what = silently(attrs.evolve(scope, blind=True), written.what)
    to = silently(scope, written.to)
    if what is None or to is None:
        return scope
    everybody = isinstance(written.to, tree.NameRef) and written.to.name in ("players", "seats")
    return leaks.show(scope, what, to.expr, to_all=everybody)
