"""What a conjunction or disjunction asks first: the cheap questions, where none of them can fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tangrules.emit.canon import same
from tangrules.emit.rewrite import map_children, may_fail, remember
from tangrules.emit.terms import Call, Fold, Num, Prim, Reach, Term, Tup, Var, children

UNKNOWN_LENGTH = 4
"""How many elements a list is thought to have that is not constant."""

LOOP, CALL, REACH = 4, 12, 80
"""What starting a loop, a call or a reach costs, in words read."""


def cost(term: Term) -> int:
    """Roughly how long a term takes to evaluate, in words read."""
    try:
        return term.cost
    except AttributeError:
        found = _cost(term)
        remember(term, "cost", found)
        return found


def _cost(term: Term) -> int:
    if isinstance(term, (Num, Tup, Var)):
        return 0
    if isinstance(term, Fold):
        return _fold_cost(term)
    inner = 1 + sum(map(cost, children(term)))
    if isinstance(term, Call):
        return CALL + inner
    return REACH + inner if isinstance(term, Reach) else inner


def _fold_cost(fold: Fold) -> int:
    total, times = LOOP, 1
    for bind in fold.binds:
        total += times * cost(bind.domain)
        times *= len(bind.domain.values) if isinstance(bind.domain, Tup) else UNKNOWN_LENGTH
        if bind.where is not None:
            total += times * (1 + cost(bind.where))
    return total + times * sum(1 + cost(part) for part in (fold.body, fold.default) if part is not None)


def cheap_first(parts: Sequence[Term]) -> tuple[Term, ...]:
    """The parts of an `and` or `or`, cheap ones first; what can fail keeps its place among the others."""
    found: list[Term] = []
    run: list[Term] = []
    for part in _once(parts):
        if may_fail(part):
            found += [*sorted(run, key=cost), part]
            run = []
        else:
            run.append(part)
    return (*found, *sorted(run, key=cost))


def _once(parts: Sequence[Term]) -> list[Term]:
    """The parts without those that ask the same again."""
    found: list[Term] = []
    for part in parts:
        if not any(same(part, other) for other in found):
            found.append(part)
    return found


def ordered(term: Term, keep: Callable[[Fold], object]) -> Term:
    """The term with all its conjunctions and disjunctions in order, except inside folds that are kept."""
    if isinstance(term, Fold) and keep(term):
        return term
    term = map_children(term, lambda child: ordered(child, keep))
    if isinstance(term, Prim) and term.op in ("and", "or"):
        parts = cheap_first(term.args)
        return Prim(term.op, parts, term.origin) if len(parts) > 1 else parts[0]
    return term
