"""Example blocks: each line becomes a step that the example runner carries out."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.calls import arguments, verb_named
from tangrules.check.expressions import condition_of, elaborate, silently, value_of
from tangrules.check.questions import add_value
from tangrules.check.scope import Scope, Typed, Unit, seat_scope
from tangrules.check.statements import block
from tangrules.check.types import SEAT, YESNO, Ty, describe
from tangrules.check.verbs import _add, _finish
from tangrules.check.world import World
from tangrules.diagnostics import Reporter, Span
from tangrules.link.model import Rule
from tangrules.syntax import tree


@attrs.define
class Lets:
    """What `let` has named so far, and the slots that those expressions use: the steps use others."""

    known: dict[str, Typed] = attrs.Factory(dict)
    slots: int = 1


def define_examples(world: World) -> tuple[ir.ExampleDef, ...]:
    made = []
    for rule in world.model.examples:
        players = world.model.seat_range[0] if rule.item.players is None else rule.item.players
        if players != world.players:
            continue
        if rule.pack in world.model.built_on:
            made += _example_elsewhere(world, rule, players)
        else:
            made.append(_example(world, rule, players))
    return tuple(made)


def _example_elsewhere(world: World, rule: Rule[tree.Example], players: int) -> list[ir.ExampleDef]:
    """An example of a pack that another one builds on; it is left out if it speaks of what that one took away."""
    quiet, loud = Reporter(), world.reporter
    values, verbs = len(world.value_defs), len(world.verb_defs)
    world.reporter = quiet
    try:
        made = _example(world, rule, players)
    finally:
        world.reporter = loud
    if not quiet.has_errors:
        return [made]
    del world.value_defs[values:], world.verb_defs[verbs:]
    for number in [n for n in world.builders if n >= verbs]:
        del world.builders[number]
    return []


def _example(world: World, rule: Rule[tree.Example], players: int) -> ir.ExampleDef:
    """`let` in an example names an expression that is read anew each time it is used."""
    item = rule.item
    names = Lets()
    steps: list[ir.ExampleStep] = []
    for written in item.body:
        if isinstance(written, tree.Let):
            scope = _scope(world, rule, names)
            names.known[written.name.text] = elaborate(scope, written.value)
            names.slots = scope.builder.slots
            continue
        steps.append(_step(world, rule, names, written))
    origin = _scope(world, rule, names).builder.origin(item.span)
    return ir.ExampleDef(item.title, players, 1, tuple(steps), tuple(c.id for c in item.cites), origin)


def _scope(world: World, rule: Rule[tree.Example], names: Lets) -> Scope:
    scope = seat_scope(world, f"example {rule.item.title}", rule.pack, rule.item.cites)
    scope.builder.secret_ok = True
    scope.builder.slots = names.slots
    return attrs.evolve(scope, names=dict(names.known))


def _step(
    world: World, rule: Rule[tree.Example], names: Lets, written: tree.Stmt
) -> ir.ExampleStep:
    scope = _scope(world, rule, names)
    origin = scope.builder.origin(written.span)
    match written:
        case tree.Given(bare=True):
            return ir.ExampleStep("bare", origin=origin)
        case tree.Given(body=body):
            return _do(world, rule, names, body, origin)
        case tree.Rig():
            return _rig(world, scope, written, origin)
        case tree.Answer(values=values):
            labels, numbers = _answers(world, scope, values)
            return ir.ExampleStep("answer", values=numbers, labels=labels, origin=origin)
        case tree.Expect(value=value):
            return _expect(world, scope, value, origin)
        case tree.ExpectRefused():
            return _refused(world, scope, written, origin)
        case tree.ExpectOptions(values=values, negated=negated, count=count):
            if not values and count is None:
                return ir.ExampleStep("none", origin=origin)
            labels, numbers = _answers(world, scope, values)
            number = -1 if count is None else count
            return ir.ExampleStep(
                "options", values=numbers, labels=labels, number=number, negated=negated, origin=origin
            )
    if isinstance(written, (tree.ExpectSees, tree.ExpectWinners, tree.ExpectGrade, tree.ExpectOver)):
        return _standing(world, scope, written, origin)
    return _do(world, rule, names, (written,), origin)


def _standing(
    world: World,
    scope: Scope,
    written: tree.ExpectSees | tree.ExpectWinners | tree.ExpectGrade | tree.ExpectOver,
    origin: int,
) -> ir.ExampleStep:
    """Steps that look at what the table alone does not show."""

    def seat(who: tree.Expr) -> int:
        return _value(world, scope, Typed(value_of(scope, who, SEAT), SEAT))

    match written:
        case tree.ExpectSees(who=who, what=what, negated=negated):
            pieces = elaborate(scope, what)
            if pieces.type.form not in ("piece", "list"):
                message = f"only pieces are seen, this is {describe(pieces.type)}"
                scope.reporter.error("E-KIND", message, what.span)
            values = (seat(who), _value(world, scope, pieces))
            return ir.ExampleStep("sees", values=values, negated=negated, origin=origin)
        case tree.ExpectWinners(seats=seats):
            return ir.ExampleStep("winners", values=tuple(seat(s) for s in seats), origin=origin)
        case tree.ExpectGrade(title=title, who=who):
            whose = tree.You(span=written.span) if who is None else who
            return ir.ExampleStep("grade", values=(seat(whose),), text=title, origin=origin)
        case tree.ExpectOver(state=state):
            return ir.ExampleStep("over", text=state, origin=origin)


def _do(
    world: World, rule: Rule[tree.Example], names: Lets, body: tree.Block, origin: int
) -> ir.ExampleStep:
    number = _add(world)
    scope = _scope(world, rule, names)
    scope.builder.verb = number
    scope = scope.enter(Unit("verb", "example", scope.builder.label()))
    stmts = block(scope, body)
    _finish(world, scope, f"#example {number}", number, (), (ir.Block(scope.units[-1].label, stmts, origin),))
    return ir.ExampleStep("do", verb=number, origin=origin)


def _value(world: World, scope: Scope, typed: Typed) -> int:
    return add_value(world, "#example", scope, typed.expr, typed.type, params=(("you", SEAT),))


def _rig(world: World, scope: Scope, written: tree.Rig, origin: int) -> ir.ExampleStep:
    """values: the instance of the deck (or -1 alone for picks), then the outcomes."""
    if isinstance(written.what, tree.NameRef) and written.what.name in ("pick", "roll"):
        numbers = [_value(world, scope, elaborate(scope, e)) for e in written.outcomes]
        return ir.ExampleStep("rig", values=(-1, *numbers), origin=origin)
    deck = elaborate(scope, written.what)
    info = deck.ref.info if deck.ref is not None else None
    if deck.ref is None or info is None or info.form not in ("deck", "pile"):
        scope.reporter.error("E-KIND", "a deck, or `pick`, is needed here", written.what.span)
        return ir.ExampleStep("rig", values=(-1,), origin=origin)
    instance = _value(world, scope, Typed(deck.ref.index, Ty("number")))
    numbers = []
    for outcome in written.outcomes:
        expr = value_of(scope, outcome, info.holds)
        numbers.append(_value(world, scope, Typed(expr, info.holds)))
    return ir.ExampleStep("rig", values=(instance, *numbers), zone=deck.ref.zone, origin=origin)


def _answers(
    world: World, scope: Scope, values: tuple[tree.Expr, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """For each part of an answer: the label it may be, and the value it may be (-1 if it is none)."""
    labels: list[str] = []
    numbers: list[int] = []
    known = _labels(world)
    for written in values:
        label = _label_of(written)
        typed = silently(scope, written)
        if typed is None and label in known:
            labels.append(label)
            numbers.append(-1)
            continue
        typed = elaborate(scope, written) if typed is None else typed
        labels.append(label if label in known else "")
        numbers.append(_value(world, scope, typed))
    return tuple(labels), tuple(numbers)


def _label_of(written: tree.Expr) -> str:
    """The word an author may have meant as a label; `yes` and `no` are labels too."""
    match written:
        case tree.NameRef(name=name):
            return name
        case tree.BoolLit(value=value):
            return "yes" if value else "no"
    return ""


def _text(world: World, written: tree.Expr) -> str:
    """An expression as its author wrote it, on one line."""
    span = written.span
    lines = world.model.sources.get(span.file, "").removeprefix("\ufeff").splitlines()
    lines = lines[span.line - 1 : span.end_line]
    if lines:
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())


def _labels(world: World) -> set[str]:
    labels = {"pass", "yes", "no", "done", "none"}
    for rule in world.model.verbs.values():
        if isinstance(rule.item, tree.Action):
            labels.add(rule.item.name.text)
        labels |= _option_labels(rule.item.body)
    for triggers in world.model.triggers.values():
        for trigger in triggers:
            labels |= _option_labels(trigger.item.body)
    return labels


def _option_labels(node: object) -> set[str]:
    """Labels of all options anywhere in a body."""
    found: set[str] = set()
    if isinstance(node, tree.Option):
        found.add(node.label)
    if isinstance(node, tuple):
        for part in node:
            found |= _option_labels(part)
    elif attrs.has(type(node)) and not isinstance(node, Span):
        for field in attrs.fields(type(node)):
            found |= _option_labels(getattr(node, field.name))
    return found


def _expect(world: World, scope: Scope, written: tree.Expr, origin: int) -> ir.ExampleStep:
    """The condition, and for a comparison both sides, so that a failure can show them."""
    test = condition_of(scope, written)
    number = _value(world, scope, Typed(test, YESNO))
    values = [number]
    if isinstance(written, tree.Binary) and written.op not in ("and", "or"):
        left = silently(scope, written.left)
        right = silently(scope, written.right, left.type if left is not None else None)
        for side in (left, right):
            if side is not None:
                values.append(_value(world, scope, side))
    return ir.ExampleStep("expect", values=tuple(values), origin=origin, text=_text(world, written))


def _refused(world: World, scope: Scope, written: tree.ExpectRefused, origin: int) -> ir.ExampleStep:
    found = verb_named(scope, written.call)
    if found is None:
        return ir.ExampleStep("refused", origin=origin)
    sig, args = found
    exprs = arguments(scope, sig.name, sig.params, args, written.span)
    who = scope.you if written.who is None else value_of(scope, written.who, SEAT)
    typed = [Typed(who or ir.Const(0), SEAT)]
    typed += [Typed(e, t) for e, (_n, t) in zip(exprs, sig.params, strict=True)]
    numbers = tuple(_value(world, scope, t) for t in typed)
    reasons = tuple(n.text for n in written.because)
    known = {
        c.item.law.text if isinstance(c.item, tree.RequireLaw) else c.item.name.text
        for c in world.model.requires.get(sig.name, ())
    }
    for name in written.because:
        if name.text not in known | {"possible"}:
            scope.reporter.error("E-NAME", f"`{sig.name}` has no requirement `{name.text}`", name.span)
    return ir.ExampleStep("refused", verb=sig.id, values=numbers, labels=reasons, origin=origin)
