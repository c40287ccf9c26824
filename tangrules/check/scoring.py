"""Scores, who wins by them, and what must always hold. They may read what is hidden: the game is over."""

from __future__ import annotations

from tangrules import ir
from tangrules.check.aggregates import bind
from tangrules.check.cases import cases
from tangrules.check.constants import fitting
from tangrules.check.expressions import condition_of, number_of
from tangrules.check.narrow import refine
from tangrules.check.questions import add_value
from tangrules.check.requirements import while_condition
from tangrules.check.scope import Scope, new_scope, seat_scope
from tangrules.check.types import NUMBER, SEAT, YESNO, info
from tangrules.check.world import World
from tangrules.diagnostics import Related
from tangrules.link.model import Rule
from tangrules.syntax import tree


def define_scores(world: World) -> tuple[ir.ScoreDef, ...]:
    return tuple(_score(world, name, rule) for name, rule in world.model.scores.items())


def _seat_scope(world: World, name: str, pack: str, cites: tuple[tree.Cite, ...]) -> Scope:
    scope = seat_scope(world, name, pack, cites)
    scope.builder.open_eyes = True
    return scope


def _score(world: World, name: str, rule: Rule[tree.Score]) -> ir.ScoreDef:
    item = rule.item
    scope = _seat_scope(world, f"score {name}", rule.pack, item.cites)
    title = item.title or name.replace("_", " ")
    origin = scope.builder.origin(item.span)
    cites = tuple(c.id for c in item.cites)
    inner, test = while_condition(scope, rule.conditions)
    if item.each is not None:
        return _score_each(
            inner, test, item, item.each, ir.ScoreDef(name, title, -1, -1, None, cites, origin)
        )
    body = cases(inner, item.cases, NUMBER)
    body = body if test is None else ir.Cond(test, body, ir.Const(0))
    value = add_value(world, f"score {name}", scope, body, NUMBER, params=(("you", SEAT),), origin=origin)
    scope.builder.value = value
    return ir.ScoreDef(name, title, value, -1, None, cites, origin)


def _score_each(
    scope: Scope, test: ir.Expr | None, item: tree.Score, each: tree.Binder, made: ir.ScoreDef
) -> ir.ScoreDef:
    """The things that are scored one by one, and what one of them scores."""
    world = scope.world
    name = f"score {item.name.text}"
    _inside, bound, element = bind(scope, each)
    things: ir.Expr = ir.Fold("all", (bound,), None)
    if test is not None:
        things = ir.Cond(test, things, ir.Const(()))
    listed = add_value(
        world, f"{name} each", scope, things, element, params=(("you", SEAT),), origin=made.origin
    )
    scope.builder.value = listed
    alone = _seat_scope(world, name, scope.builder.pack, item.cites)
    alone = alone.bind(each.name.text, alone.builder.local(), element)
    if each.where is not None:
        alone = refine(alone, each.where)
    body = cases(alone, item.cases, NUMBER)
    params = (("you", SEAT), (each.name.text, element))
    value = add_value(world, name, alone, body, NUMBER, params=params, origin=made.origin)
    alone.builder.value = value
    return ir.ScoreDef(made.name, made.title, value, listed, info(element), made.cites, made.origin)


def check_grades(world: World) -> None:
    """Reports grades that nobody gets: another one begins at the same score, or no score is so high."""
    seen: dict[int, tree.Grade] = {}
    for grade in () if world.model.grades is None else world.model.grades.item.grades:
        fitting(world, grade.at_least, grade.span)
        first = seen.setdefault(grade.at_least, grade)
        if first is not grade:
            related = [Related(first.span, f"“{first.title}” is here")]
            message = f"two grades begin at {grade.at_least}"
            world.reporter.error(
                "E-DUPLICATE", message, grade.span, expected="another number", related=related
            )


def define_winner(world: World) -> tuple[tuple[ir.RankDef, ...], bool]:
    rule = world.model.winner
    if rule is None:
        return (ir.RankDef(True, -1),), True
    ranks = []
    for part in rule.item.rules:
        if part.value is None:
            ranks.append(ir.RankDef(part.most, -1))
            continue
        scope = _seat_scope(world, "winner", rule.pack, rule.item.cites)
        body = number_of(scope, part.value)
        origin = scope.builder.origin(rule.item.span)
        value = add_value(world, "winner", scope, body, NUMBER, params=(("you", SEAT),), origin=origin)
        ranks.append(ir.RankDef(part.most, value))
    return tuple(ranks), rule.item.shared


def define_invariants(world: World) -> tuple[tuple[str, int, int], ...]:
    made = []
    for name, rule in world.model.invariants.items():
        scope = new_scope(world, f"invariant {name}", rule.pack, rule.item.cites)
        scope.builder.open_eyes = True
        body = condition_of(scope, rule.item.condition)
        origin = scope.builder.origin(rule.item.span)
        value = add_value(world, f"invariant {name}", scope, body, YESNO, params=(), origin=origin)
        made.append((name, value, origin))
    return tuple(made)
