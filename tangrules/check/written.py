"""Types as authors write them, resolved to the checker's types."""

from __future__ import annotations

import attrs

from tangrules.check.types import NUMBER, SEAT, SIDE, SITE, TEXT, TURN, UNKNOWN, YESNO, Ty
from tangrules.check.world import World
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree

PLAIN = {
    "number": NUMBER,
    "yesno": YESNO,
    "text": TEXT,
    "player": SEAT,
    "side": SIDE,
    "turn": TURN,
    "site": SITE,
}
ON_GRIDS = ("cell", "edge", "area")


def resolve_type(world: World, written: tree.Type) -> Ty:
    """The type an author wrote; an unknown one is reported."""
    base = _base_type(world, written)
    if written.optional:
        base = attrs.evolve(base, optional=True)
    if written.collection is not None:
        return Ty("list", element=base, distinct=written.collection == "set")
    return base


def _base_type(world: World, written: tree.Type) -> Ty:
    name = written.name.text
    if name in PLAIN:
        return PLAIN[name]
    if name in ON_GRIDS:
        grid = _grid_name(world, written)
        return UNKNOWN if grid is None else Ty(name, grid)
    if name == "slot":
        return _slot_type(world, written)
    if name == "piece":
        return Ty("piece")
    if name in world.icon_sets:
        return world.icon_type(name)
    if name in world.kinds:
        return Ty("piece", name)
    known = [*PLAIN, *ON_GRIDS, "slot", "piece", *world.icon_sets, *world.kinds]
    world.reporter.error(
        "E-NAME",
        f"there is no kind of thing called `{name}`",
        written.name.span,
        expected="number, yesno, player, cell, side, the name of an icon set or of a kind of piece",
        suggestion=did_you_mean(name, known),
    )
    return UNKNOWN


def _grid_name(world: World, written: tree.Type) -> str | None:
    if written.of is not None:
        if written.of.text in world.grids:
            return written.of.text
        hint = did_you_mean(written.of.text, world.grids)
        message = f"there is no grid called `{written.of.text}`"
        world.reporter.error("E-NAME", message, written.of.span, suggestion=hint)
        return None
    if world.board is not None:
        return world.board
    name = written.name.text
    message = f"there are {len(world.grids)} grids, so `{name}` must say on which"
    if not world.grids:
        message = f"there is no grid here that could have a `{name}`"
    world.reporter.error("E-KIND", message, written.span, expected=f"`{name} of GRID`")
    return None


def _slot_type(world: World, written: tree.Type) -> Ty:
    if written.of is None:
        return Ty("slot")
    zone = world.model.zones.get(written.of.text)
    if zone is None or not isinstance(zone.item, tree.Zone) or zone.item.type.form != "slots":
        known = [
            n
            for n, z in world.model.zones.items()
            if isinstance(z.item, tree.Zone) and z.item.type.form == "slots"
        ]
        hint = did_you_mean(written.of.text, known)
        message = f"there is no zone of slots called `{written.of.text}`"
        world.reporter.error("E-NAME", message, written.of.span, suggestion=hint)
        return UNKNOWN
    return Ty("slot", written.of.text)
