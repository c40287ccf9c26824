"""Calls of questions, regions and the language's own functions; `allowed VERB(…)`."""

from __future__ import annotations

from collections.abc import Callable

from tangrules import ir
from tangrules.check import leaks, names
from tangrules.check.attributes import _tables, cell_on, piece_field, sites_table
from tangrules.check.blocks import block_function
from tangrules.check.coerce import coerce
from tangrules.check.images import images
from tangrules.check.planes import middle, occupied
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import NUMBER, SEAT, SIDE, SITE, TURN, YESNO, Ty, describe, list_of
from tangrules.check.world import ValueSig, VerbSig
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

Args = tuple[tree.Expr, ...]


def call(scope: Scope, written: tree.Call, expected: Ty | None) -> Typed:
    """`f(…)`, `your f(…)`, `q.f(…)`, `piece.face(side, turn)`."""
    match written.function:
        case tree.NameRef(name=word):
            return _named(scope, word, written, expected)
        case tree.Owned(whose=whose, name=word):
            seat = scope.they if whose == "their" else scope.require_you(written.span)
            return _of_seat(scope, seat or ir.Const(0), word, written)
        case tree.Attr(subject=subject, name=word):
            return _method(scope, subject, word, written)
    scope.reporter.error("E-KIND", "only questions and verbs can be called", written.span)
    return Typed(ir.Const(0), NUMBER)


def _named(scope: Scope, word: str, written: tree.Call, expected: Ty | None) -> Typed:
    world = scope.world
    if word in world.values:
        sig = world.values[word]
        you = names._owner_needed(scope, word, written.span) if sig.your else None
        return call_value(scope, sig, you, written.args, written.span)
    if word in world.regions:
        sig = world.regions[word]
        return call_value(scope, sig, scope.you if sig.your else None, written.args, written.span)
    if word in FUNCTIONS:
        return FUNCTIONS[word](scope, written)
    if word in world.verbs:
        message = f"`{word}` does something: it is a statement, not a value"
        scope.reporter.error(
            "E-KIND", message, written.span, expected=f"`allowed {word}(…)` to ask if it may be done"
        )
    else:
        hint = did_you_mean(word, [*world.values, *world.regions, *FUNCTIONS])
        scope.reporter.error(
            "E-NAME", f"there is no question called `{word}`", written.function.span, suggestion=hint
        )
    return Typed(ir.Const(0), expected or NUMBER)


def _of_seat(scope: Scope, seat: ir.Expr, word: tree.Name, written: tree.Call) -> Typed:
    sig = scope.world.values.get(word.text)
    if sig is None or not sig.your:
        candidates = [n for n, v in scope.world.values.items() if v.your]
        message = f"a player has no question called `{word.text}`"
        scope.reporter.error("E-NAME", message, word.span, suggestion=did_you_mean(word.text, candidates))
        return Typed(ir.Const(0), NUMBER)
    return call_value(scope, sig, seat, written.args, written.span)


def call_value(scope: Scope, sig: ValueSig, seat: ir.Expr | None, args: Args, span: Span) -> Typed:
    """A question with its arguments checked."""
    exprs = arguments(scope, sig.name, sig.params, args, span)
    first = (seat or ir.Const(0),) if sig.your else ()
    return Typed(ir.CallValue(sig.id, (*first, *exprs)), sig.result)


def arguments(
    scope: Scope, name: str, params: tuple[tuple[str, Ty], ...], args: Args, span: Span
) -> list[ir.Expr]:
    """Arguments fitted to parameters; a wrong number of them is E-ARITY."""
    from tangrules.check.expressions import elaborate

    if len(args) != len(params):
        wanted = ", ".join(f"{n}: {describe(t)}" for n, t in params) or "nothing in its brackets"
        message = f"`{name}` takes {len(params)}, here {'is' if len(args) == 1 else 'are'} {len(args)}"
        scope.reporter.error("E-ARITY", message, span, expected=wanted)
        return [names.default_of(t) for _n, t in params]
    exprs = []
    for (param, ty), arg in zip(params, args, strict=True):
        exprs.append(coerce(scope, elaborate(scope, arg, ty), ty, arg.span, f"`{param}` of `{name}`"))
    return exprs


def _method(scope: Scope, subject: tree.Expr, word: tree.Name, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate, value_of

    holder = elaborate(scope, subject)
    form = holder.type.form
    if form == "seat":
        return _of_seat(scope, coerce(scope, holder, SEAT, subject.span), word, written)
    if form == "cell" and word.text in ("next", "edge") and len(written.args) == 1:
        side = value_of(scope, written.args[0], SIDE)
        grid = scope.world.grids[holder.type.name]
        if word.text == "edge":
            ty = Ty("edge", grid.name, optional=holder.type.optional)
            return Typed(ir.Op("edge", (holder.expr, side)), ty)
        index = ir.Op("edge", (holder.expr, side))
        return Typed(ir.Lookup(_tables(scope, grid).next, index), Ty("cell", grid.name, optional=True))
    if form == "piece":
        found = piece_field(scope, holder.type, word.text)
        if found is not None and found[0].form == "per_side" and len(written.args) == 2:
            side = value_of(scope, written.args[0], SIDE)
            turn = value_of(scope, written.args[1], TURN)
            pose = ir.Op("add", (ir.Op("mul", (holder.expr, ir.Const(4))), turn))
            index = ir.Op("add", (ir.Op("mul", (pose, ir.Const(4))), side))
            ty = found[1].maybe() if holder.type.optional else found[1]
            return Typed(ir.Lookup(found[0].table, index), ty)
    message = f"{describe(holder.type.surely())} has no question `{word.text}(…)` with {len(written.args)} in brackets"
    scope.reporter.error("E-NAME", message, word.span)
    return Typed(ir.Const(-1), NUMBER)


def verb_named(scope: Scope, written: tree.Expr) -> tuple[VerbSig, Args] | None:
    """The verb and arguments of `VERB(args)`; an unknown verb is reported."""
    match written:
        case tree.Call(function=tree.NameRef(name=word), args=args):
            pass
        case tree.NameRef(name=word):
            args = ()
        case _:
            scope.reporter.error(
                "E-KIND", "a verb with its brackets was expected", written.span, expected="`verb(…)`"
            )
            return None
    if word in scope.world.verbs:
        return scope.world.verbs[word], args
    if word in scope.world.values:
        message = f"`{word}` is a question: nothing happens by asking it"
        scope.reporter.error("E-KIND", message, written.span, expected="a verb")
    else:
        hint = did_you_mean(word, scope.world.verbs)
        scope.reporter.error("E-NAME", f"there is no verb called `{word}`", written.span, suggestion=hint)
    return None


def allowed(scope: Scope, written: tree.Allowed) -> Typed:
    """`allowed VERB(…)`: would its requirements let `you` do it now?"""
    found = verb_named(scope, written.call)
    if found is None:
        return Typed(ir.Const(0), YESNO)
    sig, args = found
    exprs = arguments(scope, sig.name, sig.params, args, written.span)
    you = scope.you if scope.you is not None else ir.Const(-1)
    return Typed(ir.Legal(sig.id, (you, *exprs)), YESNO)


# --------------------------------------------------------------------------- functions


def _arity(scope: Scope, written: tree.Call, *wanted: Ty | None) -> list[Typed]:
    from tangrules.check.expressions import elaborate

    word = written.function.name if isinstance(written.function, tree.NameRef) else ""
    if len(written.args) != len(wanted):
        expected = ", ".join("a list" if t is None else describe(t) for t in wanted)
        message = f"`{word}` takes {len(wanted)} in its brackets, here are {len(written.args)}"
        scope.reporter.error("E-ARITY", message, written.span, expected=expected)
        return [Typed(names.default_of(t or list_of(NUMBER)), t or list_of(NUMBER)) for t in wanted]
    typed = []
    for arg, ty in zip(written.args, wanted, strict=True):
        given = elaborate(scope, arg, ty)
        if ty is None:
            leaks.content_read(scope, given, arg.span)
            if given.type.form != "list":
                scope.reporter.error("E-KIND", f"a list is needed, this is {describe(given.type)}", arg.span)
            typed.append(given)
        else:
            typed.append(Typed(coerce(scope, given, ty, arg.span, f"`{word}`"), given.type))
    return typed


def _numbers(op: str, count: int) -> Callable[[Scope, tree.Call], Typed]:
    def make(scope: Scope, written: tree.Call) -> Typed:
        given = _arity(scope, written, *[NUMBER] * count)
        return Typed(ir.Op(op, tuple(g.expr for g in given)), NUMBER)

    return make


def _element(given: Typed) -> Ty:
    return given.type.element or NUMBER


def _take(scope: Scope, written: tree.Call) -> Typed:
    n, items = _arity(scope, written, NUMBER, None)
    return Typed(ir.Op("take", (n.expr, items.expr)), list_of(_element(items)))


def _last(scope: Scope, written: tree.Call) -> Typed:
    (items,) = _arity(scope, written, None)
    return Typed(ir.Op("last", (items.expr,)), _element(items).maybe())


def _item(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate

    items = elaborate(scope, written.args[0]) if len(written.args) == 2 else None
    if items is None or items.type.form != "list":
        _arity(scope, written, None, NUMBER)
        return Typed(ir.Const(0), NUMBER)
    n = coerce(scope, elaborate(scope, written.args[1], NUMBER), NUMBER, written.args[1].span)
    return Typed(ir.Op("item", (items.expr, n), scope.builder.origin(written.span)), _element(items))


def _top(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate

    given = elaborate(scope, written.args[0]) if len(written.args) == 1 else None
    form = (
        given.ref.info.form
        if given is not None and given.ref is not None and given.ref.info is not None
        else ""
    )
    if given is None or form not in ("pile", "row", "deck"):
        scope.reporter.error("E-KIND", "`top` needs a pile", written.span, expected="`top(PILE)`")
        return Typed(ir.Const(-1), Ty("piece", optional=True))
    leaks.content_read(scope, given, written.span)
    return Typed(ir.Op("last", (given.expr,)), _element(given).maybe())


def _turned(scope: Scope, written: tree.Call) -> Typed:
    side, turn = _arity(scope, written, SIDE, TURN)
    return Typed(ir.Op("mod", (ir.Op("add", (side.expr, turn.expr)), ir.Const(4))), SIDE)


def _ray(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate, value_of

    if len(written.args) != 2:
        _arity(scope, written, Ty("cell"), SIDE)
        return Typed(ir.Const(()), list_of(Ty("cell")))
    cell = elaborate(scope, written.args[0])
    if cell.type.form != "cell":
        scope.reporter.error(
            "E-KIND", f"a ray starts on a cell, not on {describe(cell.type)}", written.args[0].span
        )
        return Typed(ir.Const(()), list_of(Ty("cell")))
    side = value_of(scope, written.args[1], SIDE.maybe())
    grid = scope.world.grids[cell.type.name]
    index = ir.Op("edge", (cell.expr, side))
    guarded = ir.Cond(ir.Op("isnil", (side,)), ir.Const(-1), index)
    return Typed(ir.Lookup(_tables(scope, grid).ray, guarded), list_of(Ty("cell", grid.name)))


def _sites(scope: Scope, written: tree.Call) -> Typed:
    match written.args:
        case (tree.NameRef(name=word),) if word in scope.world.grids:
            grid = scope.world.grids[word]
            return Typed(ir.CallValue(_sites_value(scope, word, grid.zone), ()), list_of(SITE))
    scope.reporter.error("E-KIND", "`sites` needs the name of a grid", written.span, expected="`sites(GRID)`")
    return Typed(ir.Const(()), list_of(SITE))


def _sites_value(scope: Scope, word: str, zone: int) -> int:
    """A value that lists the sites on a grid: those of its pieces, then those of the pieces on them."""
    world = scope.world
    key = f"#sites_on_{word}"
    if key not in world.engine:
        grid = world.grids[word]
        table = sites_table(scope)
        c, s, t = 0, 1, 2
        piece: ir.Expr = ir.Load(zone, ir.Local(c))
        if world.zone_defs[zone].posed:
            piece = ir.Op("shr2", (piece,))
        cells = ir.Bind(c, ir.Const(grid.cells()))
        own = ir.Fold("all", (cells, ir.Bind(s, ir.Lookup(table, piece))), ir.Local(s))
        held = ir.Lookup(table, ir.Load(world.site_zone, ir.Local(s)))
        above = ir.Fold("all", (cells, ir.Bind(s, ir.Lookup(table, piece)), ir.Bind(t, held)), ir.Local(t))
        body = ir.Op("concat", (own, above))
        result = ir.TypeInfo("list", "", ir.TypeInfo("site"))
        world.engine[key] = len(world.value_defs)
        world.value_defs.append(ir.ValueDef(key, (), (), result, False, 3, body))
    return world.engine[key]


def _pieces(scope: Scope, written: tree.Call) -> Typed:
    match written.args:
        case (tree.NameRef(name=word),) if word in scope.world.kinds:
            return Typed(ir.Const(tuple(scope.world.kinds[word].pieces)), list_of(Ty("piece", word)))
    scope.reporter.error(
        "E-KIND", "`pieces` needs the name of a kind of piece", written.span, expected="`pieces(KIND)`"
    )
    return Typed(ir.Const(()), list_of(Ty("piece")))


def _cell_on(scope: Scope, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate

    match written.args:
        case (tree.NameRef(name=word), piece) if word in scope.world.grids:
            given = elaborate(scope, piece)
            expr = cell_on(scope, scope.world.grids[word], given.expr)
            return Typed(expr, Ty("cell", word, optional=True))
    scope.reporter.error(
        "E-KIND", "a grid and a piece are needed", written.span, expected="`cell_on(GRID, piece)`"
    )
    return Typed(ir.Const(-1), Ty("cell", next(iter(scope.world.grids), ""), optional=True))


def _players_from(scope: Scope, written: tree.Call) -> Typed:
    (seat,) = _arity(scope, written, SEAT)
    count = scope.world.players
    rows = [tuple((q + i) % count for i in range(count)) for q in range(count)]
    order: ir.Expr = ir.Lookup(scope.world.table("#from", [*rows, ()]), seat.expr)
    return Typed(names._in_play(scope, order), list_of(SEAT))


FUNCTIONS: dict[str, Callable[[Scope, tree.Call], Typed]] = {
    "least": _numbers("least", 2),
    "greatest": _numbers("greatest", 2),
    "abs": _numbers("abs", 1),
    "take": _take,
    "last": _last,
    "item": _item,
    "top": _top,
    "turned": _turned,
    "ray": _ray,
    "sites": _sites,
    "pieces": _pieces,
    "cell_on": _cell_on,
    "players_from": _players_from,
    "footprint": block_function("footprint"),
    "corners": block_function("corners"),
    "part": block_function("part"),
    "middle": middle,
    "occupied": occupied,
    "images": images,
}
