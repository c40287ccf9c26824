"""Blocks: pieces of several parts that are laid on a grid together, and where their parts would lie.

A block is laid at the cell of its north-west corner after turning. For each kind of block and grid that a
text mentions together, three questions are made, on constant tables of how far each part is from that corner.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check.coerce import coerce
from tangrules.check.geometry import grid_tables
from tangrules.check.infos import FieldInfo, Grid, Kind
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import TURN, UNKNOWN, Ty, describe, fits, info, list_of
from tangrules.check.world import World
from tangrules.syntax import tree

BLOCK, CELL, TURNED, OTHER = (ir.Local(slot) for slot in range(4))
"""The parameters of the questions: a block, a cell, a turn, and for `part` the cell that is asked about."""


@attrs.frozen
class Layings:
    """Tables by block * 4 + turn; each ends with the answers for nothing."""

    parts: int  # its parts, row by row
    offsets: int  # how far each part's cell is from the corner, in numbers of cells
    pairs: int  # offset, part, offset, part …
    height: int
    width: int


def laid_parts(packed: tuple[int, ...], turn: int) -> tuple[tuple[int, int, int], ...]:
    """The parts of a block (its width, then its parts row by row) when turned: (row, column, part)."""
    if not packed:
        return ()
    width, parts = packed[0], packed[1:]
    height = len(parts) // width
    placed = [(n // width, n % width, part) for n, part in enumerate(parts)]  # holes too: they turn with it
    for _ in range(turn):
        placed = [(column, height - 1 - row, part) for row, column, part in placed]
        width, height = height, width
    return tuple(sorted(place for place in placed if place[2] >= 0))


def layings(world: World, kind: Kind, grid: Grid) -> Layings:
    """The tables of a kind of block on a grid."""
    field = kind.field_of("parts")
    assert field is not None
    column = world.tables[field.table].values[:-1]
    turned = [laid_parts(p, turn) if isinstance(p, tuple) else () for p in column for turn in range(4)]
    offsets = [tuple(row * grid.width + right for row, right, _part in t) for t in turned]
    pairs = [tuple(x for row, right, part in t for x in (row * grid.width + right, part)) for t in turned]
    none: list[tuple[int, ...]] = [()] * 4
    name = f"{kind.name}.laid"
    return Layings(
        world.table(f"{name}.parts", [*(tuple(part for _r, _c, part in t) for t in turned), *none]),
        world.table(f"{name}.offsets", [*offsets, *none]),
        world.table(f"{name}.pairs", [*pairs, *none]),
        world.table(f"{name}.height", [*(1 + max((e[0] for e in t), default=-1) for t in turned), *[0] * 4]),
        world.table(f"{name}.width", [*(1 + max((e[1] for e in t), default=-1) for t in turned), *[0] * 4]),
    )


def _entry() -> ir.Expr:
    return ir.Op("add", (ir.Op("mul", (BLOCK, ir.Const(4))), TURNED))


def _at_most(expr: ir.Expr, more: ir.Expr, limit: int) -> ir.Expr:
    return ir.Op("le", (ir.Op("add", (expr, more)), ir.Const(limit)))


def _inside(world: World, made: Layings, grid: Grid, o: int) -> ir.Expr:
    """Whether every part of the block would lie on a cell; `o` is a slot to run over its parts."""
    tables = grid_tables(world, grid)
    low = _at_most(ir.Lookup(tables.row, CELL), ir.Lookup(made.height, _entry()), grid.height)
    wide = _at_most(ir.Lookup(tables.column, CELL), ir.Lookup(made.width, _entry()), grid.width)
    if not grid.missing:
        return ir.Op("and", (low, wide))
    there = ir.Lookup(tables.exists, ir.Op("add", (CELL, ir.Local(o))))
    whole = ir.Fold("every", (ir.Bind(o, ir.Lookup(made.offsets, _entry())),), there)
    return ir.Op("and", (low, wide, whole))


def _question(world: World, kind: Kind, grid: Grid, what: str) -> int:
    """The value that answers `what` for this kind of block on this grid."""
    key = f"#{what}_{kind.name}_{grid.name}"
    made = world.engine.made
    if key not in made:
        params: list[tuple[str, Ty]] = [("block", Ty("piece", kind.name))]
        params += [("cell", Ty("cell", grid.name)), ("turn", TURN)]
        if what == "part":
            params.append(("x", Ty("cell", grid.name)))
        body = _BODIES[what](world, layings(world, kind, grid), grid, len(params))
        result = _part_type(kind) if what == "part" else list_of(Ty("cell", grid.name))
        names = tuple(name for name, _ty in params)
        types = tuple(info(ty) for _name, ty in params)
        definition = ir.ValueDef(key, names, types, info(result), False, len(params) + 2, body)
        made[key] = world.add_value(definition)
    return made[key]


def _footprint(world: World, made: Layings, grid: Grid, o: int) -> ir.Expr:
    cells = ir.Fold(
        "all", (ir.Bind(o, ir.Lookup(made.offsets, _entry())),), ir.Op("add", (CELL, ir.Local(o)))
    )
    return ir.Cond(_inside(world, made, grid, o), cells, ir.Const(()))


def _part(world: World, made: Layings, grid: Grid, o: int) -> ir.Expr:
    offset = ir.Op("sub", (OTHER, CELL))
    found = ir.Op("row", (ir.Lookup(made.pairs, _entry()), offset, ir.Const(2), ir.Const(1)))
    return ir.Cond(_inside(world, made, grid, o), found, ir.Const(-1))


def _corners(world: World, made: Layings, grid: Grid, o: int) -> ir.Expr:
    """CELL is the cell to be covered: each part in turn lies on it, if then all lie on the grid."""
    tables = grid_tables(world, grid)
    width = ir.Const(grid.width)
    row = ir.Op("sub", (ir.Lookup(tables.row, CELL), ir.Op("div", (ir.Local(o), width))))
    column = ir.Op("sub", (ir.Lookup(tables.column, CELL), ir.Op("mod", (ir.Local(o), width))))
    tests = [
        ir.Op("ge", (row, ir.Const(0))),
        ir.Op("ge", (column, ir.Const(0))),
        _at_most(row, ir.Lookup(made.height, _entry()), grid.height),
        _at_most(column, ir.Lookup(made.width, _entry()), grid.width),
    ]
    corner = ir.Op("sub", (CELL, ir.Local(o)))
    if grid.missing:
        other = o + 1
        cell = ir.Op("add", (corner, ir.Local(other)))
        whole = ir.Bind(other, ir.Lookup(made.offsets, _entry()))
        tests.append(ir.Fold("every", (whole,), ir.Lookup(tables.exists, cell)))
    where = ir.Op("and", tuple(tests))
    return ir.Fold("all", (ir.Bind(o, ir.Lookup(made.offsets, _entry()), where),), corner)


_BODIES: dict[str, Callable[[World, Layings, Grid, int], ir.Expr]] = {
    "footprint": _footprint,
    "part": _part,
    "corners": _corners,
}


def _part_type(kind: Kind) -> Ty:
    field = kind.field_of("parts")
    return field.type.maybe() if field is not None else Ty("piece", optional=True)


# --------------------------------------------------------------------------- what authors write


def block_function(what: str) -> Callable[[Scope, tree.Call], Typed]:
    """`footprint(block, cell, turn)`, `corners(block, cell, turn)` or `part(block, cell, turn, x)`."""
    wanted = ("block", "cell", "turn", "cell")[: 4 if what == "part" else 3]

    def make(scope: Scope, written: tree.Call) -> Typed:
        from tangrules.check.expressions import elaborate, value_of

        nothing = Typed(ir.Const(()), UNKNOWN)
        if len(written.args) != len(wanted):
            message = f"`{what}` takes {len(wanted)} things in its brackets, not {len(written.args)}"
            scope.reporter.error("E-ARITY", message, written.span, expected=f"`{what}({', '.join(wanted)})`")
            return nothing
        block, cell = (elaborate(scope, arg) for arg in written.args[:2])
        found = _block_and_grid(scope, block, cell, written.args[0], written.args[1])
        if found is None:
            return nothing
        kind, grid = found
        ty = Ty("cell", grid.name)
        exprs = [
            coerce(scope, block, Ty("piece", kind.name), written.args[0].span, f"`{what}`"),
            coerce(scope, cell, ty, written.args[1].span, f"`{what}`"),
            value_of(scope, written.args[2], TURN, f"`{what}`"),
        ]
        exprs += [value_of(scope, other, ty, f"`{what}`") for other in written.args[3:]]
        call = ir.CallValue(_question(scope.world, kind, grid, what), tuple(exprs))
        return Typed(call, _part_type(kind) if what == "part" else list_of(ty, distinct=what == "footprint"))

    return make


def _block_and_grid(
    scope: Scope, block: Typed, cell: Typed, written: tree.Expr, at: tree.Expr
) -> tuple[Kind, Grid] | None:
    """The kind of a block and the grid of a cell, if the parts of such blocks may lie there."""
    world = scope.world
    if "unknown" in (block.type.form, cell.type.form):
        return None
    kind = world.kinds.get(block.type.name) if block.type.form == "piece" else None
    field = kind.field_of("parts") if kind is not None else None
    if kind is None or field is None:
        message = f"a block is needed here, this is {describe(block.type)}"
        scope.reporter.error("E-KIND", message, written.span, expected="a piece that has parts")
        return None
    if cell.type.form != "cell" or cell.type.name not in world.grids:
        scope.reporter.error("E-KIND", f"a cell is needed here, this is {describe(cell.type)}", at.span)
        return None
    grid = world.grids[cell.type.name]
    holds = world.zones[grid.name].holds.surely()
    if not fits(field.type, holds) and holds.name:
        message = f"the parts of a `{kind.name}` can't lie there: `{grid.name}` holds {describe(holds)}"
        scope.reporter.error("E-KIND", message, at.span, expected=describe(holds))
        return None
    return kind, grid


def parts_of(scope: Scope, field: FieldInfo, block: ir.Expr) -> Typed:
    """`block.parts`: its parts, row by row."""
    column = scope.world.tables[field.table].values
    packs = [packed[1:] if isinstance(packed, tuple) else () for packed in column]
    lists = [tuple(part for part in parts if part >= 0) for parts in packs]
    table = scope.world.table(f"{field.name}.listed", lists)
    return Typed(ir.Lookup(table, block), list_of(field.type))


def note_moved(scope: Scope, kind: Ty) -> None:
    """Notes that a text moves pieces of a kind."""
    scope.builder.seen.moved.add(kind.name if kind.form == "piece" else "")


def lay(scope: Scope, written: tree.Lay, origin: int) -> tuple[ir.Stmt, ...]:
    """Each part of a block goes to its cell; `over`: what lies there goes to the box first."""
    from tangrules.check.expressions import elaborate, value_of

    what, at = elaborate(scope, written.what), elaborate(scope, written.at)
    turn = ir.Const(0) if written.turned is None else value_of(scope, written.turned, TURN)
    found = _block_and_grid(scope, what, at, written.what, written.at)
    if found is None:
        return ()
    kind, grid = found
    note_moved(scope, _part_type(kind))
    block = coerce(scope, what, Ty("piece", kind.name), written.what.span, "`lay`")
    corner = coerce(scope, at, Ty("cell", grid.name), written.at.span, "`lay`")
    slot = scope.builder.slot
    laid, first, turned, cells, i, kept, index = (slot() for _ in range(7))
    entry = ir.Op("add", (ir.Op("mul", (ir.Local(laid), ir.Const(4))), ir.Local(turned)))
    parts = ir.Lookup(layings(scope.world, kind, grid).parts, entry)
    where = (ir.Local(laid), ir.Local(first), ir.Local(turned))
    footprint = ir.CallValue(_question(scope.world, kind, grid, "footprint"), where)
    posed = scope.world.zone_defs[grid.zone].posed
    cell = ir.Op("item", (ir.Local(cells), ir.Local(i)), origin)
    to = ir.To(grid.zone, cell, "top", ir.Local(turned) if posed else None)
    part = ir.Op("item", (parts, ir.Local(i)))
    put: ir.Stmt = ir.Cover(part, to, origin) if written.over else ir.Put(part, to, True, origin)
    numbers = ir.Range(ir.Const(1), ir.Op("len", (parts,)))
    return (
        ir.Let(laid, block, origin),
        ir.Let(first, corner, origin),
        ir.Let(turned, turn, origin),
        ir.Let(cells, footprint, origin),
        ir.ForEach(i, numbers, (put,), kept, index, origin),
    )
