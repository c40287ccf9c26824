"""Static terms evaluated by the compiler, for each value of their variable."""

from __future__ import annotations

from tangrules.emit.bounds import Facts
from tangrules.emit.constants import Constant, computed
from tangrules.emit.terms import Cond, Fold, Given, Items, Look, Num, Prim, Span, Term, Tup, Var
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
        left = [ROUNDS_AT_MOST]
        return tuple(value_of(term, {name: number}, facts, left) for number in range(count))  # type: ignore[misc]
    except (NotStatic, IndexError):
        return None


def value_of(term: Term, known: Known, facts: Facts, left: Left | None = None) -> Constant:
    """What a static term is for known values of its variables."""
    left = [ROUNDS_AT_MOST] if left is None else left
    match term:
        case Num(value):
            return value
        case Tup(values):
            return values
        case Var(name) if name in known:
            return known[name]
        case Look(table, index):
            at = value_of(index, known, facts, left)
            assert isinstance(at, int)
            return facts.tables[table].values[at]
        case Prim("and" | "or", args):
            found = (bool(value_of(arg, known, facts, left)) for arg in args)
            return int(all(found) if term.op == "and" else any(found))
        case Prim(op, args):
            return _operation(op, args, known, facts, left)
        case Cond(test, then, otherwise):
            return value_of(then if value_of(test, known, facts, left) else otherwise, known, facts, left)
        case Given(var, value, body):
            return value_of(body, {**known, var.name: value_of(value, known, facts, left)}, facts, left)
        case Items(items):
            return tuple(value_of(item, known, facts, left) for item in items)  # type: ignore[misc]
        case Fold():
            return _fold(term, known, facts, left)
        case Span(low, high):
            first, last = value_of(low, known, facts, left), value_of(high, known, facts, left)
            assert isinstance(first, int)
            assert isinstance(last, int)
            _spend(left, last + 1 - first)
            return tuple(range(first, last + 1))
        case _:
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


def _operation(op: str, args: tuple[Term, ...], known: Known, facts: Facts, left: Left) -> Constant:
    result = computed(op, [value_of(arg, known, facts, left) for arg in args])
    if result is None:
        raise NotStatic
    return result
