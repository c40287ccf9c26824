"""Rules that hear a verb: before, after, instead of.

The doer's rules come first, then those of the other seats clockwise; within a seat in link order, or as
`order` says.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.anew import started_anew
from tangrules.check.costs import both
from tangrules.check.functions import clockwise
from tangrules.check.infos import VerbSig
from tangrules.check.names import in_play
from tangrules.check.once import once_zone, spend
from tangrules.check.orders import arranged
from tangrules.check.requirements import guarded, rename
from tangrules.check.scope import Scope
from tangrules.check.statements import block
from tangrules.check.units import closed, open_unit
from tangrules.link.model import Rule
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]
TriggerRule = Rule[tree.Trigger]
DOER = ir.Local(0)


def weave(scope: Scope, name: str, core: Stmts) -> Stmts:
    """before rules, then the verb or what happens instead, then after rules; zones start anew around all."""
    origin = scope.builder.origin(scope.world.verbs[name].span) if name in scope.world.verbs else 0
    return started_anew(scope, name, _with_rules(scope, name, core), origin)


def _with_rules(scope: Scope, name: str, core: Stmts) -> Stmts:
    rules = arranged(scope.world, scope.world.model.triggers.get(name, ()))
    if not rules:
        return core
    sig = scope.world.verbs[name]
    before = _heard(scope, [r for r in rules if r.item.moment == "before"], sig)
    core, proceeded = _instead_rules(scope, [r for r in rules if r.item.moment == "instead of"], sig, core)
    after = _heard(scope, [r for r in rules if r.item.moment == "after"], sig)
    if proceeded is not None and after:
        after = (ir.If(ir.Local(proceeded), after),)
    return (*before, *_checked_again(scope, rules, sig), *core, *after)


def _checked_again(scope: Scope, rules: list[TriggerRule], sig: VerbSig) -> Stmts:
    """A `before` rule may change what the verb is about: then its requirements must hold once more."""
    changing = [r for r in rules if r.item.moment == "before" and _changes(r)]
    if not changing or sig.name not in scope.world.model.requires:
        return ()
    origin = scope.builder.origin(changing[0].item.span)
    args = (DOER, *(scope.names[n].expr for n, _t in sig.params))
    failed = ir.Op("not", (ir.Legal(sig.id, args),))
    return (ir.If(failed, (ir.Exit(scope.units[-1].label, origin),), (), origin),)


def _changes(rule: TriggerRule) -> bool:
    return any(isinstance(node, tree.Change) for node in nodes(rule.item.body))


# --------------------------------------------------------------------------- before and after


def _heard(scope: Scope, rules: list[TriggerRule], sig: VerbSig) -> Stmts:
    """Rules for the doer run one after another; as soon as one hears others, all seats are gone through."""
    if not rules:
        return ()
    origin = scope.builder.origin(rules[0].item.span)
    if not any(_for_all_seats(r) for r in rules):
        return tuple(s for r in rules for s in _run(scope, r, sig, DOER, None))
    seat = scope.builder.slot()
    body: list[ir.Stmt] = []
    for rule in rules:
        only = None
        if rule.item.subject == "another":
            only = ir.Op("ne", (ir.Local(seat), DOER))
        elif not _for_all_seats(rule):
            only = ir.Op("eq", (ir.Local(seat), DOER))
        body.extend(_run(scope, rule, sig, ir.Local(seat), only))
    kept, index = scope.builder.slot(), scope.builder.slot()
    seats = in_play(scope, clockwise(scope, DOER))
    return (ir.ForEach(seat, seats, tuple(body), kept, index, origin),)


def _for_all_seats(rule: TriggerRule) -> bool:
    if rule.item.subject == "you":
        return False
    return bool(rule.conditions) or rule.item.subject == "another"


def _listener(scope: Scope, rule: TriggerRule, sig: VerbSig, you: ir.Expr) -> tuple[Scope, ir.Expr | None]:
    """The scope of a rule's text, and the test that it applies to `you`."""
    item = rule.item
    if item.subject == "another" and not rule.conditions:
        message = f"which other players hear `{sig.name}`?"
        hint = "a `while …:` around the rule, which says for whom"
        scope.reporter.error("E-SEAT", message, item.span, expected=hint)
    own = {n: scope.names[n] for n, _t in sig.params if n in scope.names}
    names = rename(item.params, own, sig)
    # Nobody does setup, the round and the final step: what hears them has no `you` of its own.
    nobody = scope.you is None and you == DOER
    inner = attrs.evolve(
        scope,
        names=names,
        facts={},
        you=None if nobody else you,
        they=None if nobody else DOER,
        units=(),
        starting=False,
        shown=frozenset(),
    )
    return guarded(inner, rule.conditions, item.guard)


def _run(scope: Scope, rule: TriggerRule, sig: VerbSig, you: ir.Expr, only: ir.Expr | None) -> Stmts:
    item = rule.item
    name = item.name.text if item.name is not None else f"{item.moment} {sig.name}"
    with scope.builder.voice(name, rule.pack, item.cites):
        origin = scope.builder.origin(item.span)
        inner, guard = _listener(scope, rule, sig, you)
        inner = open_unit(inner, "trigger", name, item.span)
        once = once_zone(scope, item.once, item.verb.text)
        body: Stmts = block(inner, item.body)
        test = both(only, guard)
        if once is not None:
            test = both(test, ir.Op("not", (ir.Load(once, you),)))
            body = spend(body, ir.Store(once, you, ir.Const(1), origin))
    done: Stmts = (closed(inner, body, origin),)
    return done if test is None else (ir.If(test, done, (), origin),)


# --------------------------------------------------------------------------- instead of


def _instead_rules(
    scope: Scope, rules: list[TriggerRule], sig: VerbSig, core: Stmts
) -> tuple[Stmts, int | None]:
    """The verb, or the first `instead of` rule that applies; a slot tells whether the verb happened."""
    if not rules:
        return core, None
    proceeded = scope.builder.slot()
    chain: Stmts = (*core, ir.Let(proceeded, ir.Const(1)))
    for rule in reversed(rules):
        chain = _instead(scope, rule, sig, chain)
    return (ir.Let(proceeded, ir.Const(0)), *chain), proceeded


def _instead(scope: Scope, rule: TriggerRule, sig: VerbSig, otherwise: Stmts) -> Stmts:
    """An `instead of` never hears what it itself started: a flag holds it silent meanwhile."""
    item = rule.item
    world = scope.world
    name = item.name.text if item.name is not None else f"instead of {sig.name}"
    with scope.builder.voice(name, rule.pack, item.cites):
        origin = scope.builder.origin(item.span)
        silent = world.flag_zone(f"silent {name}", 1, "", per_seat=False)
        seat = scope.builder.slot()
        inner, guard = _listener(scope, rule, sig, ir.Local(seat))
        inner = attrs.evolve(open_unit(inner, "trigger", name, item.span), proceed=otherwise)
        once = once_zone(scope, item.once, item.verb.text)
        body = block(inner, item.body)
        if once is not None:
            guard = both(guard, ir.Op("not", (ir.Load(once, ir.Local(seat)),)))
            body = spend(body, ir.Store(once, ir.Local(seat), ir.Const(1), origin))
    if _for_all_seats(rule):
        candidates = in_play(scope, clockwise(scope, DOER))
        if item.subject == "another":
            candidates = ir.Op("except", (candidates, ir.ListOf((DOER,))))
        found: ir.Expr = ir.Fold("first", (ir.Bind(seat, candidates, guard),), None, ir.Const(-1))
    else:
        found = DOER
    chosen = scope.builder.slot()
    applies = ir.Op("ge", (ir.Local(chosen), ir.Const(0))) if _for_all_seats(rule) else guard
    heard = ir.Op("not", (ir.Load(silent, ir.Const(0)),))
    run: Stmts = (
        ir.Store(silent, ir.Const(0), ir.Const(1), origin),
        closed(inner, body, origin),
        ir.Store(silent, ir.Const(0), ir.Const(0), origin),
    )
    return (
        ir.Let(chosen, found, origin),
        ir.Let(seat, ir.Local(chosen), origin),
        ir.If(both(heard, applies) or heard, run, otherwise, origin),
    )
