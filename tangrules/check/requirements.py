"""Permissions: the conditions under which a verb may be done, and what waives them."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.calls import arguments, verb_named
from tangrules.check.expressions import condition_of, elaborate
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.types import Ty
from tangrules.check.world import VerbSig
from tangrules.link.model import Rule
from tangrules.syntax import tree

NamedRule = Rule[tree.Require | tree.RequireLaw] | Rule[tree.Waive]


@attrs.frozen
class Priced:
    """A waiver with its price, ready to be paid by the chooser."""

    waiver: ir.Waiver
    verb: int
    args: tuple[ir.Expr, ...]


@attrs.frozen
class Permissions:
    conditions: tuple[ir.Condition, ...] = ()
    priced: tuple[Priced, ...] = ()


def permissions(scope: Scope, sig: VerbSig, you: ir.Expr | None, args: tuple[ir.Expr, ...]) -> Permissions:
    """The requirements of a verb for these arguments, free waivers already counted, priced ones apart."""
    model = scope.world.model
    names = {n: Typed(e, t) for (n, t), e in zip(sig.params, args, strict=False)}
    base = attrs.evolve(scope, names={}, facts={}, you=you)
    rules = model.requires.get(sig.name, ())
    tests: dict[str, list[ir.Expr]] = {}
    made: list[tuple[str, ir.Condition]] = []
    for rule in rules:
        item = rule.item
        name = item.law.text if isinstance(item, tree.RequireLaw) else item.name.text
        made.append((name, _condition(base, rule, name, sig, names)))
        tests.setdefault(name, [])
    priced: list[Priced] = []
    for waive in model.waives.get(sig.name, ()):
        _waive(base, waive, sig, names, made, tests, priced)
    conditions = tuple(_widen(c, tests.get(n, [])) for n, c in made)
    return Permissions(conditions, tuple(priced))


def _widen(condition: ir.Condition, free: list[ir.Expr]) -> ir.Condition:
    test = condition.test
    for extra in free:
        test = ir.Op("or", (test, extra))
    return attrs.evolve(condition, test=test)


def rename(params: tuple[tree.Param, ...], names: dict[str, Typed], sig: VerbSig) -> dict[str, Typed]:
    """A patch names the verb's parameters in its own words, by position; without brackets it keeps the verb's."""
    if not params:
        return names
    values = [names[n] for n, _t in sig.params if n in names]
    return {p.name.text: v for p, v in zip(params, values, strict=False)}


def while_condition(scope: Scope, rule: Rule[object]) -> tuple[Scope, ir.Expr | None]:
    """The conditions of the `while` blocks around a rule, for the seat that is `you`."""
    test: ir.Expr | None = None
    for written in getattr(rule, "conditions", ()):
        made = condition_of(scope, written)
        test = made if test is None else ir.Op("and", (test, made))
        scope = refine(scope, written)
    return scope, test


def both(a: ir.Expr | None, b: ir.Expr | None) -> ir.Expr | None:
    if a is None or b is None:
        return a if b is None else b
    return ir.Op("and", (a, b))


def _condition(
    base: Scope, rule: Rule[tree.Require | tree.RequireLaw], name: str, sig: VerbSig, names: dict[str, Typed]
) -> ir.Condition:
    item = rule.item
    scope = attrs.evolve(base, names=rename(item.params, names, sig))
    with scope.builder.voice(f"require {name}", rule.pack, item.cites):
        scope, guard = while_condition(scope, rule)
        if item.guard is not None:
            guard = both(guard, condition_of(scope, item.guard))
            scope = refine(scope, item.guard)
        if isinstance(item, tree.Require):
            test, reason = condition_of(scope, item.condition), item.reason
        else:
            test, reason = _law(scope, item)
        origin = scope.builder.origin(item.span)
    if guard is not None:
        test = ir.Op("or", (ir.Op("not", (guard,)), test))
    return ir.Condition(test, name, reason, tuple(c.id for c in item.cites), origin)


def _law(scope: Scope, item: tree.RequireLaw) -> tuple[ir.Expr, str]:
    law = scope.world.model.laws.get(item.law.text)
    if law is None:
        scope.reporter.error("E-NAME", f"there is no law called `{item.law.text}`", item.law.span)
        return ir.Const(1), ""
    params: list[tuple[str, Ty]] = []
    for param in law.item.params:
        ty = scope.world.resolve_type(param.type) if param.type is not None else Ty("number")
        params.append((param.name.text, ty))
    exprs = arguments(scope, item.law.text, tuple(params), item.args, item.span)
    names = {n: Typed(e, t) for (n, t), e in zip(params, exprs, strict=True)}
    inner = attrs.evolve(scope, names=names, facts={})
    return condition_of(inner, law.item.condition), law.item.reason


def _waive(
    base: Scope,
    rule: Rule[tree.Waive],
    sig: VerbSig,
    names: dict[str, Typed],
    made: list[tuple[str, ir.Condition]],
    tests: dict[str, list[ir.Expr]],
    priced: list[Priced],
) -> None:
    item = rule.item
    scope = attrs.evolve(base, names=rename(item.params, names, sig))
    with scope.builder.voice("waive", rule.pack, item.cites):
        scope, guard = while_condition(scope, rule)
        if item.guard is not None:
            guard = both(guard, condition_of(scope, item.guard))
            scope = refine(scope, item.guard)
        known = [n for n, _c in made]
        for name in item.names:
            if name.text not in known:
                scope.reporter.error("E-NAME", f"`{sig.name}` has no requirement `{name.text}`", name.span)
        if item.price is None:
            for name in item.names:
                tests.setdefault(name.text, []).append(guard or ir.Const(1))
            return
        found = verb_named(scope, item.price)
        if found is None:
            return
        price, args = found
        exprs = tuple(arguments(scope, price.name, price.params, args, item.price.span))
        you = scope.you if scope.you is not None else ir.Const(-1)
        payable = ir.Legal(price.id, (you, *exprs))
        waives = tuple(i for i, (n, _c) in enumerate(made) if n in {w.text for w in item.names})
        origin = scope.builder.origin(item.span)
        waiver = ir.Waiver(waives, both(guard, payable) or payable, price.name.replace("_", " "), origin)
        priced.append(Priced(waiver, price.id, (you, *exprs)))


__all__ = ["Permissions", "both", "elaborate", "permissions", "rename", "while_condition"]
