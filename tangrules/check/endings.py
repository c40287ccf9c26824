"""Settle points, ends, the course of a whole game, scores and who wins."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import choices
from tangrules.check.aggregates import bind
from tangrules.check.expressions import condition_of, number_of
from tangrules.check.narrow import refine
from tangrules.check.questions import add_value, cases
from tangrules.check.requirements import both, while_condition
from tangrules.check.scope import Scope, Unit, new_scope, seat_scope
from tangrules.check.types import NUMBER, SEAT, YESNO, info
from tangrules.check.verbs import _finish, engine_store, reset
from tangrules.check.world import World
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
MAX_WHENEVER = 100


def end_checks(scope: Scope, moment: str, you: ir.Expr, origin: int) -> Stmts:
    """The ends looked at at this moment; one that holds is latched unless a stronger one is already."""
    moments = ("settle", "once") if moment == "settle" else (moment,)
    out: list[ir.Stmt] = []
    outcome = ir.Load(scope.world.engine["outcome"], ir.Const(0))
    current = ir.Load(scope.world.engine["current"], ir.Const(0))
    for number, (name, rule) in enumerate(scope.world.model.ends.items()):
        item = rule.item
        if item.moment not in moments:
            continue
        inner = attrs.evolve(scope, names={}, facts={}, you=you, they=None)
        with scope.builder.voice(f"end {name}", rule.pack, item.cites):
            inner, test = while_condition(inner, rule)
            holds = both(test, condition_of(inner, item.guard))
            strength = choices.OUTCOMES[item.outcome]
            weaker = ir.Op("lt", (outcome, ir.Const(strength)))
            at = scope.builder.origin(item.span)
            latch = ir.Latch(strength, current, number, at)
        out.append(ir.If(both(weaker, holds) or weaker, (latch,), (), at))
    return tuple(out)


def define_settle(world: World) -> None:
    """`whenever` rules until none is due, then the ends."""
    scope = seat_scope(world, "settle", "")
    scope.builder.verb = world.engine["#settle"]
    scope = scope.enter(Unit("verb", "settle", scope.builder.label()))
    seat = scope.builder.slot()
    current = ir.Load(world.engine["current"], ir.Const(0))
    body = (
        *_whenevers(world, scope),
        ir.Let(seat, current),
        *end_checks(scope, "settle", ir.Local(seat), 0),
    )
    label = scope.units[-1].label
    _finish(world, scope, "#settle", world.engine["#settle"], (), (ir.Block(label, body),))


def _whenevers(world: World, scope: Scope) -> Stmts:
    rules = world.model.whenevers
    if not rules:
        return ()
    fired = scope.builder.slot()
    out: list[ir.Stmt] = [ir.Let(fired, ir.Const(0))]
    for rule in rules:
        out.extend(_whenever(world, scope, rule, fired))
    label = scope.builder.label()
    out.append(ir.If(ir.Op("not", (ir.Local(fired),)), (ir.Exit(label),)))
    return (ir.Block(label, (ir.Repeat(ir.Const(MAX_WHENEVER), tuple(out), scope.builder.slot()),)),)


def _whenever(world: World, scope: Scope, rule: Rule[tree.Whenever], fired: int) -> Stmts:
    """Runs when its condition becomes true; inside `while`, for each seat for which it does."""
    item = rule.item
    name = item.name.text if item.name is not None else "whenever"
    per_seat = bool(rule.conditions)
    with scope.builder.voice(name, rule.pack, item.cites):
        origin = scope.builder.origin(item.span)
        once = {"turn": "turn", "round": "round"}.get(item.once or "", "")
        was = world.flag_zone(f"edge {name}", world.players if per_seat else 1, once, per_seat=per_seat)
        seat = scope.builder.slot()
        you = ir.Local(seat) if per_seat else None
        inner = attrs.evolve(scope, names={}, facts={}, you=you, they=None, units=())
        inner, test = while_condition(inner, rule)
        holds = both(test, condition_of(inner, item.condition)) or ir.Const(1)
        inner = refine(inner, item.condition)
        label = scope.builder.label()
        from tangrules.check.statements import block

        run = block(inner.enter(Unit("trigger", name, label)), item.body)
    index = ir.Local(seat) if per_seat else ir.Const(0)
    mark = ir.Store(was, index, ir.Const(1), origin)
    rises: Stmts = (mark, ir.Let(fired, ir.Const(1)), ir.Block(label, run, origin))
    lower: Stmts = () if item.once else (ir.Store(was, index, ir.Const(0), origin),)
    fresh = ir.Op("not", (ir.Load(was, index),))
    body: Stmts = (ir.If(holds, (ir.If(fresh, rises, (), origin),), lower, origin),)
    if not per_seat:
        return body
    kept, at = scope.builder.slot(), scope.builder.slot()
    return (ir.ForEach(seat, ir.Const(tuple(range(world.players))), body, kept, at, origin),)


FINAL_LABEL = 1_000_000


def define_main(world: World) -> None:
    """setup, rounds until an end, then `final`."""
    scope = seat_scope(world, "game", "")
    scope.builder.verb = world.engine["#main"]
    scope = scope.seat(None)
    over = scope.builder.label()
    nobody = ir.Const(-1)
    outcome = ir.Load(world.engine["outcome"], ir.Const(0))

    def call(name: str) -> Stmts:
        return (ir.Invoke(world.verbs[name].id, (nobody,)),) if name in world.verbs else ()

    settle = ir.Invoke(world.engine["#settle"], (nobody,))
    halted = ir.Load(world.engine["halt"], ir.Const(0))
    leave: Stmts = (ir.If(halted, (ir.Exit(over),)),)
    one_round: Stmts = (
        ir.Add(world.engine["round"], ir.Const(0), ir.Const(1)),
        *reset(scope, "round", 0),
        *call("round"),
        settle,
        *end_checks(scope, "round", ir.Const(-1), 0),
        ir.If(ir.Op("ge", (outcome, ir.Const(ir.Outcome.TURN))), (ir.Exit(over),)),
    )
    rounds = ir.Repeat(ir.Const(max(1, world.model.horizon)), one_round, scope.builder.slot())
    body: Stmts = (
        ir.Block(over, (*call("setup"), settle, *leave, rounds)),
        ir.Block(FINAL_LABEL, (engine_store(scope, "current", nobody, 0), *call("final"))),
    )
    _finish(world, scope, "#main", world.engine["#main"], (), body)


# --------------------------------------------------------------------------- scoring


def define_scores(world: World) -> tuple[ir.ScoreDef, ...]:
    made = []
    for name, rule in world.model.scores.items():
        item = rule.item
        scope = seat_scope(world, f"score {name}", rule.pack, item.cites)
        scope.builder.secret_ok = True
        title = item.title or name.replace("_", " ")
        origin = scope.builder.origin(item.span)
        cites = tuple(c.id for c in item.cites)
        inner, test = while_condition(scope, rule)
        if item.each is None:
            body = cases(inner, item.cases, NUMBER)
            body = body if test is None else ir.Cond(test, body, ir.Const(0))
            value = add_value(world, f"score {name}", scope, body, NUMBER, params=(("you", SEAT),))
            made.append(ir.ScoreDef(name, title, value, -1, None, cites, origin))
            continue
        made.append(_score_each(world, scope, inner, test, item, title, origin, cites))
    return tuple(made)


def _score_each(
    world: World,
    scope: Scope,
    inner: Scope,
    test: ir.Expr | None,
    item: tree.Score,
    title: str,
    origin: int,
    cites: tuple[str, ...],
) -> ir.ScoreDef:
    assert item.each is not None
    name = item.name.text
    inside, made, element = bind(inner, item.each)
    things: ir.Expr = ir.Fold("all", (made,), None)
    if test is not None:
        things = ir.Cond(test, things, ir.Const(()))
    each = add_value(world, f"score {name} each", scope, things, element, params=(("you", SEAT),))
    alone = seat_scope(world, f"score {name}", scope.builder.pack, item.cites)
    alone.builder.secret_ok = True
    alone = alone.bind(item.each.name.text, ir.Local(alone.builder.slot()), element)
    if item.each.where is not None:
        alone = refine(alone, item.each.where)
    body = cases(alone, item.cases, NUMBER)
    params = (("you", SEAT), (item.each.name.text, element))
    value = add_value(world, f"score {name}", alone, body, NUMBER, params=params)
    return ir.ScoreDef(name, title, value, each, info(element), cites, origin)


def define_winner(world: World) -> tuple[tuple[ir.RankDef, ...], bool]:
    rule = world.model.winner
    if rule is None:
        return (ir.RankDef(True, -1),), True
    ranks = []
    for part in rule.item.rules:
        if part.value is None:
            ranks.append(ir.RankDef(part.most, -1))
            continue
        scope = seat_scope(world, "winner", rule.pack, rule.item.cites)
        scope.builder.secret_ok = True
        body = number_of(scope, part.value)
        value = add_value(world, "winner", scope, body, NUMBER, params=(("you", SEAT),))
        ranks.append(ir.RankDef(part.most, value))
    return tuple(ranks), rule.item.shared


def define_invariants(world: World) -> tuple[tuple[str, int, int], ...]:
    made = []
    for name, rule in world.model.invariants.items():
        scope = new_scope(world, f"invariant {name}", rule.pack, rule.item.cites)
        scope.builder.secret_ok = True
        body = condition_of(scope, rule.item.condition)
        value = add_value(world, f"invariant {name}", scope, body, YESNO, params=())
        made.append((name, value, scope.builder.origin(rule.item.span)))
    return tuple(made)
