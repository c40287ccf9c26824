"""Reading zones: the instance that an index and an owner name, and what is in it."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.coerce import coerce
from tangrules.check.infos import ZoneInfo
from tangrules.check.scope import ON_TURN, Scope, Typed, ZoneRef
from tangrules.check.types import SEAT, UNKNOWN, Ty, at_least, describe, list_of
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.syntax import tree

Args = tuple[tree.Expr, ...]


def owner_needed(scope: Scope, word: str, span: Span) -> ir.Expr:
    """The owner of something each player has, named without saying whose: an error."""
    advice = ""
    if scope.you is not None:
        message, hint = f"each player has a `{word}`: whose is meant?", f"`your {word}` or `q.{word}`"
    else:
        advice = ON_TURN
        message, hint = (
            f"each player has a `{word}`, and there is no `you` here",
            f"`q.{word}` for a player q",
        )
    scope.reporter.error("E-SEAT", message, span, expected=hint, suggestion=advice)
    return scope.you or ir.Const(0)


def zone_named(scope: Scope, word: str, span: Span) -> Typed:
    """A zone without owner or index: its only instance, or the cells of a grid."""
    info = scope.world.zones[word]
    owner = owner_needed(scope, word, span) if info.your else None
    return read_zone(scope, info, owner, (), span)


def read_zone(scope: Scope, info: ZoneInfo, owner: ir.Expr | None, args: Args, span: Span) -> Typed:
    """The content of an instance of a zone. A grid without an index gives its cells; others need theirs."""
    if info.form == "grid" and not args:
        return _grid_cells(scope, info, owner)
    if len(args) != len(info.index):
        what = " and ".join(describe(t) for t in info.index)
        message = f"`{info.name}` is one place: it takes nothing in brackets"
        if info.index:
            message = f"`{info.name}` takes {what} in square brackets, not {len(args) or 'nothing'}"
        shape = ", ".join("…" for _ in info.index)
        hint = f"`{info.name}[{shape}]`" if info.index else f"`{info.name}`"
        scope.reporter.error("E-ARITY", message, span, expected=hint)
        return Typed(ir.Const(0), UNKNOWN)
    index, optional = _index_expr(scope, info, owner, args)
    typed = zone_at(scope, info, index, span, owner)
    return attrs.evolve(typed, type=typed.type.maybe()) if optional else typed


def zone_at(scope: Scope, info: ZoneInfo, index: ir.Expr, span: Span, owner: ir.Expr | None = None) -> Typed:
    """The content of the instance with this number."""
    ref = ZoneRef(info.id, index, info, owner=owner)
    if info.form == "slots":
        return Typed(_slots_of(scope.world, info, index), content_type(info), ref)
    leaks.note_read(scope, info, index, owner, span)
    load: ir.Expr = ir.Load(info.id, index)
    if scope.world.zone_defs[info.id].posed:
        load = ir.Op("shr2", (load,))
    if info.unset and not scope.blind:
        scope.world.unset_reads.setdefault(info.name, span)
        load = ir.Op("surely", (load,), scope.builder.origin(span))
    return Typed(load, content_type(info), ref)


def content_type(info: ZoneInfo) -> Ty:
    """The type of what an instance of a zone reads as."""
    if info.is_container:
        return list_of(info.holds, distinct=info.form == "set")
    if info.form == "slots":
        return list_of(Ty("slot", info.name))
    if info.form in ("counter", "track"):
        return at_least(info.low)
    return info.holds


def _grid_cells(scope: Scope, info: ZoneInfo, owner: ir.Expr | None) -> Typed:
    grid = scope.world.grids[info.name]
    ty = list_of(Ty("cell", info.name))
    if owner is None:
        return Typed(ir.Const(grid.cells()), ty)
    rows = [grid.cells(s) for s in range(grid.seats)]
    return Typed(ir.Lookup(scope.world.table(f"{grid.name}.cells", [*rows, ()]), owner), ty)


def _slots_of(world: World, info: ZoneInfo, index: ir.Expr) -> ir.Expr:
    count = world.zone_defs[info.id].count // info.capacity
    first = info.slot_first
    rows = [tuple(first + i * info.capacity + j for j in range(info.capacity)) for i in range(count)]
    return ir.Lookup(world.table(f"{info.name}.slots", [*rows, ()]), index)


# --------------------------------------------------------------------------- the number of an instance


def _index_expr(scope: Scope, info: ZoneInfo, owner: ir.Expr | None, args: Args) -> tuple[ir.Expr, bool]:
    """The number, and whether it may be that of nothing: then nothing is read."""
    from tangrules.check.expressions import elaborate

    looking = scope.looking()
    parts: list[tuple[ir.Expr, int]] = []
    optional = False
    if info.your and info.form != "grid":
        parts.append((owner or ir.Const(0), scope.world.players))
    for ty, arg in zip(info.index, args, strict=True):
        given = elaborate(looking, arg, ty)
        alone = len(info.index) == 1 and not info.your and not scope.blind
        optional = optional or (alone and given.type.optional)
        expr = coerce(looking, given, ty.maybe() if alone else ty, arg.span, f"`{info.name}[…]`")
        parts.append((position(scope.world, ty, expr), index_size(scope.world, ty)))
    return _combined(parts), optional


def index_size(world: World, ty: Ty) -> int:
    """How many values an index of this type has."""
    match ty.form:
        case "icon":
            return len(world.icon_sets[ty.name])
        case "piece":
            return len(world.kinds[ty.name].pieces) if ty.name else len(world.pieces)
        case "cell":
            return world.grids[ty.name].size
        case "side" | "turn":
            return 4
        case "seat":
            return world.players
        case "site":
            return len(world.sites)
    return 0


def _combined(parts: list[tuple[ir.Expr, int]]) -> ir.Expr:
    """The number of an instance from the numbers of its indexes, the last running fastest."""
    if not parts:
        return ir.Const(0)
    total = parts[0][0]
    for expr, size in parts[1:]:
        total = _sum(_product(total, size), expr)
    return total


def _product(expr: ir.Expr, factor: int) -> ir.Expr:
    if isinstance(expr, ir.Const) and isinstance(expr.value, int):
        return ir.Const(expr.value * factor)
    return ir.Op("mul", (expr, ir.Const(factor)))


def _sum(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    match a, b:
        case ir.Const(value=int(x)), ir.Const(value=int(y)):
            return ir.Const(x + y)
        case ir.Const(value=0), _:
            return b
    return ir.Op("add", (a, b))


def position(world: World, ty: Ty, expr: ir.Expr) -> ir.Expr:
    """The place of an icon in its set, or of a piece in its kind; other things are their own position."""
    if ty.form == "icon":
        members: tuple[int, ...] = world.icon_sets[ty.name]
        total = len(world.icons)
    elif ty.form == "piece" and ty.name:
        members = tuple(world.kinds[ty.name].pieces)
        total = len(world.pieces)
    else:
        return expr
    if members == tuple(range(len(members))):
        return expr
    if isinstance(expr, ir.Const) and expr.value in members:
        return ir.Const(members.index(expr.value))
    places = [members.index(i) if i in members else -1 for i in range(total)]
    return ir.Lookup(world.table(f"#position.{ty.name}", [*places, -1]), expr)


# --------------------------------------------------------------------------- brackets


def indexed(scope: Scope, written: tree.Index) -> Typed:
    """`stack[k]`, `your level[k]`, `q.level[k]`, `bids[q]` (whose names are read as attributes)."""
    from tangrules.check.expressions import elaborate

    zones = scope.world.zones
    match written.subject:
        case tree.NameRef(name=word, span=span) if word not in scope.names and word in zones:
            owner = owner_needed(scope, word, span) if zones[word].your else None
            return read_zone(scope, zones[word], owner, written.args, written.span)
        case tree.Owned(whose=whose, name=name, span=span) if name.text in zones and zones[name.text].your:
            seat = scope.require_they(span) if whose == "their" else scope.require_you(span)
            return read_zone(scope, zones[name.text], seat, written.args, written.span)
        case tree.Attr(subject=subject, name=name) if name.text in zones and zones[name.text].your:
            holder = elaborate(scope.looking(), subject)
            if holder.type.form == "seat":
                seat = coerce(scope, holder, SEAT, subject.span)
                return read_zone(scope, zones[name.text], seat, written.args, written.span)
    typed = elaborate(scope, written.subject)
    if typed.type.form == "bids" and len(written.args) == 1:
        return _bid(scope, typed, written)
    if typed.type.form != "unknown":
        hint = "for the n-th of a list write `item(list, n)`"
        message = f"only zones have places in square brackets, this is {describe(typed.type)}"
        scope.reporter.error("E-KIND", message, written.span, expected=hint)
    return Typed(ir.Const(0), UNKNOWN)


def _bid(scope: Scope, typed: Typed, written: tree.Index) -> Typed:
    """`bids[q]`: the row of one seat, read by its names."""
    from tangrules.check.expressions import value_of

    seat = value_of(scope, written.args[0], SEAT)
    return Typed(ir.ListOf((typed.expr, seat)), attrs.evolve(typed.type, name="row"))
