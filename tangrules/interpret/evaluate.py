"""Expressions, evaluated as they are written: no caches, no reordering, one function for each class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tangrules.diagnostics.errors import RuleError
from tangrules.interpret import folds
from tangrules.interpret.operations import OPERATIONS, many, number
from tangrules.ir import (
    CallValue,
    Cond,
    Condition,
    Const,
    Expr,
    Fold,
    Legal,
    ListOf,
    Load,
    Local,
    Lookup,
    Op,
    Program,
    Range,
    Reach,
    Size,
    ZoneDef,
)
from tangrules.runtime.state import State, Value

RANGE_AT_MOST = 100_000
"""A range longer than this is a rule error."""

Locals: TypeAlias = list[Value]


class Evaluator:
    """Evaluates expressions of one program. It holds nothing of any state."""

    program: Program

    def __init__(self, program: Program) -> None:
        self.program = program

    def value(self, state: State, expression: Expr, slots: Locals) -> Value:
        """Return what an expression is. Binders write their slots."""
        return _KINDS[type(expression)](self, state, expression, slots)

    def number(self, state: State, expression: Expr, slots: Locals) -> int:
        """Return what an expression is, which must be a number."""
        return number(self.value(state, expression, slots))

    def many(self, state: State, expression: Expr, slots: Locals) -> tuple[int, ...]:
        """Return what an expression is, which must be a list."""
        return many(self.value(state, expression, slots))

    def holds(self, state: State, expression: Expr, slots: Locals) -> bool:
        """Whether a yes/no expression is yes."""
        return self.value(state, expression, slots) != 0

    def call(self, state: State, index: int, args: Sequence[Value]) -> Value:
        """Answer the question `values[index]`."""
        definition = self.program.values[index]
        return self.value(state, definition.body, [*args, *([0] * (definition.slots - len(args)))])

    def failing(self, state: State, conditions: Sequence[Condition], slots: Locals) -> tuple[int, ...]:
        """Return which of the conditions do not hold, by index."""
        return tuple(
            index
            for index, condition in enumerate(conditions)
            if not self.holds(state, condition.test, slots)
        )

    def legal(self, state: State, verb: int, args: Sequence[Value]) -> bool:
        """Whether the requirements of a verb hold, doer first."""
        definition = self.program.verbs[verb]
        spare = max(definition.slots, definition.requirement_slots) - len(args)
        return not self.failing(state, definition.requirements, [*args, *([0] * spare)])


def instance(zone: ZoneDef, index: int) -> int:
    """Return the index of an instance that must exist."""
    if not 0 <= index < zone.count:
        raise RuleError(f"{zone.name} has no part {index}" if index >= 0 else f"{zone.name} of nothing")
    return index


def _const(_machine: Evaluator, _state: State, expression: Const, _slots: Locals) -> Value:
    return expression.value


def _local(_machine: Evaluator, _state: State, expression: Local, slots: Locals) -> Value:
    return slots[expression.slot]


def _lookup(machine: Evaluator, state: State, expression: Lookup, slots: Locals) -> Value:
    return machine.program.tables[expression.table].values[machine.number(state, expression.index, slots)]


def _load(machine: Evaluator, state: State, expression: Load, slots: Locals) -> Value:
    zone = machine.program.zones[expression.zone]
    index = machine.number(state, expression.index, slots)
    if zone.storage in ("value", "space"):
        return state.V[zone.base - 1] if index == -1 else state.V[zone.base + instance(zone, index)]
    if index == -1:
        return ()
    instance(zone, index)
    if zone.storage == "deck":
        top, bag, bottom = state.Z[zone.base + 3 * index : zone.base + 3 * index + 3]
        return bottom + bag + top
    return state.Z[zone.base + index]


def _size(machine: Evaluator, state: State, expression: Size, slots: Locals) -> Value:
    return len(many(_load(machine, state, Load(expression.zone, expression.index), slots)))


def _op(machine: Evaluator, state: State, expression: Op, slots: Locals) -> Value:
    if expression.op in ("and", "or"):
        decides = expression.op == "or"
        for arg in expression.args:
            if machine.holds(state, arg, slots) == decides:
                return int(decides)
        return int(not decides)
    args = [machine.value(state, arg, slots) for arg in expression.args]
    if expression.op == "place":
        return -1 if number(args[0]) < 0 else state.P[number(args[0])]
    return OPERATIONS[expression.op](*args)


def _range(machine: Evaluator, state: State, expression: Range, slots: Locals) -> Value:
    low, high = machine.number(state, expression.low, slots), machine.number(state, expression.high, slots)
    if high - low >= RANGE_AT_MOST:
        raise RuleError(f"the range {low} .. {high} is too long")
    return tuple(range(low, high + 1))


def _list_of(machine: Evaluator, state: State, expression: ListOf, slots: Locals) -> Value:
    return tuple(machine.number(state, item, slots) for item in expression.items)


def _cond(machine: Evaluator, state: State, expression: Cond, slots: Locals) -> Value:
    chosen = expression.then if machine.holds(state, expression.test, slots) else expression.otherwise
    return machine.value(state, chosen, slots)


def _call_value(machine: Evaluator, state: State, expression: CallValue, slots: Locals) -> Value:
    args = [machine.value(state, arg, slots) for arg in expression.args]
    return machine.call(state, expression.value, args)


def _legal(machine: Evaluator, state: State, expression: Legal, slots: Locals) -> Value:
    args = [machine.value(state, arg, slots) for arg in expression.args]
    return int(machine.legal(state, expression.verb, args))


def _fold(machine: Evaluator, state: State, expression: Fold, slots: Locals) -> Value:
    return folds.fold(machine, state, expression, slots)


def _reach(machine: Evaluator, state: State, expression: Reach, slots: Locals) -> Value:
    return folds.reach(machine, state, expression, slots)


_KINDS: dict[type, Callable[..., Value]] = {
    Const: _const,
    Local: _local,
    Lookup: _lookup,
    Load: _load,
    Size: _size,
    Op: _op,
    Range: _range,
    ListOf: _list_of,
    Cond: _cond,
    CallValue: _call_value,
    Legal: _legal,
    Fold: _fold,
    Reach: _reach,
}
