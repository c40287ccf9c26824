"""Prices that draw on the same thing: two of them can't be judged apart, so they are not offered together.

A waiver with a price is on offer if the price can be paid. Two prices of one call may each be payable and not
both, say if both use up the one lamp of a turn. Where one price may change what the other needs, each of the
two is on offer only where it is enough by itself.
"""

from __future__ import annotations

from typing import cast

import attrs

from tangrules import ir
from tangrules.check.world import World
from tangrules.ir.walk import map_children
from tangrules.syntax.walk import nodes

Touched = frozenset[str]


def part_prices(world: World) -> None:
    """Narrows the guards of waivers whose prices may get in each other's way."""
    for number, verb in enumerate(world.verb_defs):
        if verb is None:
            continue
        if any(isinstance(node, ir.Alternative) and len(node.waivers) > 1 for node in nodes(verb.body)):
            body = cast("ir.Body", _parted(world, verb.body))
            world.verb_defs[number] = attrs.evolve(verb, body=body)


def _parted(world: World, node: object) -> object:
    """The node, with every alternative inside it put right."""
    whole = map_children(node, lambda part: _parted(world, part))
    return _alone(world, whole) if isinstance(whole, ir.Alternative) else whole


def _alone(world: World, made: ir.Alternative) -> ir.Alternative:
    """Whatever fails must be bought off without a price that is in the way of this one."""
    waivers = list(made.waivers)
    for number, waiver in enumerate(made.waivers):
        others = [w for n, w in enumerate(made.waivers) if n != number]
        if not any(_in_the_way(world, waiver, other) for other in others):
            continue
        bought = set(waiver.waives)
        for other in others:
            bought |= set() if _in_the_way(world, waiver, other) else set(other.waives)
        guard = waiver.guard
        for at, condition in enumerate(made.conditions):
            if at not in bought:
                guard = ir.Op("and", (condition.test, guard))
        waivers[number] = attrs.evolve(waiver, guard=guard)
    return attrs.evolve(made, waivers=tuple(waivers))


def _in_the_way(world: World, one: ir.Waiver, other: ir.Waiver) -> bool:
    a, b = _verb_of(one), _verb_of(other)
    return bool(_writes(world, a) & _needs(world, b) or _writes(world, b) & _needs(world, a))


def _verb_of(waiver: ir.Waiver) -> int:
    """The guard of a waiver ends with the test that its price can be paid."""
    guard = waiver.guard
    last = guard.args[-1] if isinstance(guard, ir.Op) else guard
    assert isinstance(last, ir.Legal)
    return last.verb


# --------------------------------------------------------------------------- what a verb needs and changes


def _needs(world: World, verb: int) -> Touched:
    """What the requirements of a verb depend on."""
    definition = world.verb_defs[verb]
    found: set[str] = set()
    asked: set[int] = set()
    todo: list[object] = [] if definition is None else [c.test for c in definition.requirements]
    while todo:
        for node in nodes(todo.pop()):
            match node:
                case ir.Load(zone=zone) | ir.Size(zone=zone):
                    found.add(_token(world, zone))
                case ir.Op(op="place"):
                    found |= {_pieces(kind) for kind in world.kinds}
                case ir.CallValue(value=value) if value not in asked:
                    asked.add(value)
                    answer = world.value_defs[value]
                    todo.extend([] if answer is None else [answer.body])
                case ir.Legal(verb=inner):
                    found |= _needs(world, inner)
    return frozenset(found)


def _writes(world: World, verb: int) -> Touched:
    """What a verb may change, through all it calls."""
    found: set[str] = set()
    seen: set[int] = set()
    todo = [verb]
    while todo:
        number = todo.pop()
        definition = world.verb_defs[number]
        if number in seen or definition is None:
            continue
        seen.add(number)
        for kind in world.verb_builders[number].seen.moved:
            found |= {_pieces(name) for name in (world.kinds if kind == "" else (kind,))}
        for node in nodes(definition.body):
            match node:
                case ir.Store(zone=zone) | ir.Add(zone=zone):
                    found.add(_token(world, zone))
                case ir.Invoke(verb=called):
                    todo.append(called)
    return frozenset(found)


def _token(world: World, zone: int) -> str:
    definition = world.zone_defs[zone]
    if definition.storage in ("value", "list"):
        return definition.name
    return _pieces(definition.holds.name)


def _pieces(kind: str) -> str:
    return f"pieces of {kind}"
