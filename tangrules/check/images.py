"""The images of a shape on a grid: every way in which a block's parts can cover cells, turned or mirrored.

Only the places of the parts matter. Two ways that cover the same cells are one image.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.check.coerce import coerce
from tangrules.check.infos import Grid, Kind
from tangrules.check.planes import grid_named
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import UNKNOWN, Ty, describe, info, list_of
from tangrules.check.world import World
from tangrules.syntax import tree

Places = frozenset[tuple[int, int]]


def images(scope: Scope, written: tree.Call) -> Typed:
    """`images(block, GRID)`: lists of cells."""
    from tangrules.check.expressions import elaborate

    block = elaborate(scope, written.args[0]) if len(written.args) == 2 else None
    found = grid_named(scope, written.args[1]) if len(written.args) == 2 else None
    kind = None if block is None else scope.world.kinds.get(block.type.name)
    if block is None or found is None or kind is None or kind.field_of("parts") is None:
        given = "" if block is None else f", this is {describe(block.type)} and something else"
        message = f"`images` needs a block and the name of a grid{given}"
        scope.reporter.error("E-KIND", message, written.span, expected="`images(block, GRID)`")
        return Typed(ir.Const(()), UNKNOWN)
    grid, owner = found
    exprs = [coerce(scope, block, Ty("piece", kind.name), written.args[0].span, "`images`")]
    if owner is not None:
        exprs.insert(0, owner)
    call = ir.CallValue(_question(scope.world, kind, grid), tuple(exprs))
    return Typed(call, _type(grid))


def _type(grid: Grid) -> Ty:
    return list_of(list_of(Ty("cell", grid.name), distinct=True))


def _question(world: World, kind: Kind, grid: Grid) -> int:
    """The value that lists the images of such blocks on this grid: by their numbers, by their cells."""
    key = f"#images_{kind.name}_{grid.name}"
    made = world.engine.made
    if key not in made:
        field = kind.field_of("parts")
        assert field is not None
        known: dict[tuple[int, ...], int] = {}
        numbers: list[tuple[int, ...]] = []
        for packed in world.tables[field.table].values[:-1]:
            found = images_on(grid, _places(packed)) if isinstance(packed, tuple) else ()
            numbers.append(tuple(known.setdefault(cells, len(known)) for cells in found))
        by_block = world.table(f"{key}.numbers", [*numbers, ()])
        by_number = world.table(f"{key}.cells", [*known, ()])
        block, image, place = (int(grid.seats > 0) + n for n in range(3))
        cells: ir.Expr = ir.Lookup(by_number, ir.Local(image))
        if grid.seats:
            first = ir.Op("mul", (ir.Local(0), ir.Const(grid.area)))
            cells = ir.Fold("all", (ir.Bind(place, cells),), ir.Op("add", (first, ir.Local(place))))
        body = ir.Fold("all", (ir.Bind(image, ir.Lookup(by_block, ir.Local(block))),), cells)
        names = ("you", "block") if grid.seats else ("block",)
        types = (ir.TypeInfo("seat"), ir.TypeInfo("piece", kind.name))[-len(names) :]
        owned = grid.seats > 0
        made[key] = world.add_value(ir.ValueDef(key, names, types, info(_type(grid)), owned, place + 1, body))
    return made[key]


def _places(packed: tuple[int, ...]) -> Places:
    """The rows and columns of a block's parts (given as its width, then its parts row by row)."""
    return frozenset(divmod(n, packed[0]) for n, part in enumerate(packed[1:]) if part >= 0)


def images_on(grid: Grid, places: Places) -> tuple[tuple[int, ...], ...]:
    """The sets of cells, in order, that these places can cover."""
    cells = frozenset(grid.cells(0))
    found: set[tuple[int, ...]] = set()
    for pose in _poses(places):
        for row in range(grid.height):
            for column in range(grid.width):
                moved = [(row + r, column + c) for r, c in pose]
                covered = tuple(sorted(r * grid.width + c for r, c in moved))
                if cells.issuperset(covered) and all(r < grid.height and c < grid.width for r, c in moved):
                    found.add(covered)
    return tuple(sorted(found - {()}))


def _poses(places: Places) -> set[Places]:
    """The distinct ways to turn and mirror places, each moved into the north-west corner."""
    found: set[Places] = set()
    for mirrored in (False, True):
        turned = [(r, -c) for r, c in places] if mirrored else list(places)
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            top, left = (min((place[i] for place in turned), default=0) for i in (0, 1))
            found.add(frozenset((r - top, c - left) for r, c in turned))
    return found
