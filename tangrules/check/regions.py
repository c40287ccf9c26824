"""Regions: cells or areas that hang together. What is read of them is true only until the board changes."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.aggregates import bind
from tangrules.check.expressions import condition_of, elaborate
from tangrules.check.geometry import area_tables
from tangrules.check.infos import Grid, ValueSig
from tangrules.check.on_grids import area_edges, edges_of, pose_at
from tangrules.check.scope import Scope, Typed, new_scope, seat_scope
from tangrules.check.types import Ty, describe, fits, info, list_of
from tangrules.check.world import World
from tangrules.diagnostics import did_you_mean
from tangrules.link.model import Rule
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

RegionRule = Rule[tree.Region]


def declare_regions(world: World) -> None:
    for name, rule in world.model.regions.items():
        item = rule.item
        if item.grid.text not in world.grids:
            hint = did_you_mean(item.grid.text, world.grids)
            message = f"there is no grid called `{item.grid.text}`"
            world.reporter.error("E-NAME", message, item.grid.span, suggestion=hint)
            continue
        node = Ty("area" if item.nodes == "areas" else "cell", item.grid.text)
        params = (("x", node.maybe()),)
        number = world.reserve_value()
        world.regions[name] = ValueSig(name, number, params, list_of(node), item.your, item.span)


def define_regions(world: World) -> None:
    for name, rule in world.model.regions.items():
        if name in world.regions:
            _define_region(world, rule, world.regions[name])


def _define_region(world: World, rule: RegionRule, sig: ValueSig) -> None:
    item = rule.item
    make = seat_scope if item.your else new_scope
    scope = make(world, f"region {sig.name}", rule.pack, item.cites)
    builder = scope.builder
    builder.value = sig.id
    start, node = builder.slot(), builder.slot()
    grid = world.grids[item.grid.text]
    if isinstance(item.joins, tree.Binder):
        step = _join_to(scope, item, item.joins, grid, node)
    else:
        step = _join_across(scope, item, item.joins, grid, node)
    body = ir.Reach(ir.Local(start), node, step)
    origin = builder.origin(item.span)
    names = ("you", "x") if item.your else ("x",)
    types = ((ir.TypeInfo("seat"),) if item.your else ()) + (info(sig.params[0][1]),)
    world.value_defs[sig.id] = ir.ValueDef(
        sig.name, names, types, info(sig.result), item.your, builder.slots, body, origin
    )


def _join_to(scope: Scope, item: tree.Region, binder: tree.Binder, grid: Grid, node: int) -> ir.Expr:
    """`joins c to n in E where P`: what a node is joined to, said outright."""
    ty = Ty("area" if item.nodes == "areas" else "cell", grid.name)
    inner = scope.declare(item.edge, ir.Local(node), ty)
    _inside, made, element = bind(inner, binder)
    if not fits(element, ty):
        message = f"this region joins {describe(ty)} to another, not to {describe(element)}"
        scope.reporter.error("E-KIND", message, binder.domain.span, expected=describe(list_of(ty)))
    return ir.Fold("all", (made,), None)


def _join_across(scope: Scope, item: tree.Region, joins: tree.Expr, grid: Grid, node: int) -> ir.Expr:
    """`joins e when P`: edge by edge, with what lies beyond."""
    edge = scope.builder.slot()
    inner = scope.declare(item.edge, ir.Local(edge), Ty("edge", grid.name))
    holds = condition_of(inner, joins)
    sides = _sides(inner, item, grid, ir.Local(node))
    if sides is None:
        name = item.name.text
        message = f"the pieces on `{grid.name}` have no areas"
        hint = f"`region {name} on {grid.name} of cells …`"
        scope.reporter.error("E-KIND", message, item.span, expected=hint)
        return ir.Const(())
    edges, beyond = sides
    there = ir.Op("ge", (beyond, ir.Const(0)))
    return ir.Fold("all", (ir.Bind(edge, edges, ir.Op("and", (holds, there))),), beyond)


def _sides(scope: Scope, item: tree.Region, grid: Grid, node: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """The edges of a node, and what lies beyond the edge that is looked at."""
    edge = tree.NameRef(item.edge.text, span=item.edge.span)
    if item.nodes == "cells":
        return edges_of(node), elaborate(scope, tree.Attr(edge, tree.Name("beyond"))).expr
    kind = scope.world.kinds.get(grid.kind)
    tables = area_tables(scope.world, kind) if kind is not None else None
    if tables is None:
        return None
    cell = ir.Op("shr3", (node,))
    index = ir.Op("add", (ir.Op("mul", (pose_at(scope, grid, cell), ir.Const(8))), ir.Op("and7", (node,))))
    across = tree.Attr(tree.Attr(edge, tree.Name("across")), tree.Name("area"))
    return area_edges(scope, tables, cell, index), elaborate(scope, across).expr


# --------------------------------------------------------------------------- what goes stale


def note_volatile(scope: Scope, slot: int, name: tree.Name, typed: Typed) -> None:
    """Notes a local that holds a region, or an area of one: it must not be read after somebody was asked."""
    things = typed.type.element if typed.type.form == "list" else typed.type
    if things is None or not (things.form == "area" or (things.form == "cell" and typed.type.form == "list")):
        return
    if _comes_from_region(scope.world, typed.expr):
        scope.builder.volatile[slot] = (name.text, name.span)


def _comes_from_region(world: World, expr: ir.Expr) -> bool:
    regions = {sig.id for sig in world.regions.values()}
    asked: set[int] = set()
    todo = [expr]
    while todo:
        for node in nodes(todo.pop()):
            if not isinstance(node, ir.CallValue) or node.value in asked:
                continue
            if node.value in regions:
                return True
            asked.add(node.value)
            definition = world.value_defs[node.value]
            if definition is not None:
                todo.append(definition.body)
    return False
