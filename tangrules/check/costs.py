"""Prices: what must be there before something begins.

The costs at the start of an option, a `may` or an action are the leading `pay` and the leading calls of verbs
with requirements. It is offered only if they can be met and its first choice has an answer. A verb that
begins with `pay`, before any step, can be done only by those who can pay.
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.calls import arguments, ask_for, verb_named
from tangrules.check.expressions import condition_of, elaborate, number_of
from tangrules.check.movements import after_show
from tangrules.check.narrow import refine
from tangrules.check.scope import Scope, Typed, ZoneRef
from tangrules.check.units import leave_unpaid
from tangrules.check.world import World
from tangrules.check.zones import read_zone
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]
Key = tuple[int, ir.Expr]
PAYABLE = "payable"
UNPAYABLE = "This cannot be paid."


# --------------------------------------------------------------------------- which verbs can be refused


def is_conditional(world: World, verb: str) -> bool:
    """Whether a verb has requirements: those written for it, or that what it begins with can be paid."""
    item = world.model.verbs[verb].item
    return verb in world.model.requires or isinstance(item, tree.Action) or begins_with_pay(item.body)


def begins_with_pay(body: tree.Block) -> bool:
    """Whether a whole body depends on a price: it stands before any step."""
    for written in body:
        if isinstance(written, tree.Amend):
            return written.verb == "pay" and written.who is None
        if not isinstance(written, tree.Let | tree.Show | tree.NothingHappens):
            return False
    return False


def is_cost(world: World, written: tree.Stmt) -> bool:
    """Whether the start of a body goes on after this statement."""
    match written:
        case tree.Amend(verb="pay", who=None) | tree.Let() | tree.Show() | tree.NothingHappens():
            return True
        case tree.Do(who=None, call=tree.Call(function=tree.NameRef(name=word)) | tree.NameRef(name=word)):
            return word in world.verbs and is_conditional(world, word)
        case tree.Step(guard=None, body=body):
            return all(is_cost(world, inner) for inner in body)
    return False


def asks_first(body: tree.Block) -> bool:
    """Whether a body may ask something before it has paid."""
    asking = (tree.Choose, tree.ChooseOne, tree.May, tree.Offer, tree.Secret)
    for node in nodes(body):
        if isinstance(node, asking):
            return True
        if isinstance(node, tree.Amend) and node.verb == "pay":
            return False
    return False


# --------------------------------------------------------------------------- what is owed


@attrs.define
class Owed:
    """Sums of what must be paid, by the counter it is paid from."""

    sums: dict[Key, ir.Expr] = attrs.Factory(dict)
    places: dict[Key, ir.Expr] = attrs.Factory(dict)

    def add(self, place: Typed, ref: ZoneRef, amount: ir.Expr) -> None:
        key = (ref.zone, ref.index)
        known = self.sums.get(key)
        self.places[key] = place.expr
        self.sums[key] = amount if known is None else _plus(known, amount)

    def tests(self) -> list[ir.Expr]:
        return [ir.Op("ge", (self.places[key], owed)) for key, owed in self.sums.items()]


def _plus(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    match a, b:
        case ir.Const(value=int(x)), ir.Const(value=int(y)):
            return ir.Const(x + y)
    return ir.Op("add", (a, b))


def thing(scope: Scope, written: tree.Expr, who: ir.Expr | None) -> Typed:
    """The counter or track of `gain 2 coins`: a name alone belongs to the one who gains."""
    place = attrs.evolve(scope, blind=True)
    word: tree.Expr = written
    args: tuple[tree.Expr, ...] = ()
    if isinstance(written, tree.Index):
        word, args = written.subject, written.args
    zones = scope.world.zones
    if isinstance(word, tree.NameRef) and word.name in zones and zones[word.name].your:
        seat = scope.require_you(written.span) if who is None else who
        return read_zone(place, zones[word.name], seat, args, written.span)
    return elaborate(place, written)


def counter(scope: Scope, written: tree.Amend, who: ir.Expr | None) -> tuple[Typed, ZoneRef] | None:
    """The counter or track that an amount is gained of or paid from, or None after a report."""
    place = thing(scope, written.thing, who)
    info = place.ref.info if place.ref is not None else None
    if place.ref is not None and info is not None and info.form in ("counter", "track"):
        return place, place.ref
    if place.type.form != "unknown":
        what = "a track" if written.verb == "advance" else "a counter"
        message = f"this is no {what.split()[1]}: it can't be {PAST[written.verb]}"
        hint = "`move x to …` for pieces" if info is not None and info.holds.form == "piece" else what
        scope.reporter.error("E-KIND", message, written.thing.span, expected=hint)
    return None


PAST = {"gain": "gained", "lose": "lost", "pay": "paid", "advance": "advanced"}


def payment(scope: Scope, run: list[tree.Amend]) -> Stmts:
    """Several `pay` in a row: all of them, or none and the end of what they pay for."""
    owed = Owed()
    spent: list[ir.Stmt] = []
    for written in run:
        found = counter(scope, written, None)
        if found is None:
            continue
        place, ref = found
        amount = number_of(scope, written.amount)
        if ref.info is not None and ref.info.form == "track":
            message = f"`{ref.info.name}` is a track: nothing is paid with it"
            scope.reporter.error("E-KIND", message, written.span, expected="`lose 1 …` to go back on it")
            continue
        owed.add(place, ref, amount)
        origin = scope.builder.origin(written.span)
        spent.append(ir.Add(ref.zone, ref.index, ir.Op("neg", (amount,)), origin))
    origin = scope.builder.origin(run[0].span)
    out = leave_unpaid(scope, origin)
    if not out:
        return tuple(spent)
    poor: list[ir.Expr] = [ir.Op("lt", (owed.places[key], total)) for key, total in owed.sums.items()]
    if not poor:
        return ()
    test = poor[0] if len(poor) == 1 else ir.Op("or", tuple(poor))
    return (ir.If(test, out, (), origin), *spent)


# --------------------------------------------------------------------------- can a body begin?


@attrs.define
class Start:
    """What the start of a body asks for, gathered statement by statement."""

    scope: Scope
    pays_only: bool = False
    owed: Owed = attrs.Factory(Owed)
    tests: list[ir.Expr] = attrs.Factory(list)

    def read(self, body: tree.Block) -> bool:
        """Takes in a body; whether what follows it still belongs to the start."""
        return all(self._goes_on_after(written) for written in body)

    def test(self) -> ir.Expr | None:
        whole: ir.Expr | None = None
        for test in (*self.owed.tests(), *self.tests):
            whole = test if whole is None else ir.Op("and", (whole, test))
        return whole

    def _goes_on_after(self, written: tree.Stmt) -> bool:
        match written:
            case tree.Amend(verb="pay", who=None):
                found = counter(self.scope, written, None)
                if found is not None:
                    self.owed.add(*found, number_of(self.scope, written.amount))
                return True
            case tree.Let(name=name, value=value):
                typed = elaborate(self.scope, value)
                self.scope = self.scope.bind(name.text, typed.expr, typed.type)
                return True
            case tree.Show():
                self.scope = after_show(self.scope, written)
                return True
            case tree.NothingHappens():
                return True
            case tree.Step(guard=None, body=body) if not self.pays_only:
                before = self.scope.names
                goes_on = self.read(body)
                self.scope = attrs.evolve(self.scope, names=before)
                return goes_on
        return False if self.pays_only else self._calls_or_asks(written)

    def _calls_or_asks(self, written: tree.Stmt) -> bool:
        from tangrules.check.heads import answerable

        match written:
            case tree.Do(who=None, call=call) if is_cost(self.scope.world, written):
                found = verb_named(self.scope, call)
                if found is not None:
                    sig, args = found
                    exprs = arguments(self.scope, sig.name, sig.params, args, call.span)
                    self.tests.append(ir.Legal(sig.id, (ask_for(self.scope, sig, call.span), *exprs)))
                return True
            case tree.Choose(who=None, can_pass=False, otherwise=None):
                self.tests.append(answerable(self.scope, written))
            case tree.ChooseOne(who=None, otherwise=None, options=options):
                self._options(options)
        return False

    def _options(self, options: tuple[tree.Option, ...]) -> None:
        tests = [_option_test(self.scope, option) for option in options]
        if None in tests:
            return
        whole: ir.Expr | None = None
        for test in tests:
            if test is not None:
                whole = test if whole is None else ir.Op("or", (whole, test))
        if whole is not None:
            self.tests.append(whole)


def _option_test(scope: Scope, option: tree.Option) -> ir.Expr | None:
    if option.guard is None:
        return can_start(scope, option.body)
    guard = condition_of(scope, option.guard)
    return both(guard, can_start(refine(scope, option.guard), option.body))


def can_start(scope: Scope, body: tree.Block) -> ir.Expr | None:
    """The test that the costs at the start of a body can be met and its first choice has an answer."""
    start = Start(scope)
    start.read(body)
    return start.test()


def can_pay(scope: Scope, body: tree.Block) -> ir.Expr | None:
    """The test that what a body begins to pay can be paid."""
    start = Start(scope, pays_only=True)
    start.read(body)
    return start.test()


def both(a: ir.Expr | None, b: ir.Expr | None) -> ir.Expr | None:
    if a is None or b is None:
        return a if b is None else b
    return ir.Op("and", (a, b))
