"""Rules that hear a verb: before, after, instead of.

The doer's rules come first, then those of the other seats clockwise; within a seat in link order.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.expressions import condition_of
from tangrules.check.narrow import refine
from tangrules.check.requirements import both, rename, while_condition
from tangrules.check.scope import Scope, Typed, Unit
from tangrules.check.world import VerbSig
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
TriggerRule = Rule[tree.Trigger]


def before_rules(scope: Scope, rules: tuple[TriggerRule, ...], sig: VerbSig) -> Stmts:
    return _heard(scope, [r for r in rules if r.item.moment == "before"], sig)


def after_rules(scope: Scope, rules: tuple[TriggerRule, ...], sig: VerbSig) -> Stmts:
    return _heard(scope, [r for r in rules if r.item.moment == "after"], sig)


def _heard(scope: Scope, rules: list[TriggerRule], sig: VerbSig) -> Stmts:
    """Rules for the doer alone run one after another; as soon as one hears others, all seats are gone through."""
    if not rules:
        return ()
    origin = scope.builder.origin(rules[0].item.span)
    if not any(_for_all_seats(r) for r in rules):
        return tuple(s for r in rules for s in _run(scope, r, sig, ir.Local(0), None))
    seat = scope.builder.slot()
    doer = ir.Local(0)
    body: list[ir.Stmt] = []
    for rule in rules:
        only = None
        if rule.item.subject == "another":
            only = ir.Op("ne", (ir.Local(seat), doer))
        elif not _for_all_seats(rule):
            only = ir.Op("eq", (ir.Local(seat), doer))
        body.extend(_run(scope, rule, sig, ir.Local(seat), only))
    kept, index = scope.builder.slot(), scope.builder.slot()
    return (ir.ForEach(seat, _clockwise(scope, doer), tuple(body), kept, index, origin),)


def _for_all_seats(rule: TriggerRule) -> bool:
    if rule.item.subject == "you":
        return False
    return bool(rule.conditions) or rule.item.subject == "another"


def _clockwise(scope: Scope, doer: ir.Expr) -> ir.Expr:
    count = scope.world.players
    rows = [tuple((q + i) % count for i in range(count)) for q in range(count)]
    return ir.Lookup(scope.world.table("#from", [*rows, ()]), doer)


def _listener(scope: Scope, rule: TriggerRule, sig: VerbSig, you: ir.Expr) -> tuple[Scope, ir.Expr | None]:
    """The scope of a rule's text, and the test that it applies to `you`."""
    item = rule.item
    own = {n: scope.names[n] for n, _t in sig.params if n in scope.names}
    names: dict[str, Typed] = rename(item.params, own, sig)
    if rule.item.subject == "another" and not rule.conditions:
        message = "`another` is heard by whom? Say for which players"
        scope.reporter.error("E-SEAT", message, item.span, expected="a `while …:` block around it")
    inner = attrs.evolve(scope, names=names, facts={}, you=you, they=ir.Local(0), units=())
    inner, guard = while_condition(inner, rule)
    if item.guard is not None:
        guard = both(guard, condition_of(inner, item.guard))
        inner = refine(inner, item.guard)
    return inner, guard


def _once(scope: Scope, rule: TriggerRule) -> int | None:
    if rule.item.once is None:
        return None
    reset = {"turn": "turn", "round": "round"}.get(rule.item.once, "")
    return scope.world.flag_zone(f"once {rule.item.verb.text}", scope.world.players, reset)


def _run(scope: Scope, rule: TriggerRule, sig: VerbSig, you: ir.Expr, only: ir.Expr | None) -> Stmts:
    from tangrules.check.statements import block

    item = rule.item
    name = item.name.text if item.name is not None else f"{item.moment} {sig.name}"
    with scope.builder.voice(name, rule.pack, item.cites):
        origin = scope.builder.origin(item.span)
        inner, guard = _listener(scope, rule, sig, you)
        label = scope.builder.label()
        inner = inner.enter(Unit("trigger", name, label))
        once = _once(scope, rule)
        body: Stmts = block(inner, item.body)
        test = both(only, guard)
        if once is not None:
            test = both(test, ir.Op("not", (ir.Load(once, you),)))
            body = _spend(body, ir.Store(once, you, ir.Const(1), origin))
    done: Stmts = (ir.Block(label, body, origin),)
    return done if test is None else (ir.If(test, done, (), origin),)


def _spend(body: Stmts, mark: ir.Stmt) -> Stmts:
    """`once per` is used up when the body runs past its first `may`."""
    if body and isinstance(body[0], ir.Choose) and any(a.passes for a in body[0].alternatives):
        first = body[0]
        alternatives = tuple(
            a if a.passes else attrs.evolve(a, body=(mark, *a.body)) for a in first.alternatives
        )
        return (attrs.evolve(first, alternatives=alternatives), *body[1:])
    return (mark, *body)


# --------------------------------------------------------------------------- instead of


def instead_rules(
    scope: Scope, rules: tuple[TriggerRule, ...], sig: VerbSig, core: Stmts
) -> tuple[Stmts, int | None]:
    """The verb, or the first `instead of` rule that applies; a slot tells whether the verb itself happened."""
    instead = [r for r in rules if r.item.moment == "instead of"]
    if not instead:
        return core, None
    proceeded = scope.builder.slot()
    chain: Stmts = (*core, ir.Let(proceeded, ir.Const(1)))
    for rule in reversed(instead):
        chain = _instead(scope, rule, sig, chain)
    return (ir.Let(proceeded, ir.Const(0)), *chain), proceeded


def _instead(scope: Scope, rule: TriggerRule, sig: VerbSig, otherwise: Stmts) -> Stmts:
    """An `instead of` never hears what it itself started: a flag holds it silent meanwhile."""
    from tangrules.check.statements import block

    item = rule.item
    name = item.name.text if item.name is not None else f"instead of {sig.name}"
    with scope.builder.voice(name, rule.pack, item.cites):
        origin = scope.builder.origin(item.span)
        silent = scope.world.flag_zone(f"silent {name}", 1, "", per_seat=False)
        seat = scope.builder.slot()
        inner, guard = _listener(scope, rule, sig, ir.Local(seat))
        label = scope.builder.label()
        inner = attrs.evolve(inner.enter(Unit("trigger", name, label)), proceed=otherwise)
        body = block(inner, item.body)
    if _for_all_seats(rule):
        candidates = _clockwise(scope, ir.Local(0))
        if item.subject == "another":
            candidates = ir.Op("except", (candidates, ir.ListOf((ir.Local(0),))))
        found: ir.Expr = ir.Fold("first", (ir.Bind(seat, candidates, guard),), None, ir.Const(-1))
    else:
        found = ir.Local(0)
    chosen = scope.builder.slot()
    heard = ir.Op("not", (ir.Load(silent, ir.Const(0)),))
    applies = ir.Op("ge", (ir.Local(chosen), ir.Const(0))) if _for_all_seats(rule) else guard
    run: Stmts = (
        ir.Store(silent, ir.Const(0), ir.Const(1), origin),
        ir.Block(label, body, origin),
        ir.Store(silent, ir.Const(0), ir.Const(0), origin),
    )
    test = both(heard, applies) or heard
    return (
        ir.Let(chosen, found, origin),
        ir.Let(seat, ir.Local(chosen), origin),
        ir.If(test, run, otherwise, origin),
    )
