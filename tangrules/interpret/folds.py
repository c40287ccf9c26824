"""Aggregates over nested binders, and what can be reached."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from tangrules.interpret.operations import number
from tangrules.ir import NIL, Bind, Expr, Fold, Reach
from tangrules.runtime.state import State, Value

if TYPE_CHECKING:
    from tangrules.interpret.evaluate import Evaluator, Locals


def fold(machine: Evaluator, state: State, expression: Fold, slots: Locals) -> Value:
    """Return the aggregate's value."""
    op = expression.op
    if op in ("any", "every", "none"):
        return int(_decide(machine, state, expression, slots))
    if op in ("highest", "lowest", "sort_low", "sort_high"):
        return _ordered(machine, state, expression, slots)
    bodies = _bodies(machine, state, expression, slots)
    if op == "count":
        return sum(1 for body in bodies if expression.body is None or body != 0)
    if op == "sum":
        return sum(number(body) for body in bodies)
    if op == "all":
        return cast("tuple[int, ...]", tuple(bodies))  # of lists too, where `images` lists them
    if op == "distinct":
        return tuple(sorted({number(body) for body in bodies}))
    if op == "first":
        for body in bodies:
            return body
        return _default(machine, state, expression.default, slots, -1)
    if op in ("max", "min"):
        found = [number(body) for body in bodies]
        if not found:
            return _default(machine, state, expression.default, slots, NIL)
        return max(found) if op == "max" else min(found)
    raise ValueError(f"unknown aggregate {op}")


def reach(machine: Evaluator, state: State, expression: Reach, slots: Locals) -> Value:
    """Return the nodes reached from the start, sorted. A step to nothing leads nowhere."""
    start = machine.number(state, expression.start, slots)
    if start < 0:
        return ()
    found = {start}
    waiting = deque([start])
    while waiting:
        slots[expression.slot] = waiting.popleft()
        for node in machine.many(state, expression.step, slots):
            if node >= 0 and node not in found:
                found.add(node)
                waiting.append(node)
    return tuple(sorted(found))


def bindings(machine: Evaluator, state: State, binds: tuple[Bind, ...], slots: Locals) -> Iterator[None]:
    """Bind the slots in every way that the `where`s allow, the first binder running slowest."""
    if not binds:
        yield None
        return
    bind, inner = binds[0], binds[1:]
    for item in machine.many(state, bind.domain, slots):
        slots[bind.slot] = item
        if bind.where is None or machine.holds(state, bind.where, slots):
            yield from bindings(machine, state, inner, slots)


def _bodies(machine: Evaluator, state: State, expression: Fold, slots: Locals) -> Iterator[Value]:
    body = expression.body
    for _ in bindings(machine, state, expression.binds, slots):
        yield slots[expression.binds[-1].slot] if body is None else machine.value(state, body, slots)


def _decide(machine: Evaluator, state: State, expression: Fold, slots: Locals) -> bool:
    """Decide any, every, none. Without a body the innermost `where` is what is asked of each element."""
    binds, test = expression.binds, expression.body
    if test is None and expression.op == "every":
        test = binds[-1].where
        binds = (*binds[:-1], Bind(binds[-1].slot, binds[-1].domain))
    tests = (
        test is None or machine.holds(state, test, slots) for _ in bindings(machine, state, binds, slots)
    )
    if expression.op == "every":
        return all(tests)
    return any(tests) == (expression.op == "any")


def _ordered(machine: Evaluator, state: State, expression: Fold, slots: Locals) -> Value:
    slot = expression.binds[0].slot
    pairs: list[tuple[int, int]] = []
    for _ in bindings(machine, state, expression.binds, slots):
        item = number(slots[slot])
        pairs.append(
            (item if expression.body is None else machine.number(state, expression.body, slots), item)
        )
    high = expression.op in ("highest", "sort_high")
    pairs.sort(key=lambda pair: -pair[0] if high else pair[0])
    if expression.op in ("sort_low", "sort_high"):
        return tuple(item for _, item in pairs)
    return pairs[0][1] if pairs else -1


def _default(machine: Evaluator, state: State, default: Expr | None, slots: Locals, nothing: int) -> Value:
    return nothing if default is None else machine.value(state, default, slots)
