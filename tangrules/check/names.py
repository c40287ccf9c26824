"""What a name means: a local first; else icons, pieces, questions, zones, tables, grids, the engine's words.

A local hides whatever else has its name, so that a pack that declares a name changes no other pack's text.
Among declared things of one name (an icon and a piece, say) the first that fits what is expected is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tangrules import ir
from tangrules.check.geometry import cell_number, cells_told, is_cell_word
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import SEAT, SIDE, TURN, UNKNOWN, Ty, at_least, describe, fits, list_of
from tangrules.check.vocabulary import BUILTIN_NAMES, SIDES
from tangrules.check.zones import owner_needed, read_zone, zone_named
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
} | {"a": 1, "an": 1}

Meanings = Iterator[Callable[[], Typed]]


def name(scope: Scope, written: tree.NameRef, expected: Ty | None) -> Typed:
    """The meaning of a bare name; among several, the first that fits what is expected."""
    word = written.name
    if word in scope.names:
        return scope.names[word]
    makes = list(_meanings(scope, word, written.span))
    if len(makes) == 1:
        return makes[0]()
    first: Typed | None = None
    for make in makes:
        typed = make()
        if expected is None or fits(typed.type, expected):
            return typed
        first = first or typed
    if first is not None:
        return first
    unknown(scope, word, written.span, expected)
    return Typed(ir.Const(-1), UNKNOWN)


def unknown(scope: Scope, word: str, span: Span, expected: Ty | None = None) -> None:
    """Reports a name that nothing has, or that can't stand here."""
    world = scope.world
    message, hint = f"there is nothing called `{word}` here", ""
    if word in world.kinds:
        message, hint = f"`{word}` is a kind of piece", f"`pieces({word})` for all pieces of this kind"
    elif word in world.verbs:
        message, hint = f"`{word}` does something: it has no value", "a question, a zone or a thing"
    elif word in world.regions:
        message, hint = f"`{word}` is a region", f"`{word}(x)`: the region around x"
    elif word in world.model.laws:
        message, hint = f"`{word}` is a law", f"`require {word}(…) for VERB(…)`, or a question in its place"
    if hint:
        scope.reporter.error("E-KIND", message, span, expected=hint)
        return
    if is_cell_word(word) and world.grids:
        wanted = "; ".join(f"{cells_told(grid)} on `{grid.name}`" for grid in world.grids.values())
        scope.reporter.error("E-NAME", f"there is no cell `{word}` here", span, expected=wanted)
        return
    told = expected is not None and expected.form not in ("unknown", "nothing")
    suggestion = _digits(word, expected) or did_you_mean(word, sorted(set(_all_names(scope))))
    if not suggestion and expected is not None and expected.form == "yesno" and word.isidentifier():
        suggestion = f"to ask this of the rules, declare `value {word}: yesno = …`"
    wanted = describe(expected) if told and expected is not None else ""
    scope.reporter.error("E-NAME", message, span, expected=wanted, suggestion=suggestion)


def _digits(word: str, expected: Ty | None) -> str:
    """Say how a number is written, where one stands in words."""
    if word not in _NUMBERS or (expected is not None and expected.form != "number"):
        return ""
    return f"numbers are written in digits: `{_NUMBERS[word]}`"


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
    yield from (*world.zones, *world.table_pieces, *world.regions, *BUILTIN_NAMES, *SIDES)


def _meanings(scope: Scope, word: str, span: Span) -> Meanings:
    world = scope.world
    if word in world.icon_ids:
        yield lambda: icon(scope, word)
    if word in SIDES:
        yield lambda: Typed(ir.Const(SIDES.index(word)), SIDE)
    number = world.piece_ids.get(word, world.row_first.get(word))
    if number is not None:
        yield partial(Typed, ir.Const(number), Ty("piece", world.pieces[number].kind))
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
    yield from _cells(scope, word, span)


def _cells(scope: Scope, word: str, span: Span, *, shared: bool = True) -> Meanings:
    """Cells of this name: of a grid that each player has, the cell of `you`."""
    for grid in scope.world.grids.values():
        cell = cell_number(grid, word)
        ty = Ty("cell", grid.name)
        if cell >= 0 and not grid.seats and shared:
            yield partial(Typed, ir.Const(cell), ty)
        elif cell >= 0 and grid.seats:
            yield partial(_own_cell, scope, span, cell, grid.area, ty)


def cell_of_grid(scope: Scope, grid_name: str, word: tree.Name, *, yours: bool) -> Typed | None:
    """The cell of this name of a grid, shared or of `you`; nothing where either is no such thing."""
    grid = scope.world.grids.get(grid_name)
    cell = -1 if grid is None else cell_number(grid, word.text)
    if grid is None or cell < 0 or bool(grid.seats) is not yours:
        return None
    ty = Ty("cell", grid.name)
    return _own_cell(scope, word.span, cell, grid.area, ty) if yours else Typed(ir.Const(cell), ty)


def _own_cell(scope: Scope, span: Span, cell: int, area: int, ty: Ty) -> Typed:
    offset = ir.Op("mul", (scope.require_you(span), ir.Const(area)))
    return Typed(ir.Op("add", (offset, ir.Const(cell))), ty)


def icon(scope: Scope, word: str) -> Typed:
    """A symbol. Its type is the first set that has it of its own."""
    number = scope.world.icon_ids[word]
    return Typed(ir.Const(number), Ty("icon", set_of(scope, word), frozenset((number,))))


def set_of(scope: Scope, word: str) -> str:
    """The first icon set that has this symbol of its own."""
    for set_name, rule in scope.world.model.icons.items():
        if any(m.name.text == word and not m.inclusion for m in rule.item.members):
            return set_name
    return ""


def _plain_value(scope: Scope, word: str, span: Span) -> Typed:
    from tangrules.check.calls import call_value

    sig = scope.world.values[word]
    you = owner_needed(scope, word, span) if sig.your else None
    return call_value(scope, sig, you, (), span)


def _builtin(scope: Scope, word: str, span: Span) -> Typed:
    count = scope.world.players
    everyone = ir.Const(tuple(range(count)))
    match word:
        case "players":
            return Typed(in_play(scope, everyone), list_of(SEAT))
        case "seats":
            return Typed(everyone, list_of(SEAT))
        case "others":
            you = scope.require_you(span)
            return Typed(ir.Op("except", (in_play(scope, everyone), ir.ListOf((you,)))), list_of(SEAT))
        case "turns":
            return Typed(ir.Const((0, 1, 2, 3)), list_of(TURN))
        case "player_count":
            return Typed(ir.Const(count), at_least(count))
        case "box":
            return Typed(ir.Const(()), list_of(Ty("piece")), ZoneRef(-1, ir.Const(0), is_box=True))
        case "current_player":
            return Typed(scope.world.engine.load("current"), SEAT.maybe())
    return Typed(scope.world.engine.load("turn" if word == "turn_number" else "round"), at_least(0))


def in_play(scope: Scope, everyone: ir.Expr) -> ir.Expr:
    """Seats that have not left; constant in games that nobody leaves."""
    number = scope.world.engine.in_play
    return everyone if number is None else ir.CallValue(number, (everyone,))


# --------------------------------------------------------------------------- what a player has


def owned(scope: Scope, written: tree.Owned) -> Typed:
    """`your X` or `their X`."""
    seat = scope.require_they(written.span) if written.whose == "their" else scope.require_you(written.span)
    return seat_attribute(scope, seat, written.name)


def seat_attribute(scope: Scope, seat: ir.Expr, word: tree.Name) -> Typed:
    """`q.X`: a zone or a question that belongs to a player, or a cell of a grid that each player has."""
    from tangrules.check.calls import call_value

    world = scope.world
    zone, value = world.zones.get(word.text), world.values.get(word.text)
    if zone is not None and zone.your:
        return read_zone(scope, zone, seat, (), word.span)
    if value is not None and value.your:
        return call_value(scope, value, seat, (), word.span)
    for make in _cells(scope.seat(seat), word.text, word.span, shared=False):
        return make()
    if zone is not None or value is not None:
        message = f"`{word.text}` does not belong to a player"
        scope.reporter.error("E-SEAT", message, word.span, expected=f"`{word.text}` alone")
        return name(scope, tree.NameRef(word.text, span=word.span), None)
    candidates = [n for n, z in world.zones.items() if z.your] + [
        n for n, v in world.values.items() if v.your
    ]
    hint = did_you_mean(word.text, [*candidates, "next", "number"])
    scope.reporter.error("E-NAME", f"a player has nothing called `{word.text}`", word.span, suggestion=hint)
    return Typed(ir.Const(0), UNKNOWN)


def kind_named(scope: Scope, word: tree.Name) -> str:
    if word.text not in scope.world.kinds:
        hint = did_you_mean(word.text, scope.world.kinds)
        message = f"there is no kind of piece called `{word.text}`"
        scope.reporter.error("E-NAME", message, word.span, suggestion=hint)
    return word.text
