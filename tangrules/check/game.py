"""The course of a whole game: settle points with their `whenever` rules, setup, rounds, `final`."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.costs import both
from tangrules.check.ends import end_checks
from tangrules.check.expressions import condition_of
from tangrules.check.finish import finish, reset
from tangrules.check.narrow import refine
from tangrules.check.once import once_zone
from tangrules.check.orders import arranged
from tangrules.check.requirements import while_condition
from tangrules.check.scope import Scope, seat_scope
from tangrules.check.statements import block
from tangrules.check.units import closed, open_unit
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
MAX_WHENEVER = 100
FINAL_LABEL = 1_000_000
"""Where scoring begins, in the main verb."""

NOBODY = ir.Const(-1)


def define_settle(world: World) -> None:
    """`whenever` rules until none is due, then the ends."""
    scope = seat_scope(world, "settle", "")
    scope.builder.verb = world.engine.settle
    scope = open_unit(scope, "verb", "settle", Span("", 1, 1, 1, 1))
    seat = scope.builder.slot()
    body = (
        *_whenevers(world, scope),
        ir.Let(seat, world.engine.load("current")),
        *end_checks(scope, "settle", ir.Local(seat), 0),
    )
    finish(scope, "#settle", world.engine.settle, (), (closed(scope, body, 0),))


def _whenevers(world: World, scope: Scope) -> Stmts:
    rules = arranged(world, world.model.whenevers)
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
        was = world.flag_zone(f"edge {name}", world.players if per_seat else 1, "", per_seat=per_seat)
        once = once_zone(scope, item.once, name)
        seat = scope.builder.slot()
        you = ir.Local(seat) if per_seat else None
        inner = attrs.evolve(scope, names={}, facts={}, you=you, they=None, units=())
        inner, test = while_condition(inner, rule.conditions)
        holds = both(test, condition_of(inner, item.condition)) or ir.Const(1)
        inner = open_unit(refine(inner, item.condition), "trigger", name, item.span)
        run = closed(inner, block(inner, item.body), origin)
    index: ir.Expr = ir.Local(seat) if per_seat else ir.Const(0)
    fresh: ir.Expr = ir.Op("not", (ir.Load(was, index),))
    mark: tuple[ir.Stmt, ...] = (ir.Store(was, index, ir.Const(1), origin),)
    if once is not None:
        fresh = ir.Op("and", (fresh, ir.Op("not", (ir.Load(once, index),))))
        mark = (*mark, ir.Store(once, index, ir.Const(1), origin))
    rises: Stmts = (*mark, ir.Let(fired, ir.Const(1)), run)
    lower: Stmts = (ir.Store(was, index, ir.Const(0), origin),)
    body: Stmts = (ir.If(holds, (ir.If(fresh, rises, (), origin),), lower, origin),)
    if not per_seat:
        return body
    kept, at = scope.builder.slot(), scope.builder.slot()
    return (ir.ForEach(seat, ir.Const(tuple(range(world.players))), body, kept, at, origin),)


def define_main(world: World) -> None:
    """setup, rounds until an end, then `final`."""
    engine = world.engine
    scope = seat_scope(world, "game", "").seat(None)
    scope.builder.verb = engine.main
    over = scope.builder.label()

    def call(name: str) -> Stmts:
        return (ir.Invoke(world.verbs[name].id, (NOBODY,)),) if name in world.verbs else ()

    settle = ir.Invoke(engine.settle, (NOBODY,))
    leave: Stmts = (ir.If(engine.load("halt"), (ir.Exit(over),)),)
    one_round: Stmts = (
        ir.Add(engine.zones["round"], ir.Const(0), ir.Const(1)),
        *reset(world, "round", 0),
        *call("round"),
        settle,
        *end_checks(scope, "round", None, 0),
        ir.If(ir.Op("ge", (engine.load("outcome"), ir.Const(ir.Outcome.TURN))), (ir.Exit(over),)),
    )
    rounds = ir.Repeat(ir.Const(max(1, world.model.horizon)), one_round, scope.builder.slot())
    body: Stmts = (
        ir.Block(over, (*call("setup"), settle, *leave, rounds)),
        ir.Block(FINAL_LABEL, (engine.store("current", NOBODY, 0), *call("final"))),
    )
    finish(scope, "#main", engine.main, (), body)
