"""The operations of `Op`, each a function of its evaluated arguments.

`and`, `or` and `place` are not here: the first two stop early, the last reads the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tangrules.diagnostics.errors import RuleError
from tangrules.ir import NIL
from tangrules.runtime.state import Value

Operation: TypeAlias = Callable[..., Value]


def number(value: Value) -> int:
    """Return a value that must be a number."""
    if isinstance(value, tuple):
        raise TypeError(f"a list stands where a number must be: {value}")
    return value


def many(value: Value) -> tuple[int, ...]:
    """Return a value that must be a list."""
    if isinstance(value, int):
        raise TypeError(f"a number stands where a list must be: {value}")
    return value


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise RuleError("a division by zero")
    return a // b


def _remainder(a: int, b: int) -> int:
    if b == 0:
        raise RuleError("a division by zero")
    return a % b


def _surely(value: int) -> int:
    if value < 0:
        raise RuleError("something was expected here, and there is nothing")
    return value


def _surely_number(value: int) -> int:
    if value == NIL:
        raise RuleError("a number was expected here, and there is nothing")
    return value


def _concat(*lists: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(item for part in lists for item in part)


def _union(*lists: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({item for part in lists for item in part}))


def _except(items: tuple[int, ...], without: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(item for item in items if item not in without)


def _item(items: tuple[int, ...], place: int) -> int:
    if not 1 <= place <= len(items):
        raise RuleError(f"item {place} of a list of {len(items)}")
    return items[place - 1]


def _row(rows: tuple[int, ...], key: int, width: int, k: int) -> int:
    for start in range(0, len(rows), width):
        if rows[start] == key:
            return rows[start + k]
    return -1


OPERATIONS: Mapping[str, Operation] = {
    "add": lambda a, *more: a + sum(more),
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "abs": abs,
    "least": min,
    "greatest": max,
    "div": _divide,
    "mod": _remainder,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "not": lambda a: int(not a),
    "isnil": lambda a: int(a < 0),
    "isnum": lambda a: int(a != NIL),
    "in": lambda a, items: int(a in items),
    "shr2": lambda a: a >> 2,
    "shr3": lambda a: a >> 3,
    "and3": lambda a: a & 3,
    "and7": lambda a: a & 7,
    "edge": lambda cell, side: -1 if cell < 0 else 4 * cell + side,
    "concat": _concat,
    "union": _union,
    "except": _except,
    "take": lambda n, items: items[: max(0, n)],
    "last": lambda items: items[-1] if items else -1,
    "item": _item,
    "row": _row,
    "len": len,
    "surely": _surely,
    "surely_number": _surely_number,
}
