"""Verbs and actions with everything woven into them: triggers, turns, tracks and settle points."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import choices
from tangrules.check.questions import _params
from tangrules.check.requirements import permissions
from tangrules.check.scope import Scope, Typed, Unit, seat_scope
from tangrules.check.statements import block, statement
from tangrules.check.triggers import after_rules, before_rules, instead_rules
from tangrules.check.types import NUMBER, SEAT, Ty, info
from tangrules.check.world import VerbSig, World
from tangrules.link.model import Rule
from tangrules.link.walk import nodes
from tangrules.syntax import tree

Stmts = tuple[ir.Stmt, ...]
VerbRule = Rule[tree.Verb | tree.Action]
SEATLESS = ("setup", "round", "final")


def declare_verbs(world: World) -> None:
    """Signatures and ids of all verbs, the engine's own included."""
    for name, rule in world.model.verbs.items():
        item = rule.item
        params = _params(world, item.params) if isinstance(item, tree.Verb) else ()
        _reserve(world, name, params, item.name, isinstance(item, tree.Action))
        if isinstance(item, tree.Verb) and item.form == "turn":
            if "#turn_verb" in world.engine:
                world.reporter.error("E-DUPLICATE", "there are two turns", item.span)
            world.engine["#turn_verb"] = world.verbs[name].id
        if isinstance(item, tree.Action) and item.once is not None:
            reset = {"turn": "turn", "round": "round"}.get(item.once, "")
            world.engine[f"#once_{name}"] = world.flag_zone(f"once {name}", world.players, reset)
    for name, rule in world.model.verbs.items():
        if isinstance(rule.item, tree.Action) and choices.leading_choice(rule.item.body) is not None:
            world.engine[f"#after_{name}"] = _add(world)
        if any(t.item.moment == "instead of" for t in world.model.triggers.get(name, ())):
            world.engine[f"#raw_{name}"] = _add(world)
    for name, zone in world.model.zones.items():
        if isinstance(zone.item, tree.Track):
            world.engine[f"#advance_{name}"] = _add(world)
    world.engine["#settle"] = _add(world)
    world.engine["#main"] = _add(world)


def _add(world: World) -> int:
    world.verb_defs.append(None)
    return len(world.verb_defs) - 1


def _reserve(
    world: World, name: str, params: tuple[tuple[str, Ty], ...], written: tree.Name, action: bool
) -> None:
    world.verbs[name] = VerbSig(name, _add(world), params, written.span, action)


def verb_scope(
    world: World, name: str, rule: VerbRule, params: tuple[tuple[str, Ty], ...], number: int
) -> Scope:
    """Slot 0 the doer, then the parameters."""
    scope = seat_scope(world, name, rule.pack, rule.item.cites)
    scope.builder.verb = number
    for param, ty in params:
        scope = scope.bind(param, ir.Local(scope.builder.slot()), ty)
    scope = attrs.evolve(scope, doer=ir.Local(0))
    if name in SEATLESS:
        scope = scope.seat(None)
    return scope.enter(Unit("verb", name, scope.builder.label()))


def define_verbs(world: World) -> None:
    for name, rule in world.model.verbs.items():
        if isinstance(rule.item, tree.Action):
            _define_action(world, name, rule)
        else:
            _define_verb(world, name, rule)
    for name, zone in world.model.zones.items():
        if isinstance(zone.item, tree.Track):
            _define_track(world, name, zone.item, zone.pack)


# --------------------------------------------------------------------------- plain verbs


def _define_verb(world: World, name: str, rule: VerbRule) -> None:
    sig = world.verbs[name]
    item = rule.item
    assert isinstance(item, tree.Verb)
    raw = world.engine.get(f"#raw_{name}")
    is_turn = item.form == "turn"
    target = sig.id if raw is None else raw
    scope = verb_scope(world, name, rule, sig.params, target)
    body = _steps(scope, item.body, settles=is_turn or name == "round")
    label = scope.units[-1].label
    origin = scope.builder.origin(item.span)
    core: Stmts = (ir.Block(label, body, origin),)
    if (is_turn or name == "round") and _ends_unsettled(item.body):
        core = _settled(scope, core, origin)
    if is_turn:
        core = (*_turn_begins(scope, origin), *core, *_turn_ends(scope, origin))
    if raw is None:
        core = _weave(scope, name, core)
        _finish(world, scope, name, sig.id, sig.params, core, requirements=True, is_turn=is_turn)
        return
    _finish(world, scope, f"#raw_{name}", raw, sig.params, core, is_turn=is_turn)
    outer = verb_scope(world, name, rule, sig.params, sig.id)
    args = (ir.Local(0), *(ir.Local(i + 1) for i in range(len(sig.params))))
    call = ir.Invoke(raw, args, False, origin)
    outer.builder.seated_calls.add(raw)
    woven = _weave(outer, name, (call,))
    label = outer.units[-1].label
    _finish(world, outer, name, sig.id, sig.params, (ir.Block(label, woven, origin),), requirements=True)


def _steps(scope: Scope, body: tree.Block, *, settles: bool) -> Stmts:
    """A body; in a turn or round, each of its outer steps is followed by a settle point."""
    if not settles:
        return block(scope, body)
    out: list[ir.Stmt] = []
    for written in body:
        made, scope = statement(scope, written)
        out.extend(made)
        if isinstance(written, tree.Step) and not _ends_settled(written):
            out.extend(choices.settle(scope, scope.builder.origin(written.span)))
    return tuple(out)


def _ends_unsettled(body: tree.Block) -> bool:
    """Whether a turn or round may end without a settle point: no step is at its end, or `stop` leaves it."""
    return not isinstance(body[-1], tree.Step) or any(isinstance(node, tree.Stop) for node in nodes(body))


def _settled(scope: Scope, core: Stmts, origin: int) -> Stmts:
    """What happens, and a settle point however it ends."""
    label = scope.builder.label()
    halted = ir.Load(scope.world.engine["halt"], ir.Const(0))
    leave = ir.If(halted, (ir.Exit(label, origin),), (), origin)
    look = ir.Invoke(scope.world.engine["#settle"], (ir.Const(-1),), False, origin)
    return (ir.Block(label, (*core, look, leave), origin),)


def _ends_settled(step: tree.Step) -> bool:
    """An offer at the end of a step has settled already."""
    return step.guard is None and isinstance(step.body[-1], tree.Offer)


def _weave(scope: Scope, name: str, core: Stmts) -> Stmts:
    """before rules, then the verb or what happens instead, then after rules."""
    rules = scope.world.model.triggers.get(name, ())
    if not rules:
        return core
    sig = scope.world.verbs[name]
    before = before_rules(scope, rules, sig)
    core, proceeded = instead_rules(scope, rules, sig, core)
    after = after_rules(scope, rules, sig)
    if proceeded is not None and after:
        after = (ir.If(ir.Local(proceeded), after),)
    return (*before, *core, *after)


def _finish(
    world: World,
    scope: Scope,
    name: str,
    number: int,
    params: tuple[tuple[str, Ty], ...],
    body: Stmts,
    *,
    requirements: bool = False,
    is_turn: bool = False,
    extra: tuple[ir.Condition, ...] = (),
) -> None:
    conditions, slots = (), 0
    if requirements:
        conditions, slots = _requirements(world, name)
    world.verb_defs[number] = ir.VerbDef(
        name,
        ("you", *(n for n, _t in params)),
        (info(SEAT), *(info(t) for _n, t in params)),
        scope.builder.slots,
        body,
        ir.Code((), {}, {}),
        (*extra, *conditions),
        max(slots, 1 + len(params)),
        is_turn=is_turn,
        origin=scope.builder.origin(world.verbs[name].span) if name in world.verbs else 0,
    )
    world.builders[number] = scope.builder


def _requirements(world: World, name: str) -> tuple[tuple[ir.Condition, ...], int]:
    """The conditions of a verb over its own parameters, for Legal and for explaining."""
    sig = world.verbs[name]
    rule = world.model.verbs[name]
    scope = verb_scope(world, name, rule, sig.params, sig.id)
    args = tuple(ir.Local(i + 1) for i in range(len(sig.params)))
    made = permissions(scope, sig, scope.you, args)
    return made.conditions, scope.builder.slots


# --------------------------------------------------------------------------- actions


def _define_action(world: World, name: str, rule: VerbRule) -> None:
    """An action called like a verb asks its leading choice itself; an offer asks it together with the action."""
    sig = world.verbs[name]
    action = rule.item
    assert isinstance(action, tree.Action)
    scope = verb_scope(world, name, rule, (), sig.id)
    inner, guard = choices.action_guard(scope, rule)
    origin = scope.builder.origin(action.span)
    label = scope.units[-1].label
    leading = choices.leading_choice(action.body)
    if leading is None:
        body = (*_spend_once(scope, name, origin), ir.Block(label, block(scope, action.body), origin))
        test = choices.both(guard, choices.can_start(inner, action.body))
        extra = _possible(test, origin)
        _finish(world, scope, name, sig.id, (), _weave(scope, name, body), requirements=True, extra=extra)
        return
    made = choices.head(inner, leading)
    after = world.engine[f"#after_{name}"]
    masks = (ir.Local(made.mask),) if made.mask >= 0 else ()
    args = (ir.Local(0), *(ir.Local(p.slot) for p in made.picks), *masks)
    call = ir.Invoke(after, args, False, origin)
    scope.builder.seated_calls.add(after)
    ids = tuple(c.id for c in action.cites)
    alternative = ir.Alternative(
        name,
        action.title or name,
        None,
        made.picks,
        made.conditions,
        (call,),
        made.waivers,
        made.mask,
        cites=ids,
        origin=origin,
    )
    number = choices.decision(scope, "", [made.typed])
    ask = ir.Choose(number, ir.Local(0), (alternative,), (ir.Exit(label, origin),), False, origin)
    extra = _possible(choices.both(guard, choices._answerable(inner, leading)), origin)
    core = (ir.Block(label, (ask,), origin),)
    _finish(world, scope, name, sig.id, (), core, requirements=True, extra=extra)
    _define_after(world, name, rule, made, after)


def _possible(test: ir.Expr | None, origin: int) -> tuple[ir.Condition, ...]:
    if test is None:
        return ()
    return (ir.Condition(test, "possible", "this action is not possible now", (), origin),)


def _spend_once(scope: Scope, name: str, origin: int) -> Stmts:
    zone = scope.world.engine.get(f"#once_{name}")
    return () if zone is None else (ir.Store(zone, ir.Local(0), ir.Const(1), origin),)


def _define_after(world: World, name: str, rule: VerbRule, made: choices.Head, number: int) -> None:
    """What an action does once its leading choice is answered: the answer comes as parameters."""
    action = rule.item
    assert isinstance(action, tree.Action)
    params = list(made.typed) + ([("#mask", NUMBER)] if made.mask >= 0 else [])
    scope = verb_scope(world, name, rule, tuple(params), number)
    leading = choices.leading_choice(action.body)
    assert leading is not None
    # The picks are parameters here: the same head is made again so that prices and the call read them.
    again = choices.head(scope, leading)
    moves = {p.slot: i + 1 for i, p in enumerate(again.picks)}
    if again.mask >= 0:
        moves[again.mask] = len(params)
    names = {n: Typed(ir.Local(i + 1), t) for i, (n, t) in enumerate(made.typed)}
    from tangrules.check.rewrite import move_slots

    start = tuple(move_slots(s, moves) for s in again.start)
    facts = again.scope.facts
    again = attrs.evolve(
        again, start=start, scope=attrs.evolve(again.scope, names={**again.scope.names, **names}, facts=facts)
    )
    origin = scope.builder.origin(action.span)
    label = scope.units[-1].label
    body = choices.after_choice(scope, again, action.body)
    core = (*_spend_once(scope, name, origin), ir.Block(label, body, origin))
    _finish(world, scope, f"#after_{name}", number, tuple(params), _weave(scope, name, core))


# --------------------------------------------------------------------------- tracks


def _define_track(world: World, name: str, track: tree.Track, pack: str) -> None:
    """One step on a track: if there is room, the step and then the mark that is reached."""
    number = world.engine[f"#advance_{name}"]
    zone = world.zones[name]
    scope = seat_scope(world, name, pack, track.cites)
    scope.builder.verb = number
    at = scope.builder.slot()
    scope = scope.enter(Unit("verb", name, scope.builder.label()))
    origin = scope.builder.origin(track.span)
    place = ir.Load(zone.id, ir.Local(at))
    body: list[ir.Stmt] = [ir.Add(zone.id, ir.Local(at), ir.Const(1), origin)]
    for mark in track.marks:
        with scope.builder.voice(f"{name} at {mark.at}", pack, (*track.cites, *mark.cites)):
            label = scope.builder.label()
            inner = scope.enter(Unit("trigger", name, label))
            stmts = block(inner, mark.body)
            reached = ir.Op("eq", (place, ir.Const(mark.at)))
            body.append(ir.If(reached, (ir.Block(label, stmts, origin),), (), origin))
    room = ir.Op("lt", (place, ir.Const(track.high)))
    core: Stmts = (ir.Block(scope.units[-1].label, (ir.If(room, tuple(body), (), origin),), origin),)
    _finish(world, scope, f"#advance_{name}", number, (("place", NUMBER),), core)


# --------------------------------------------------------------------------- turns


def reset(scope: Scope, when: str, origin: int, seat: ir.Expr | None = None) -> Stmts:
    """Zones that start anew."""
    out: list[ir.Stmt] = []
    for number, zone in enumerate(scope.world.zone_defs):
        if zone.reset != when:
            continue
        initial = zone.initial if zone.storage == "list" or isinstance(zone.initial, int) else zone.initial[0]
        value = ir.Const(initial)
        if seat is not None and zone.per_seat:
            each = zone.count // scope.world.players
            for i in range(each):
                index = ir.Op("add", (ir.Op("mul", (seat, ir.Const(each))), ir.Const(i)))
                out.append(ir.Store(number, index, value, origin))
        else:
            out.extend(ir.Store(number, ir.Const(i), value, origin) for i in range(zone.count))
    return tuple(out)


def engine_store(scope: Scope, name: str, value: ir.Expr, origin: int) -> ir.Stmt:
    return ir.Store(scope.world.engine[name], ir.Const(0), value, origin)


def _turn_begins(scope: Scope, origin: int) -> Stmts:
    turn = scope.world.engine["turn"]
    return (
        ir.Add(turn, ir.Const(0), ir.Const(1), origin),
        engine_store(scope, "current", ir.Local(0), origin),
        *reset(scope, "turn", origin),
        *reset(scope, "your turn", origin, ir.Local(0)),
    )


def _turn_ends(scope: Scope, origin: int) -> Stmts:
    from tangrules.check.endings import end_checks

    outcome = ir.Load(scope.world.engine["outcome"], ir.Const(0))
    over = ir.Op("eq", (outcome, ir.Const(ir.Outcome.TURN)))
    return (
        *end_checks(scope, "turn", ir.Local(0), origin),
        engine_store(scope, "current", ir.Const(-1), origin),
        ir.If(over, (engine_store(scope, "halt", ir.Const(1), origin),), (), origin),
    )
