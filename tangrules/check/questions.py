"""Questions: values with their layers of adjustments.

Layers of a number: becomes, then all + and -, then all `times`, then `at least` and `at most`. Of yes/no:
becomes, any yes, any no (no wins). Of a list: becomes, also, except. Within a layer the order does not
matter.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.cases import cases, inferred
from tangrules.check.coerce import coerce
from tangrules.check.expressions import elaborate
from tangrules.check.infos import ValueSig
from tangrules.check.requirements import guarded
from tangrules.check.scope import Scope, new_scope, seat_scope
from tangrules.check.types import UNKNOWN, Ty, describe, info
from tangrules.check.world import World
from tangrules.check.written import resolve_type
from tangrules.diagnostics import Reporter
from tangrules.link.model import Rule
from tangrules.syntax import tree

Params = tuple[tuple[str, Ty], ...]
ValueRule = Rule[tree.Value]


def declare_values(world: World) -> None:
    """Signatures. A value without a written type takes the type of its body."""
    untyped: list[str] = []
    for name, rule in world.model.values.items():
        if rule.item.type is None:
            untyped.append(name)
        else:
            _signature(world, rule.item, resolve_type(world, rule.item.type))
    for _ in range(len(untyped) + 1):
        untyped = [n for n in untyped if not _infer(world, n)]
    for name in untyped:
        _signature(world, world.model.values[name].item, UNKNOWN)


def _signature(world: World, item: tree.Value, result: Ty) -> None:
    params = params_of(world, item.params)
    name = item.name.text
    world.values[name] = ValueSig(name, world.reserve_value(), params, result, item.your, item.name.span)


def params_of(world: World, params: tuple[tree.Param, ...]) -> Params:
    """Parameters with their types; each needs one."""
    out: list[tuple[str, Ty]] = []
    for param in params:
        name = param.name.text
        if param.type is None:
            message = f"what kind of thing is `{name}`?"
            world.reporter.error("E-KIND", message, param.span, expected=f"`{name}: KIND`")
        ty = resolve_type(world, param.type) if param.type is not None else UNKNOWN
        out.append((name, ty))
    return tuple(out)


def _infer(world: World, name: str) -> bool:
    """Tries to find the type of a value's body, which may depend on values whose type is not yet known."""
    rule = world.model.values[name]
    loud, built = world.reporter, len(world.builders)
    world.reporter = Reporter()
    try:
        scope = _value_scope(world, rule, params_of(world, rule.item.params))
        typed = inferred(scope, rule.item.cases)
        failed = world.reporter.has_errors
    finally:
        world.reporter = loud
        del world.builders[built:]
    if failed or typed.type.form in ("nothing", "unknown"):
        return False
    _signature(world, rule.item, attrs.evolve(typed.type, low=None))
    return True


def _value_scope(world: World, rule: ValueRule, params: Params) -> Scope:
    item = rule.item
    make = seat_scope if item.your else new_scope
    scope = make(world, f"value {item.name.text}", rule.pack, item.cites)
    for name, ty in params:
        scope = scope.bind(name, scope.builder.local(), ty)
    return scope


def define_values(world: World) -> None:
    for name, rule in world.model.values.items():
        sig = world.values[name]
        scope = _value_scope(world, rule, sig.params)
        scope.builder.value = sig.id
        base = cases(scope, rule.item.cases, sig.result)
        body = _adjusted(scope, sig, base)
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


# --------------------------------------------------------------------------- adjustments


@attrs.frozen
class Layer:
    op: str
    value: ir.Expr
    guard: ir.Expr | None


NUMBER_OPS = ("becomes", "+", "-", "times", "at least", "at most")
LIST_OPS = ("becomes", "also", "except")
YESNO_OPS = ("becomes", "yes", "no")
Layers = dict[str, list[Layer]]


def _adjusted(scope: Scope, sig: ValueSig, base: ir.Expr) -> ir.Expr:
    by_op: Layers = {}
    for rule in scope.world.model.adjusts.get(sig.name, ()):
        layer = _layer(scope, rule, sig)
        if layer is not None:
            by_op.setdefault(layer.op, []).append(layer)
    expr = base
    for layer in by_op.get("becomes", []):
        expr = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, expr)
    match sig.result.form:
        case "number":
            return _number_layers(expr, by_op)
        case "yesno":
            return _yesno_layers(expr, by_op)
    return _list_layers(expr, by_op, distinct=sig.result.distinct)


def _ops_for(ty: Ty) -> tuple[str, ...]:
    match ty.form:
        case "unknown":
            return (*NUMBER_OPS, *LIST_OPS, *YESNO_OPS)
        case "number" if not ty.optional:
            return NUMBER_OPS
        case "yesno":
            return YESNO_OPS
        case "list":
            return LIST_OPS
    return ("becomes",)


def _layer(scope: Scope, rule: Rule[tree.Adjust], sig: ValueSig) -> Layer | None:
    item = rule.item
    ops = _ops_for(sig.result)
    if item.op not in ops:
        message = f"`{item.op}` does not fit here: `{sig.name}` is {describe(sig.result)}"
        scope.reporter.error("E-KIND", message, item.name.span, expected=", ".join(f"`{o}`" for o in ops))
        return None
    names = {n: scope.names[n] for n, _t in sig.params}
    if item.params:
        names = {p.name.text: v for p, v in zip(item.params, names.values(), strict=False)}
    inner = attrs.evolve(scope, names=names, facts={})
    with scope.builder.voice(f"adjust {sig.name}", rule.pack, item.cites):
        inner, guard = guarded(inner, rule.conditions, item.guard)
        value: ir.Expr = ir.Const(1)
        if item.value is not None:
            given = elaborate(inner, item.value, sig.result)
            value = coerce(inner, given, sig.result, item.value.span, f"`{sig.name}`")
    return Layer(item.op, value, guard)


def _number_layers(expr: ir.Expr, by_op: Layers) -> ir.Expr:
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


def _yesno_layers(expr: ir.Expr, by_op: Layers) -> ir.Expr:
    for layer in by_op.get("yes", []):
        expr = ir.Op("or", (expr, layer.guard or ir.Const(1)))
    for layer in by_op.get("no", []):
        expr = ir.Op("and", (expr, ir.Op("not", (layer.guard or ir.Const(1),))))
    return expr


def _list_layers(expr: ir.Expr, by_op: Layers, *, distinct: bool) -> ir.Expr:
    for layer in by_op.get("also", []):
        more = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, ir.Const(()))
        expr = ir.Op("union" if distinct else "concat", (expr, more))
    for layer in by_op.get("except", []):
        less = layer.value if layer.guard is None else ir.Cond(layer.guard, layer.value, ir.Const(()))
        expr = ir.Op("except", (expr, less))
    return expr


def add_value(
    world: World, name: str, scope: Scope, body: ir.Expr, result: Ty, *, params: Params, origin: int
) -> int:
    """A value of the compiler's own, for scores, winners, examples, invariants; `params` names its slots.

    `origin` is where it stands: a failure of its own is reported there.
    """
    return world.add_value(
        ir.ValueDef(
            name,
            tuple(n for n, _t in params),
            tuple(info(t) for _n, t in params),
            info(result),
            bool(params) and params[0][0] == "you",
            scope.builder.slots,
            body,
            origin,
        )
    )
