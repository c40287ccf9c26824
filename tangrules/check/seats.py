"""Who is `you`: a verb that speaks of `you` must be done by somebody. Also: players who leave."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.scope import Builder
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.syntax import tree


def check_seats(world: World) -> None:
    """Reports calls without a doer of verbs that need one (E-SEAT), through any chain of calls."""
    builders = {n: b for n, b in world.builders.items() if isinstance(b, Builder)}
    needs = {n for n, b in builders.items() if b.uses_you}
    changed = True
    while changed:
        changed = False
        for number, builder in builders.items():
            if number not in needs and builder.seated_calls & needs:
                needs.add(number)
                changed = True
    for builder in builders.values():
        for verb, span in builder.seatless_calls:
            if verb in needs:
                definition = world.verb_defs[verb]
                name = definition.name if definition is not None else "this verb"
                world.reporter.error(
                    "E-SEAT",
                    f"`{name}` speaks of `you`, but nobody does it here",
                    span,
                    expected=f"`q does {name}(…)`",
                )


def declare_leaving(world: World) -> None:
    """If any rule lets a player leave, `players` are those still in: a value filters lists of seats."""
    model = world.model
    bodies = [r.item for r in model.verbs.values()]
    everything = (*bodies, *(t for ts in model.triggers.values() for t in ts), *model.whenevers)
    if not any(_leaves(node) for node in everything):
        return
    out = ir.Load(world.engine["out"], ir.Const(0))
    powers = world.table("#powers", [1 << q for q in range(world.players)])
    bit = ir.Op("mod", (ir.Op("div", (out, ir.Lookup(powers, ir.Local(1)))), ir.Const(2)))
    still = ir.Op("eq", (bit, ir.Const(0)))
    body = ir.Fold("all", (ir.Bind(1, ir.Local(0), still),), None)
    seats = ir.TypeInfo("list", "", ir.TypeInfo("seat"))
    world.engine["#leaves"] = len(world.value_defs)
    world.value_defs.append(ir.ValueDef("#in_play", ("seats",), (seats,), seats, False, 2, body))


def _leaves(node: object) -> bool:
    if isinstance(node, tree.Leave):
        return True
    if isinstance(node, tuple):
        return any(_leaves(n) for n in node)
    if attrs.has(type(node)) and not isinstance(node, Span):
        return any(_leaves(getattr(node, f.name)) for f in attrs.fields(type(node)))
    return False
