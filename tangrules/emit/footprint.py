"""Which words of the state a term reads, told beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.emit.bounds import Facts
from tangrules.emit.constants import Constant
from tangrules.emit.evaluate import NotStatic, value_of
from tangrules.emit.terms import (
    Call,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Num,
    Prim,
    Reach,
    Size,
    Term,
    Word,
    children,
)

ELEMENTS_AT_MOST = 64


class NoFootprint(Exception):
    """The words that a term reads cannot be told beforehand."""


def footprint(term: Term, known: dict[str, Constant], facts: Facts) -> set[int]:
    """The words of V that a term may read, for known values of its variables."""
    found: set[int] = set()
    _read(term, known, facts, found)
    return found


def _read(term: Term, known: dict[str, Constant], facts: Facts, found: set[int]) -> None:
    match term:
        case Word(zone, index):
            at = _static(index, known, facts)
            if not isinstance(at, int) or at < -1:
                raise NoFootprint
            found.add(facts.program.zones[zone].base + at)
        case Heap() | Size() | Call() | Reach() | Prim("place"):
            raise NoFootprint
        case Given(var, value, body):
            _read(value, known, facts, found)
            named = _one(value, known, facts)
            _read(body, known if named is None else {**known, var.name: named}, facts, found)
        case Fold():
            _read_fold(term, 0, known, facts, found)
        case _:
            for child in children(term):
                _read(child, known, facts, found)


def _static(term: Term, known: dict[str, Constant], facts: Facts) -> Constant:
    try:
        return value_of(term, known, facts)
    except (NotStatic, KeyError, IndexError) as error:
        raise NoFootprint from error


def _read_fold(fold: Fold, at: int, known: dict[str, Constant], facts: Facts, found: set[int]) -> None:
    if at == len(fold.binds):
        for part in (fold.body, fold.default):
            if part is not None:
                _read(part, known, facts, found)
        return
    bind = fold.binds[at]
    elements = _elements(bind.domain, known, facts, found)
    for element in elements:
        inner = dict(known) if element is None else {**known, bind.var.name: element}
        if bind.where is not None:
            _read(bind.where, inner, facts, found)
        _read_fold(fold, at + 1, inner, facts, found)


def _elements(
    domain: Term, known: dict[str, Constant], facts: Facts, found: set[int]
) -> Sequence[Constant | None]:
    """The elements of a domain, None for one that is not known; of a row of a table, perhaps those of all
    rows.
    """
    if isinstance(domain, Items) and not all(isinstance(item, Num) for item in domain.items):
        for item in domain.items:
            _read(item, known, facts, found)
        return tuple(_one(item, known, facts) for item in domain.items)
    try:
        elements = value_of(domain, known, facts)
    except (NotStatic, KeyError, IndexError) as error:
        if not isinstance(domain, Look):
            raise NoFootprint from error
        _read(domain.index, known, facts, found)
        every = facts.every(domain.table)
        if len(every) > ELEMENTS_AT_MOST:
            raise NoFootprint from error
        return every
    assert isinstance(elements, tuple)
    return elements


def _one(item: Term, known: dict[str, Constant], facts: Facts) -> Constant | None:
    try:
        return value_of(item, known, facts)
    except (NotStatic, KeyError, IndexError):
        return None
