"""Constants in tables, defaults and first values of zones, read by the type they must have."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.infos import Grid
from tangrules.check.types import UNKNOWN, Ty, describe
from tangrules.check.vocabulary import SIDES
from tangrules.check.world import World
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

Cell = int | tuple[int, ...]

GREATEST = 2**31 - 1


def constant(world: World, ty: Ty, written: tree.Expr) -> Cell:
    if isinstance(written, tree.ListLit) and ty.form == "list":
        values = tuple(atom(world, ty.element or UNKNOWN, e) for e in written.items)
        return constant_list(world, ty, values, written.span)
    return atom(world, ty, written)


def constant_list(world: World, ty: Ty, values: tuple[int, ...], span: Span) -> Cell:
    """A list as written; a set sorted, without repeats."""
    if not ty.distinct:
        return values
    if len(set(values)) < len(values):
        world.reporter.error("E-DUPLICATE", "something stands twice in this set", span)
    return tuple(sorted(set(values)))


def fitting(world: World, value: int, span: Span) -> int:
    """A number as written, or the greatest there is after a report."""
    if value <= GREATEST:
        return value
    world.reporter.error("E-RANGE", "this number is too large", span, expected=f"at most {GREATEST:,}")
    return GREATEST


def atom(world: World, ty: Ty, written: tree.Expr) -> int:
    """One constant."""
    match written:
        case _ if ty.form == "unknown":
            return 0
        case tree.NumberLit(value=value) if ty.form == "number" or (ty.form == "turn" and value < 4):
            return fitting(world, value, written.span)
        case tree.Neg(value=tree.NumberLit(value=value)) if ty.form == "number":
            return -fitting(world, value, written.span)
        case tree.BoolLit(value=value) if ty.form == "yesno":
            return int(value)
        case tree.NothingLit() if ty.optional:
            return ir.NIL if ty.form == "number" else -1
        case tree.TextLit() if ty.form == "text":
            return 0
        case tree.NameRef(name=name):
            return _named_atom(world, ty, name, written.span)
        case tree.Attr(subject=tree.NameRef(name=icons), name=name) if icons in world.icon_sets:
            return _named_atom(world, ty, name.text, written.span)
    what = "nothing" if isinstance(written, tree.NothingLit) else "this"
    code = "E-NOTHING" if isinstance(written, tree.NothingLit) else "E-KIND"
    world.reporter.error(code, f"{what} is not {describe(ty)}", written.span, expected=describe(ty))
    return 0 if ty.form in ("number", "yesno") else -1


def _named_atom(world: World, ty: Ty, name: str, span: Span) -> int:
    names: dict[str, int] = {}
    match ty.form:
        case "icon":
            names = {world.icons[i]: i for i in sorted(ty.icons)}
        case "side":
            names = {s: i for i, s in enumerate(SIDES)}
        case "piece":
            names = {**world.piece_ids, **world.row_first}
            names = {n: i for n, i in names.items() if not ty.name or world.pieces[i].kind == ty.name}
        case "cell":
            names = cell_names(world.grids[ty.name])
    if name in names:
        return names[name]
    code = "E-ICON" if ty.form == "icon" else "E-NAME" if names else "E-KIND"
    message = f"`{name}` is not {describe(ty)}"
    hint = did_you_mean(name, names)
    if ty.form == "icon" and not hint:
        hint = new_icon(world, ty, name, span)
    world.reporter.error(code, message, span, expected=describe(ty), suggestion=hint)
    return -1


def new_icon(world: World, ty: Ty, name: str, span: Span) -> str:
    """Say how the set of icons gets this symbol; nothing for a type that is no one set."""
    there = world.model.icons.get(ty.name)
    if there is None:
        return ""
    if world.authors.get(span.file, there.pack) == there.pack:
        return f"to make it one, add it to `icons {ty.name}`"
    return f"to make it one, write `extend icons {ty.name}: {name}`"


def cell_names(grid: Grid) -> dict[str, int]:
    """`r3c4` -> number, for a shared grid (or the first seat's part)."""
    return {f"r{c // grid.width}c{c % grid.width}": c for c in grid.cells(0)}
