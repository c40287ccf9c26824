"""Who is `you`: a verb that speaks of `you` must be done by somebody. Also: players who leave."""

from __future__ import annotations

from collections.abc import Callable

from tangrules import ir
from tangrules.check.builder import Builder, Seen
from tangrules.check.world import World
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes


def check_seats(world: World) -> None:
    """Reports calls without a doer of verbs that need one (E-SEAT), through any chain of calls."""
    doing = _with_you(world.verb_builders, lambda seen: seen.seated_calls)
    asking = _with_you(world.requirement_builders, lambda seen: seen.seated_asks)
    for builder in world.builders:
        for verb, span in builder.seen.seatless_calls:
            if verb in doing:
                name = _name(world, verb)
                message = f"`{name}` speaks of `you`, but nobody does it here"
                world.reporter.error("E-SEAT", message, span, expected=f"`q does {name}(…)`")
        for verb, span in builder.seen.seatless_asks:
            if verb in asking:
                name = _name(world, verb)
                message = f"whether `{name}` is allowed depends on who does it, and there is no `you` here"
                world.reporter.error("E-SEAT", message, span, expected="a question declared with `your`")


def _with_you(builders: dict[int, Builder], following: Callable[[Seen], set[int]]) -> set[int]:
    """The functions that speak of `you`, themselves or through what they hand on to."""
    found = {number for number, builder in builders.items() if builder.seen.uses_you}
    changed = True
    while changed:
        more = {n for n, b in builders.items() if n not in found and following(b.seen) & found}
        found |= more
        changed = bool(more)
    return found


def _name(world: World, verb: int) -> str:
    definition = world.verb_defs[verb]
    return "this verb" if definition is None else definition.name


def declare_leaving(world: World) -> None:
    """If any rule lets a player leave, `players` are those still in: a value filters lists of seats."""
    model = world.model
    bodies = [rule.item for rule in model.verbs.values()]
    triggers = [rule.item for rules in model.triggers.values() for rule in rules]
    everything = (*bodies, *triggers, *(rule.item for rule in model.whenevers), *_marks(world))
    if not any(isinstance(node, tree.Leave) for node in nodes(everything)):
        return
    powers = world.table("#powers", [1 << q for q in range(world.players)])
    bit = ir.Op(
        "mod", (ir.Op("div", (world.engine.load("out"), ir.Lookup(powers, ir.Local(1)))), ir.Const(2))
    )
    still = ir.Op("eq", (bit, ir.Const(0)))
    body = ir.Fold("all", (ir.Bind(1, ir.Local(0), still),), None)
    seats = ir.TypeInfo("list", "", ir.TypeInfo("seat"))
    world.engine.in_play = world.add_value(
        ir.ValueDef("#in_play", ("seats",), (seats,), seats, False, 2, body)
    )


def _marks(world: World) -> tuple[tree.Mark, ...]:
    tracks = [zone.item for zone in world.model.zones.values() if isinstance(zone.item, tree.Track)]
    return tuple(mark for track in tracks for mark in track.marks)
