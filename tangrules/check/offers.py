"""Offers: actions among which a player chooses until one was done or the player stops. Also settle points."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.calls import doer
from tangrules.check.choices import decision
from tangrules.check.costs import both, can_start
from tangrules.check.heads import Head, Named, head, leading_choice
from tangrules.check.requirements import guarded, permissions
from tangrules.check.scope import Scope
from tangrules.check.spoken import below, guarded_start, parts_of
from tangrules.check.units import leave_verb
from tangrules.diagnostics import did_you_mean
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
VerbRule = Rule[tree.Verb | tree.Action]
MAX_OFFER = 200
OUTCOMES = {
    "finish the turn": ir.Outcome.TURN,
    "finish the round": ir.Outcome.ROUND,
    "finish the game": ir.Outcome.GAME,
    "finish now": ir.Outcome.GAME,
    "you win": ir.Outcome.WINS,
    "you win now": ir.Outcome.WINS,
    "you lose": ir.Outcome.LOSES,
    "you lose now": ir.Outcome.LOSES,
    "everyone wins": ir.Outcome.ALL_WIN,
    "everyone wins now": ir.Outcome.ALL_WIN,
    "everyone loses": ir.Outcome.ALL_LOSE,
    "everyone loses now": ir.Outcome.ALL_LOSE,
}


def settle(scope: Scope, origin: int) -> Stmts:
    """A settle point: `whenever` rules and ends are looked at; the verb is left if the game is over."""
    engine = scope.world.engine
    look = ir.Invoke(engine.settle, (ir.Const(-1),), False, origin)
    out = leave_verb(scope, origin)
    return (look, ir.If(engine.load("halt"), out, (), origin)) if out else (look,)


def offer(scope: Scope, written: tree.Offer) -> Stmts:
    """Asks until one action of each `one` group was done, or the player stops."""
    builder = scope.builder
    origin = builder.origin(written.span)
    done = builder.label()
    you = scope.require_you(written.span)
    alternatives: list[ir.Alternative] = []
    picks: list[Named] = []
    for offered in written.groups:
        for name in _actions(scope, offered.group):
            made, typed = offered_action(scope, name)
            if offered.quantity == "one":
                body = (*made.body, ir.Exit(done, origin))
                made = attrs.evolve(made, compels=True, body=body)
            alternatives.append(made)
            picks.append(typed)
    leave: Stmts = (ir.Exit(done, origin),)
    alternatives.append(ir.Alternative("done", "done", None, (), (), leave, passes=True, origin=origin))
    picks.append(())
    number = decision(scope, "", picks)
    ask = ir.Choose(number, you, tuple(alternatives), leave, False, origin)
    loop = ir.Repeat(ir.Const(MAX_OFFER), (ask, *settle(scope, origin)), builder.slot(), origin)
    return (ir.Block(done, (loop,), origin), *settle(scope, origin))


def _actions(scope: Scope, group: tree.Name) -> list[str]:
    """The actions of a group, in link order."""
    actions = {n: r.item for n, r in scope.world.model.verbs.items() if isinstance(r.item, tree.Action)}
    found = [name for name, action in actions.items() if action.group.text == group.text]
    if not found:
        groups = sorted({action.group.text for action in actions.values()})
        hint = did_you_mean(group.text, groups)
        message = f"no action is in the group `{group.text}`"
        scope.reporter.error("E-NAME", message, group.span, suggestion=hint)
    return found


def offered_action(scope: Scope, name: str) -> tuple[ir.Alternative, Named]:
    """An action as an alternative: its guard, the choice it begins with, and a call of what follows."""
    world = scope.world
    rule = world.model.verbs[name]
    action = rule.item
    assert isinstance(action, tree.Action)
    sig = world.verbs[name]
    builder = scope.builder
    with builder.voice(name, rule.pack, action.cites):
        origin = builder.origin(action.span)
        base = attrs.evolve(scope, names={}, facts={}, they=None, asked=None, shown=frozenset())
        inner, guard, parts = action_guard(base, rule, action)
        leading = leading_choice(action.body)
        you = doer(scope, sig.id, action.span)
        required = permissions(inner, sig, inner.you, ()).conditions
        if leading is not None:
            made = head(inner, leading)
            built = alternative_of(action, name, made, world.engine.after[name], you, origin)
            conditions = (*made.conditions, *required)
            return attrs.evolve(built, guard=guard, conditions=conditions, parts=parts), made.typed
        test, parts = guarded_start(guard, parts, can_start(inner, action.body))
    title = action.title or name.replace("_", " ")
    ids = tuple(c.id for c in action.cites)
    call = ir.Invoke(sig.id, (you,), False, origin)
    whole = ir.Alternative(name, title, test, (), required, (call,), cites=ids, origin=origin, parts=parts)
    return whole, ()


def alternative_of(
    action: tree.Action, name: str, made: Head, after: int, you: ir.Expr, origin: int
) -> ir.Alternative:
    """An action that begins with a choice: what may be chosen, then a call of what follows."""
    masks = (ir.Local(made.mask),) if made.mask >= 0 else ()
    args = (you, *(ir.Local(p.slot) for p in made.picks), *masks)
    return ir.Alternative(
        name,
        action.title or name.replace("_", " "),
        None,
        made.picks,
        made.conditions,
        (ir.Invoke(after, args, False, origin),),
        made.waivers,
        made.mask,
        cites=tuple(c.id for c in action.cites),
        origin=origin,
    )


def action_guard(
    scope: Scope, rule: VerbRule, action: tree.Action
) -> tuple[Scope, ir.Expr | None, tuple[ir.Part, ...]]:
    """`when`, `while` and `once per` of an action, and what they say."""
    scope, guard = guarded(scope, rule.conditions, action.guard)
    parts: tuple[ir.Part, ...] = ()
    if action.guard is not None and guard is not None:
        when = guard.args[1] if rule.conditions and isinstance(guard, ir.Op) else guard
        parts = parts_of(scope, action.guard, when, (1,) if rule.conditions else ())
    zone = scope.world.engine.once.get(action.name.text)
    if zone is not None:
        used = ir.Load(zone, scope.you or ir.Const(0))
        once = ir.Part((0,) if guard is None else (1, 0), f"once per {action.once}", unwanted=True)
        parts = (*(parts if guard is None else below(0, parts)), once)
        guard = both(guard, ir.Op("not", (used,)))
    return scope, guard, parts
