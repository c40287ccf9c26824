"""Permissions: the conditions under which a verb may be done, and what waives them."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.calls import arguments, ask_for, verb_named
from tangrules.check.costs import (
    PAYABLE,
    UNPAYABLE,
    asks_first,
    begins_with_pay,
    both,
    can_pay,
    is_conditional,
)
from tangrules.check.expressions import condition_of
from tangrules.check.infos import VerbSig
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed
from tangrules.check.spoken import below, parts_of
from tangrules.check.types import UNKNOWN, Ty
from tangrules.check.written import resolve_type
from tangrules.diagnostics import did_you_mean
from tangrules.link.model import Rule
from tangrules.syntax import tree

Named = dict[str, Typed]
Required = Rule[tree.Require | tree.RequireLaw]


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
    base = attrs.evolve(scope, names={}, facts={}, you=you, they=None)
    made: list[ir.Condition] = []
    for rule in model.requires.get(sig.name, ()):
        item = rule.item
        name = item.law.text if isinstance(item, tree.RequireLaw) else item.name.text
        made.append(_condition(base, rule, name, sig, names))
    priced: list[Priced] = []
    for waive in model.waives.get(sig.name, ()):
        _waive(base, waive, sig, names, made, priced)
    made.extend(_payable(base, sig, names))
    return Permissions(tuple(made), tuple(priced))


def _payable(base: Scope, sig: VerbSig, names: Named) -> list[ir.Condition]:
    """A verb that begins with `pay` can be done only by those who can pay."""
    rule = base.world.model.verbs[sig.name]
    if sig.is_action or not begins_with_pay(rule.item.body):
        return []
    with base.builder.voice(sig.name, rule.pack, rule.item.cites):
        test = can_pay(attrs.evolve(base, names=names), rule.item.body)
        origin = base.builder.origin(rule.item.span)
    return [] if test is None else [ir.Condition(test, PAYABLE, UNPAYABLE, (), origin)]


def rename(params: tuple[tree.Param, ...], names: Named, sig: VerbSig) -> Named:
    """A patch names the verb's parameters in its own words, by position, or without brackets as it does."""
    if not params:
        return names
    values = [names[n] for n, _t in sig.params if n in names]
    return {p.name.text: v for p, v in zip(params, values, strict=False)}


def while_condition(scope: Scope, conditions: tuple[tree.Expr, ...]) -> tuple[Scope, ir.Expr | None]:
    """The conditions of the `while` blocks around a rule, for the seat that is `you`."""
    test: ir.Expr | None = None
    for written in conditions:
        test = both(test, condition_of(scope, written))
        scope = refine(scope, written)
    return scope, test


def guarded(
    scope: Scope, conditions: tuple[tree.Expr, ...], guard: tree.Expr | None
) -> tuple[Scope, ir.Expr | None]:
    """`while` and `when` of a rule: the scope inside, and the test."""
    scope, test = while_condition(scope, conditions)
    if guard is None:
        return scope, test
    test = both(test, condition_of(scope, guard))
    return refine(scope, guard), test


# --------------------------------------------------------------------------- requirements


def _condition(base: Scope, rule: Required, name: str, sig: VerbSig, names: Named) -> ir.Condition:
    item = rule.item
    scope = attrs.evolve(base, names=rename(item.params, names, sig))
    with scope.builder.voice(f"require {name}", rule.pack, item.cites):
        scope, guard = guarded(scope, rule.conditions, item.guard)
        if isinstance(item, tree.Require):
            test, reason = condition_of(scope, item.condition), item.reason
            parts = parts_of(scope, item.condition, test)
        else:
            test, reason, parts = _law(scope, item)
        origin = scope.builder.origin(item.span)
    if guard is not None:
        test, parts = ir.Op("or", (ir.Op("not", (guard,)), test)), below(1, parts)
    return ir.Condition(test, name, reason, tuple(c.id for c in item.cites), origin, parts)


def _law(scope: Scope, item: tree.RequireLaw) -> tuple[ir.Expr, str, tuple[ir.Part, ...]]:
    law = scope.world.model.laws.get(item.law.text)
    if law is None:
        hint = did_you_mean(item.law.text, scope.world.model.laws)
        message = f"there is no law called `{item.law.text}`"
        scope.reporter.error("E-NAME", message, item.law.span, suggestion=hint)
        return ir.Const(1), "", ()
    params = law_params(scope, law.item)
    exprs = arguments(scope, item.law.text, params, item.args, item.span)
    names = {n: Typed(e, t) for (n, t), e in zip(params, exprs, strict=True)}
    inner = attrs.evolve(scope, names=names, facts={})
    test = condition_of(inner, law.item.condition)
    return test, law.item.reason, parts_of(inner, law.item.condition, test)


def law_params(scope: Scope, law: tree.Law) -> tuple[tuple[str, Ty], ...]:
    params: list[tuple[str, Ty]] = []
    for param in law.params:
        if param.type is None:
            message = f"what kind of thing is `{param.name.text}`?"
            scope.reporter.error("E-KIND", message, param.span, expected=f"`{param.name.text}: KIND`")
        ty = UNKNOWN if param.type is None else resolve_type(scope.world, param.type)
        params.append((param.name.text, ty))
    return tuple(params)


# --------------------------------------------------------------------------- waivers


def _waive(
    base: Scope,
    rule: Rule[tree.Waive],
    sig: VerbSig,
    names: Named,
    made: list[ir.Condition],
    priced: list[Priced],
) -> None:
    """A free waiver widens the requirements it names; one with a price stands beside them."""
    item = rule.item
    scope = attrs.evolve(base, names=rename(item.params, names, sig))
    waived = {name.text for name in item.names}
    with scope.builder.voice("waive", rule.pack, item.cites):
        scope, guard = guarded(scope, rule.conditions, item.guard)
        if item.price is not None:
            waives = tuple(i for i, condition in enumerate(made) if condition.name in waived)
            priced.extend(_price(scope, item, item.price, waives, guard))
            return
    for number, condition in enumerate(made):
        if condition.name in waived:
            test = ir.Op("or", (condition.test, guard or ir.Const(1)))
            made[number] = attrs.evolve(condition, test=test, parts=below(0, condition.parts))


def _price(
    scope: Scope, item: tree.Waive, price: tree.Expr, waives: tuple[int, ...], guard: ir.Expr | None
) -> list[Priced]:
    found = verb_named(scope, price)
    if found is None:
        return []
    sig, args = found
    rule = scope.world.model.verbs[sig.name]
    if not is_conditional(scope.world, sig.name) and asks_first(rule.item.body):
        message = f"`{sig.name}` asks before it is paid, so nobody can know beforehand whether it can be"
        hint = f"`require … for {sig.name}`, or a `pay` before the question"
        scope.reporter.error("E-COST", message, price.span, expected=hint)
    exprs = tuple(arguments(scope, sig.name, sig.params, args, price.span))
    you = ask_for(scope, sig, price.span)
    payable = ir.Legal(sig.id, (you, *exprs))
    origin = scope.builder.origin(item.span)
    title = sig.name.replace("_", " ")
    if isinstance(rule.item, tree.Action) and rule.item.title:
        title = rule.item.title
    waiver = ir.Waiver(waives, both(guard, payable) or payable, title, origin)
    return [Priced(waiver, sig.id, (you, *exprs))]
