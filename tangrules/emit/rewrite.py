"""Changing terms: substitution, renaming of what a term binds, and the plain facts about a term."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tangrules.emit.terms import (
    Bind,
    Call,
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Num,
    Prim,
    Reach,
    Size,
    Span,
    Term,
    Var,
    Word,
    bound_by,
    children,
)


class Names:
    """Gives out names that stand for one variable each."""

    def __init__(self) -> None:
        self.count = 0

    def fresh(self, prefix: str = "x") -> Var:
        self.count += 1
        return Var(f"{prefix}{self.count}")


@lru_cache(maxsize=100_000)
def free(term: Term) -> frozenset[str]:
    """The names of the variables that the term takes from outside."""
    if isinstance(term, Var):
        return frozenset((term.name,))
    inside: frozenset[str] = frozenset().union(*(free(child) for child in children(term)))
    return inside - {var.name for var in bound_by(term)}


@lru_cache(maxsize=100_000)
def size(term: Term) -> int:
    """The number of nodes."""
    return 1 + sum(size(child) for child in children(term))


@lru_cache(maxsize=100_000)
def reads_state(term: Term) -> bool:
    """Whether the value depends on the state (and not only on its variables)."""
    if isinstance(term, (Word, Heap, Size, Call)):
        return True
    if isinstance(term, Prim) and term.op == "place":
        return True
    return any(reads_state(child) for child in children(term))


@lru_cache(maxsize=100_000)
def may_fail(term: Term) -> bool:
    """Whether evaluating the term may be a RuleError."""
    if isinstance(term, Prim):
        if term.op in ("surely", "surely_number", "item"):
            return True
        if term.op in ("div", "mod") and not (isinstance(term.args[1], Num) and term.args[1].value):
            return True
    if isinstance(term, Call) and term.fails:
        return True
    if isinstance(term, Span) and not (isinstance(term.low, Num) and isinstance(term.high, Num)):
        return True
    return any(may_fail(child) for child in children(term))


@lru_cache(maxsize=100_000)
def is_flat(term: Term) -> bool:
    """Whether the term can be written as one Python expression, without loops."""
    if isinstance(term, (Fold, Reach)):
        return False
    return all(is_flat(child) for child in children(term))


def map_children(term: Term, change: Callable[[Term], Term]) -> Term:
    """The same node with each direct child changed; what it binds stays."""
    match term:
        case Look(table, index):
            return Look(table, change(index))
        case Word(zone, index):
            return Word(zone, change(index))
        case Heap(zone, index):
            return Heap(zone, change(index))
        case Size(zone, index):
            return Size(zone, change(index))
        case Prim(op, args, origin):
            return Prim(op, tuple(map(change, args)), origin)
        case Call(index, args, legal, fails):
            return Call(index, tuple(map(change, args)), legal, fails)
        case Items(items):
            return Items(tuple(map(change, items)))
        case Span(low, high):
            return Span(change(low), change(high))
        case Cond(test, then, otherwise):
            return Cond(change(test), change(then), change(otherwise))
        case Given(var, value, body):
            return Given(var, change(value), change(body))
        case Reach(start, var, step):
            return Reach(change(start), var, change(step))
        case Fold():
            return map_fold(term, change)
        case _:
            return term


def map_fold(fold: Fold, change: Callable[[Term], Term]) -> Fold:
    binds = tuple(
        Bind(bind.var, change(bind.domain), None if bind.where is None else change(bind.where))
        for bind in fold.binds
    )
    body = None if fold.body is None else change(fold.body)
    default = None if fold.default is None else change(fold.default)
    return Fold(fold.op, binds, body, default)


def substitute(term: Term, values: dict[str, Term], names: Names) -> Term:
    """The term with variables replaced. What the term binds gets fresh names, so copies never clash."""
    if isinstance(term, Var):
        return values.get(term.name, term)
    bound = bound_by(term)
    if bound:
        renamed = {var.name: names.fresh() for var in bound}
        return rename_bound(
            map_children(term, lambda t: substitute(t, {**values, **renamed}, names)), renamed
        )
    return map_children(term, lambda t: substitute(t, values, names))


def rename_bound(term: Term, renamed: dict[str, Var]) -> Term:
    match term:
        case Given(var, value, body):
            return Given(renamed[var.name], value, body)
        case Reach(start, var, step):
            return Reach(start, renamed[var.name], step)
        case Fold(op, binds, body, default):
            changed = tuple(Bind(renamed[bind.var.name], bind.domain, bind.where) for bind in binds)
            return Fold(op, changed, body, default)
        case _:
            return term


def occurrences(term: Term, name: str) -> int:
    """How often the variable is mentioned."""
    if isinstance(term, Var):
        return int(term.name == name)
    if name not in free(term):
        return 0
    return sum(occurrences(child, name) for child in children(term))


def occurs_in_loop(term: Term, name: str) -> bool:
    """Whether the variable is mentioned where it would be evaluated again and again."""
    if name not in free(term) or isinstance(term, Var):
        return False
    if isinstance(term, Reach):
        return name in free(term.step) or occurs_in_loop(term.start, name)
    if isinstance(term, Fold):
        first = term.binds[0].domain
        inner = [child for child in children(term) if child is not first]
        return any(name in free(child) for child in inner) or occurs_in_loop(first, name)
    return any(occurs_in_loop(child, name) for child in children(term))
