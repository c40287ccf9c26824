"""What a name means: locals first, then icons, pieces, questions, zones, tables, grids and the engine's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.coerce import coerce
from tangrules.check.geometry import cell_number
from tangrules.check.nouns import SIDES
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import NUMBER, SEAT, SIDE, TURN, Ty, describe, fits, list_of
from tangrules.check.world import ZoneInfo, nothing_value
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

BUILTIN_NAMES = (
    "players", "seats", "others", "turns", "player_count", "turn_number", "round_number", "current_player", "box",
)  # fmt: skip


def name(scope: Scope, written: tree.NameRef, expected: Ty | None) -> Typed:
    """The meaning of a bare name; among several, the first that fits what is expected."""
    first: Typed | None = None
    for make in _meanings(scope, written.name, written.span):
        typed = make()
        if expected is None or fits(typed.type, expected):
            return typed
        first = first or typed
    if first is not None:
        return first
    unknown(scope, written.name, written.span, expected)
    return Typed(ir.Const(-1), expected or NUMBER)


def unknown(scope: Scope, word: str, span: Span, expected: Ty | None = None) -> None:
    """Reports a name that nothing has."""
    scope.reporter.error(
        "E-NAME",
        f"there is nothing called `{word}` here",
        span,
        expected=describe(expected) if expected is not None else "",
        suggestion=did_you_mean(word, sorted(set(_all_names(scope)))),
    )


def _all_names(scope: Scope) -> Iterator[str]:
    world = scope.world
    for table in (
        scope.names,
        world.icon_ids,
        world.icon_sets,
        world.row_first,
        world.piece_ids,
        world.values,
    ):
        yield from table
    yield from (*world.zones, *world.table_pieces, *world.regions, *world.kinds, *BUILTIN_NAMES, *SIDES)


def _meanings(scope: Scope, word: str, span: Span) -> Iterator[Callable[[], Typed]]:
    world = scope.world
    if word in scope.names:
        yield lambda: scope.names[word]
    if word in world.icon_ids:
        yield lambda: _icon(scope, word)
    if word in SIDES:
        yield lambda: Typed(ir.Const(SIDES.index(word)), SIDE)
    for pieces in (world.piece_ids, world.row_first):
        if word in pieces:
            yield lambda pieces=pieces: _piece(scope, pieces[word])  # type: ignore[misc]
            break
    if word in world.icon_sets:
        yield lambda: Typed(ir.Const(world.icon_sets[word]), list_of(world.icon_type(word)))
    if word in world.table_pieces:
        element = Ty("piece", world.table_kinds[word])
        yield lambda: Typed(ir.Const(world.table_pieces[word]), list_of(element))
    if word in world.values:
        yield lambda: _plain_value(scope, word, span)
    if word in world.zones:
        yield lambda: zone_named(scope, word, span)
    if word == "side":
        yield lambda: Typed(ir.Const((0, 1, 2, 3)), list_of(SIDE))
    if word in BUILTIN_NAMES:
        yield lambda: _builtin(scope, word, span)
    yield from _cells(scope, word)


def _cells(scope: Scope, word: str, *, shared: bool = True) -> Iterator[Callable[[], Typed]]:
    """Cells of this name: of a grid that each player has, the cell of `you`."""
    for grid in scope.world.grids.values():
        cell = cell_number(grid, word)
        if cell >= 0 and (shared or grid.seats):
            expr: ir.Expr = ir.Const(cell)
            if grid.seats:
                offset = ir.Op("mul", (scope.you or ir.Const(0), ir.Const(grid.area)))
                expr = ir.Op("add", (offset, expr))
            yield lambda expr=expr, grid=grid: Typed(expr, Ty("cell", grid.name))  # type: ignore[misc]


def _icon(scope: Scope, word: str) -> Typed:
    number = scope.world.icon_ids[word]
    return Typed(ir.Const(number), Ty("icon", set_of(scope, word), frozenset((number,))))


def set_of(scope: Scope, word: str) -> str:
    """The first icon set that has this symbol of its own."""
    for set_name, rule in scope.world.model.icons.items():
        if any(m.name.text == word and not m.inclusion for m in rule.item.members):
            return set_name
    return ""


def _piece(scope: Scope, number: int) -> Typed:
    return Typed(ir.Const(number), Ty("piece", scope.world.pieces[number].kind))


def _plain_value(scope: Scope, word: str, span: Span) -> Typed:
    from tangrules.check.calls import call_value

    sig = scope.world.values[word]
    you = _owner_needed(scope, word, span) if sig.your else None
    return call_value(scope, sig, you, (), span)


def _owner_needed(scope: Scope, word: str, span: Span) -> ir.Expr:
    if scope.you is not None:
        message = f"`{word}` belongs to a player"
        scope.reporter.error("E-SEAT", message, span, expected=f"`your {word}` or `q.{word}`")
        return scope.you
    message = f"`{word}` belongs to a player, and there is no `you` here"
    scope.reporter.error("E-SEAT", message, span, expected=f"`q.{word}` for a player q")
    return ir.Const(0)


def zone_named(scope: Scope, word: str, span: Span) -> Typed:
    """A zone without owner or index: its only instance, or the cells of a grid."""
    info = scope.world.zones[word]
    owner = _owner_needed(scope, word, span) if info.your else None
    return read_zone(scope, info, owner, (), span)


def _builtin(scope: Scope, word: str, span: Span) -> Typed:
    count = scope.world.players
    everyone = ir.Const(tuple(range(count)))
    match word:
        case "players":
            return Typed(_in_play(scope, everyone), list_of(SEAT))
        case "seats":
            return Typed(everyone, list_of(SEAT))
        case "others":
            you = scope.require_you(span)
            return Typed(ir.Op("except", (_in_play(scope, everyone), ir.ListOf((you,)))), list_of(SEAT))
        case "turns":
            return Typed(ir.Const((0, 1, 2, 3)), list_of(TURN))
        case "player_count":
            return Typed(ir.Const(count), NUMBER)
        case "box":
            return Typed(ir.Const(()), list_of(Ty("piece")), ZoneRef(-1, ir.Const(0), is_box=True))
    engine = {"turn_number": "turn", "round_number": "round", "current_player": "current"}[word]
    ty = SEAT.maybe() if word == "current_player" else NUMBER
    return Typed(ir.Load(scope.world.engine[engine], ir.Const(0)), ty)


def _in_play(scope: Scope, everyone: ir.Expr) -> ir.Expr:
    """Seats that have not left; constant in games that nobody leaves."""
    if "#leaves" not in scope.world.engine:
        return everyone
    return ir.CallValue(scope.world.engine["#leaves"], (everyone,))


def owned(scope: Scope, written: tree.Owned) -> Typed:
    """`your X` or `their X`."""
    if written.whose == "their":
        if scope.they is None:
            scope.reporter.error("E-SEAT", "`their` belongs into a rule that hears a verb", written.span)
        seat: ir.Expr = scope.they or ir.Const(0)
    else:
        seat = scope.require_you(written.span)
    return seat_attribute(scope, seat, written.name)


def seat_attribute(scope: Scope, seat: ir.Expr, word: tree.Name) -> Typed:
    """`q.X`: a zone or a question that belongs to a player, or a cell of a grid that each player has."""
    from tangrules.check.calls import call_value

    world = scope.world
    if word.text in world.zones and world.zones[word.text].your:
        return read_zone(scope, world.zones[word.text], seat, (), word.span)
    if word.text in world.values and world.values[word.text].your:
        return call_value(scope, world.values[word.text], seat, (), word.span)
    for make in _cells(scope.seat(seat), word.text, shared=False):
        return make()
    if word.text in world.zones or word.text in world.values:
        message = f"`{word.text}` does not belong to a player"
        scope.reporter.error("E-SEAT", message, word.span, expected=f"`{word.text}` alone")
        return name(scope, tree.NameRef(word.text, span=word.span), None)
    candidates = [n for n, z in world.zones.items() if z.your] + [
        n for n, v in world.values.items() if v.your
    ]
    hint = did_you_mean(word.text, [*candidates, "next"])
    scope.reporter.error("E-NAME", f"a player has nothing called `{word.text}`", word.span, suggestion=hint)
    return Typed(ir.Const(0), NUMBER)


# --------------------------------------------------------------------------- zones


def read_zone(
    scope: Scope, info: ZoneInfo, owner: ir.Expr | None, args: tuple[tree.Expr, ...], span: Span
) -> Typed:
    """The content of an instance of a zone. Without its index, an indexed zone is an error; a grid gives its cells."""
    if info.form == "grid" and not args:
        return _grid_cells(scope, info, owner)
    if len(args) != len(info.index):
        what = " and ".join(describe(t) for t in info.index) or "no index"
        message = f"`{info.name}` needs {len(info.index)} in its brackets, here are {len(args)}"
        scope.reporter.error("E-ARITY", message, span, expected=what)
        return Typed(ir.Const(()) if info.is_container else ir.Const(0), _content_type(info))
    index = _index_expr(scope, info, owner, args)
    return zone_at(scope, info, index, span, owner)


def zone_at(scope: Scope, info: ZoneInfo, index: ir.Expr, span: Span, owner: ir.Expr | None = None) -> Typed:
    """The content of the instance with this number."""
    ref = ZoneRef(info.id, index, info, owner=owner)
    if info.form == "slots":
        return Typed(_slots_of(scope, info, index), list_of(Ty("slot", info.name)), ref)
    leaks.note_read(scope, info, owner, span)
    load: ir.Expr = ir.Load(info.id, index)
    if scope.world.zone_defs[info.id].posed:
        load = ir.Op("shr2", (load,))
    if info.unset and not scope.builder.writing:
        load = ir.Op("surely", (load,), scope.builder.origin(span))
    return Typed(load, _content_type(info), ref)


def _content_type(info: ZoneInfo) -> Ty:
    if info.form in ("set", "row", "pile", "deck"):
        return list_of(info.holds, distinct=info.form == "set")
    if info.form == "slots":
        return list_of(Ty("slot", info.name))
    return info.holds


def _grid_cells(scope: Scope, info: ZoneInfo, owner: ir.Expr | None) -> Typed:
    grid = scope.world.grids[info.name]
    ty = list_of(Ty("cell", info.name))
    if owner is None:
        return Typed(ir.Const(grid.cells()), ty)
    rows = [grid.cells(s) for s in range(grid.seats)]
    return Typed(ir.Lookup(scope.world.table(f"{grid.name}.cells", [*rows, ()]), owner), ty)


def _slots_of(scope: Scope, info: ZoneInfo, index: ir.Expr) -> ir.Expr:
    count = scope.world.zone_defs[info.id].count // info.capacity
    first = info.slot_first
    rows = [tuple(first + i * info.capacity + j for j in range(info.capacity)) for i in range(count)]
    return ir.Lookup(scope.world.table(f"{info.name}.slots", [*rows, ()]), index)


def _index_expr(scope: Scope, info: ZoneInfo, owner: ir.Expr | None, args: tuple[tree.Expr, ...]) -> ir.Expr:
    from tangrules.check.expressions import elaborate

    parts: list[tuple[ir.Expr, int]] = []
    if info.your and info.form != "grid":
        parts.append((owner or ir.Const(0), scope.world.players))
    for ty, arg in zip(info.index, args, strict=True):
        given = elaborate(scope, arg, ty)
        wanted = ty.maybe() if len(info.index) == 1 and not info.your else ty
        expr = coerce(scope, given, wanted, arg.span, f"`{info.name}[…]`")
        parts.append((position(scope, ty, expr), _size(scope, ty)))
    return combine(parts)


def _size(scope: Scope, ty: Ty) -> int:
    from tangrules.check.places import index_size

    return index_size(scope.world, ty)


def combine(parts: list[tuple[ir.Expr, int]]) -> ir.Expr:
    """The number of an instance from the numbers of its indexes, the last running fastest."""
    if not parts:
        return ir.Const(0)
    total = parts[0][0]
    for expr, size in parts[1:]:
        total = _add(_mul(total, size), expr)
    return total


def _mul(expr: ir.Expr, factor: int) -> ir.Expr:
    if isinstance(expr, ir.Const) and isinstance(expr.value, int):
        return ir.Const(expr.value * factor)
    return ir.Op("mul", (expr, ir.Const(factor)))


def _add(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if (
        isinstance(a, ir.Const)
        and isinstance(b, ir.Const)
        and isinstance(a.value, int)
        and isinstance(b.value, int)
    ):
        return ir.Const(a.value + b.value)
    if isinstance(a, ir.Const) and a.value == 0:
        return b
    return ir.Op("add", (a, b))


def position(scope: Scope, ty: Ty, expr: ir.Expr) -> ir.Expr:
    """The place of an icon in its set, or of a piece in its kind; other things are their own position."""
    if ty.form == "icon":
        members: tuple[int, ...] = scope.world.icon_sets[ty.name]
        total = len(scope.world.icons)
    elif ty.form == "piece" and ty.name:
        members = tuple(scope.world.kinds[ty.name].pieces)
        total = len(scope.world.pieces)
    else:
        return expr
    if members == tuple(range(len(members))):
        return expr
    if isinstance(expr, ir.Const) and expr.value in members:
        return ir.Const(members.index(expr.value))
    places = [members.index(i) if i in members else -1 for i in range(total)]
    return ir.Lookup(scope.world.table(f"#position.{ty.name}", [*places, -1]), expr)


def indexed(scope: Scope, written: tree.Index) -> Typed:
    """`stack[k]`, `your level[k]`, `q.level[k]`, `bids[q].n` comes through attributes."""
    from tangrules.check.expressions import elaborate

    subject = written.subject
    world = scope.world
    if isinstance(subject, tree.NameRef) and subject.name not in scope.names and subject.name in world.zones:
        info = world.zones[subject.name]
        owner = _owner_needed(scope, subject.name, subject.span) if info.your else None
        return read_zone(scope, info, owner, written.args, written.span)
    if isinstance(subject, tree.Owned):
        info_or_none = world.zones.get(subject.name.text)
        if info_or_none is not None and info_or_none.your:
            seat = scope.they if subject.whose == "their" else scope.require_you(subject.span)
            return read_zone(scope, info_or_none, seat or ir.Const(0), written.args, written.span)
    if isinstance(subject, tree.Attr):
        holder = elaborate(scope, subject.subject)
        if holder.type.form == "seat" and subject.name.text in world.zones:
            seat = coerce(scope, holder, SEAT, subject.subject.span)
            return read_zone(scope, world.zones[subject.name.text], seat, written.args, written.span)
    typed = elaborate(scope, subject)
    if typed.type.form == "bids":
        return _bid(scope, typed, written)
    message = "only zones have places in brackets"
    hint = "for the n-th of a list write `item(list, n)`"
    scope.reporter.error("E-KIND", message, written.span, expected=hint)
    return Typed(ir.Const(0), NUMBER)


def _bid(scope: Scope, typed: Typed, written: tree.Index) -> Typed:
    """`bids[q]`: the row of one seat, read by its names."""
    from tangrules.check.expressions import value_of

    seat = value_of(scope, written.args[0], SEAT)
    return Typed(ir.ListOf((typed.expr, seat)), attrs.evolve(typed.type, name="row"))


def kind_named(scope: Scope, word: tree.Name) -> str:
    if word.text not in scope.world.kinds:
        hint = did_you_mean(word.text, scope.world.kinds)
        scope.reporter.error(
            "E-NAME", f"there is no kind of piece called `{word.text}`", word.span, suggestion=hint
        )
    return word.text


def default_of(ty: Ty) -> ir.Expr:
    return ir.Const(nothing_value(ty))
