"""Actions as verbs: their guards, and the choice they begin with.

An action called like a verb asks its leading choice itself; an offer asks it together with the action. Either
way what follows the choice is a verb of its own, `#after_NAME`, whose parameters are what was chosen.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import choices
from tangrules.check.costs import can_start
from tangrules.check.finish import finish, verb_scope
from tangrules.check.heads import Head, answerable, head, leading_choice
from tangrules.check.narrow import refine
from tangrules.check.offers import action_guard, alternative_of
from tangrules.check.renumber import move_slots
from tangrules.check.scope import Scope, Typed
from tangrules.check.spoken import guarded_start
from tangrules.check.statements import block
from tangrules.check.triggers import weave
from tangrules.check.types import NUMBER, Ty
from tangrules.check.units import closed
from tangrules.check.world import World
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
Params = tuple[tuple[str, Ty], ...]
VerbRule = Rule[tree.Verb | tree.Action]


def define_action(world: World, name: str, rule: VerbRule, action: tree.Action) -> None:
    sig = world.verbs[name]
    scope = verb_scope(world, name, rule, (), sig.id)
    inner, guard, parts = action_guard(scope, rule, action)
    origin = scope.builder.origin(action.span)
    leading = leading_choice(action.body)
    if leading is None:
        starting = attrs.evolve(inner, starting=True)
        body = (*_spend_once(scope, name, origin), closed(scope, block(starting, action.body), origin))
        extra = _possible(*guarded_start(guard, parts, can_start(inner, action.body)), origin)
        finish(scope, name, sig.id, (), weave(scope, name, body), requirements=True, extra=extra)
        return
    made = head(inner, leading)
    after = world.engine.after[name]
    alternative = alternative_of(action, name, made, after, ir.Local(0), origin)
    scope.builder.seen.seated_calls.add(after)
    number = choices.decision(scope, "", [made.typed])
    empty = (ir.Exit(scope.units[-1].label, origin),)
    ask = ir.Choose(number, ir.Local(0), (alternative,), empty, False, origin)
    extra = _possible(*guarded_start(guard, parts, answerable(inner, leading)), origin)
    core = (closed(scope, (ask,), origin),)
    finish(scope, name, sig.id, (), core, requirements=True, extra=extra)
    _define_after(world, name, rule, action, leading, made)


def _possible(test: ir.Expr | None, parts: tuple[ir.Part, ...], origin: int) -> tuple[ir.Condition, ...]:
    if test is None:
        return ()
    return (ir.Condition(test, "possible", "this action is not possible now", (), origin, parts),)


def _spend_once(scope: Scope, name: str, origin: int) -> Stmts:
    zone = scope.world.engine.once.get(name)
    return () if zone is None else (ir.Store(zone, ir.Local(0), ir.Const(1), origin),)


def _define_after(
    world: World, name: str, rule: VerbRule, action: tree.Action, leading: tree.Choose, offered: Head
) -> None:
    """What an action does once its leading choice is answered: the answer comes as parameters.

    The head is made once more, so that prices and the call read the parameters.
    """
    number = world.engine.after[name]
    params = list(offered.typed) + ([("#mask", NUMBER)] if offered.mask >= 0 else [])
    named = verb_scope(world, name, rule, tuple(params), number)
    scope = attrs.evolve(named, names={})
    for condition in (*rule.conditions, *([action.guard] if action.guard is not None else [])):
        scope = refine(scope, condition)
    made = head(scope, leading)
    moves = {pick.slot: i + 1 for i, pick in enumerate(made.picks)}
    if made.mask >= 0:
        moves[made.mask] = len(params)
    names = {n: Typed(ir.Local(i + 1), t) for i, (n, t) in enumerate(made.typed)}
    chosen = attrs.evolve(
        made, start=move_slots(made.start, moves), scope=attrs.evolve(made.scope, names=names)
    )
    origin = scope.builder.origin(action.span)
    body = choices.after_choice(scope, chosen, action.body)
    core = (*_spend_once(scope, name, origin), closed(scope, body, origin))
    finish(scope, f"#after_{name}", number, tuple(params), weave(scope, name, core))
