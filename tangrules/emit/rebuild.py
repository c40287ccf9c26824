"""Simplifying a term once more after something in it was replaced."""

from __future__ import annotations

from tangrules.emit.rewrite import free, map_children
from tangrules.emit.simplify import Builder
from tangrules.emit.terms import Cond, Given, Items, Look, Prim, Span, Term, Var, is_constant


def rebuilt(term: Term, build: Builder) -> Term:
    """The same term, simplified from the leaves up."""
    if isinstance(term, Given):
        return _rebuilt_given(term, build)
    term = map_children(term, lambda child: rebuilt(child, build))
    match term:
        case Prim(op, args, origin):
            return build.prim(op, args, origin)
        case Look(table, index):
            return build.look(table, index)
        case Cond(test, then, otherwise):
            return build.cond(test, then, otherwise)
        case Items(items):
            return build.items(items)
        case Span(low, high):
            return build.span(low, high)
        case _:
            return term


def _rebuilt_given(term: Given, build: Builder) -> Term:
    value = rebuilt(term.value, build)
    if is_constant(value):
        return rebuilt(replaced(term.body, term.var.name, value), build)
    found = build.facts.of(value)
    if found is not None:
        build.facts.vars[term.var.name] = found
    return Given(term.var, value, rebuilt(term.body, build))


def replaced(term: Term, name: str, value: Term) -> Term:
    """The term with a constant or a variable in place of a variable; nothing needs a new name."""
    if name not in free(term):
        return term
    if isinstance(term, Var):
        return value
    return map_children(term, lambda child: replaced(child, name, value))
