"""Decisions: joint choices, options, take-it-or-leave-it and secret answers.

Every decision becomes alternatives. Where an option, a `may` or an action begins with a choice, that choice
is asked together with it; costs at its start guard it ("an option is offered only if it can be paid and
begun").
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import domain
from tangrules.check.builder import BidField
from tangrules.check.costs import can_start
from tangrules.check.effects import ANYTHING
from tangrules.check.expressions import condition_of, value_of
from tangrules.check.heads import Head, Named, head, leading_choice
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope
from tangrules.check.spoken import guarded_start, parts_of
from tangrules.check.types import SEAT, Ty, info
from tangrules.check.units import closed, leave_for_nothing, open_unit
from tangrules.diagnostics import Span
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
Answered = tuple[ir.Alternative, Named]


# --------------------------------------------------------------------------- parts of decisions


def decision(
    scope: Scope,
    prompt: str,
    picks: list[Named],
    *,
    name: str = "",
    secret: bool = False,
    hidden: bool = False,
) -> int:
    """Registers a decision; its name is that of its verb and step, numbered if several would be equal."""
    builder, world = scope.builder, scope.world
    base = name or ".".join(x for x in (builder.verb_name, scope.here) if x)
    taken = {d.name for d in world.decisions}
    full, n = base, 2
    while full in taken:
        full, n = f"{base}.{n}", n + 1
    described = tuple(tuple((n, info(t)) for n, t in typed) for typed in picks)
    world.decisions.append(ir.DecisionDef(full, builder.verb, prompt, described, secret, hidden))
    return len(world.decisions) - 1


def nothing_to_choose(scope: Scope, otherwise: tree.Block | None, origin: int) -> Stmts:
    """What an unanswerable choice does: its `otherwise`, or leave the innermost step, loop or body."""
    from tangrules.check.statements import block

    return leave_for_nothing(scope, origin) if otherwise is None else block(scope, otherwise)


def asker(scope: Scope, who: tree.Expr | None, span: Span) -> tuple[ir.Expr, Scope]:
    """The seat that is asked, and the scope before its eyes; `you` stays who it was."""
    if who is None:
        return scope.require_you(span), scope
    seat = value_of(scope, who, SEAT)
    return seat, attrs.evolve(scope, asked=seat)


def alternative(
    scope: Scope, body: tree.Block, *, label: str, title: str, guard: ir.Expr | None,
    parts: tuple[ir.Part, ...], cites: tuple[tree.Cite, ...], origin: int,
) -> Answered:  # fmt: skip
    """One way to answer, from a body of statements."""
    from tangrules.check.statements import block

    ids = tuple(c.id for c in cites)
    leading = leading_choice(body)
    outside = attrs.evolve(scope, asked=None)
    if leading is None:
        test, parts = guarded_start(guard, parts, can_start(scope, body))
        made = block(attrs.evolve(outside, starting=True), body)
        return ir.Alternative(label, title, test, (), (), made, cites=ids, origin=origin, parts=parts), ()
    found = head(scope, leading)
    made = after_choice(outside, found, body)
    return ir.Alternative(
        label, title, guard, found.picks, found.conditions, made, found.waivers, found.mask,
        cites=ids, origin=origin, parts=parts,
    ), found.typed  # fmt: skip


def after_choice(scope: Scope, made: Head, body: tree.Block) -> Stmts:
    """The rest of a body whose leading choice is answered; `scope` is the body's, `made` knows the names."""
    from tangrules.check.statements import block

    first = body[0]
    origin = scope.builder.origin(first.span)
    if isinstance(first, tree.Step):
        inner = open_unit(scope, "step", first.label, first.span)
        builder = scope.builder
        with builder.voice(builder.rule, builder.pack, (*builder.cites, *first.cites)):
            inside = closed(inner, after_choice(inner, made, first.body), origin)
        return (inside, *block(scope.after(ANYTHING), body[1:]))
    assert isinstance(first, tree.Choose)
    chosen = attrs.evolve(scope, names=made.scope.names, facts=made.scope.facts)
    return (*made.start, *block(chosen, first.body), *block(chosen.after(ANYTHING), body[1:]))


# --------------------------------------------------------------------------- joint choices


def choose(scope: Scope, written: tree.Choose) -> tuple[Stmts, Scope]:
    """A joint choice, perhaps with a pass."""
    from tangrules.check.statements import block

    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made = head(inner, written)
    chosen = attrs.evolve(scope, names=made.scope.names, facts=made.scope.facts)
    body = (*made.start, *block(chosen, written.body))
    alternatives = [
        ir.Alternative(
            "", "", None, made.picks, made.conditions, body, made.waivers, made.mask, origin=origin
        )
    ]
    picks = [made.typed]
    if written.can_pass:
        title = written.pass_label or "pass"
        alternatives.append(ir.Alternative("pass", title, None, (), (), (), passes=True, origin=origin))
        picks.append(())
    number = decision(scope, written.prompt or "", picks, hidden=written.secret)
    empty = nothing_to_choose(scope, written.otherwise, origin)
    ask = ir.Choose(number, seat, tuple(alternatives), empty, False, origin)
    if written.can_pass or written.otherwise is not None:
        return (ask,), scope
    return (ask,), attrs.evolve(scope, names=made.scope.names, facts=made.scope.facts)


# --------------------------------------------------------------------------- options


def _option(scope: Scope, written: tree.Option | tree.May, label: str, title: str) -> Answered:
    """An option as an alternative whose body is a unit that `stop` and empty choices leave."""
    builder = scope.builder
    origin = builder.origin(written.span)
    guard = None
    parts: tuple[ir.Part, ...] = ()
    inner = scope
    if written.guard is not None:
        guard = condition_of(scope, written.guard)
        parts = parts_of(scope, written.guard, guard)
        inner = refine(scope, written.guard)
    inner = open_unit(inner, "option", label, written.span)
    with builder.voice(builder.rule, inner.units[-1].pack, (*builder.cites, *written.cites)):
        made, typed = alternative(
            inner,
            written.body,
            label=label,
            title=title,
            guard=guard,
            parts=parts,
            cites=written.cites,
            origin=origin,
        )
    return attrs.evolve(made, body=(closed(inner, made.body, origin),)), typed


def choose_one(scope: Scope, written: tree.ChooseOne) -> Stmts:
    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made = [_option(inner, o, o.label, o.title or o.label.replace("_", " ")) for o in written.options]
    _check_labels(scope, written)
    name = f"{scope.builder.verb_name}.{written.label}"
    number = decision(scope, written.prompt or "", [t for _a, t in made], name=name, hidden=written.secret)
    empty = nothing_to_choose(scope, written.otherwise, origin)
    return (ir.Choose(number, seat, tuple(a for a, _t in made), empty, False, origin),)


def _check_labels(scope: Scope, written: tree.ChooseOne) -> None:
    seen: set[str] = set()
    for option in written.options:
        if option.label in seen and not option.is_kept:
            message = f"this choice has two options `{option.label}`"
            scope.reporter.error("E-DUPLICATE", message, option.span, expected="another label")
        seen.add(option.label)


def may(scope: Scope, written: tree.May) -> Stmts:
    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made, typed = _option(inner, written, "yes", written.title)
    no = ir.Alternative("no", "no", None, (), (), (), passes=True, origin=origin)
    number = decision(scope, written.title, [typed, ()])
    return (ir.Choose(number, seat, (made, no), (), False, origin),)


# --------------------------------------------------------------------------- secret answers


def secret(scope: Scope, written: tree.Secret) -> tuple[Stmts, Scope]:
    """Every seat answers unseen; `NAME[q].x` reads the answers afterwards."""
    builder = scope.builder
    origin = builder.origin(written.span)
    seats, element = domain(scope, written.seats)
    if element.form not in ("seat", "unknown"):
        scope.reporter.error("E-KIND", "only players answer", written.seats.span, expected="`players`")
    slot, result = builder.slot(), builder.slot()
    inner = scope.declare(written.seat, ir.Local(slot), SEAT)
    made = head(
        attrs.evolve(inner, asked=ir.Local(slot)), tree.Choose(None, None, written.binders, span=written.span)
    )
    if any(pick.amount is not None for pick in made.picks):
        message = "in secret, one thing is chosen for each name"
        scope.reporter.error("E-KIND", message, written.binders[0].span)
    picks = ir.Alternative("", "", None, made.picks, made.conditions, (), origin=origin)
    number = decision(scope, written.prompt or "", [made.typed], secret=True)
    ask = ir.Secret(number, seats, slot, picks, result, origin)
    key = f"bids{number}"
    width = len(made.typed) + 1
    builder.bid_fields[key] = {n: BidField(i + 1, t, width) for i, (n, t) in enumerate(made.typed)}
    return (ask,), scope.declare(written.name, ir.Local(result), Ty("bids", element=Ty("bids", key)))
