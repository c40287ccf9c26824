"""Verbs with all that is woven into them: rules that hear them, turns, tracks and settle points."""

from __future__ import annotations

from tangrules import ir
from tangrules.check import actions
from tangrules.check.effects import ANYTHING
from tangrules.check.ends import end_checks
from tangrules.check.finish import finish, reset, verb_scope
from tangrules.check.heads import leading_choice
from tangrules.check.infos import VerbSig
from tangrules.check.offers import settle
from tangrules.check.once import RESETS
from tangrules.check.questions import params_of
from tangrules.check.scope import Scope, seat_scope
from tangrules.check.statements import block, statement
from tangrules.check.triggers import weave
from tangrules.check.types import NUMBER, Ty
from tangrules.check.units import closed, open_unit
from tangrules.check.world import World
from tangrules.link.model import Rule
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]
Params = tuple[tuple[str, Ty], ...]
VerbRule = Rule[tree.Verb | tree.Action]


def declare_verbs(world: World) -> None:
    """Signatures and ids of all verbs, the engine's own included."""
    engine, model = world.engine, world.model
    for name, rule in model.verbs.items():
        item = rule.item
        is_action = isinstance(item, tree.Action)
        params = () if isinstance(item, tree.Action) else params_of(world, item.params)
        world.verbs[name] = VerbSig(name, world.reserve_verb(), params, item.name.span, is_action)
        if isinstance(item, tree.Verb) and item.form == "turn":
            engine.turn_verb = world.verbs[name].id
        if isinstance(item, tree.Action) and item.once is not None:
            engine.once[name] = world.flag_zone(f"once {name}", world.players, RESETS.get(item.once, ""))
    for name, rule in model.verbs.items():
        if isinstance(rule.item, tree.Action) and leading_choice(rule.item.body) is not None:
            engine.after[name] = world.reserve_verb()
        heard = model.triggers.get(name, ())
        if isinstance(rule.item, tree.Verb) and any(t.item.moment == "instead of" for t in heard):
            engine.raw[name] = world.reserve_verb()
    for name, zone in model.zones.items():
        if isinstance(zone.item, tree.Track):
            engine.advance[name] = world.reserve_verb()
    if engine.turn_verb is not None:
        engine.turn_begins = world.reserve_verb()
    engine.settle = world.reserve_verb()
    engine.main = world.reserve_verb()


def define_verbs(world: World) -> None:
    for name, rule in world.model.verbs.items():
        if isinstance(rule.item, tree.Action):
            actions.define_action(world, name, rule, rule.item)
        else:
            _define_verb(world, name, rule, rule.item)
    for name, zone in world.model.zones.items():
        if isinstance(zone.item, tree.Track):
            _define_track(world, name, zone.item, zone.pack)


# --------------------------------------------------------------------------- plain verbs


def _define_verb(world: World, name: str, rule: VerbRule, item: tree.Verb) -> None:
    sig = world.verbs[name]
    raw = world.engine.raw.get(name)
    is_turn = item.form == "turn"
    scope = verb_scope(world, name, rule, sig.params, sig.id if raw is None else raw)
    body = _steps(scope, item.body) if is_turn or name == "round" else block(scope, item.body)
    origin = scope.builder.origin(item.span)
    core: Stmts = (closed(scope, body, origin),)
    if (is_turn or name == "round") and _ends_unsettled(item.body):
        core = _settled(scope, core, origin)
    if is_turn:
        core = (*_turn_begins(scope, origin), *core, *_turn_ends(scope, origin))
    if raw is None:
        woven = weave(scope, name, core)
        finish(scope, name, sig.id, sig.params, woven, requirements=True, is_turn=is_turn)
        return
    finish(scope, f"#raw_{name}", raw, sig.params, core, is_turn=is_turn)
    outer = verb_scope(world, name, rule, sig.params, sig.id)
    args = (ir.Local(0), *(ir.Local(i + 1) for i in range(len(sig.params))))
    outer.builder.seen.seated_calls.add(raw)
    woven = weave(outer, name, (ir.Invoke(raw, args, False, origin),))
    finish(outer, name, sig.id, sig.params, (closed(outer, woven, origin),), requirements=True)


def _steps(scope: Scope, body: tree.Block) -> Stmts:
    """The body of a turn or round: each of its outer steps is followed by a settle point."""
    out: list[ir.Stmt] = []
    for written in body:
        made, scope = statement(scope, written)
        out.extend(made)
        if isinstance(written, tree.Step) and not _ends_settled(written):
            out.extend(settle(scope, scope.builder.origin(written.span)))
            scope = scope.after(ANYTHING)
    return tuple(out)


def _ends_unsettled(body: tree.Block) -> bool:
    """Whether a turn or round may end without a settle point: no step is its end, or `stop` leaves it."""
    return not isinstance(body[-1], tree.Step) or any(isinstance(node, tree.Stop) for node in nodes(body))


def _settled(scope: Scope, core: Stmts, origin: int) -> Stmts:
    """What happens, and a settle point however it ends."""
    engine = scope.world.engine
    label = scope.builder.label()
    leave = ir.If(engine.load("halt"), (ir.Exit(label, origin),), (), origin)
    look = ir.Invoke(engine.settle, (ir.Const(-1),), False, origin)
    return (ir.Block(label, (*core, look, leave), origin),)


def _ends_settled(step: tree.Step) -> bool:
    """An offer at the end of a step has settled already."""
    return step.guard is None and isinstance(step.body[-1], tree.Offer)


# --------------------------------------------------------------------------- turns


def _turn_begins(scope: Scope, origin: int) -> Stmts:
    return (ir.Invoke(scope.world.engine.turn_begins, (ir.Local(0),), False, origin),)


def define_turn_begins(world: World) -> None:
    """What starts anew with a turn: known only when all rules are, since they bring flags of their own."""
    engine = world.engine
    if engine.turn_verb is None:
        return
    (rule,) = (r for n, r in world.model.verbs.items() if world.verbs[n].id == engine.turn_verb)
    scope = seat_scope(world, "turn", rule.pack, rule.item.cites)
    scope.builder.verb = engine.turn_begins
    origin = scope.builder.origin(rule.item.span)
    body = (
        ir.Add(engine.zones["turn"], ir.Const(0), ir.Const(1), origin=origin),
        engine.store("current", ir.Local(0), origin),
        *reset(world, "turn", origin),
        *reset(world, "your turn", origin, ir.Local(0)),
    )
    finish(scope, "#turn_begins", engine.turn_begins, (), body)


def _turn_ends(scope: Scope, origin: int) -> Stmts:
    engine = scope.world.engine
    over = ir.Op("eq", (engine.load("outcome"), ir.Const(ir.Outcome.TURN)))
    return (
        *end_checks(scope, "turn", ir.Local(0), origin),
        engine.store("current", ir.Const(-1), origin),
        ir.If(
            over, (ir.Latch(ir.Outcome.GAME, engine.load("outcome_seat"), ir.KEEP_END, origin),), (), origin
        ),
    )


# --------------------------------------------------------------------------- tracks


def _define_track(world: World, name: str, track: tree.Track, pack: str) -> None:
    """One step on a track: if there is room, the step and then the mark that is reached."""
    number = world.engine.advance[name]
    zone = world.zones[name]
    scope = seat_scope(world, name, pack, track.cites)
    scope.builder.verb = number
    at = scope.builder.slot()
    scope = open_unit(scope, "verb", name, track.span)
    origin = scope.builder.origin(track.span)
    place = ir.Load(zone.id, ir.Local(at))
    body: list[ir.Stmt] = [ir.Add(zone.id, ir.Local(at), ir.Const(1), origin)]
    stands: ir.Expr = place
    if len(track.marks) > 1:  # what a mark does may move on, to marks that are looked at below
        kept = scope.builder.slot()
        body.append(ir.Let(kept, place, origin))
        stands = ir.Local(kept)
    for mark in track.marks:
        with scope.builder.voice(f"{name} at {mark.at}", pack, (*track.cites, *mark.cites)):
            inner = open_unit(scope, "trigger", name, mark.span)
            stmts = block(inner, mark.body)
            reached = ir.Op("eq", (stands, ir.Const(mark.at)))
            body.append(ir.If(reached, (closed(inner, stmts, origin),), (), origin))
    room = ir.Op("lt", (place, ir.Const(track.high)))
    core: Stmts = (closed(scope, (ir.If(room, tuple(body), (), origin),), origin),)
    finish(scope, f"#advance_{name}", number, (("place", NUMBER),), core)
