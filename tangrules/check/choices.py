"""Decisions: joint choices, options, take-it-or-leave-it, secret answers and offered actions.

Every decision becomes alternatives. Where an option, a `may` or an action begins with a choice, that choice is asked
together with it; costs at its start guard it ("an option is offered only if it can be paid and begun").
"""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.aggregates import domain
from tangrules.check.calls import arguments, verb_named
from tangrules.check.expressions import condition_of, elaborate, number_of, value_of
from tangrules.check.narrow import refine
from tangrules.check.requirements import Permissions, both, permissions, while_condition
from tangrules.check.scope import Scope, Unit
from tangrules.check.types import SEAT, Ty, info, list_of
from tangrules.diagnostics import Span
from tangrules.link.model import Rule
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
MAX_OFFER = 200
OUTCOMES = {
    "finish the turn": ir.Outcome.TURN,
    "finish the round": ir.Outcome.ROUND,
    "finish the game": ir.Outcome.GAME,
    "finish now": ir.Outcome.GAME,
    "you win": ir.Outcome.WINS,
    "you win now": ir.Outcome.WINS,
    "you lose": ir.Outcome.LOSES,
    "you lose now": ir.Outcome.LOSES,
    "everyone wins": ir.Outcome.ALL_WIN,
    "everyone wins now": ir.Outcome.ALL_WIN,
    "everyone loses": ir.Outcome.ALL_LOSE,
    "everyone loses now": ir.Outcome.ALL_LOSE,
}


@attrs.frozen
class Head:
    """The picks of a choice, elaborated: everything an alternative needs but its body."""

    scope: Scope  # inside, with the chosen names bound
    picks: tuple[ir.Pick, ...]
    typed: tuple[tuple[str, Ty], ...]
    conditions: tuple[ir.Condition, ...]
    waivers: tuple[ir.Waiver, ...]
    mask: int
    start: Stmts  # prices, then the called verb


# --------------------------------------------------------------------------- heads


def head(scope: Scope, written: tree.Choose) -> Head:
    """Binders, wheres and the requirements of `to VERB(…)`."""
    inner = scope
    picks: list[ir.Pick] = []
    typed: list[tuple[str, Ty]] = []
    conditions: list[ir.Condition] = []
    for binder in written.binders:
        inner, pick, ty, condition = _pick(inner, binder)
        picks.append(pick)
        typed.append((binder.name.text, ty))
        conditions.extend(condition)
    allowed, start, mask = Permissions(), (), -1
    if written.call is not None:
        inner, allowed, start, mask = _call(inner, written.call)
    offset = len(conditions)
    conditions.extend(allowed.conditions)
    waivers = tuple(
        attrs.evolve(p.waiver, waives=tuple(offset + i for i in p.waiver.waives)) for p in allowed.priced
    )
    return Head(inner, tuple(picks), tuple(typed), tuple(conditions), waivers, mask, start)


def _pick(scope: Scope, binder: tree.Binder) -> tuple[Scope, ir.Pick, Ty, list[ir.Condition]]:
    expr, element = domain(scope, binder.domain)
    slot = scope.builder.slot()
    origin = scope.builder.origin(binder.span)
    if binder.amount is None:
        inner = scope.bind(binder.name.text, ir.Local(slot), element)
        conditions = []
        if binder.where is not None:
            conditions = [ir.Condition(condition_of(inner, binder.where), origin=origin)]
            inner = refine(inner, binder.where)
        return inner, ir.Pick(slot, expr), element, conditions
    if binder.where is not None:
        each = scope.builder.slot()
        inside = scope.bind(binder.name.text, ir.Local(each), element)
        where = condition_of(inside, binder.where)
        expr = ir.Fold("all", (ir.Bind(each, expr, where),), None)
    high = number_of(scope, binder.amount.count)
    low: ir.Expr = ir.Const(0) if binder.amount.up_to else high
    ty = list_of(element)
    return scope.bind(binder.name.text, ir.Local(slot), ty), ir.Pick(slot, expr, (low, high)), ty, []


def _call(scope: Scope, call: tree.Expr) -> tuple[Scope, Permissions, Stmts, int]:
    found = verb_named(scope, call)
    if found is None:
        return scope, Permissions(), (), -1
    sig, args = found
    exprs = tuple(arguments(scope, sig.name, sig.params, args, call.span))
    you = scope.you if scope.you is not None else ir.Const(-1)
    scope.builder.seated_calls.add(sig.id)
    allowed = permissions(scope, sig, scope.you, exprs)
    mask = scope.builder.slot() if allowed.priced else -1
    origin = scope.builder.origin(call.span)
    start: list[ir.Stmt] = []
    for k, priced in enumerate(allowed.priced):
        masks = tuple(m for m in range(1 << len(allowed.priced)) if m & (1 << k))
        test = ir.Op("in", (ir.Local(mask), ir.Const(masks)))
        start.append(ir.If(test, (ir.Invoke(priced.verb, priced.args, False, origin),), (), origin))
    start.append(ir.Invoke(sig.id, (you, *exprs), False, origin))
    return scope, allowed, tuple(start), mask


def leading_choice(body: tree.Block) -> tree.Choose | None:
    """The choice a body begins with, if it may be asked together with what offers the body."""
    match body[0] if body else None:
        case tree.Choose(who=None, can_pass=False, otherwise=None, secret=False) as found:
            return found
        case tree.Step(guard=None, body=inner):
            return leading_choice(inner)
    return None


def after_choice(scope: Scope, made: Head, body: tree.Block) -> Stmts:
    """The rest of a body whose leading choice has been answered; `scope` is the body's, `made` knows the names."""
    from tangrules.check.statements import block

    first = body[0]
    origin = scope.builder.origin(first.span)
    chosen = attrs.evolve(scope, names=made.scope.names, facts=made.scope.facts)
    if isinstance(first, tree.Step):
        label = scope.builder.label()
        unit = Unit("step", first.label, label)
        inner = chosen.enter(unit)
        with scope.builder.voice(
            scope.builder.rule, scope.builder.pack, (*scope.builder.cites, *first.cites)
        ):
            inside = after_choice(inner, made, first.body)
        return (ir.Block(label, inside, origin), *block(chosen, body[1:]))
    assert isinstance(first, tree.Choose)
    return (*made.start, *block(chosen, first.body), *block(chosen, body[1:]))


# --------------------------------------------------------------------------- can a body begin?


def can_start(scope: Scope, body: tree.Block) -> ir.Expr | None:
    """The test that the costs at the start of a body can be paid and its first choice has an answer."""
    test: ir.Expr | None = None
    for written in body:
        more, goes_on = _start_of(scope, written)
        test = both(test, more)
        if not goes_on:
            break
    return test


def _start_of(scope: Scope, written: tree.Stmt) -> tuple[ir.Expr | None, bool]:
    """The test of one statement, and whether the next one still belongs to the start."""
    from tangrules.check.statements import thing

    match written:
        case tree.Amend(verb="pay", who=None):
            place = thing(scope, written.thing, None)
            if place.ref is None:
                return None, True
            return ir.Op("ge", (place.expr, number_of(scope, written.amount))), True
        case tree.Do(who=None, call=call):
            found = verb_named(scope, call)
            if found is None or found[0].name not in scope.world.model.requires:
                return None, False
            exprs = arguments(scope, found[0].name, found[0].params, found[1], call.span)
            return ir.Legal(found[0].id, (scope.you or ir.Const(-1), *exprs)), True
        case tree.Show() | tree.NothingHappens():
            if isinstance(written, tree.Show):
                _mark_shown(scope, written)
            return None, True
        case tree.Step(guard=None, body=body):
            return can_start(scope, body), False
        case tree.Choose(who=None, can_pass=False, otherwise=None):
            return _answerable(scope, written), False
        case tree.ChooseOne(who=None, otherwise=None, options=options):
            tests = [_option_test(scope, o) for o in options]
            if any(t is None for t in tests):
                return None, False
            test = tests[0] or ir.Const(1)
            for other in tests[1:]:
                test = ir.Op("or", (test, other or ir.Const(1)))
            return test, False
    return None, False


def _mark_shown(scope: Scope, written: tree.Show) -> None:
    what = elaborate(scope, written.what)
    if what.ref is not None and what.ref.info is not None:
        scope.builder.shown.add(what.ref.info.name)


def _option_test(scope: Scope, option: tree.Option) -> ir.Expr | None:
    if option.guard is None:
        return can_start(scope, option.body)
    guard = condition_of(scope, option.guard)
    return both(guard, can_start(refine(scope, option.guard), option.body))


def _answerable(scope: Scope, written: tree.Choose) -> ir.Expr:
    """`any(binders: every condition)`; what a price would waive counts as failing."""
    made = head(scope, written)
    test: ir.Expr | None = None
    for condition in made.conditions:
        test = both(test, condition.test)
    binds: list[ir.Bind] = []
    for pick in made.picks:
        if pick.amount is not None:
            enough = ir.Op("ge", (ir.Op("len", (pick.domain,)), pick.amount[0]))
            test = both(test, enough)
        else:
            binds.append(ir.Bind(pick.slot, pick.domain))
    if not binds:
        return test or ir.Const(1)
    return ir.Fold("any", tuple(binds), test)


# --------------------------------------------------------------------------- alternatives


def alternative(
    scope: Scope,
    body: tree.Block,
    *,
    label: str,
    title: str,
    guard: ir.Expr | None,
    cites: tuple[tree.Cite, ...],
    origin: int,
) -> tuple[ir.Alternative, tuple[tuple[str, Ty], ...]]:
    """One way to answer, from a body of statements."""
    from tangrules.check.statements import block

    ids = tuple(c.id for c in cites)
    leading = leading_choice(body)
    if leading is None:
        test = both(guard, can_start(scope, body))
        made = ir.Alternative(label, title, test, (), (), block(scope, body), cites=ids, origin=origin)
        return made, ()
    found = head(scope, leading)
    inner = after_choice(scope, found, body)
    made = ir.Alternative(
        label,
        title,
        guard,
        found.picks,
        found.conditions,
        inner,
        found.waivers,
        found.mask,
        cites=ids,
        origin=origin,
    )
    return made, found.typed


def decision(
    scope: Scope,
    prompt: str,
    picks: list[tuple[tuple[str, Ty], ...]],
    *,
    name: str = "",
    secret: bool = False,
    hidden: bool = False,
) -> int:
    """Registers a decision; its name is that of its verb and step, numbered if several would be equal."""
    builder = scope.builder
    base = name or ".".join(x for x in (builder.rule.split("/")[0], scope.here) if x)
    world = scope.world
    taken = {d.name for d in world.decisions}
    full, n = base, 2
    while full in taken:
        full, n = f"{base}.{n}", n + 1
    described = tuple(tuple((n, info(t)) for n, t in typed) for typed in picks)
    world.decisions.append(ir.DecisionDef(full, builder.verb, prompt, described, secret, hidden))
    return len(world.decisions) - 1


def nothing_to_choose(scope: Scope, otherwise: tree.Block | None, origin: int) -> Stmts:
    """What an unanswerable choice does: its `otherwise`, or leave the innermost step, option or body."""
    from tangrules.check.statements import block

    if otherwise is not None:
        return block(scope, otherwise)
    if not scope.units:
        return ()
    return (ir.Exit(scope.units[-1].label, origin),)


def choose(scope: Scope, written: tree.Choose) -> tuple[Stmts, Scope]:
    """A joint choice, perhaps with a pass."""
    from tangrules.check.statements import block

    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made = head(inner, written)
    chosen = attrs.evolve(inner, names=made.scope.names, facts=made.scope.facts)
    body = (*made.start, *block(chosen, written.body))
    alternatives = [
        ir.Alternative(
            "", "", None, made.picks, made.conditions, body, made.waivers, made.mask, origin=origin
        )
    ]
    picks = [made.typed]
    if written.can_pass:
        title = written.pass_label or "pass"
        alternatives.append(ir.Alternative("pass", title, None, (), (), (), passes=True, origin=origin))
        picks.append(())
    number = decision(scope, written.prompt or "", picks, hidden=written.secret)
    empty = nothing_to_choose(scope, written.otherwise, origin)
    ask = ir.Choose(number, seat, tuple(alternatives), empty, False, origin)
    after = scope
    if not written.can_pass and written.otherwise is None:
        after = attrs.evolve(scope, names=made.scope.names)
    return (ask,), after


def asker(scope: Scope, who: tree.Expr | None, span: Span) -> tuple[ir.Expr, Scope]:
    """The seat that is asked; names in the choice are read as before."""
    return (scope.require_you(span) if who is None else value_of(scope, who, SEAT)), scope


def options(scope: Scope, written: tree.ChooseOne | tree.May | tree.Offer) -> Stmts:
    match written:
        case tree.ChooseOne():
            return _choose_one(scope, written)
        case tree.May():
            return _may(scope, written)
        case tree.Offer():
            return _offer(scope, written)


def _option_body(
    scope: Scope, written: tree.Option | tree.May, label: str, title: str
) -> tuple[ir.Alternative, tuple[tuple[str, Ty], ...]]:
    """An option as an alternative whose body is a unit that `stop` and empty choices leave."""
    builder = scope.builder
    origin = builder.origin(written.span)
    guard = None
    inner = scope
    if written.guard is not None:
        guard = condition_of(scope, written.guard)
        inner = refine(scope, written.guard)
    exit_label = builder.label()
    inner = inner.enter(Unit("option", label, exit_label))
    with builder.voice(builder.rule, builder.pack, (*builder.cites, *written.cites)):
        made, typed = alternative(
            inner, written.body, label=label, title=title, guard=guard, cites=written.cites, origin=origin
        )
    return attrs.evolve(made, body=(ir.Block(exit_label, made.body, origin),)), typed


def _choose_one(scope: Scope, written: tree.ChooseOne) -> Stmts:
    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made = [_option_body(inner, o, o.label, o.title or o.label.replace("_", " ")) for o in written.options]
    name = f"{scope.builder.rule.split('/')[0]}.{written.label}"
    number = decision(scope, written.prompt or "", [t for _a, t in made], name=name, hidden=written.secret)
    empty = nothing_to_choose(scope, written.otherwise, origin)
    return (ir.Choose(number, seat, tuple(a for a, _t in made), empty, False, origin),)


def _may(scope: Scope, written: tree.May) -> Stmts:
    origin = scope.builder.origin(written.span)
    seat, inner = asker(scope, written.who, written.span)
    made, typed = _option_body(inner, written, "yes", written.title)
    no = ir.Alternative("no", "no", None, (), (), (), passes=True, origin=origin)
    number = decision(scope, written.title, [typed, ()])
    return (ir.Choose(number, seat, (made, no), (), False, origin),)


# --------------------------------------------------------------------------- secret answers


def secret(scope: Scope, written: tree.Secret) -> tuple[Stmts, Scope]:
    """Every seat answers unseen; `NAME[q].x` reads the answers afterwards."""
    origin = scope.builder.origin(written.span)
    seats, element = domain(scope, written.seats)
    if element.form != "seat":
        scope.reporter.error("E-KIND", "only players answer", written.seats.span)
    slot, result = scope.builder.slot(), scope.builder.slot()
    inner = scope.bind(written.seat.text, ir.Local(slot), SEAT).seat(ir.Local(slot))
    made = head(inner, tree.Choose(None, None, written.binders, span=written.span))
    picks = ir.Alternative("", "", None, made.picks, made.conditions, (), origin=origin)
    number = decision(scope, written.prompt or "", [made.typed], secret=True)
    ask = ir.Secret(number, seats, slot, picks, result, origin)
    key = f"bids{number}"
    width = len(made.typed) + 1
    scope.builder.bid_fields[key] = {n: (i + 1, t, width) for i, (n, t) in enumerate(made.typed)}
    return (ask,), scope.bind(written.name.text, ir.Local(result), Ty("bids", element=Ty("bids", key)))


# --------------------------------------------------------------------------- offers


def leave_if_halted(scope: Scope, origin: int) -> Stmts:
    """After a point at which the game may have been stopped: leave the running verb."""
    own = [u for u in scope.units if u.kind == "verb"]
    if not own:
        return ()
    halted = ir.Load(scope.world.engine["halt"], ir.Const(0))
    return (ir.If(halted, (ir.Exit(own[0].label, origin),), (), origin),)


def settle(scope: Scope, origin: int) -> Stmts:
    """A settle point: `whenever` rules and ends are looked at."""
    verb = scope.world.engine["#settle"]
    return (ir.Invoke(verb, (ir.Const(-1),), False, origin), *leave_if_halted(scope, origin))


def _offer(scope: Scope, written: tree.Offer) -> Stmts:
    """Asks until one action of each `one` group was done, or the player stops."""
    builder = scope.builder
    origin = builder.origin(written.span)
    done = builder.label()
    you = scope.require_you(written.span)
    alternatives: list[ir.Alternative] = []
    picks: list[tuple[tuple[str, Ty], ...]] = []
    for offered in written.groups:
        actions = [n for n, r in scope.world.model.verbs.items() if _in_group(r, offered.group.text)]
        if not actions:
            message = f"no action is in the group `{offered.group.text}`"
            scope.reporter.error("E-NAME", message, offered.group.span)
        for name in actions:
            made, typed = offered_action(scope, name)
            if offered.quantity == "one":
                body = (*made.body, ir.Exit(done, origin))
                made = attrs.evolve(made, compels=True, body=body)
            alternatives.append(made)
            picks.append(typed)
    alternatives.append(
        ir.Alternative("done", "done", None, (), (), (ir.Exit(done, origin),), passes=True, origin=origin)
    )
    picks.append(())
    number = decision(scope, "", picks)
    ask = ir.Choose(number, you, tuple(alternatives), (ir.Exit(done, origin),), False, origin)
    loop = ir.Repeat(ir.Const(MAX_OFFER), (ask, *settle(scope, origin)), builder.slot(), origin)
    return (ir.Block(done, (loop,), origin), *settle(scope, origin))


def _in_group(rule: Rule[tree.Verb | tree.Action], group: str) -> bool:
    return isinstance(rule.item, tree.Action) and rule.item.group.text == group


def offered_action(scope: Scope, name: str) -> tuple[ir.Alternative, tuple[tuple[str, Ty], ...]]:
    """An action as an alternative: guard, requirements, the choice it begins with, and a call of what follows."""
    world = scope.world
    rule = world.model.verbs[name]
    action = rule.item
    assert isinstance(action, tree.Action)
    title = action.title or name.replace("_", " ")
    ids = tuple(c.id for c in action.cites)
    builder = scope.builder
    with builder.voice(name, rule.pack, action.cites):
        origin = builder.origin(action.span)
        base = attrs.evolve(scope, names={}, facts={}, they=None)
        required = permissions(base, world.verbs[name], base.you, ()).conditions
        inner, guard = action_guard(base, rule)
        leading = leading_choice(action.body)
        you = scope.you or ir.Const(-1)
        if leading is None:
            test = both(guard, can_start(inner, action.body))
            call = ir.Invoke(world.verbs[name].id, (you,), False, origin)
            return ir.Alternative(name, title, test, (), required, (call,), cites=ids, origin=origin), ()
        made = head(inner, leading)
    verb = world.engine[f"#after_{name}"]
    masks = (ir.Local(made.mask),) if made.mask >= 0 else ()
    args = (you, *(ir.Local(p.slot) for p in made.picks), *masks)
    call = ir.Invoke(verb, args, False, origin)
    done = ir.Alternative(
        name,
        title,
        guard,
        made.picks,
        (*made.conditions, *required),
        (call,),
        made.waivers,
        made.mask,
        cites=ids,
        origin=origin,
    )
    return done, made.typed


def action_guard(scope: Scope, rule: Rule[tree.Verb | tree.Action]) -> tuple[Scope, ir.Expr | None]:
    """`when`, `while` and `once per` of an action."""
    action = rule.item
    assert isinstance(action, tree.Action)
    scope, guard = while_condition(scope, rule)
    if action.guard is not None:
        guard = both(guard, condition_of(scope, action.guard))
        scope = refine(scope, action.guard)
    if action.once is not None:
        zone = scope.world.engine[f"#once_{action.name.text}"]
        unused = ir.Op("not", (ir.Load(zone, scope.you or ir.Const(0)),))
        guard = both(guard, unused)
    return scope, guard
