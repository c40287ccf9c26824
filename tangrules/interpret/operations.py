"""The operations of `Op`, each a function of its evaluated arguments.

`and`, `or` and `place` are not here: the first two stop early, the last reads the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tangrules.diagnostics.errors import RuleError
from tangrules.ir import NIL
from tangrules.play.state import Value

Operation: TypeAlias = Callable[[tuple[Value, ...]], Value]


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


def _numbers(make: Callable[..., int]) -> Operation:
    return lambda args: int(make(*[number(arg) for arg in args]))


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


def _concat(args: tuple[Value, ...]) -> Value:
    return tuple(item for arg in args for item in many(arg))


def _union(args: tuple[Value, ...]) -> Value:
    return tuple(sorted({item for arg in args for item in many(arg)}))


def _except(args: tuple[Value, ...]) -> Value:
    without = many(args[1])
    return tuple(item for item in many(args[0]) if item not in without)


def _take(args: tuple[Value, ...]) -> Value:
    return many(args[1])[: max(0, number(args[0]))]


def _last(args: tuple[Value, ...]) -> Value:
    items = many(args[0])
    return items[-1] if items else -1


def _item(args: tuple[Value, ...]) -> Value:
    items, place = many(args[0]), number(args[1])
    if not 1 <= place <= len(items):
        raise RuleError(f"item {place} of a list of {len(items)}")
    return items[place - 1]


def _row(args: tuple[Value, ...]) -> Value:
    rows, key, width, k = many(args[0]), number(args[1]), number(args[2]), number(args[3])
    for start in range(0, len(rows), width):
        if rows[start] == key:
            return rows[start + k]
    return -1


OPERATIONS: Mapping[str, Operation] = {
    "add": _numbers(lambda a, *more: a + sum(more)),
    "sub": _numbers(lambda a, b: a - b),
    "mul": _numbers(lambda a, b: a * b),
    "neg": _numbers(lambda a: -a),
    "abs": _numbers(abs),
    "least": _numbers(lambda *all_: min(all_)),
    "greatest": _numbers(lambda *all_: max(all_)),
    "div": _numbers(_divide),
    "mod": _numbers(_remainder),
    "eq": lambda args: int(args[0] == args[1]),
    "ne": lambda args: int(args[0] != args[1]),
    "lt": _numbers(lambda a, b: a < b),
    "le": _numbers(lambda a, b: a <= b),
    "gt": _numbers(lambda a, b: a > b),
    "ge": _numbers(lambda a, b: a >= b),
    "not": _numbers(lambda a: not a),
    "isnil": _numbers(lambda a: a < 0),
    "isnum": _numbers(lambda a: a != NIL),
    "in": lambda args: int(args[0] in many(args[1])),
    "shr2": _numbers(lambda a: a >> 2),
    "shr3": _numbers(lambda a: a >> 3),
    "and3": _numbers(lambda a: a & 3),
    "and7": _numbers(lambda a: a & 7),
    "edge": _numbers(lambda cell, side: -1 if cell < 0 else 4 * cell + side),
    "concat": _concat,
    "union": _union,
    "except": _except,
    "take": _take,
    "last": _last,
    "item": _item,
    "row": _row,
    "len": lambda args: len(many(args[0])),
    "surely": _numbers(_surely),
    "surely_number": _numbers(_surely_number),
}
