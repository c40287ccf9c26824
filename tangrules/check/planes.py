"""Grids as wholes: whose part is meant, its middle, and where its pieces lie."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.infos import Grid
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import SEAT, UNKNOWN, Ty, info, list_of
from tangrules.check.world import World
from tangrules.check.zones import owner_needed
from tangrules.syntax import tree


def grid_named(scope: Scope, written: tree.Expr) -> tuple[Grid, ir.Expr | None] | None:
    """A grid by name, and whose part of it is meant: `board`, `your board`, `q.board`."""
    from tangrules.check.expressions import value_of

    grids = scope.world.grids
    match written:
        case tree.NameRef(name=word) if word in grids:
            grid = grids[word]
            return grid, owner_needed(scope, word, written.span) if grid.seats else None
        case tree.Owned(whose=whose, name=name) if name.text in grids and grids[name.text].seats:
            seat = scope.require_they(written.span) if whose == "their" else scope.require_you(written.span)
            return grids[name.text], seat
        case tree.Attr(subject=subject, name=name) if name.text in grids and grids[name.text].seats:
            return grids[name.text], value_of(scope, subject, SEAT)
    return None


def _one_grid(scope: Scope, written: tree.Call, word: str) -> tuple[Grid, ir.Expr | None] | None:
    found = grid_named(scope, written.args[0]) if len(written.args) == 1 else None
    if found is None:
        message = f"`{word}` needs the name of a grid"
        scope.reporter.error("E-KIND", message, written.span, expected=f"`{word}(GRID)`, `{word}(your GRID)`")
    return found


def middle(scope: Scope, written: tree.Call) -> Typed:
    """`middle(GRID)`: the cell in the middle, south-east of it if the grid is even."""
    found = _one_grid(scope, written, "middle")
    if found is None:
        return Typed(ir.Const(-1), UNKNOWN)
    grid, owner = found
    cell: ir.Expr = ir.Const(grid.height // 2 * grid.width + grid.width // 2)
    if owner is not None:
        cell = ir.Op("add", (ir.Op("mul", (owner, ir.Const(grid.area))), cell))
    return Typed(cell, Ty("cell", grid.name))


def occupied(scope: Scope, written: tree.Call) -> Typed:
    """`occupied(GRID)`: the cells that hold a piece, found from the pieces, not by looking everywhere."""
    found = _one_grid(scope, written, "occupied")
    if found is None:
        return Typed(ir.Const(()), UNKNOWN)
    grid, owner = found
    value = _occupied_value(scope.world, grid)
    call = ir.CallValue(value, (owner,) if owner is not None else ())
    return Typed(call, list_of(Ty("cell", grid.name), distinct=True))


def _occupied_value(world: World, grid: Grid) -> int:
    key = f"#occupied_{grid.name}"
    made = world.engine.made
    if key not in made:
        owned = grid.seats > 0
        slot = int(owned)
        first: ir.Expr = ir.Const(world.zone_defs[grid.zone].base)
        low = first
        if owned:
            low = ir.Op("add", (ir.Op("mul", (ir.Local(0), ir.Const(grid.area))), first))
        place = ir.Op("place", (ir.Local(slot),))
        high = ir.Op("add", (low, ir.Const(grid.area)))
        there = ir.Op("and", (ir.Op("ge", (place, low)), ir.Op("lt", (place, high))))
        any_piece = tuple(range(len(world.pieces)))
        pieces = ir.Const(tuple(world.kinds[grid.kind].pieces) if grid.kind in world.kinds else any_piece)
        cells = ir.Fold("distinct", (ir.Bind(slot, pieces, there),), ir.Op("sub", (place, first)))
        names, types = (("you",), (ir.TypeInfo("seat"),)) if owned else ((), ())
        result = info(list_of(Ty("cell", grid.name)))
        made[key] = world.add_value(ir.ValueDef(key, names, types, result, owned, slot + 1, cells))
    return made[key]
