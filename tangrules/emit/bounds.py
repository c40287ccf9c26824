"""Between which numbers a term lies, as far as that can be told without running anything."""

from __future__ import annotations

from typing import TypeAlias

from tangrules.emit.terms import (
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Num,
    Prim,
    Size,
    Span,
    Term,
    Tup,
    Var,
    Word,
    is_truth,
)
from tangrules.ir import Program, StaticTable, TypeInfo, ZoneDef

Bounds: TypeAlias = tuple[int, int]

VALUES_AT_MOST = 64
"""Of a variable with so few values, each is remembered."""

FAR = 1 << 62
"""Beyond any number that a rule works with."""


class Facts:
    """What is known of tables and variables."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables: list[StaticTable] = list(program.tables)
        self.vars: dict[str, Bounds] = {}
        self.values: dict[str, tuple[int | tuple[int, ...], ...]] = {}
        self._tables: dict[int, Bounds | None] = {}
        self._only: dict[int, int | tuple[int, ...] | None] = {}
        self._every: dict[int, tuple[int, ...]] = {}
        self._derived: dict[tuple[int | tuple[int, ...], ...], int] = {}

    def table(self, index: int) -> Bounds | None:
        """The least and the greatest number in a table; None if it holds lists."""
        if index not in self._tables:
            values = self.tables[index].values
            numbers = [value for value in values if isinstance(value, int)]
            whole = bool(values) and len(numbers) == len(values)
            self._tables[index] = (min(numbers), max(numbers)) if whole else None
        return self._tables[index]

    def add_table(self, values: tuple[int | tuple[int, ...], ...]) -> int:
        """Note a table made by the compiler; equal ones are one."""
        known = self._derived.get(values)
        if known is None:
            known = self._derived[values] = len(self.tables)
            self.tables.append(StaticTable(f"made {known}", values))
        return known

    def only(self, index: int) -> int | tuple[int, ...] | None:
        """The one thing that stands everywhere in a table, None if there are several."""
        if index not in self._only:
            values = self.tables[index].values
            self._only[index] = values[0] if len(set(values)) == 1 else None
        return self._only[index]

    def every(self, index: int) -> tuple[int, ...]:
        """All that stands in the rows of a table of lists."""
        if index not in self._every:
            rows = self.tables[index].values
            found = {item for row in rows if isinstance(row, tuple) for item in row}
            self._every[index] = tuple(sorted(found))
        return self._every[index]

    def missing(self, zone: ZoneDef) -> tuple[int, ...]:
        """The cells that do not exist of a zone with a place for each cell of a grid."""
        for other in self.program.zones:
            if other.grid is not None and other.count == zone.count:
                return other.grid.missing
        return ()

    def note(self, var: Var, domain: Term) -> None:
        """Note that a variable runs over a domain."""
        if isinstance(domain, Tup) and len(domain.values) <= VALUES_AT_MOST:
            self.values[var.name] = domain.values
        if isinstance(domain, Fold) and domain.op == "all" and domain.body in (None, domain.binds[-1].var):
            known = self.values.get(domain.binds[-1].var.name)
            if known is not None:
                self.values[var.name] = known
        found = self.of_elements(domain)
        if found is not None:
            self.vars[var.name] = found

    def of_elements(self, domain: Term) -> Bounds | None:
        """The bounds of the elements of a list."""
        match domain:
            case Tup(values):
                numbers = [value for value in values if isinstance(value, int)]
                return (min(numbers), max(numbers)) if numbers else None
            case Look(table):
                return self._of_rows(table)
            case Heap(zone) if self.program.zones[zone].storage != "list":
                return 0, max(0, len(self.program.pieces) - 1)
            case Items(items):
                return _all([self.of(item) for item in items])
            case Prim("concat" | "union", args):
                return _all([self.of_elements(arg) for arg in args])
            case Prim("except", args):
                return self.of_elements(args[0])
            case Prim("take", args):
                return self.of_elements(args[1])
            case Given(var, value, body):
                named = self.of(value)
                if named is not None:
                    self.vars.setdefault(var.name, named)
                return self.of_elements(body)
            case Cond(_, then, otherwise):
                ways = [self.of_elements(way) for way in (then, otherwise) if way != Tup(())]
                return _all(ways)
            case Fold("all" | "distinct", binds, body):
                return self.of(binds[-1].var if body is None else body)
            case Span(low, high):
                return _span(self.of(low), self.of(high))
            case _:
                return None

    def _of_rows(self, index: int) -> Bounds | None:
        every = self.every(index)
        whole = all(isinstance(row, tuple) for row in self.tables[index].values)
        return (every[0], every[-1]) if every and whole else None

    def of_type(self, kind: TypeInfo) -> Bounds | None:
        """The numbers that a thing of a type may be."""
        if kind.form not in _THINGS:
            return None
        program = self.program
        cells = max([zone.count for zone in program.zones if zone.grid is not None], default=FAR)
        counts = {"seat": program.players, "piece": len(program.pieces), "icon": len(program.icons)}
        counts |= {"side": 4, "turn": 4, "site": len(program.sites), "slot": len(program.slots)}
        counts |= {"cell": cells, "edge": 4 * cells, "area": 8 * cells}
        return -1 if kind.optional else 0, max(0, counts[kind.form] - 1)

    def of(self, term: Term) -> Bounds | None:
        """The bounds of a number, None if nothing is known (or the term is a list)."""
        if isinstance(term, Num):
            return term.value, term.value
        if isinstance(term, Var):
            return self.vars.get(term.name)
        if isinstance(term, Look):
            return self._of_entries(term) or self.table(term.table)
        if isinstance(term, Size):
            return 0, FAR
        if isinstance(term, Word):
            return self._of_word(term)
        if isinstance(term, Given):
            return self.of(term.body)
        if isinstance(term, Cond):
            return _either(self.of(term.then), self.of(term.otherwise))
        if isinstance(term, Prim):
            return (0, 1) if is_truth(term) else self._of_prim(term)
        return None

    def _of_entries(self, term: Look) -> Bounds | None:
        """The bounds of the entries for the few values that the index may have."""
        values = self.values.get(term.index.name) if isinstance(term.index, Var) else None
        if not values:
            return None
        table = self.tables[term.table].values
        found = [
            table[value] for value in values if isinstance(value, int) and -len(table) <= value < len(table)
        ]
        numbers = [number for number in found if isinstance(number, int)]
        return (min(numbers), max(numbers)) if len(numbers) == len(values) else None

    def _of_word(self, term: Word) -> Bounds | None:
        zone = self.program.zones[term.zone]
        if not self.at_least(term.index, 0):
            return None
        if zone.storage == "space":
            return -1, max(0, len(self.program.pieces) * (4 if zone.posed else 1) - 1)
        if zone.storage == "value" and zone.holds.form in _THINGS:
            count = self.of_type(zone.holds)
            return None if count is None else (-1, count[1])
        return (zone.low, zone.high) if zone.storage == "value" and not zone.holds.optional else None

    def _of_prim(self, term: Prim) -> Bounds | None:
        if term.op in ("and3", "and7"):
            return 0, 3 if term.op == "and3" else 7
        if term.op == "len":
            return 0, FAR
        if term.op == "mod" and isinstance(term.args[1], Num) and term.args[1].value > 0:
            return 0, term.args[1].value - 1
        if term.op == "item":
            return self.of_elements(term.args[0])
        if term.op == "surely":
            found = self.of(term.args[0])
            return None if found is None else (max(0, found[0]), max(0, found[1]))
        args = [self.of(arg) for arg in term.args if term.op in _ARITHMETIC]
        if not args or any(found is None for found in args):
            return None
        return _arithmetic(term.op, [found for found in args if found is not None])

    def at_least(self, term: Term, low: int) -> bool:
        found = self.of(term)
        return found is not None and found[0] >= low


_THINGS = frozenset({"seat", "piece", "icon", "side", "turn", "site", "slot", "cell", "edge", "area"})
_ARITHMETIC = frozenset({"add", "sub", "mul", "shr2", "shr3", "least", "greatest", "edge"})


def _all(found: list[Bounds | None]) -> Bounds | None:
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _span(low: Bounds | None, high: Bounds | None) -> Bounds | None:
    if low is None or high is None:
        return None
    return low[0], max(low[0], high[1])


def _either(one: Bounds | None, other: Bounds | None) -> Bounds | None:
    if one is None or other is None:
        return None
    return min(one[0], other[0]), max(one[1], other[1])


def _arithmetic(op: str, args: list[Bounds]) -> Bounds | None:
    lows, highs = [low for low, _ in args], [high for _, high in args]
    if op == "add":
        return sum(lows), sum(highs)
    if op == "sub":
        return lows[0] - highs[1], highs[0] - lows[1]
    if op == "mul":
        corners = [a * b for a in args[0] for b in args[1]]
        return min(corners), max(corners)
    if op in ("shr2", "shr3"):
        by = 2 if op == "shr2" else 3
        return lows[0] >> by, highs[0] >> by
    if op == "least":
        return min(lows), min(highs)
    if op == "greatest":
        return max(lows), max(highs)
    low = -1 if lows[0] < 0 else 4 * lows[0] + lows[1]
    return low, max(-1, 4 * highs[0] + highs[1])
