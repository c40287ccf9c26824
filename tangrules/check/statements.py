"""Elaboration of statements: what happens, one after another."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import choices, movements
from tangrules.check.aggregates import bind
from tangrules.check.calls import arguments, verb_named
from tangrules.check.coerce import coerce
from tangrules.check.expressions import condition_of, elaborate, number_of, value_of
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed, Unit, ZoneRef
from tangrules.check.types import NUMBER, SEAT, Ty, describe
from tangrules.check.world import ZoneInfo
from tangrules.diagnostics import Span
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
EXAMPLE_ONLY = (
    tree.Given,
    tree.Rig,
    tree.Answer,
    tree.Expect,
    tree.ExpectRefused,
    tree.ExpectOptions,
    tree.ExpectSees,
    tree.ExpectWinners,
    tree.ExpectGrade,
    tree.ExpectOver,
)


def block(scope: Scope, body: tree.Block) -> Stmts:
    """Statements in order; what one binds, the later ones see."""
    out: list[ir.Stmt] = []
    for written in body:
        made, scope = statement(scope, written)
        out.extend(made)
    return tuple(out)


def statement(scope: Scope, written: tree.Stmt) -> tuple[Stmts, Scope]:
    """One statement and the scope after it."""
    origin = scope.builder.origin(written.span)
    match written:
        case tree.Let(name=name, value=value):
            return _let(scope, name, value, origin)
        case tree.Set():
            return _set(scope, written, origin), scope
        case tree.Change():
            return _change(scope, written, origin), scope
        case tree.Amend():
            return _amend(scope, written, origin), scope
        case tree.Move() | tree.Lay() | tree.Swap() | tree.Shuffle() | tree.Show():
            return movements.movement(scope, written, origin), scope
        case tree.Draw() | tree.Pick() | tree.Roll():
            return movements.chance(scope, written, origin)
        case tree.Step() | tree.If() | tree.ForEach() | tree.Repeat():
            return _control(scope, written, origin), scope
        case tree.Choose():
            return choices.choose(scope, written)
        case tree.ChooseOne() | tree.May() | tree.Offer():
            return choices.options(scope, written), scope
        case tree.Secret():
            return choices.secret(scope, written)
        case tree.Do():
            return _do(scope, written, origin), scope
    return _ending(scope, written, origin), scope


def _ending(scope: Scope, written: tree.Stmt, origin: int) -> Stmts:
    match written:
        case tree.Proceed():
            if scope.proceed is None:
                scope.reporter.error("E-KIND", "`proceed` belongs into an `instead of` rule", written.span)
            return scope.proceed or ()
        case tree.Stop():
            return _stop(scope, written, origin)
        case tree.Leave(who=who):
            return (ir.Leave(value_of(scope, who, SEAT), origin),)
        case tree.Finish(outcome=outcome):
            return (ir.Latch(choices.OUTCOMES[outcome], scope.you or ir.Const(-1), -1, origin),)
        case tree.NothingHappens():
            return ()
    if isinstance(written, EXAMPLE_ONLY):
        scope.reporter.error("E-KIND", "this belongs into an example, at its outermost level", written.span)
        return ()
    raise AssertionError(f"no meaning for {type(written).__name__}")


def _let(scope: Scope, name: tree.Name, value: tree.Expr, origin: int) -> tuple[Stmts, Scope]:
    typed = elaborate(scope, value)
    if typed.type.form == "nothing":
        scope.reporter.error("E-KIND", f"`{name.text}` would always be nothing", value.span)
    slot = scope.builder.slot()
    return (ir.Let(slot, typed.expr, origin),), scope.bind(name.text, ir.Local(slot), typed.type)


# --------------------------------------------------------------------------- numbers and notes


def target(scope: Scope, written: tree.Expr) -> Typed:
    """A place on the left of a change: reading it there is no look at its content."""
    scope.builder.writing = True
    try:
        return elaborate(scope, written)
    finally:
        scope.builder.writing = False


def _set(scope: Scope, written: tree.Set, origin: int) -> Stmts:
    place = target(scope, written.target)
    ref = place.ref
    if ref is None or ref.is_box or (ref.info is None and ref.field is None):
        message = "only counters, flags, notes and changing fields can be set"
        scope.reporter.error("E-KIND", message, written.target.span)
        return ()
    if ref.info is not None and ref.info.form not in ("counter", "flag", "note", "track"):
        hint = "pieces are moved: `move x to …`"
        scope.reporter.error(
            "E-KIND", f"`{ref.info.name}` holds pieces, it can't be set", written.target.span, expected=hint
        )
        return ()
    holds = ref.info.holds if ref.info is not None else ref.field.type if ref.field is not None else NUMBER
    value = value_of(scope, written.value, holds, "this place")
    return (ir.Store(ref.zone, ref.index, value, origin),)


def _change(scope: Scope, written: tree.Change, origin: int) -> Stmts:
    known = scope.names.get(written.name.text)
    if known is None or not isinstance(known.expr, ir.Local):
        message = f"there is no parameter `{written.name.text}` to change here"
        scope.reporter.error("E-NAME", message, written.name.span)
        return ()
    return (ir.Let(known.expr.slot, value_of(scope, written.value, known.type), origin),)


def thing(scope: Scope, written: tree.Expr, who: ir.Expr | None) -> Typed:
    """The counter or track of `gain 2 coins`: a name alone belongs to the one who gains."""
    owner = scope if who is None else scope.seat(who)
    word = written
    args: tuple[tree.Expr, ...] = ()
    if isinstance(written, tree.Index):
        word, args = written.subject, written.args
    zones = scope.world.zones
    if isinstance(word, tree.NameRef) and word.name in zones and zones[word.name].your:
        from tangrules.check.names import read_zone

        scope.builder.writing = True
        seat = owner.require_you(written.span)
        typed = read_zone(scope, zones[word.name], seat, args, written.span)
        scope.builder.writing = False
        return typed
    return target(scope, written)


def _amend(scope: Scope, written: tree.Amend, origin: int) -> Stmts:
    who = None if written.who is None else value_of(scope, written.who, SEAT)
    place = thing(scope, written.thing, who)
    info = place.ref.info if place.ref is not None else None
    if place.ref is None or info is None or info.form not in ("counter", "track"):
        what = "a track" if written.verb == "advance" else "a counter"
        scope.reporter.error("E-KIND", f"{what} is needed here", written.thing.span, expected=what)
        return ()
    if written.verb == "advance" or info.form == "track":
        return _advance(scope, written, place.ref, info, origin)
    amount = number_of(scope, written.amount)
    if written.verb == "gain":
        return (ir.Add(place.ref.zone, place.ref.index, amount, origin),)
    spend = ir.Add(place.ref.zone, place.ref.index, ir.Op("neg", (amount,)), origin)
    if written.verb == "lose" or not scope.units:
        return (spend,)
    poor = ir.Op("lt", (ir.Load(place.ref.zone, place.ref.index), amount))
    return (ir.If(poor, (ir.Exit(scope.units[-1].label, origin),), (), origin), spend)


def _advance(scope: Scope, written: tree.Amend, ref: ZoneRef, info: ZoneInfo, origin: int) -> Stmts:
    """One step at a time, so that every mark passed is reached."""
    if info.form != "track" or written.verb not in ("advance", "lose"):
        expected = "`advance` for a track, `gain` for a counter"
        scope.reporter.error(
            "E-KIND", f"`{info.name}` is not moved this way", written.span, expected=expected
        )
        return ()
    amount = number_of(scope, written.amount)
    if written.verb == "lose":
        return (ir.Add(ref.zone, ref.index, ir.Op("neg", (amount,)), origin),)
    verb = scope.world.engine[f"#advance_{info.name}"]
    owner = ref.owner if ref.owner is not None else scope.you or ir.Const(-1)
    step = ir.Invoke(verb, (owner, ref.index), False, origin)
    scope.builder.seated_calls.add(verb)
    if amount == ir.Const(1):
        return (step,)
    return (ir.Repeat(amount, (step,), scope.builder.slot(), origin),)


# --------------------------------------------------------------------------- control


def _control(scope: Scope, written: tree.Step | tree.If | tree.ForEach | tree.Repeat, origin: int) -> Stmts:
    match written:
        case tree.Step():
            return step(scope, written, origin)
        case tree.If():
            return _if(scope, written, origin)
        case tree.ForEach():
            return _for_each(scope, written, origin)
        case tree.Repeat(times=times, body=body):
            amount = number_of(scope, times)
            return (ir.Repeat(amount, block(scope, body), scope.builder.slot(), origin),)


def step(scope: Scope, written: tree.Step, origin: int) -> Stmts:
    builder = scope.builder
    inner = scope
    guard = None
    if written.guard is not None:
        guard = condition_of(scope, written.guard)
        inner = refine(scope, written.guard)
    label = builder.label()
    inner = inner.enter(Unit("step", written.label, label))
    cites = (*builder.cites, *written.cites)
    with builder.voice(f"{builder.rule.split('/')[0]}/{written.label}", builder.pack, cites):
        body = ir.Block(label, block(inner, written.body), origin)
    return (body,) if guard is None else (ir.If(guard, (body,), (), origin),)


def _if(scope: Scope, written: tree.If, origin: int) -> Stmts:
    return _branches(scope, list(written.branches), written.otherwise, origin)


def _branches(
    scope: Scope, branches: list[tuple[tree.Expr, tree.Block]], otherwise: tree.Block | None, origin: int
) -> Stmts:
    if not branches:
        return () if otherwise is None else block(scope, otherwise)
    test, body = branches[0]
    condition = condition_of(scope, test)
    then = block(refine(scope, test), body)
    rest = _branches(refine(scope, test, False), branches[1:], otherwise, origin)
    return (ir.If(condition, then, rest, origin),)


def _for_each(scope: Scope, written: tree.ForEach, origin: int) -> Stmts:
    return _loops(scope, written, list(written.binders), origin)


def _loops(scope: Scope, written: tree.ForEach, binders: list[tree.Binder], origin: int) -> Stmts:
    if not binders:
        return block(scope, written.body)
    binder = binders[0]
    inside, made, element = bind(scope, binder)
    if written.by is not None and written.order is not None:
        op = "sort_low" if written.order == "lowest" else "sort_high"
        items: ir.Expr = ir.Fold(op, (made,), number_of(inside, written.by))
    elif made.where is None:
        items = made.domain
    else:
        items = ir.Fold("all", (made,), None)
    slot = scope.builder.slot()
    loop = scope.bind(binder.name.text, ir.Local(slot), element)
    if binder.where is not None:
        loop = refine(loop, binder.where)
    body = _loops(loop, written, binders[1:], origin)
    kept, index = scope.builder.slot(), scope.builder.slot()
    return (ir.ForEach(slot, items, body, kept, index, origin),)


def _stop(scope: Scope, written: tree.Stop, origin: int) -> Stmts:
    if written.verb is not None:
        named = [u for u in scope.units if u.kind in ("verb", "trigger") and u.name == written.verb.text]
        if not named:
            message = f"`{written.verb.text}` is not running around this statement"
            scope.reporter.error("E-NAME", message, written.verb.span)
            return ()
        return (ir.Exit(named[-1].label, origin),)
    own = [u for u in scope.units if u.kind in ("verb", "trigger")]
    if not own:
        scope.reporter.error("E-KIND", "there is nothing to stop here", written.span)
        return ()
    return (ir.Exit(own[-1].label, origin),)


# --------------------------------------------------------------------------- calls


def _do(scope: Scope, written: tree.Do, origin: int) -> Stmts:
    found = verb_named(scope, written.call)
    if found is None:
        return ()
    sig, args = found
    inner, who = doer(scope, written.who, sig.id, written.span)
    exprs = arguments(inner, sig.name, sig.params, args, written.span)
    checked = sig.name in scope.world.model.requires
    call = ir.Invoke(sig.id, (who, *exprs), checked, origin)
    if sig.id == scope.world.engine.get("#turn_verb", -1):
        return (call, *choices.leave_if_halted(scope, origin))
    return (call,)


def doer(scope: Scope, written: tree.Expr | None, verb: int, span: Span) -> tuple[Scope, ir.Expr]:
    """Who does it; a call without a doer where nobody is `you` is noted and judged at the end."""
    if written is not None:
        given = elaborate(scope, written)
        return scope, coerce(scope, given, SEAT, written.span, "the one who does it")
    if scope.you is None:
        scope.builder.seatless_calls.append((verb, span))
        return scope, ir.Const(-1)
    if scope.you == ir.Local(0):
        scope.builder.seated_calls.add(verb)
    return scope, scope.you


def element_type(given: Typed) -> Ty:
    return given.type.element or NUMBER


__all__ = ["attrs", "block", "describe", "statement", "step", "target", "thing"]
