"""Elaboration of statements: what happens, one after another."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import choices, loops, offers
from tangrules.check.blocks import lay
from tangrules.check.calls import arguments, doer, verb_named
from tangrules.check.chance import chance
from tangrules.check.coerce import coerce
from tangrules.check.costs import counter, is_conditional, is_cost, payment
from tangrules.check.effects import mentions, writes_of
from tangrules.check.expressions import condition_of, elaborate, number_of, value_of
from tangrules.check.movements import after_show, movement
from tangrules.check.narrow import refine
from tangrules.check.regions import note_volatile
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.types import SEAT, UNKNOWN, Ty, describe
from tangrules.check.units import closed, leave_unpaid, leave_verb, open_unit, stop
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
    return _block(scope, body)[0]


def block_with_scope(scope: Scope, body: tree.Block) -> tuple[Stmts, Scope]:
    """The same, and the scope at its end."""
    return _block(scope, body)


def _block(scope: Scope, body: tree.Block) -> tuple[Stmts, Scope]:
    out: list[ir.Stmt] = []
    at = 0
    while at < len(body):
        run = _payments(body[at:])
        if len(run) > 1:
            out.extend(payment(scope, run))
            scope = scope.after(writes_of(scope.world, tuple(run)))
        else:
            made, scope = statement(scope, body[at])
            _warn_unused(scope, body, at)
            out.extend(made)
        at += max(len(run), 1)
    return tuple(out), scope


def _payments(body: tree.Block) -> list[tree.Amend]:
    """The `pay` that follow each other at the start of a body."""
    run: list[tree.Amend] = []
    for written in body:
        if not (isinstance(written, tree.Amend) and written.verb == "pay" and written.who is None):
            break
        run.append(written)
    return run


def _warn_unused(scope: Scope, body: tree.Block, at: int) -> None:
    written = body[at]
    if isinstance(written, tree.Let | tree.Draw | tree.Secret) and written.name is not None:
        name = written.name
        if not scope.reporter.has_errors and not mentions(body[at + 1 :], name.text):
            message = f"`{name.text}` is worked out, but nothing reads it"
            hint = "its name in a later line, or nothing of it"
            scope.reporter.warning("W-UNUSED", message, name.span, expected=hint)


def statement(scope: Scope, written: tree.Stmt) -> tuple[Stmts, Scope]:
    """One statement and the scope after it."""
    if scope.starting and not is_cost(scope.world, written):
        scope = attrs.evolve(scope, starting=isinstance(written, tree.Step) and written.guard is None)
        made, after = _statement(scope, written)
        after = attrs.evolve(after, starting=False)
    else:
        made, after = _statement(scope, written)
    return made, after.after(writes_of(scope.world, (written,)))


def _statement(scope: Scope, written: tree.Stmt) -> tuple[Stmts, Scope]:
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
        case tree.Show():
            return movement(scope, written, origin), after_show(scope, written)
        case tree.Move() | tree.Swap() | tree.Shuffle():
            return movement(scope, written, origin), scope
        case tree.Lay():
            return lay(scope, written, origin), scope
        case tree.Draw() | tree.Pick() | tree.Roll():
            return chance(scope, written, origin)
        case tree.Step():
            return step(scope, written, origin), scope
        case tree.If():
            return _if(scope, written, origin)
        case tree.ForEach():
            return loops.for_each(scope, written, origin), scope
        case tree.Repeat():
            return loops.repeat(scope, written, origin), scope
        case tree.Choose() | tree.ChooseOne() | tree.May() | tree.Secret() | tree.Offer():
            return _decision(scope, written)
        case tree.Do():
            return _do(scope, written, origin), scope
    return _ending(scope, written, origin), scope


def _decision(
    scope: Scope, written: tree.Choose | tree.ChooseOne | tree.May | tree.Secret | tree.Offer
) -> tuple[Stmts, Scope]:
    match written:
        case tree.Choose():
            return choices.choose(scope, written)
        case tree.ChooseOne():
            return choices.choose_one(scope, written), scope
        case tree.May():
            return choices.may(scope, written), scope
        case tree.Secret():
            return choices.secret(scope, written)
        case tree.Offer():
            return offers.offer(scope, written), scope


def _ending(scope: Scope, written: tree.Stmt, origin: int) -> Stmts:
    match written:
        case tree.Proceed():
            if scope.proceed is None:
                message = "`proceed` belongs into a rule that begins with `instead of`"
                scope.reporter.error("E-KIND", message, written.span)
            return scope.proceed or ()
        case tree.Stop():
            return stop(scope, written, origin)
        case tree.Leave(who=who):
            return (ir.Leave(value_of(scope, who, SEAT), origin),)
        case tree.Finish(outcome=outcome):
            you = scope.require_you(written.span) if outcome.startswith("you") else scope.you
            return (ir.Latch(offers.OUTCOMES[outcome], you or ir.Const(-1), -1, origin),)
    if isinstance(written, EXAMPLE_ONLY):
        message = "this belongs into an example, at its outermost level"
        scope.reporter.error("E-KIND", message, written.span)
    return ()


def _let(scope: Scope, name: tree.Name, value: tree.Expr, origin: int) -> tuple[Stmts, Scope]:
    typed = elaborate(scope, value)
    ty = typed.type
    if ty.form == "nothing":
        scope.reporter.error("E-KIND", f"`{name.text}` would always be nothing", value.span)
        ty = UNKNOWN
    slot = scope.builder.slot()
    note_volatile(scope, slot, name, typed)
    return (ir.Let(slot, typed.expr, origin),), scope.declare(name, ir.Local(slot), ty)


# --------------------------------------------------------------------------- numbers and notes


def _set(scope: Scope, written: tree.Set, origin: int) -> Stmts:
    place = elaborate(attrs.evolve(scope, blind=True), written.target)
    ref = place.ref
    if place.type.form == "unknown" and ref is None:
        value_of(scope, written.value, UNKNOWN)
        return ()
    holds = None if ref is None else _settable(ref)
    if ref is None or holds is None:
        _refuse_set(scope, written, place)
        return ()
    value = value_of(scope, written.value, holds, "this place")
    return (ir.Store(ref.zone, ref.index, value, origin),)


def _settable(ref: ZoneRef) -> Ty | None:
    if ref.field is not None:
        return ref.field.type
    if ref.info is not None and ref.info.form in ("counter", "flag", "note", "track"):
        return ref.info.holds
    return None


def _refuse_set(scope: Scope, written: tree.Set, place: Typed) -> None:
    span = written.target.span
    if place.ref is not None and not place.ref.is_box:
        name = place.ref.info.name if place.ref.info is not None else "this place"
        message = (
            f"`{name}` holds pieces, which are moved" if place.ref.info is not None else "pieces are moved"
        )
        scope.reporter.error("E-KIND", message, span, expected="`move x to …`")
    elif isinstance(written.target, tree.Attr) and place.type.form != "nothing":
        message = f"`{written.target.name.text}` never changes"
        hint = "a field declared with `changes`, a counter, a flag or a note"
        scope.reporter.error("E-KIND", message, span, expected=hint)
    else:
        message = f"this can't be set: it is {describe(place.type)}, not a place for one"
        scope.reporter.error(
            "E-KIND", message, span, expected="a counter, a flag, a note or a changing field"
        )


def _change(scope: Scope, written: tree.Change, origin: int) -> Stmts:
    known = scope.names.get(written.name.text)
    if known is None or not isinstance(known.expr, ir.Local) or scope.they is None:
        message = f"there is no `{written.name.text}` to change here"
        hint = "a name in the brackets of the verb that this rule hears"
        scope.reporter.error("E-NAME", message, written.name.span, expected=hint)
        return ()
    return (ir.Let(known.expr.slot, value_of(scope, written.value, known.type), origin),)


def _amend(scope: Scope, written: tree.Amend, origin: int) -> Stmts:
    who = None if written.who is None else value_of(scope, written.who, SEAT)
    found = counter(scope, written, who)
    if found is None:
        number_of(scope, written.amount)
        return ()
    place, ref = found
    if ref.info is not None and (written.verb == "advance" or ref.info.form == "track"):
        return _advance(scope, written, ref, ref.info.name, origin)
    amount = number_of(scope, written.amount)
    if written.verb == "gain":
        return (ir.Add(ref.zone, ref.index, amount, origin),)
    spend = ir.Add(ref.zone, ref.index, ir.Op("neg", (amount,)), origin)
    out = leave_unpaid(scope, origin)
    if written.verb == "lose" or not out:
        return (spend,)
    poor = ir.Op("lt", (place.expr, amount))
    return (ir.If(poor, out, (), origin), spend)


def _advance(scope: Scope, written: tree.Amend, ref: ZoneRef, name: str, origin: int) -> Stmts:
    """One step at a time, so that every mark passed is reached."""
    is_track = ref.info is not None and ref.info.form == "track"
    if not is_track or written.verb not in ("advance", "lose"):
        hint = f"`advance {name}` or `lose 1 {name}`" if is_track else f"`gain 1 {name}`"
        message = f"`{name}` is a track: one advances on it" if is_track else f"`{name}` is no track"
        scope.reporter.error("E-KIND", message, written.span, expected=hint)
        return ()
    amount = number_of(scope, written.amount)
    if written.verb == "lose":
        return (ir.Add(ref.zone, ref.index, ir.Op("neg", (amount,)), origin),)
    verb = scope.world.engine.advance[name]
    owner = ref.owner if ref.owner is not None else doer(scope, verb, written.span)
    advance = ir.Invoke(verb, (owner, ref.index), False, origin)
    if amount == ir.Const(1):
        return (advance,)
    return (ir.Repeat(amount, (advance,), scope.builder.slot(), origin),)


# --------------------------------------------------------------------------- steps and branches


def step(scope: Scope, written: tree.Step, origin: int) -> Stmts:
    builder = scope.builder
    inner = scope
    guard = None
    if written.guard is not None:
        guard = condition_of(scope, written.guard)
        inner = refine(scope, written.guard)
    inner = open_unit(inner, "step", written.label, written.span)
    pack = inner.units[-1].pack
    with builder.voice(f"{builder.verb_name}/{written.label}", pack, (*builder.cites, *written.cites)):
        body = closed(inner, block(inner, written.body), origin)
    return (body,) if guard is None else (ir.If(guard, (body,), (), origin),)


def _if(scope: Scope, written: tree.If, origin: int) -> tuple[Stmts, Scope]:
    """After `if P: stop` P does not hold."""
    made = _branches(scope, list(written.branches), written.otherwise, origin)
    test, body = written.branches[0]
    if len(written.branches) == 1 and written.otherwise is None and isinstance(body[-1], tree.Stop):
        return made, refine(scope, test, False)
    return made, scope


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


# --------------------------------------------------------------------------- calls


def _do(scope: Scope, written: tree.Do, origin: int) -> Stmts:
    """A call. One that fails is passed over; where it is the cost of something, that ends with it."""
    found = verb_named(scope, written.call)
    if found is None:
        return ()
    sig, args = found
    who = doer(scope, sig.id, written.span) if written.who is None else _named_doer(scope, written.who)
    exprs = arguments(scope, sig.name, sig.params, args, written.call.span)
    checked = is_conditional(scope.world, sig.name)
    before: Stmts = ()
    if checked and scope.starting and written.who is None:
        failed = ir.Op("not", (ir.Legal(sig.id, (who, *exprs)),))
        before, checked = (ir.If(failed, leave_unpaid(scope, origin), (), origin),), False
    call = ir.Invoke(sig.id, (who, *exprs), checked, origin)
    if sig.id == scope.world.engine.turn_verb:
        return (*before, call, *leave_if_halted(scope, origin))
    return (*before, call)


def _named_doer(scope: Scope, who: tree.Expr) -> ir.Expr:
    return coerce(scope, elaborate(scope, who), SEAT, who.span, "the one who does it")


def leave_if_halted(scope: Scope, origin: int) -> Stmts:
    """After a point at which the game may have been stopped: leave the running verb."""
    out = leave_verb(scope, origin)
    return (ir.If(scope.world.engine.load("halt"), out, (), origin),) if out else ()


__all__ = ["block", "block_with_scope", "leave_if_halted", "statement", "step"]
