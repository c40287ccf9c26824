"""Whether a list is known to hold no element twice."""

from __future__ import annotations

from tangrules.emit.bounds import Facts
from tangrules.emit.terms import (
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Prim,
    Reach,
    Span,
    Term,
    Tup,
    Word,
    conjuncts,
)


def is_distinct(term: Term, facts: Facts) -> bool:
    match term:
        case Tup(values):
            return len(set(values)) == len(values)
        case Span() | Reach():
            return True
        case Items(items):
            return len(items) < 2
        case Heap(zone):
            return facts.program.zones[zone].storage != "list"
        case Look(table):
            rows = facts.tables[table].values
            return all(isinstance(row, tuple) and len(set(row)) == len(row) for row in rows)
        case Cond(_, then, otherwise):
            return is_distinct(then, facts) and is_distinct(otherwise, facts)
        case Given(_, _, body):
            return is_distinct(body, facts)
        case Prim("union"):
            return True
        case Prim("except", args):
            return is_distinct(args[0], facts)
        case Prim("take", args):
            return is_distinct(args[1], facts)
        case Fold():
            return _fold(term, facts)
        case _:
            return False


def _fold(term: Fold, facts: Facts) -> bool:
    """Elements of one binder as they are, or gathered without repeats."""
    if term.op == "distinct":
        return True
    if len(term.binds) != 1 or not is_distinct(term.binds[0].domain, facts):
        return False
    if term.op in ("sort_low", "sort_high"):
        return True
    return term.op == "all" and (
        term.body is None or term.body == term.binds[0].var or _pieces_on_spaces(term, facts)
    )


def _pieces_on_spaces(term: Fold, facts: Facts) -> bool:
    """What lies on different spaces, where something lies there."""
    bind, body = term.binds[0], term.body
    if not isinstance(body, Word) or bind.where is None:
        return False
    zone = facts.program.zones[body.zone]
    lies = Prim("not", (Prim("isnil", (body,)),))
    if zone.storage != "space" or zone.posed or lies not in conjuncts(bind.where):
        return False
    if body.index == bind.var:
        return True
    if not (isinstance(body.index, Look) and body.index.index == bind.var and isinstance(bind.domain, Tup)):
        return False
    places = facts.tables[body.index.table].values
    found = [places[value] for value in bind.domain.values if isinstance(value, int)]
    return len(set(found)) == len(found)
