"""Which words of the state a term reads, told beforehand."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import product

import attrs

from tangrules.emit.bounds import Facts
from tangrules.emit.constants import Constant, computed
from tangrules.emit.evaluate import NotStatic, value_of
from tangrules.emit.rewrite import free, reads_state, remember
from tangrules.emit.terms import (
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
    Tup,
    Var,
    Word,
    children,
    walk,
)

ELEMENTS_AT_MOST = 64

POSSIBLE_AT_MOST = 64
"""An index that may be one of so many numbers has a footprint."""

GAP = 16
"""Words so close together belong to one stretch."""


class NoFootprint(Exception):
    """The words that a term reads cannot be told beforehand."""


@attrs.frozen
class _Found:
    words: set[int]
    apart: Container[int]


def footprint(term: Term, known: dict[str, Constant], facts: Facts, apart: Container[int] = ()) -> set[int]:
    """The words of V that a term may read, for known values of its variables, besides what it asks of values that are
    kept track of `apart`.
    """
    found = _Found(set(), apart)
    _read(term, known, facts, found)
    return found.words


def stretches(words: Iterable[int]) -> list[tuple[int, int]]:
    """Words as few stretches of V: where each begins, and where it ends."""
    found: list[tuple[int, int]] = []
    for word in sorted(words):
        if found and word - found[-1][1] < GAP:
            found[-1] = (found[-1][0], word + 1)
        else:
            found.append((word, word + 1))
    return found


def _read(term: Term, known: dict[str, Constant], facts: Facts, found: _Found) -> None:
    if not reads_state(term):
        return
    words = _words(term)
    if words is not None:
        for word in words:
            _read_word(word, known, facts, found)
        return
    match term:
        case Prim(op, args) if op != "place":
            for arg in args:
                _read(arg, known, facts, found)
        case Word(index=index):
            _read(index, known, facts, found)
            _read_word(term, known, facts, found)
        case Call(value, args, False) if value in found.apart:
            for arg in args:
                _read(arg, known, facts, found)
        case Heap() | Size() | Call() | Reach() | Prim():
            raise NoFootprint
        case Given(var, value, body):
            _read(value, known, facts, found)
            try:
                named = _possible(value, known, facts)
            except NoFootprint:
                _read(body, known, facts, found)
                return
            for one in named:
                _read(body, {**known, var.name: one}, facts, found)
        case Cond():
            for branch in _read_test(term, known, facts, found):
                _read(branch, known, facts, found)
        case Fold():
            _read_fold(term, 0, known, facts, found)
        case _:
            for child in children(term):
                _read(child, known, facts, found)


def _read_word(word: Word, known: dict[str, Constant], facts: Facts, found: _Found) -> None:
    base = facts.program.zones[word.zone].base
    for at in _possible(word.index, known, facts):
        if not isinstance(at, int) or at < -1:
            raise NoFootprint
        found.words.add(base + at)


def _words(term: Term) -> tuple[Word, ...] | None:
    """The words in a term, each once, if all of them are read whatever they hold; None if that depends."""
    try:
        return term.words
    except AttributeError:
        parts = tuple(walk(term))
        plain = all(isinstance(part, _PLAIN) and not _is_place(part) for part in parts)
        found = tuple(dict.fromkeys(part for part in parts if isinstance(part, Word))) if plain else None
        remember(term, "words", found)
        return found


def _is_open(term: Term, known: dict[str, Constant]) -> bool:
    """Whether it is plain that nothing can be told of what a term is: it is found out much later by trying."""
    return _is_sum(term) and (reads_state(term) or not known.keys() >= free(term))


def _is_sum(term: Term) -> bool:
    """Whether what a term is depends on each word and each variable in it: there are no branches."""
    try:
        return term.sum
    except AttributeError:
        is_sum = isinstance(term, (Word, Look, Num, Tup, Var)) or (
            isinstance(term, Prim) and term.op not in ("and", "or", "place")
        )
        found = is_sum and all(map(_is_sum, children(term)))
        remember(term, "sum", found)
        return found


_PLAIN = (Word, Look, Prim, Items, Span, Num, Tup, Var)


def _is_place(term: Term) -> bool:
    return isinstance(term, Prim) and term.op == "place"


def _branches(term: Cond, known: dict[str, Constant], facts: Facts) -> tuple[Term, ...]:
    """The branch that is taken; both if that depends on the state."""
    taken = _one(term.test, known, facts)
    if taken is None:
        return term.then, term.otherwise
    return (term.then if taken else term.otherwise,)


def _read_test(term: Cond, known: dict[str, Constant], facts: Facts, found: _Found) -> tuple[Term, ...]:
    """The branches that may be taken, with what the test reads to tell which."""
    branches = _branches(term, known, facts)
    if len(branches) > 1:
        _read(term.test, known, facts, found)
    return branches


def _possible(term: Term, known: dict[str, Constant], facts: Facts) -> set[Constant]:
    """All that a term may be, and perhaps more, for known values of its variables."""
    if _is_open(term, known):
        raise NoFootprint
    one = _one(term, known, facts)
    if one is not None:
        return {one}
    found: set[Constant] = set()
    match term:
        case Cond():
            for branch in _branches(term, known, facts):
                found |= _possible(branch, known, facts)
        case Given(var, value, body):
            for named in _possible(value, known, facts):
                found |= _possible(body, {**known, var.name: named}, facts)
        case Look(table, index):
            values = facts.tables[table].values
            for at in _possible(index, known, facts):
                if isinstance(at, int) and -len(values) <= at < len(values):
                    found.add(values[at])
        case Prim(op, args) if op not in ("and", "or"):
            ways = list(product(*(_possible(arg, known, facts) for arg in args)))
            if len(ways) > POSSIBLE_AT_MOST:
                raise NoFootprint
            for way in ways:
                result = computed(op, list(way))
                if result is None:
                    raise NoFootprint
                found.add(result)
        case _:
            raise NoFootprint
    if len(found) > POSSIBLE_AT_MOST:
        raise NoFootprint
    return found


def _read_fold(fold: Fold, at: int, known: dict[str, Constant], facts: Facts, found: _Found) -> None:
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
    domain: Term, known: dict[str, Constant], facts: Facts, found: _Found
) -> Sequence[Constant | None]:
    """The elements of a domain, None for one that is not known; of a row of a table, perhaps those of all
    rows.
    """
    if isinstance(domain, Items) and not all(isinstance(item, Num) for item in domain.items):
        for item in domain.items:
            _read(item, known, facts, found)
        return tuple(_one(item, known, facts) for item in domain.items)
    if isinstance(domain, Call) and domain.index in found.apart and not domain.legal:
        _read(domain, known, facts, found)
        return (None,)
    if isinstance(domain, Cond):
        ways = _read_test(domain, known, facts, found)
        return [element for way in ways for element in _elements(way, known, facts, found)]
    if isinstance(domain, Given):
        _read(domain.value, known, facts, found)
        named = [{**known, domain.var.name: one} for one in _possible(domain.value, known, facts)]
        return [element for inner in named for element in _elements(domain.body, inner, facts, found)]
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
    if _is_open(item, known):
        return None
    try:
        return value_of(item, known, facts)
    except (NotStatic, KeyError, IndexError):
        return None
