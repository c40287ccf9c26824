"""Proves of two guards that they never hold at once. It is small: what it cannot prove counts as possible.

A guard is taken apart at `and`. Each part speaks of one term and says in which set its value lies: `x is a`,
`x is not a`, `x in [a, b]`, `n >= 3`, `x is a kind`, `flag`, `not flag`. Two guards exclude each other if two
parts with the same term have sets that do not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import attrs

from tangrules.syntax import tree

Constant: TypeAlias = "tuple[str, str | int | bool]"

_INFINITE = 1 << 62
_ANY_KIND = tree.Name("")
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "is": "is", "is not": "is not"}
_OPPOSITE = {
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


@attrs.frozen
class _Values:
    """Some constants, or all but some."""

    constants: frozenset[Constant]
    inside: bool = True

    def meets(self, other: _Values) -> bool:
        if self.inside and other.inside:
            return bool(self.constants & other.constants)
        if self.inside:
            return not self.constants <= other.constants
        return not other.inside or not other.constants <= self.constants


@attrs.frozen
class _Range:
    """The whole numbers from `low` to `high`."""

    low: int
    high: int


@attrs.frozen
class _Claim:
    term: tree.Expr
    values: _Values | _Range


@attrs.frozen
class Prover:
    """Knows which names are symbols, each unlike all others, which are sets, and how many players play."""

    symbols: frozenset[str]
    sets: frozenset[str]
    players: int

    def exclusive(self, one: Iterable[tree.Expr], other: Iterable[tree.Expr]) -> bool:
        """Tell whether two lists of conditions provably never hold together."""
        first, second = list(self._claims(one)), list(self._claims(other))
        if not self._possible(first) or not self._possible(second):
            return True
        return any(_contradict(here, there) for here in first for there in second)

    def _possible(self, claims: list[_Claim]) -> bool:
        count = _Claim(tree.NameRef("player_count"), _Values(frozenset({("number", self.players)})))
        return not any(_contradict(claim, count) for claim in claims)

    def _claims(self, conditions: Iterable[tree.Expr]) -> Iterator[_Claim]:
        for condition in conditions:
            for part in conjuncts(condition):
                claim = self._claim(part, True)
                if claim is not None:
                    yield claim

    def _claim(self, part: tree.Expr, holds: bool) -> _Claim | None:
        match part:
            case tree.Not():
                return self._claim(part.value, not holds)
            case tree.IsKind():
                kind: Constant = ("kind", part.kind.text)
                term = tree.IsKind(part.value, _ANY_KIND)
                return _Claim(term, _Values(frozenset({kind}), part.negated != holds))
            case tree.Binary() if part.op in _OPPOSITE:
                op = part.op if holds else _OPPOSITE[part.op]
                return self._comparison(part, op)
            case tree.Binary():
                return None
            case _:
                return _Claim(part, _Values(frozenset({("yesno", True)}), holds))

    def _comparison(self, part: tree.Binary, op: str) -> _Claim | None:
        if op in ("in", "not in"):
            found = self._members(part.right)
            if isinstance(found, _Range):
                return _Claim(part.left, found) if op == "in" else None
            return _Claim(part.left, _Values(found, op == "in")) if found else None
        left, right = self._constant(part.left), self._constant(part.right)
        if left is not None and right is None:
            return _compared(part.right, _MIRRORED[op], left)
        return _compared(part.left, op, right) if right is not None else None

    def _members(self, whole: tree.Expr) -> frozenset[Constant] | _Range | None:
        match whole:
            case tree.ListLit():
                found = [self._constant(item) for item in whole.items]
                known = frozenset(constant for constant in found if constant is not None)
                return known if None not in found else None
            case tree.Binary(op="..", left=tree.NumberLit() as low, right=tree.NumberLit() as high):
                return _Range(low.value, high.value)
            case _:
                return None

    def _constant(self, value: tree.Expr) -> Constant | None:
        match value:
            case tree.NumberLit():
                return ("number", value.value)
            case tree.BoolLit():
                return ("yesno", value.value)
            case tree.NothingLit():
                return ("nothing", "")
            case tree.NameRef() if value.name in self.symbols:
                return ("symbol", value.name)
            case tree.Attr(subject=tree.NameRef() as whole) if whole.name in self.sets:
                return ("symbol", value.name.text)
            case _:
                return None


def conjuncts(condition: tree.Expr) -> Iterator[tree.Expr]:
    """Yield the parts of a condition that must all hold."""
    if isinstance(condition, tree.Binary) and condition.op == "and":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition


def _compared(term: tree.Expr, op: str, constant: Constant) -> _Claim | None:
    value = constant[1]
    if op in ("is", "is not"):
        if constant == ("yesno", False):
            return _Claim(term, _Values(frozenset({("yesno", True)}), op == "is not"))
        return _Claim(term, _Values(frozenset({constant}), op == "is"))
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    low, high = {
        "<": (-_INFINITE, value - 1),
        "<=": (-_INFINITE, value),
        ">": (value + 1, _INFINITE),
        ">=": (value, _INFINITE),
    }[op]
    return _Claim(term, _Range(low, high))


def _contradict(one: _Claim, other: _Claim) -> bool:
    return one.term == other.term and not _meet(one.values, other.values)


def _meet(one: _Values | _Range, other: _Values | _Range) -> bool:
    match one, other:
        case _Values(), _Values():
            return one.meets(other)
        case _Range(), _Range():
            return max(one.low, other.low) <= min(one.high, other.high)
        case _Values(), _Range():
            return _some_within(one, other)
        case _Range(), _Values():
            return _some_within(other, one)
        case _:
            return True


def _some_within(values: _Values, within: _Range) -> bool:
    if not values.inside:
        return True
    return any(
        kind == "number" and isinstance(value, int) and within.low <= value <= within.high
        for kind, value in values.constants
    )
