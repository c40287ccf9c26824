"""Calls of questions and regions, of a piece's or cell's own functions, of verbs; `allowed VERB(…)`."""

from __future__ import annotations

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.attributes import piece_field
from tangrules.check.coerce import coerce
from tangrules.check.functions import FUNCTIONS
from tangrules.check.geometry import grid_tables
from tangrules.check.infos import ValueSig, VerbSig
from tangrules.check.on_grids import guarded
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import SEAT, SIDE, TURN, UNKNOWN, YESNO, Ty, describe
from tangrules.check.world import nothing_value
from tangrules.check.zones import owner_needed
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

Args = tuple[tree.Expr, ...]
Params = tuple[tuple[str, Ty], ...]


def call(scope: Scope, written: tree.Call) -> Typed:
    """`f(…)`, `your f(…)`, `q.f(…)`, `piece.face(side, turn)`."""
    match written.function:
        case tree.NameRef(name=word):
            return _named(scope, word, written)
        case tree.Owned(whose=whose, name=word):
            seat = scope.require_they(written.span) if whose == "their" else scope.require_you(written.span)
            return _of_seat(scope, seat, word, written)
        case tree.Attr(subject=subject, name=word):
            return _method(scope, subject, word, written)
    scope.reporter.error("E-KIND", "only questions and verbs have round brackets", written.span)
    return Typed(ir.Const(0), UNKNOWN)


def _named(scope: Scope, word: str, written: tree.Call) -> Typed:
    world = scope.world
    sig = world.values.get(word) or world.regions.get(word)
    if sig is not None:
        you = owner_needed(scope, word, written.function.span) if sig.your else None
        return call_value(scope, sig, you, written.args, written.span)
    if word in FUNCTIONS:
        return FUNCTIONS[word](scope, written)
    span = written.function.span
    if word in world.verbs:
        message = f"`{word}` does something: it has no value"
        hint = f"`allowed {word}(…)` to ask whether it may be done"
        scope.reporter.error("E-KIND", message, span, expected=hint)
    elif word in world.model.laws:
        message = f"`{word}` is a law: it forbids things, and has no value"
        scope.reporter.error("E-KIND", message, span, expected="a `value … : yesno` that says the same")
    elif word in world.zones:
        message, hint = f"`{word}` is a zone: its places are named in square brackets", f"`{word}[…]`"
        scope.reporter.error("E-KIND", message, span, expected=hint)
    else:
        suggestion = did_you_mean(word, [*world.values, *world.regions, *FUNCTIONS])
        scope.reporter.error("E-NAME", f"there is no question called `{word}`", span, suggestion=suggestion)
    return Typed(ir.Const(0), UNKNOWN)


def _of_seat(scope: Scope, seat: ir.Expr, word: tree.Name, written: tree.Call) -> Typed:
    world = scope.world
    sig = world.values.get(word.text) or world.regions.get(word.text)
    if sig is not None and sig.your:
        return call_value(scope, sig, seat, written.args, written.span)
    if sig is not None:
        message = f"`{word.text}` is the same for all players"
        scope.reporter.error("E-SEAT", message, word.span, expected=f"`{word.text}(…)` alone")
        return call_value(scope, sig, None, written.args, written.span)
    candidates = [n for table in (world.values, world.regions) for n, v in table.items() if v.your]
    message = f"a player has no question called `{word.text}`"
    scope.reporter.error("E-NAME", message, word.span, suggestion=did_you_mean(word.text, candidates))
    return Typed(ir.Const(0), UNKNOWN)


def call_value(scope: Scope, sig: ValueSig, seat: ir.Expr | None, args: Args, span: Span) -> Typed:
    """A question with its arguments checked."""
    exprs = arguments(scope, sig.name, sig.params, args, span)
    leaks.question_asked(scope, sig, seat, span)
    first = (seat or ir.Const(0),) if sig.your else ()
    return Typed(ir.CallValue(sig.id, (*first, *exprs)), sig.result)


def arguments(scope: Scope, name: str, params: Params, args: Args, span: Span) -> list[ir.Expr]:
    """Arguments fitted to parameters; a wrong number of them is E-ARITY."""
    from tangrules.check.expressions import elaborate

    if len(args) != len(params):
        wanted = {0: "nothing", 1: "1 thing"}.get(len(params), f"{len(params)} things")
        message = f"`{name}` takes {wanted} in its brackets, not {len(args)}"
        shape = ", ".join(f"{n}: {describe(t)}" for n, t in params)
        scope.reporter.error(
            "E-ARITY",
            message,
            span,
            expected=f"`{name}({', '.join(n for n, _t in params)})`" + (f" with {shape}" if shape else ""),
        )
        return [ir.Const(nothing_value(t)) for _n, t in params]
    looking = scope.looking()
    exprs = []
    for (param, ty), arg in zip(params, args, strict=True):
        given = elaborate(looking, arg, ty)
        exprs.append(coerce(looking, given, ty, arg.span, f"`{param}` of `{name}`"))
    return exprs


# --------------------------------------------------------------------------- of cells and pieces


def _method(scope: Scope, subject: tree.Expr, word: tree.Name, written: tree.Call) -> Typed:
    from tangrules.check.expressions import elaborate

    holder = elaborate(scope.looking(), subject)
    found: Typed | None = None
    match holder.type.form:
        case "unknown":
            return Typed(ir.Const(-1), UNKNOWN)
        case "seat":
            return _of_seat(scope, coerce(scope, holder, SEAT, subject.span), word, written)
        case "cell":
            found = _of_cell(scope, holder, word, written)
        case "piece":
            found = _face(scope, holder, word, written)
    if found is not None:
        return found
    count = {0: "nothing", 1: "1 thing"}.get(len(written.args), f"{len(written.args)} things")
    message = f"{describe(holder.type.surely())} has no question `{word.text}` that takes {count} in brackets"
    scope.reporter.error("E-NAME", message, word.span)
    return Typed(ir.Const(-1), UNKNOWN)


def _of_cell(scope: Scope, holder: Typed, word: tree.Name, written: tree.Call) -> Typed | None:
    """`c.next(side)`, `c.edge(side)`."""
    from tangrules.check.expressions import value_of

    if word.text not in ("next", "edge") or len(written.args) != 1:
        return None
    grid = scope.world.grids[holder.type.name]
    edge = ir.Op("edge", (holder.expr, value_of(scope, written.args[0], SIDE)))
    if word.text == "edge":
        return Typed(edge, Ty("edge", grid.name, optional=holder.type.optional))
    return Typed(ir.Lookup(grid_tables(scope.world, grid).next, edge), Ty("cell", grid.name, optional=True))


def _face(scope: Scope, holder: Typed, word: tree.Name, written: tree.Call) -> Typed | None:
    """`t.face(side, turn)`: what would be on that side, turned so."""
    from tangrules.check.expressions import value_of

    found = piece_field(scope, holder.type, word.text)
    if found is None or found[0].form != "per_side" or len(written.args) != 2:
        return None
    side = value_of(scope, written.args[0], SIDE)
    turn = value_of(scope, written.args[1], TURN)
    pose = ir.Op("add", (ir.Op("mul", (holder.expr, ir.Const(4))), turn))
    index = ir.Op("add", (ir.Op("mul", (pose, ir.Const(4))), side))
    ty = found[1].maybe() if holder.type.optional else found[1]
    return Typed(guarded(holder, ir.Lookup(found[0].table, index), ty), ty)


# --------------------------------------------------------------------------- verbs


def verb_named(scope: Scope, written: tree.Expr) -> tuple[VerbSig, Args] | None:
    """The verb and arguments of `VERB(args)`; an unknown verb is reported."""
    match written:
        case tree.Call(function=tree.NameRef(name=word), args=args):
            span = written.function.span
        case tree.NameRef(name=word):
            args, span = (), written.span
        case _:
            message = "this is no sentence that does something"
            scope.reporter.error(
                "E-KIND", message, written.span, expected="a verb with its brackets: `verb(…)`"
            )
            return None
    world = scope.world
    if word in world.verbs:
        return world.verbs[word], args
    if word in world.values or word in FUNCTIONS or word in world.regions:
        message = f"`{word}` is a question: nothing happens by asking it"
        scope.reporter.error("E-KIND", message, span, expected="a verb")
    else:
        hint = did_you_mean(word, world.verbs)
        scope.reporter.error("E-NAME", f"there is no verb called `{word}`", span, suggestion=hint)
    return None


def allowed(scope: Scope, written: tree.Allowed) -> Typed:
    """`allowed VERB(…)`: would its requirements let `you` do it now?"""
    found = verb_named(scope, written.call)
    if found is None:
        return Typed(ir.Const(0), YESNO)
    sig, args = found
    exprs = arguments(scope, sig.name, sig.params, args, written.span)
    return Typed(ir.Legal(sig.id, (ask_for(scope, sig, written.span), *exprs)), YESNO)


def ask_for(scope: Scope, sig: VerbSig, span: Span) -> ir.Expr:
    """The one who would do a verb; if there is nobody, its requirements must not speak of `you`."""
    seen = scope.builder.seen
    if scope.you is None:
        seen.seatless_asks.append((sig.id, span))
        return ir.Const(-1)
    if scope.you == ir.Local(0):
        seen.seated_asks.add(sig.id)
    return scope.you


def doer(scope: Scope, verb: int, span: Span) -> ir.Expr:
    """`you` do it; a call where nobody is `you` is noted and judged at the end."""
    if scope.you is None:
        scope.builder.seen.seatless_calls.append((verb, span))
        return ir.Const(-1)
    if scope.you == ir.Local(0):
        scope.builder.seen.seated_calls.add(verb)
    return scope.you
