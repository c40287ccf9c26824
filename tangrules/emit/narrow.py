"""Searches narrowed: conditions stand as far out as they can, and a binder that must equal something is that."""

from __future__ import annotations

import attrs

from tangrules.emit.rewrite import free, may_fail
from tangrules.emit.terms import YES, Bind, Prim, Term, Tup, conjunction, conjuncts


@attrs.frozen
class Search:
    """Binders with conditions: whether there is a choice of all binders for which every condition holds."""

    outside: tuple[Term, ...]
    binds: tuple[Bind, ...]
    body: Term


def can_move(binds: tuple[Bind, ...], body: Term) -> bool:
    """Whether conditions may be asked in another order: none can fail, nor can a domain."""
    parts = [part for bind in binds for part in (bind.domain, bind.where) if part is not None]
    return not any(map(may_fail, (*parts, body)))


def conditions(binds: tuple[Bind, ...], body: Term) -> list[Term]:
    """Everything that is asked, in order."""
    tests = [part for bind in binds if bind.where is not None for part in conjuncts(bind.where)]
    return tests if body == YES else [*tests, *conjuncts(body)]


def placed(binds: tuple[Bind, ...], body: Term) -> Search:
    """The same search with every condition asked as soon as all that it speaks of is bound."""
    levels: list[list[Term]] = [[] for _ in range(len(binds) + 1)]
    for test in dict.fromkeys(conditions(binds, body)):
        names = free(test)
        levels[max((at for at, bind in enumerate(binds, 1) if bind.var.name in names), default=0)].append(
            test
        )
    narrowed = tuple(
        Bind(bind.var, bind.domain, conjunction(level) if level else None)
        for bind, level in zip(binds[:-1], levels[1:-1], strict=True)
    )
    last = binds[-1]
    return Search(tuple(levels[0]), (*narrowed, Bind(last.var, last.domain)), conjunction(levels[-1]))


def independent(search: Search) -> list[Search]:
    """The search as several that have nothing to do with each other; the order of the binders stays."""
    names = [bind.var.name for bind in search.binds]
    group = list(range(len(names)))
    for at, bind in enumerate(search.binds):
        tests = conjuncts(bind.where) if bind.where is not None else ()
        tests = (*tests, *conjuncts(search.body)) if at == len(names) - 1 else tests
        for part in (bind.domain, *tests):
            linked = {group[other] for other, name in enumerate(names) if name in free(part)}
            linked |= {group[at]} if part is bind.domain else set()
            group = [min(linked) if mine in linked else mine for mine in group]
    found = []
    for number in dict.fromkeys(group):
        inside = [bind for bind, mine in zip(search.binds, group, strict=True) if mine == number]
        mine = {bind.var.name for bind in inside}
        body = [part for part in conjuncts(search.body) if free(part) & mine and part != YES]
        found.append(Search((), tuple(inside), conjunction(body)))
    return found


def is_certain(search: Search) -> bool:
    """Whether there is a choice without looking: no conditions, and constant domains that are not empty."""
    plain = all(
        isinstance(bind.domain, Tup) and bind.domain.values and bind.where is None for bind in search.binds
    )
    return plain and search.body == YES


def pinned(search: Search) -> tuple[int, Term, Term] | None:
    """A binder over a constant domain that must equal something known before it: its place, the something,
    and the condition that says so.
    """
    for at, bind in enumerate(search.binds):
        if not isinstance(bind.domain, Tup):
            continue
        last = at == len(search.binds) - 1
        test = search.body if last else bind.where
        for part in conjuncts(test) if test is not None else ():
            value = _equal_to(part, bind)
            later = {other.var.name for other in search.binds[at:]}
            if value is not None and not free(value) & later:
                return at, value, part
    return None


def _equal_to(part: Term, bind: Bind) -> Term | None:
    if not (isinstance(part, Prim) and part.op == "eq"):
        return None
    one, other = part.args
    if one == bind.var:
        return other
    return one if other == bind.var else None


def covers(domain: Tup, bounds: tuple[int, int] | None) -> bool:
    """Whether every number between these bounds is an element."""
    if bounds is None or bounds[1] - bounds[0] >= len(domain.values):
        return False
    return set(domain.values) >= set(range(bounds[0], bounds[1] + 1))
