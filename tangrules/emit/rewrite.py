"""Changing terms: substitution, renaming of what a term binds, and the plain facts about a term."""

from __future__ import annotations

from collections.abc import Callable

from tangrules.emit.terms import (
    Bind,
    Call,
    Fold,
    Given,
    Heap,
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


# Plain facts are asked of the same nodes over and over, so each node remembers them; they are gone when it is.
remember = object.__setattr__

_NOTHING: frozenset[str] = frozenset()


def _learn(term: Term) -> None:
    """Work out all plain facts about a term from those about its parts."""
    names = bound = _NOTHING
    size, flat = 1, not isinstance(term, (Fold, Reach))
    reads, fails = _reads_itself(term), _fails_itself(term)
    for part in term.parts():
        try:
            size += part.size
        except AttributeError:
            _learn(part)
            size += part.size
        reads, fails, flat = reads or part.reads, fails or part.may_fail, flat and part.flat
        if part.free is not names:
            names = names | part.free if names else part.free
        if part.bound:
            bound |= part.bound
    own = bound_by(term)
    if own:
        of_own = {var.name for var in own}
        names, bound = names - of_own, bound | of_own
    elif isinstance(term, Var):
        names = frozenset((term.name,))
    remember(term, "free", names)
    remember(term, "bound", bound)
    remember(term, "size", size)
    remember(term, "reads", reads)
    remember(term, "may_fail", fails)
    remember(term, "flat", flat)


def _reads_itself(term: Term) -> bool:
    return isinstance(term, (Word, Heap, Size, Call)) or (isinstance(term, Prim) and term.op == "place")


def _fails_itself(term: Term) -> bool:
    if isinstance(term, Prim):
        if term.op in ("surely", "surely_number", "item"):
            return True
        return term.op in ("div", "mod") and not (isinstance(term.args[1], Num) and term.args[1].value)
    if isinstance(term, Call):
        return term.fails
    return isinstance(term, Span) and not (isinstance(term.low, Num) and isinstance(term.high, Num))


def free(term: Term) -> frozenset[str]:
    """The names of the variables that the term takes from outside."""
    try:
        return term.free
    except AttributeError:
        _learn(term)
        return term.free


def inner_names(term: Term) -> frozenset[str]:
    """The names that a term binds, itself or inside."""
    try:
        return term.bound
    except AttributeError:
        _learn(term)
        return term.bound


def size(term: Term) -> int:
    """The number of nodes."""
    try:
        return term.size
    except AttributeError:
        _learn(term)
        return term.size


def reads_state(term: Term) -> bool:
    """Whether the value depends on the state (and not only on its variables)."""
    try:
        return term.reads
    except AttributeError:
        _learn(term)
        return term.reads


def may_fail(term: Term) -> bool:
    """Whether evaluating the term may be a RuleError."""
    try:
        return term.may_fail
    except AttributeError:
        _learn(term)
        return term.may_fail


def is_flat(term: Term) -> bool:
    """Whether the term can be written as one Python expression, without loops."""
    try:
        return term.flat
    except AttributeError:
        _learn(term)
        return term.flat


def map_children(term: Term, change: Callable[[Term], Term]) -> Term:
    """The same node with each direct child changed, itself if that changes nothing; what it binds stays."""
    return term.changed(change)


def map_fold(fold: Fold, change: Callable[[Term], Term]) -> Fold:
    return fold.changed(change)


def substitute(term: Term, values: dict[str, Term], names: Names) -> Term:
    """The term with variables replaced. What the term binds gets fresh names, so copies never clash."""
    if isinstance(term, Var):
        return values.get(term.name, term)
    if values.keys().isdisjoint(free(term)) and not inner_names(term):
        return term
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
