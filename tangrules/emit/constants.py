"""Operations on constants, done by the compiler. They agree with the interpreter's; what would fail is
left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tangrules.emit.terms import Num, Term, Tup
from tangrules.ir import NIL

Constant: TypeAlias = int | tuple[int | tuple[int, ...], ...]


def constant(term: Term) -> Constant | None:
    """The value of a constant term, or None."""
    if isinstance(term, Num):
        return term.value
    if isinstance(term, Tup):
        return term.values
    return None


def as_term(value: Constant) -> Term:
    return Tup(value) if isinstance(value, tuple) else Num(int(value))


def _row(rows: tuple[int, ...], key: int, width: int, k: int) -> int:
    for start in range(0, len(rows), width):
        if rows[start] == key:
            return rows[start + k]
    return -1


_DO: Mapping[str, Callable[..., Constant]] = {
    "add": lambda *all_: sum(all_),
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "abs": abs,
    "least": lambda *all_: min(all_),
    "greatest": lambda *all_: max(all_),
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "not": lambda a: not a,
    "isnil": lambda a: a < 0,
    "isnum": lambda a: a != NIL,
    "in": lambda a, b: a in b,
    "shr2": lambda a: a >> 2,
    "shr3": lambda a: a >> 3,
    "and3": lambda a: a & 3,
    "and7": lambda a: a & 7,
    "edge": lambda cell, side: -1 if cell < 0 else 4 * cell + side,
    "concat": lambda *lists: tuple(item for part in lists for item in part),
    "union": lambda *lists: tuple(sorted({item for part in lists for item in part})),
    "except": lambda a, b: tuple(item for item in a if item not in b),
    "len": len,
    "take": lambda n, items: items[: max(0, n)],
    "last": lambda items: items[-1] if items else -1,
    "item": lambda items, n: items[n - 1],
    "row": _row,
    "surely": lambda a: a,
    "surely_number": lambda a: a,
}


_FAILING = frozenset({"div", "mod", "surely", "surely_number", "item"})


def _would_fail(op: str, args: Sequence[Constant]) -> bool:
    if op in ("div", "mod"):
        return args[1] == 0
    if op == "surely":
        return isinstance(args[0], int) and args[0] < 0
    if op == "surely_number":
        return args[0] == NIL
    if op == "item":
        return not (isinstance(args[0], tuple) and isinstance(args[1], int) and 1 <= args[1] <= len(args[0]))
    return False


def fold_constants(op: str, args: tuple[Term, ...]) -> Term | None:
    """The result of an operation whose arguments are all constant, else None."""
    values: list[Constant] = []
    for arg in args:
        value = constant(arg)
        if value is None:
            return None
        values.append(value)
    found = computed(op, values)
    return None if found is None else as_term(found)


def computed(op: str, values: Sequence[Constant]) -> Constant | None:
    """The result of an operation, None if it would fail or cannot be told without a state."""
    do = _DO.get(op)
    if do is None or (op in _FAILING and _would_fail(op, values)):
        return None
    found = do(*values)
    return found if isinstance(found, tuple) else int(found)
