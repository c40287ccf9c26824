"""Zones that start anew with a verb (`each build`): each run of it has what they hold for itself.

When the verb begins, what stood there is kept in its frame; when it is over, that stands there again. So a verb
that is done inside itself, or in the middle of another turn of things, changes nothing for the one around it.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.check.finish import SEATLESS
from tangrules.check.infos import ZoneInfo
from tangrules.check.scope import Scope
from tangrules.check.world import World
from tangrules.diagnostics.suggest import did_you_mean
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]


def check_anew(world: World) -> None:
    """The verb after `each` is there, and it is clear which place starts anew with it."""
    for name, rule in world.model.zones.items():
        zone = rule.item
        if not isinstance(zone, tree.Zone) or zone.each is None:
            continue
        verb, report = zone.each.text, world.reporter.error
        if verb not in world.verbs:
            hint = did_you_mean(verb, world.verbs)
            message = f"there is no verb or action called `{verb}`"
            expected = "`each turn`, `each round`, or each of a verb or action"
            report("E-NAME", message, zone.each.span, expected=expected, suggestion=hint)
        elif zone.index:
            message = f"`{name}` has many places: it can't start anew each `{verb}`"
            report("E-KIND", message, zone.each.span, expected=f"`zone {name}` without `[…]`, or `each turn`")
        elif zone.your and verb in SEATLESS:
            message = f"nobody does `{verb}`: whose `{name}` starts anew?"
            report("E-SEAT", message, zone.each.span, expected="a zone without `your`")


def started_anew(scope: Scope, name: str, woven: Stmts, origin: int) -> Stmts:
    """What a verb does, with the zones that start anew in it."""
    infos = _zones(scope.world, name)
    if not infos:
        return woven
    before: list[ir.Stmt] = []
    after: list[ir.Stmt] = []
    for info in infos:
        definition = scope.world.zone_defs[info.id]
        index = ir.Local(0) if info.your else ir.Const(0)
        kept = scope.builder.slot()
        initial = ir.Const(definition.initial)
        before += [
            ir.Let(kept, ir.Load(info.id, index), origin),
            ir.Store(info.id, index, initial, origin),
        ]
        after.append(ir.Store(info.id, index, ir.Local(kept), origin))
    return (*before, *woven, *after)


def _zones(world: World, verb: str) -> list[ZoneInfo]:
    found = []
    for name, rule in world.model.zones.items():
        zone = rule.item
        if isinstance(zone, tree.Zone) and zone.each is not None and zone.each.text == verb:
            found.append(world.zones[name])
    return found
