"""The course of a whole game: settle points with their `whenever` rules, setup, rounds, `final`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

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
from tangrules.check.spoken import source_text
from tangrules.check.statements import block
from tangrules.check.units import closed, open_unit
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
MAX_WHENEVER = 200
"""So many `whenever` rules run at one settle point before they are taken to set each other off for ever."""

TOLD_AT_MOST = 6
"""So many of them are named then."""

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
    """The first rule that is due runs; then all are looked at anew, until none is due.

    A rule is due when its condition has become true since it was last looked at.
    """
    rules = arranged(world, world.model.whenevers)
    if not rules:
        return ()
    rest, anew = scope.builder.label(), scope.builder.label()
    falls, rises = zip(*(_whenever(world, scope, rule, anew) for rule in rules), strict=True)
    looks = ir.Block(anew, (*chain(*falls), *chain(*rises), ir.Exit(rest)))
    rounds = ir.Repeat(ir.Const(MAX_WHENEVER), (looks,), scope.builder.slot())
    return (ir.Block(rest, (rounds, ir.Invoke(_never_rests(world, rules), (ir.Local(0),), False, 0))),)


def _never_rests(world: World, rules: Sequence[Rule[tree.Whenever]]) -> int:
    """The verb that stops a game whose `whenever` rules set each other off for ever: it calls itself."""
    first, number = rules[0], world.reserve_verb()
    words = [r.item.name.text if r.item.name else source_text(world, r.item.condition) for r in rules]
    told = ", ".join(f"`{word}`" for word in words[:TOLD_AT_MOST])
    more = f" or {len(words) - TOLD_AT_MOST} more" if len(words) > TOLD_AT_MOST else ""
    scope = seat_scope(world, "whenever", first.pack, first.item.cites)
    scope.builder.verb = number
    again = ir.Invoke(number, (ir.Local(0),), False, scope.builder.origin(first.item.span))
    finish(scope, f"{ir.NEVER_RESTS} {told}{more}", number, (), (again,))
    return number


def _whenever(world: World, scope: Scope, rule: Rule[tree.Whenever], anew: int) -> tuple[Stmts, Stmts]:
    """What notes that its condition is true no more, and what runs the rule when it has become true.

    Inside `while` both are done for each seat.
    """
    item = rule.item
    name = item.name.text if item.name is not None else "whenever"
    per_seat = bool(rule.conditions)
    builder = scope.builder
    with builder.voice(name, rule.pack, item.cites):
        origin = builder.origin(item.span)
        was = world.flag_zone(f"edge {name}", world.players if per_seat else 1, "", per_seat=per_seat)
        once = once_zone(scope, item.once, name)
        seat = builder.slot()
        index: ir.Expr = ir.Local(seat) if per_seat else ir.Const(0)
        you = ir.Local(seat) if per_seat else None
        inner = attrs.evolve(scope, names={}, facts={}, you=you, they=None, units=())
        inner, test = while_condition(inner, rule.conditions)
        holds = both(test, condition_of(inner, item.condition)) or ir.Const(1)
        inner = open_unit(refine(inner, item.condition), "trigger", name, item.span)
        run: Stmts = (closed(inner, block(inner, item.body), origin), ir.Exit(anew))
    if once is not None:
        run = (ir.If(ir.Load(once, index), (), (ir.Store(once, index, ir.Const(1), origin), *run)),)
    fallen = ir.If(ir.Op("not", (holds,)), (ir.Store(was, index, ir.Const(0), origin),), (), origin)
    risen = ir.If(holds, (ir.Store(was, index, ir.Const(1), origin), *run), (), origin)
    fall: Stmts = (ir.If(ir.Load(was, index), (fallen,)),)
    rise: Stmts = (ir.If(ir.Load(was, index), (), (risen,)),)
    if not per_seat:
        return fall, rise
    seats = ir.Const(tuple(range(world.players)))
    return (
        (ir.ForEach(seat, seats, fall, builder.slot(), builder.slot(), origin),),
        (ir.ForEach(seat, seats, rise, builder.slot(), builder.slot(), origin),),
    )


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
