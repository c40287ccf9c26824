"""Whether the first mention of a variable in a term is evaluated before all others."""

from __future__ import annotations

from enum import Enum

from tangrules.emit.rewrite import free, may_fail, remember
from tangrules.emit.terms import NONE, Cond, Fold, Given, Prim, Reach, Term, Var, children


class Use(Enum):
    """How a term uses a variable, in the order of evaluation."""

    NONE = 0
    ALWAYS = 1  # it is evaluated for certain
    PERHAPS = 2  # it may be left out, but no mention comes before the first one
    BAD = 3  # two mentions, of which either may come first


def is_plain(term: Term) -> bool:
    """Whether the term can be written as one expression, with no lines before it."""
    try:
        return term.plain
    except AttributeError:
        found = _is_plain(term)
        remember(term, "plain", found)
        return found


def _is_plain(term: Term) -> bool:
    if isinstance(term, (Fold, Reach)) or (isinstance(term, Given) and not set_at_use(term)):
        return False
    return all(is_plain(child) for child in children(term))


def set_at_use(term: Given) -> bool:
    """Whether the variable can be set where it is first mentioned. A value that may fail must be
    evaluated.
    """
    found = use(term.body, term.var.name)
    return found is Use.ALWAYS or (found is Use.PERHAPS and not may_fail(term.value))


def use(term: Term, name: str) -> Use:
    if name not in free(term):
        return Use.NONE
    if isinstance(term, Var):
        return Use.ALWAYS
    if isinstance(term, Prim) and term.op in ("and", "or"):
        return _junction(term.args, name)
    if isinstance(term, Cond):
        return _condition(term, name)
    if isinstance(term, Prim) and term.op == "edge":
        return _condition(Cond(term.args[0], term.args[1], NONE), name)
    if isinstance(term, Given):
        return _given(term, name)
    return _all([use(child, name) for child in children(term)])


def _all(uses: list[Use]) -> Use:
    """Parts that are all evaluated, one after the other."""
    found = [one for one in uses if one is not Use.NONE]
    if not found:
        return Use.NONE
    if found[0] is Use.PERHAPS and len(found) > 1:
        return Use.BAD
    return found[0]


def _junction(args: tuple[Term, ...], name: str) -> Use:
    uses = [use(arg, name) for arg in args]
    first = next(index for index, one in enumerate(uses) if one is not Use.NONE)
    if uses[first] is Use.PERHAPS and any(one is not Use.NONE for one in uses[first + 1 :]):
        return Use.BAD
    return Use.PERHAPS if uses[first] is Use.ALWAYS and first else uses[first]


def _condition(term: Cond, name: str) -> Use:
    test = use(term.test, name)
    branches = [use(term.then, name), use(term.otherwise, name)]
    used = [one for one in branches if one is not Use.NONE]
    if test is Use.ALWAYS or not used:
        return test
    if test is not Use.NONE or len(used) > 1:
        return Use.BAD
    return used[0] if used[0] is Use.BAD else Use.PERHAPS


def _given(term: Given, name: str) -> Use:
    """The value stands where the inner variable is first mentioned."""
    value, body = use(term.value, name), use(term.body, name)
    if value is Use.NONE:
        return body
    inner = use(term.body, term.var.name)
    if body is Use.NONE:
        return value if inner is Use.ALWAYS else Use.PERHAPS if value is not Use.BAD else Use.BAD
    return Use.BAD
