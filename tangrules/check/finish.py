"""The last step of elaborating a verb: its definition, with its requirements. Also what starts anew."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.requirements import permissions
from tangrules.check.scope import Scope, seat_scope
from tangrules.check.types import SEAT, Ty, info
from tangrules.check.units import open_unit
from tangrules.check.world import World
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
Params = tuple[tuple[str, Ty], ...]
VerbRule = Rule[tree.Verb | tree.Action]
SEATLESS = ("setup", "round", "final")


def verb_scope(world: World, name: str, rule: VerbRule, params: Params, number: int) -> Scope:
    """Slot 0 the doer, then the parameters."""
    scope = seat_scope(world, name, rule.pack, rule.item.cites)
    scope.builder.verb = number
    for param, ty in params:
        scope = scope.bind(param, scope.builder.local(), ty)
    if name in SEATLESS:
        scope = scope.seat(None)
    return open_unit(scope, "verb", name, rule.item.span)


def finish(
    scope: Scope,
    name: str,
    number: int,
    params: Params,
    body: Stmts,
    *,
    requirements: bool = False,
    is_turn: bool = False,
    extra: tuple[ir.Condition, ...] = (),
) -> None:
    """Puts a verb into its place. `extra` are requirements that go before those written for it."""
    world = scope.world
    conditions: tuple[ir.Condition, ...] = ()
    slots = 0
    if requirements:
        conditions, slots = _requirements(scope, name)
        if extra:
            world.requirement_builders[number].seen.uses_you |= scope.builder.seen.uses_you
    origin = scope.builder.origin(world.verbs[name].span) if name in world.verbs else 0
    world.verb_defs[number] = ir.VerbDef(
        name,
        ("you", *(n for n, _t in params)),
        (info(SEAT), *(info(t) for _n, t in params)),
        scope.builder.slots,
        body,
        ir.Code((), {}, {}),
        (*extra, *conditions),
        max(slots, 1 + len(params), scope.builder.slots if extra else 0),
        is_turn=is_turn,
        origin=origin,
    )
    world.verb_builders[number] = scope.builder


def _requirements(scope: Scope, name: str) -> tuple[tuple[ir.Condition, ...], int]:
    """The conditions of a verb over its own parameters, for Legal and for explaining."""
    world = scope.world
    sig = world.verbs[name]
    own = verb_scope(world, name, world.model.verbs[name], sig.params, sig.id)
    args = tuple(ir.Local(i + 1) for i in range(len(sig.params)))
    made = permissions(own, sig, own.you if own.you is not None else ir.Local(0), args)
    world.requirement_builders[sig.id] = own.builder
    return made.conditions, own.builder.slots


def reset(world: World, when: str, origin: int, seat: ir.Expr | None = None) -> Stmts:
    """Zones that start anew."""
    out: list[ir.Stmt] = []
    for number, zone in enumerate(world.zone_defs):
        if zone.reset != when:
            continue
        initial = zone.initial if zone.storage == "list" or isinstance(zone.initial, int) else zone.initial[0]
        value = ir.Const(initial)
        if seat is None or not zone.per_seat:
            out.extend(ir.Store(number, ir.Const(i), value, origin) for i in range(zone.count))
            continue
        each = zone.count // world.players
        for i in range(each):
            index = ir.Op("add", (ir.Op("mul", (seat, ir.Const(each))), ir.Const(i)))
            out.append(ir.Store(number, index, value, origin))
    return tuple(out)
