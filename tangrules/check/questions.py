"""Questions: values with their layers of adjustments, and regions.

Layers of a number: becomes, then all + and -, then all `times`, then `at least` and `at most`. Of yes/no: becomes, any yes,
any no (no wins). Of a list: becomes, also, except. Within a layer the order does not matter.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import bind
from tangrules.check.attributes import area_edges, edges_of, pose_at
from tangrules.check.coerce import coerce
from tangrules.check.expressions import as_nothing, condition_of, elaborate, silently, unite, value_of
from tangrules.check.geometry import area_tables
from tangrules.check.narrow import refine
from tangrules.check.requirements import both, while_condition
from tangrules.check.scope import Scope, Typed, new_scope, seat_scope
from tangrules.check.types import NUMBER, YESNO, Ty, describe, fits, info, list_of
from tangrules.check.world import Grid, ValueSig, World
from tangrules.diagnostics import Reporter
from tangrules.link.model import Rule
from tangrules.syntax import tree


def declare_values(world: World) -> None:
    """Signatures. A value without a written type takes the type of its body."""
    untyped: list[str] = []
    for name, rule in world.model.values.items():
        result = world.resolve_type(rule.item.type) if rule.item.type is not None else None
        if result is None:
            untyped.append(name)
        else:
            _signature(world, rule.item, result)
    for name, region in world.model.regions.items():
        _region_signature(world, name, region)
    for _ in range(len(untyped) + 1):
        untyped = [n for n in untyped if not _infer(world, n)]
    for name in untyped:
        _signature(world, world.model.values[name].item, NUMBER)


def _signature(world: World, item: tree.Value, result: Ty) -> None:
    params = _params(world, item.params)
    world.values[item.name.text] = ValueSig(
        item.name.text, len(world.value_defs), params, result, item.your, item.name.span
    )
    world.value_defs.append(None)


def _params(world: World, params: tuple[tree.Param, ...]) -> tuple[tuple[str, Ty], ...]:
    out: list[tuple[str, Ty]] = []
    for param in params:
        if param.type is None:
            message = f"`{param.name.text}` needs its kind"
            world.reporter.error("E-KIND", message, param.span, expected=f"`{param.name.text}: KIND`")
        ty = world.resolve_type(param.type) if param.type is not None else NUMBER
        out.append((param.name.text, ty))
    return tuple(out)


def _infer(world: World, name: str) -> bool:
    rule = world.model.values[name]
    quiet, loud = Reporter(), world.reporter
    world.reporter = quiet
    try:
        scope = _value_scope(world, rule, _params(world, rule.item.params))
        typed = _cases(scope, rule.item.cases, None)
    finally:
        world.reporter = loud
    if quiet.has_errors or typed.type.form == "nothing":
        return False
    _signature(world, rule.item, typed.type)
    return True


def _value_scope(world: World, rule: Rule[tree.Value], params: tuple[tuple[str, Ty], ...]) -> Scope:
    item = rule.item
    make = seat_scope if item.your else new_scope
    scope = make(world, f"value {item.name.text}", rule.pack, item.cites)
    for name, ty in params:
        scope = scope.bind(name, ir.Local(scope.builder.slot()), ty)
    return scope


def define_values(world: World) -> None:
    for name, rule in world.model.values.items():
        sig = world.values[name]
        scope = _value_scope(world, rule, sig.params)
        base = cases(scope, rule.item.cases, sig.result)
        body = _adjusted(world, scope, rule, sig, base)
        origin = scope.builder.origin(rule.item.span)
        names = ("you",) if sig.your else ()
        types = (ir.TypeInfo("seat"),) if sig.your else ()
        world.value_defs[sig.id] = ir.ValueDef(
            name,
            (*names, *(n for n, _t in sig.params)),
            (*types, *(info(t) for _n, t in sig.params)),
            info(sig.result),
            sig.your,
            scope.builder.slots,
            body,
            origin,
        )


def cases(scope: Scope, written: tuple[tree.Case, ...], wanted: Ty) -> ir.Expr:
    """The value of the first case whose guard holds, fitted to the wanted type."""
    if len(written) == 1 and written[0].guard is None:
        return value_of(scope, written[0].value, wanted, "this question")
    if written[-1].guard is not None:
        _incomplete(scope, written)
    expr: ir.Expr | None = None
    exprs: list[tuple[ir.Expr | None, ir.Expr]] = []
    inner = scope
    for case in written:
        guard = None if case.guard is None else condition_of(inner, case.guard)
        inside = inner if case.guard is None else refine(inner, case.guard)
        exprs.append((guard, value_of(inside, case.value, wanted, "this question")))
        if case.guard is not None:
            inner = refine(inner, case.guard, False)
    for guard, value in reversed(exprs):
        expr = value if expr is None or guard is None else ir.Cond(guard, value, expr)
    assert expr is not None
    return expr


def _cases(scope: Scope, written: tuple[tree.Case, ...], wanted: Ty | None) -> Typed:
    """Cases of a value whose type is not written: the types of all are joined."""
    made: Typed | None = None
    for case in reversed(written):
        inside = scope if case.guard is None else refine(scope, case.guard)
        typed = elaborate(inside, case.value, wanted)
        if made is None or case.guard is None:
            made = typed
        else:
            made = Typed(*unite(inside, condition_of(scope, case.guard), typed, made, case.value))
    assert made is not None
    return made


def _incomplete(scope: Scope, written: tuple[tree.Case, ...]) -> None:
    """Cases without `otherwise` must name every icon of the set they are about."""
    subject: tree.Expr | None = None
    seen: set[int] = set()
    whole: Ty | None = None
    for case in written:
        match case.guard:
            case tree.Binary(op="is", left=left, right=right) if subject is None or left == subject:
                subject = left
                a = silently(scope, left)
                b = silently(scope, right, None if a is None else a.type)
                if a is not None and b is not None and a.type.form == "icon":
                    whole = a.type
                    seen |= b.type.icons
    missing = sorted(whole.icons - seen) if whole is not None and not whole.optional else None
    if missing == []:
        return
    left_out = ", ".join(f"`{scope.world.icons[i]}`" for i in missing or [])
    message = f"these cases leave out {left_out}" if missing else "these cases may all fail"
    scope.reporter.error("E-CASES", message, written[-1].span, expected="a last case `… otherwise`")


# --------------------------------------------------------------------------- adjustments


@attrs.frozen
class Layer:
    op: str
    value: ir.Expr
    guard: ir.Expr | None
    span_rule: Rule[tree.Adjust]


NUMBER_OPS = ("becomes", "+", "-", "times", "at least", "at most")
LIST_OPS = ("becomes", "also", "except")
YESNO_OPS = ("becomes", "yes", "no")


def _adjusted(world: World, scope: Scope, rule: Rule[tree.Value], sig: ValueSig, base: ir.Expr) -> ir.Expr:
    layers = [_layer(world, scope, a, sig) for a in world.model.adjusts.get(sig.name, ())]
    by_op: dict[str, list[Layer]] = {}
    for layer in layers:
        if layer is not None:
            by_op.setdefault(layer.op, []).append(layer)
    expr = base
    for layer in by_op.get("becomes", []):
        expr = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, expr)
    if sig.result.form == "number":
        return _number_layers(expr, by_op)
    if sig.result.form == "yesno":
        return _yesno_layers(expr, by_op)
    return _list_layers(expr, by_op, distinct=sig.result.distinct)


def _ops_for(ty: Ty) -> tuple[str, ...]:
    if ty.form == "number":
        return NUMBER_OPS
    if ty.form == "yesno":
        return YESNO_OPS
    return LIST_OPS if ty.form == "list" else ("becomes",)


def _layer(world: World, scope: Scope, rule: Rule[tree.Adjust], sig: ValueSig) -> Layer | None:
    item = rule.item
    if item.op not in _ops_for(sig.result):
        message = f"`{item.op}` does not fit: `{sig.name}` is another kind of question"
        scope.reporter.error(
            "E-KIND", message, item.span, expected=", ".join(f"`{o}`" for o in _ops_for(sig.result))
        )
        return None
    params = sig.params
    names = {n: scope.names[n] for n, _t in params if n in scope.names}
    if item.params:
        values = [names[n] for n, _t in params]
        names = {p.name.text: v for p, v in zip(item.params, values, strict=False)}
    inner = attrs.evolve(scope, names=names, facts={})
    with scope.builder.voice(f"adjust {sig.name}", rule.pack, item.cites):
        inner, guard = while_condition(inner, rule)
        if item.guard is not None:
            guard = both(guard, condition_of(inner, item.guard))
            inner = refine(inner, item.guard)
        value: ir.Expr = ir.Const(1)
        if item.value is not None:
            wanted = sig.result
            value = coerce(
                inner, elaborate(inner, item.value, wanted), wanted, item.value.span, f"`{sig.name}`"
            )
    return Layer(item.op, value, guard, rule)


def _number_layers(expr: ir.Expr, by_op: dict[str, list[Layer]]) -> ir.Expr:
    for op, name, neutral in (("+", "add", 0), ("-", "sub", 0), ("times", "mul", 1)):
        for layer in by_op.get(op, []):
            amount = layer.value
            if layer.guard is not None:
                amount = ir.Cond(layer.guard, layer.value, ir.Const(neutral))
            expr = ir.Op(name, (expr, amount))
    for op, name in (("at least", "greatest"), ("at most", "least")):
        for layer in by_op.get(op, []):
            bounded = ir.Op(name, (expr, layer.value))
            expr = bounded if layer.guard is None else ir.Cond(layer.guard, bounded, expr)
    return expr


def _yesno_layers(expr: ir.Expr, by_op: dict[str, list[Layer]]) -> ir.Expr:
    for layer in by_op.get("yes", []):
        expr = ir.Op("or", (expr, layer.guard or ir.Const(1)))
    for layer in by_op.get("no", []):
        expr = ir.Op("and", (expr, ir.Op("not", (layer.guard or ir.Const(1),))))
    return expr


def _list_layers(expr: ir.Expr, by_op: dict[str, list[Layer]], *, distinct: bool) -> ir.Expr:
    for layer in by_op.get("also", []):
        more = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, ir.Const(()))
        expr = ir.Op("union" if distinct else "concat", (expr, more))
    for layer in by_op.get("except", []):
        less = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, ir.Const(()))
        expr = ir.Op("except", (expr, less))
    return expr


# --------------------------------------------------------------------------- regions


def _region_signature(world: World, name: str, rule: Rule[tree.Region]) -> None:
    item = rule.item
    if item.grid.text not in world.grids:
        from tangrules.diagnostics import did_you_mean

        hint = did_you_mean(item.grid.text, world.grids)
        world.reporter.error(
            "E-NAME", f"there is no grid called `{item.grid.text}`", item.grid.span, suggestion=hint
        )
        return
    node = Ty("area" if item.nodes == "areas" else "cell", item.grid.text)
    params = (("x", node.maybe()),)
    world.regions[name] = ValueSig(name, len(world.value_defs), params, list_of(node), item.your, item.span)
    world.value_defs.append(None)


def define_regions(world: World) -> None:
    for name, rule in world.model.regions.items():
        if name in world.regions:
            _define_region(world, rule, world.regions[name])


def _define_region(world: World, rule: Rule[tree.Region], sig: ValueSig) -> None:
    item = rule.item
    make = seat_scope if item.your else new_scope
    scope = make(world, f"region {sig.name}", rule.pack, item.cites)
    builder = scope.builder
    start, node = builder.slot(), builder.slot()
    join = _join_to if isinstance(item.joins, tree.Binder) else _join_across
    step = join(scope, item, world.grids[item.grid.text], node)
    body = ir.Reach(ir.Local(start), node, step)
    origin = builder.origin(item.span)
    names = ("you", "x") if item.your else ("x",)
    types = ((ir.TypeInfo("seat"),) if item.your else ()) + (info(sig.params[0][1]),)
    world.value_defs[sig.id] = ir.ValueDef(
        sig.name, names, types, info(sig.result), item.your, builder.slots, body, origin
    )


def _join_to(scope: Scope, item: tree.Region, grid: Grid, node: int) -> ir.Expr:
    """`joins c to n in E where P`: what a node is joined to, said outright."""
    assert isinstance(item.joins, tree.Binder)
    ty = Ty("area" if item.nodes == "areas" else "cell", grid.name)
    inner = scope.bind(item.edge.text, ir.Local(node), ty)
    _inside, made, element = bind(inner, item.joins)
    if not fits(element, ty):
        message = f"this region joins {describe(ty)} to another, not to {describe(element)}"
        scope.reporter.error("E-KIND", message, item.joins.domain.span, expected=describe(list_of(ty)))
    return ir.Fold("all", (made,), None)


def _join_across(scope: Scope, item: tree.Region, grid: Grid, node: int) -> ir.Expr:
    """`joins e when P`: edge by edge, with what lies beyond."""
    assert not isinstance(item.joins, tree.Binder)
    edge = scope.builder.slot()
    inner = scope.bind(item.edge.text, ir.Local(edge), Ty("edge", grid.name))
    joins = condition_of(inner, item.joins)
    if item.nodes == "areas":
        tables = area_tables(scope.world, scope.world.kinds[grid.kind])
        if tables is None:
            scope.reporter.error("E-KIND", f"the pieces on `{grid.name}` have no areas", item.span)
            return ir.Const(())
        cell = ir.Op("shr3", (ir.Local(node),))
        index = ir.Op(
            "add", (ir.Op("mul", (pose_at(inner, grid, cell), ir.Const(8))), ir.Op("and7", (ir.Local(node),)))
        )
        edges = area_edges(inner, tables, cell, index)
        across = tree.Attr(tree.Attr(tree.NameRef(item.edge.text), tree.Name("across")), tree.Name("area"))
    else:
        edges = edges_of(ir.Local(node))
        across = tree.Attr(tree.NameRef(item.edge.text), tree.Name("beyond"))
    beyond = elaborate(inner, across).expr
    there = ir.Op("ge", (beyond, ir.Const(0)))
    return ir.Fold("all", (ir.Bind(edge, edges, ir.Op("and", (joins, there))),), beyond)


def add_value(
    world: World, name: str, scope: Scope, body: ir.Expr, result: Ty, *, params: tuple[tuple[str, Ty], ...]
) -> int:
    """A value of the compiler's own, for scores, winners, examples and invariants; `params` names its slots."""
    world.value_defs.append(
        ir.ValueDef(
            name,
            tuple(n for n, _t in params),
            tuple(info(t) for _n, t in params),
            info(result),
            bool(params) and params[0][0] == "you",
            scope.builder.slots,
            body,
        )
    )
    return len(world.value_defs) - 1


__all__ = ["YESNO", "add_value", "as_nothing", "cases", "declare_values", "define_regions", "define_values"]
