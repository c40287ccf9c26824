"""Example blocks: each line becomes a step that the example runner carries out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules import ir
from tangrules.check.calls import arguments, verb_named
from tangrules.check.costs import PAYABLE
from tangrules.check.expressions import condition_of, elaborate, silently, value_of
from tangrules.check.finish import finish
from tangrules.check.narrow import refine
from tangrules.check.questions import add_value
from tangrules.check.scope import Scope, Typed, seat_scope
from tangrules.check.spoken import source_text
from tangrules.check.statements import block
from tangrules.check.types import NUMBER, SEAT, YESNO, Ty, describe
from tangrules.check.units import closed, open_unit
from tangrules.check.world import World
from tangrules.diagnostics import Reporter, Span, did_you_mean
from tangrules.link.model import Rule
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

FIXED_LABELS = {"pass", "yes", "no", "done", "none"}


def define_examples(world: World) -> tuple[ir.ExampleDef, ...]:
    made = []
    for rule in world.model.examples:
        players = world.model.seat_range[0] if rule.item.players is None else rule.item.players
        if players != world.players:
            _check_seats(world, rule)
            continue
        if rule.pack in world.model.built_on:
            made += _example_elsewhere(world, rule)
        else:
            made.append(_Example(world, rule).made())
    return tuple(made)


def _check_seats(world: World, rule: Rule[tree.Example]) -> None:
    """Report an example that no number of players runs.

    An example that its own pack could be played at is none of them: another pack may be for fewer numbers.
    """
    low, high = world.model.own_seats[rule.pack]
    players = rule.item.players
    if players is None or low <= players <= high or rule.pack in world.model.built_on:
        return
    game = str(low) if low == high else f"{low} to {high}"
    message = f"this example is for {players} player{'s' * (players != 1)}, and the game is for {game}"
    hint = "write a number of players that the game allows, or none"
    world.reporter.error("E-RANGE", message, _first_line(rule.item.span), suggestion=hint)


def _first_line(span: Span) -> Span:
    return Span.at(span.file, span.line, span.column)


def _example_elsewhere(world: World, rule: Rule[tree.Example]) -> list[ir.ExampleDef]:
    """An example of a pack that another one builds on; left out if it speaks of what that one took away."""
    loud = world.reporter
    values, verbs, built = len(world.value_defs), len(world.verb_defs), len(world.builders)
    world.reporter = Reporter()
    try:
        made = _Example(world, rule).made()
        if not world.reporter.has_errors:
            return [made]
    finally:
        world.reporter = loud
    del world.value_defs[values:], world.verb_defs[verbs:], world.builders[built:]
    for number in [n for n in world.verb_builders if n >= verbs]:
        del world.verb_builders[number]
    return []


class _Example:
    """An example on its way. `let` names an expression that is read anew each time it is used."""

    def __init__(self, world: World, rule: Rule[tree.Example]) -> None:
        self._world = world
        self._rule = rule
        self._names: dict[str, Typed] = {}
        self._slots = 1
        self._origin = 0

    def made(self) -> ir.ExampleDef:
        item = self._rule.item
        steps: list[ir.ExampleStep] = []
        for written in item.body:
            if isinstance(written, tree.Let):
                self._let(written)
            else:
                steps.append(self._step(written))
        origin = self._scope().builder.origin(item.span)
        cites = tuple(c.id for c in item.cites)
        return ir.ExampleDef(item.title, self._world.players, 1, tuple(steps), cites, origin)

    def _scope(self) -> Scope:
        """A text of its own for each line; the slots of `let` expressions stay theirs."""
        item = self._rule.item
        scope = seat_scope(self._world, f"example {item.title}", self._rule.pack, item.cites)
        scope.builder.open_eyes = True
        scope.builder.slots = self._slots
        return attrs.evolve(scope, names=dict(self._names))

    def _let(self, written: tree.Let) -> None:
        scope = self._scope()
        typed = elaborate(scope, written.value)
        if written.name.text in self._names:
            scope.declare(written.name, typed.expr, typed.type)
        self._names[written.name.text] = attrs.evolve(typed, ref=None)
        self._slots = scope.builder.slots

    def _value(self, scope: Scope, typed: Typed) -> int:
        params = (("you", SEAT),)
        return add_value(
            self._world, "#example", scope, typed.expr, typed.type, params=params, origin=self._origin
        )

    # ------------------------------------------------------------------ lines

    def _step(self, written: tree.Stmt) -> ir.ExampleStep:
        scope = self._scope()
        origin = self._origin = scope.builder.origin(written.span)
        match written:
            case tree.Given(bare=True):
                return ir.ExampleStep("bare", origin=origin)
            case tree.Given(body=body):
                return self._do(body, origin)
            case tree.Rig():
                return self._rig(scope, written, origin)
            case tree.Answer(values=values):
                labels, numbers = self._answers(scope, values)
                return ir.ExampleStep("answer", values=numbers, labels=labels, origin=origin)
            case tree.Expect(value=value):
                return self._expect(scope, value, origin)
            case tree.ExpectRefused():
                return self._refused(scope, written, origin)
            case tree.ExpectOptions():
                return self._options(scope, written, origin)
            case tree.ExpectSees() | tree.ExpectWinners() | tree.ExpectGrade() | tree.ExpectOver():
                return self._standing(scope, written, origin)
        return self._do((written,), origin)

    def _standing(
        self,
        scope: Scope,
        written: tree.ExpectSees | tree.ExpectWinners | tree.ExpectGrade | tree.ExpectOver,
        origin: int,
    ) -> ir.ExampleStep:
        """Steps that look at what the table alone does not show."""
        match written:
            case tree.ExpectSees(who=who, what=what, negated=negated):
                return self._sees(scope, who, what, negated=negated, origin=origin)
            case tree.ExpectWinners(seats=seats):
                winners = tuple(self._seat(scope, seat) for seat in seats)
                return ir.ExampleStep("winners", values=winners, origin=origin)
            case tree.ExpectGrade(title=title, who=who):
                whose = tree.You(span=written.span) if who is None else who
                return ir.ExampleStep("grade", values=(self._seat(scope, whose),), text=title, origin=origin)
            case tree.ExpectOver(state=state):
                return ir.ExampleStep("over", text=state, origin=origin)

    def _sees(
        self, scope: Scope, who: tree.Expr, what: tree.Expr, *, negated: bool, origin: int
    ) -> ir.ExampleStep:
        """Pieces, or what a counter, a flag, a note or a track holds: then `zone` says which, and where."""
        seen = elaborate(scope, what)
        zone = -1
        if seen.type.form not in ("piece", "list", "unknown"):
            if isinstance(seen.expr, ir.Load) and self._world.zone_defs[seen.expr.zone].storage == "value":
                zone, seen = seen.expr.zone, Typed(seen.expr.index, NUMBER)
            else:
                message = f"only pieces, and what lies in a zone, are seen; this is {describe(seen.type)}"
                scope.reporter.error("E-KIND", message, what.span)
        values = (self._seat(scope, who), self._value(scope, seen))
        return ir.ExampleStep("sees", values=values, zone=zone, negated=negated, origin=origin)

    def _seat(self, scope: Scope, who: tree.Expr) -> int:
        return self._value(scope, Typed(value_of(scope, who, SEAT), SEAT))

    def _do(self, body: tree.Block, origin: int) -> ir.ExampleStep:
        number = self._world.reserve_verb()
        scope = self._scope()
        scope.builder.verb = number
        scope = open_unit(scope, "verb", "example", body[0].span)
        stmts = block(scope, body)
        finish(scope, f"#example {number}", number, (), (closed(scope, stmts, origin),))
        return ir.ExampleStep("do", verb=number, origin=origin)

    def _rig(self, scope: Scope, written: tree.Rig, origin: int) -> ir.ExampleStep:
        """values: the instance of the deck (or -1 alone for picks), then the outcomes."""
        if isinstance(written.what, tree.NameRef) and written.what.name in ("pick", "roll"):
            numbers = [self._value(scope, elaborate(scope, e)) for e in written.outcomes]
            return ir.ExampleStep("rig", values=(-1, *numbers), origin=origin)
        deck = elaborate(scope, written.what)
        info = deck.ref.info if deck.ref is not None else None
        if deck.ref is None or info is None or info.form not in ("deck", "pile"):
            message = "only a deck, `pick` or `roll` can be rigged"
            scope.reporter.error(
                "E-KIND", message, written.what.span, expected="the name of a deck, or `pick`"
            )
            return ir.ExampleStep("rig", values=(-1,), origin=origin)
        instance = self._value(scope, Typed(deck.ref.index, Ty("number")))
        numbers = []
        for outcome in written.outcomes:
            expr = value_of(scope, outcome, info.holds)
            numbers.append(self._value(scope, Typed(expr, info.holds)))
        return ir.ExampleStep("rig", values=(instance, *numbers), zone=deck.ref.zone, origin=origin)

    def _options(self, scope: Scope, written: tree.ExpectOptions, origin: int) -> ir.ExampleStep:
        if not written.values and written.count is None:
            return ir.ExampleStep("none", origin=origin)
        labels, numbers = self._answers(scope, written.values)
        number = -1 if written.count is None else written.count
        return ir.ExampleStep(
            "options", values=numbers, labels=labels, number=number, negated=written.negated, origin=origin
        )

    def _answers(
        self, scope: Scope, values: tuple[tree.Expr, ...]
    ) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """For each part of an answer: the label it may be, and the value it may be (-1 if it is none)."""
        labels: list[str] = []
        numbers: list[int] = []
        known = _labels(self._world)
        for written in values:
            label = _label_of(written)
            labels.append(label if label in known else "")
            is_value = silently(scope, written) is not None
            if not is_value and (label in known or self._is_misspelt(scope, written, known)):
                numbers.append(-1)
            else:
                numbers.append(self._value(scope, elaborate(scope, written)))
        return tuple(labels), tuple(numbers)

    def _is_misspelt(self, scope: Scope, written: tree.Expr, known: set[str]) -> bool:
        """Report a word that nothing has, but that is like what an answer may be called."""
        hint = did_you_mean(written.name, known) if isinstance(written, tree.NameRef) else ""
        if hint:
            message = f"there is nothing called `{_label_of(written)}` to answer"
            scope.reporter.error("E-NAME", message, written.span, suggestion=hint)
        return bool(hint)

    def _expect(self, scope: Scope, written: tree.Expr, origin: int) -> ir.ExampleStep:
        return self._expected(scope, written, condition_of(scope, written), origin)

    def _expected(self, scope: Scope, written: tree.Expr, test: ir.Expr, origin: int) -> ir.ExampleStep:
        """The condition, its parts, and for a comparison both sides, so that a failure can show them."""
        values = [self._value(scope, Typed(test, YESNO))]
        parts = tuple(
            self._expected(inside, part, known, origin)
            for inside, part, known in _joined(scope, written, test)
        )
        if isinstance(written, tree.Binary) and written.op not in ("and", "or"):
            left = silently(scope, written.left)
            wanted = None if left is None else left.type
            for side, expected in ((written.left, None), (written.right, wanted)):
                if silently(scope, side, expected) is not None:
                    values.append(self._value(scope, elaborate(scope, side, expected)))
        text = source_text(self._world, written)
        return ir.ExampleStep("expect", values=tuple(values), origin=origin, text=text, parts=parts)

    def _refused(self, scope: Scope, written: tree.ExpectRefused, origin: int) -> ir.ExampleStep:
        found = verb_named(scope, written.call)
        if found is None:
            return ir.ExampleStep("refused", origin=origin)
        sig, args = found
        exprs = arguments(scope, sig.name, sig.params, args, written.span)
        who = scope.you if written.who is None else value_of(scope, written.who, SEAT)
        typed = [Typed(who or ir.Const(0), SEAT)]
        typed += [Typed(e, t) for e, (_n, t) in zip(exprs, sig.params, strict=True)]
        numbers = tuple(self._value(scope, t) for t in typed)
        known = _requirements(self._world, sig.name)
        for name in written.because:
            if name.text not in known:
                message = f"`{sig.name}` has no requirement `{name.text}`"
                hint = did_you_mean(name.text, known)
                scope.reporter.error("E-NAME", message, name.span, suggestion=hint)
        reasons = tuple(n.text for n in written.because)
        return ir.ExampleStep("refused", verb=sig.id, values=numbers, labels=reasons, origin=origin)


def _joined(scope: Scope, written: tree.Expr, test: ir.Expr) -> Iterator[tuple[Scope, tree.Expr, ir.Expr]]:
    """What `and`, `or` and `not` put together, in order, each with what is known where it is asked."""
    match written, test:
        case tree.Binary(op="and" | "or" as op), ir.Op(op=known, args=(left, right)) if op == known:
            if isinstance(written.left, tree.Binary) and written.left.op == op:
                yield from _joined(scope, written.left, left)
            else:
                yield scope, written.left, left
            yield refine(scope, written.left, op == "and"), written.right, right
        case tree.Not(value=value), ir.Op(op="not", args=(inner,)):
            yield scope, value, inner


def _label_of(written: tree.Expr) -> str:
    """The word an author may have meant as a label; `yes` and `no` are labels too."""
    match written:
        case tree.NameRef(name=name):
            return name
        case tree.BoolLit(value=value):
            return "yes" if value else "no"
    return ""


def _requirements(world: World, verb: str) -> list[str]:
    """The names under which a verb may be refused."""
    items = [rule.item for rule in world.model.requires.get(verb, ())]
    named = [item.law.text if isinstance(item, tree.RequireLaw) else item.name.text for item in items]
    return [*named, "possible", PAYABLE]


def _labels(world: World) -> set[str]:
    """What answers may be called: actions, and options anywhere in a rule's text."""
    labels = set(FIXED_LABELS)
    model = world.model
    bodies: list[tree.Block] = [rule.item.body for rule in model.verbs.values()]
    bodies += [rule.item.body for rules in model.triggers.values() for rule in rules]
    bodies += [rule.item.body for rule in model.whenevers]
    bodies += [m.body for z in model.zones.values() if isinstance(z.item, tree.Track) for m in z.item.marks]
    labels |= {name for name, rule in model.verbs.items() if isinstance(rule.item, tree.Action)}
    return labels | {node.label for node in nodes(tuple(bodies)) if isinstance(node, tree.Option)}
