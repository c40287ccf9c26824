"""Static terms evaluated by the compiler, for each value of their variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangrules.emit.bounds import Facts
from tangrules.emit.constants import Constant, computed
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
)
from tangrules.ir import NIL

Known = dict[str, Constant]

Left = list[int]
"""How many rounds are left, alone in a list."""

ROUNDS_AT_MOST = 200_000
"""What goes through more things is left to the game: a scenario must not keep the compiler busy."""


class NotStatic(Exception):
    """The term cannot be evaluated without a state, or not in passing."""


def evaluated(term: Term, name: str, count: int, facts: Facts) -> tuple[int | tuple[int, ...], ...] | None:
    """What a term is for each value of its variable from 0 on, None if that cannot be told."""
    try:
        return tuple(_column(term, name, count, facts, [ROUNDS_AT_MOST]))  # type: ignore[arg-type]
    except (NotStatic, IndexError):
        return None


def _column(term: Term, name: str, count: int, facts: Facts, left: Left) -> list[Constant]:
    """What a term is for each value of its variable; sums and tables of many values at once, the rest one by one."""
    if isinstance(term, Var) and term.name == name:
        return list(range(count))
    if isinstance(term, Num):
        return [term.value] * count
    if isinstance(term, Look):
        values = facts.tables[term.table].values
        return [values[at] for at in _column(term.index, name, count, facts, left)]  # type: ignore[index]
    if isinstance(term, Prim) and term.args and term.op not in ("and", "or"):
        rows = zip(*[_column(arg, name, count, facts, left) for arg in term.args], strict=True)
        found = [computed(term.op, row) for row in rows]
        if None in found:
            raise NotStatic
        return found  # type: ignore[return-value]
    return [value_of(term, {name: number}, facts, left) for number in range(count)]


def value_of(term: Term, known: Known, facts: Facts, left: Left | None = None) -> Constant:
    """What a static term is for known values of its variables."""
    return _VALUES[type(term)](term, known, facts, [ROUNDS_AT_MOST] if left is None else left)


def _num(term: Num, known: Known, facts: Facts, left: Left) -> Constant:
    return term.value


def _tup(term: Tup, known: Known, facts: Facts, left: Left) -> Constant:
    return term.values


def _var(term: Var, known: Known, facts: Facts, left: Left) -> Constant:
    if term.name not in known:
        raise NotStatic
    return known[term.name]


def _look(term: Look, known: Known, facts: Facts, left: Left) -> Constant:
    index = term.index
    at = _VALUES[type(index)](index, known, facts, left)
    assert isinstance(at, int)
    return facts.tables[term.table].values[at]


def _prim(term: Prim, known: Known, facts: Facts, left: Left) -> Constant:
    if term.op in ("and", "or"):
        found = (bool(value_of(arg, known, facts, left)) for arg in term.args)
        return int(all(found) if term.op == "and" else any(found))
    result = computed(term.op, [_VALUES[type(arg)](arg, known, facts, left) for arg in term.args])
    if result is None:
        raise NotStatic
    return result


def _cond(term: Cond, known: Known, facts: Facts, left: Left) -> Constant:
    taken = term.then if value_of(term.test, known, facts, left) else term.otherwise
    return value_of(taken, known, facts, left)


def _given(term: Given, known: Known, facts: Facts, left: Left) -> Constant:
    inner = {**known, term.var.name: value_of(term.value, known, facts, left)}
    return value_of(term.body, inner, facts, left)


def _items(term: Items, known: Known, facts: Facts, left: Left) -> Constant:
    return tuple([value_of(item, known, facts, left) for item in term.items])  # type: ignore[misc]


def _span(term: Span, known: Known, facts: Facts, left: Left) -> Constant:
    first, last = value_of(term.low, known, facts, left), value_of(term.high, known, facts, left)
    assert isinstance(first, int)
    assert isinstance(last, int)
    _spend(left, last + 1 - first)
    return tuple(range(first, last + 1))


def _of_state(term: Term, known: Known, facts: Facts, left: Left) -> Constant:
    raise NotStatic


def _fold(fold: Fold, known: Known, facts: Facts, left: Left) -> Constant:
    found: list[Constant] = []
    _bind(fold, 0, known, facts, left, found)
    op = fold.op
    if op in ("any", "none", "every", "count"):
        count = sum(map(bool, found))
        return {
            "any": int(count > 0),
            "none": int(not count),
            "every": int(count == len(found)),
            "count": count,
        }[op]
    numbers = [number for number in found if isinstance(number, int)]
    if len(numbers) < len(found) or op not in ("sum", "all", "distinct", "first", "max", "min"):
        raise NotStatic
    if op == "sum":
        return sum(numbers)
    if op in ("all", "distinct"):
        return tuple(numbers) if op == "all" else tuple(sorted(set(numbers)))
    if numbers:
        return numbers[0] if op == "first" else max(numbers) if op == "max" else min(numbers)
    if fold.default is not None:
        return value_of(fold.default, known, facts, left)
    return -1 if op == "first" else NIL


def _spend(left: Left, rounds: int) -> None:
    left[0] -= max(0, rounds)
    if left[0] < 0:
        raise NotStatic


def _bind(fold: Fold, at: int, known: Known, facts: Facts, left: Left, found: list[Constant]) -> None:
    """Gather the bodies of a fold; count and the tests may have none."""
    if at == len(fold.binds):
        last = fold.binds[-1].var.name
        unnamed: Constant = 1 if fold.op in ("count", "any", "none", "every") else known[last]
        found.append(unnamed if fold.body is None else value_of(fold.body, known, facts, left))
        return
    bind = fold.binds[at]
    domain = value_of(bind.domain, known, facts, left)
    assert isinstance(domain, tuple)
    _spend(left, len(domain))
    for element in domain:
        inner = {**known, bind.var.name: element}
        if bind.where is None or value_of(bind.where, inner, facts, left):
            _bind(fold, at + 1, inner, facts, left, found)


_VALUES: dict[type, Callable[[Any, Known, Facts, Left], Constant]] = {
    Num: _num,
    Tup: _tup,
    Var: _var,
    Look: _look,
    Prim: _prim,
    Cond: _cond,
    Given: _given,
    Items: _items,
    Fold: _fold,
    Span: _span,
    **dict.fromkeys((Word, Heap, Size, Reach, Call), _of_state),
}
"""How a term is evaluated, by its kind."""
