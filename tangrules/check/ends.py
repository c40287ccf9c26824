"""How games end: the conditions that are looked at, and which of two that hold together counts."""

from __future__ import annotations

from itertools import combinations

import attrs

from tangrules import ir
from tangrules.check.costs import both
from tangrules.check.offers import OUTCOMES
from tangrules.check.orders import arranged, comes_before
from tangrules.check.requirements import guarded
from tangrules.check.scope import Scope
from tangrules.check.world import World
from tangrules.diagnostics import Related
from tangrules.link.exclusive import Prover
from tangrules.link.model import Rule
from tangrules.link.names import qualified_of
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]
EndRule = Rule[tree.End]
GOOD = ("everyone wins", "you win")
BAD = ("everyone loses", "you lose")


def end_checks(scope: Scope, moment: str, you: ir.Expr | None, origin: int) -> Stmts:
    """The ends of this moment, as `order` says; one that holds is latched unless a stronger one is."""
    world = scope.world
    names = list(world.model.ends)
    here = [rule for rule in world.model.ends.values() if _moment(rule) == moment]
    out: list[ir.Stmt] = []
    for rule in arranged(world, here):
        name = rule.item.name.text
        inner = attrs.evolve(scope, names={}, facts={}, you=you, they=None, asked=None, shown=frozenset())
        with scope.builder.voice(f"end {name}", rule.pack, rule.item.cites):
            out.append(_end_check(inner, rule, names.index(name)))
    return tuple(out)


def _moment(rule: EndRule) -> str:
    return "settle" if rule.item.moment == "once" else rule.item.moment


def _end_check(scope: Scope, rule: EndRule, number: int) -> ir.Stmt:
    """Between turns nobody is `you`: an end that speaks of `you` does not hold then."""
    engine, item = scope.world.engine, rule.item
    origin = scope.builder.origin(item.span)
    holds = guarded(scope, rule.conditions, item.guard)[1]
    you = scope.you
    if you is not None and any(node == you for node in nodes(holds)):
        holds = both(ir.Op("ge", (you, ir.Const(0))), holds)
    if item.outcome.startswith("you") and you is None:
        message = f"nobody is on turn after a round: who is meant by `{item.outcome}`?"
        hint = "`after turn`, or no moment at all"
        scope.reporter.error("E-SEAT", message, item.span, expected=hint)
    strength = OUTCOMES[item.outcome]
    weaker = ir.Op("lt", (engine.load("outcome"), ir.Const(strength)))
    latch = ir.Latch(strength, engine.load("current"), number, origin)
    return ir.If(both(weaker, holds) or weaker, (latch,), (), origin)


def check_ends(world: World) -> None:
    """Reports ends that win and lose the same game at the same moment, without a word on which counts."""
    prover = Prover(frozenset(world.icon_ids), frozenset(world.icon_sets), world.players)
    for one, other in combinations(world.model.ends.values(), 2):
        opposed = {_is_good(one), _is_good(other)} == {True, False}
        if not opposed or _moment(one) != _moment(other):
            continue
        if _orders(world, one, other) or _orders(world, other, one):
            continue
        if not prover.exclusive((*one.conditions, one.item.guard), (*other.conditions, other.item.guard)):
            _report(world, one, other)


def _is_good(rule: EndRule) -> bool | None:
    return True if rule.item.outcome in GOOD else False if rule.item.outcome in BAD else None


def _orders(world: World, one: EndRule, other: EndRule) -> bool:
    return comes_before(world, qualified_of(one.item, one.pack), qualified_of(other.item, other.pack))


def _report(world: World, one: EndRule, other: EndRule) -> None:
    names = qualified_of(one.item, one.pack), qualified_of(other.item, other.pack)
    message = (
        f"`{one.item.name.text}` and `{other.item.name.text}` may both hold: is the game won or lost then?"
    )
    hint = f"`order {names[0]}, {names[1]}` if the first one counts"
    related = [Related(one.item.name.span, f"`{one.item.name.text}` is here")]
    world.reporter.error("E-TWO-ENDS", message, other.item.name.span, expected=hint, related=related)
