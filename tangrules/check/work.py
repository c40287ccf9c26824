"""How much there is to look at: choices and lists of lists of long ranges, which would end in theory only.

The machine's budget counts steps of rules; what one question or one choice goes through is told here, as far as
it is constant: ranges and lists whose length is written down.
"""

from __future__ import annotations

from math import comb

from tangrules import ir
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.ir.walk import nodes

TOO_MUCH = 10**8
"""More things are not gone through for one question or one choice: that takes minutes each time."""

FAR = 10**30
"""Larger estimates are not told apart."""


def check_work(world: World) -> None:
    """Report every choice and every other expression that goes through too much."""
    estimate = Estimate(world)
    told: set[Span | None] = set()
    texts: list[tuple[ir.ValueDef | ir.VerbDef, object]] = [
        (value, value.body) for value in world.value_defs if value is not None
    ]
    texts += [(verb, (verb.requirements, verb.body)) for verb in world.verb_defs if verb is not None]
    for definition, text in texts:
        origin = definition.origin
        for node in nodes(text):
            origin = getattr(node, "origin", 0) or origin  # parents come first
            estimate.report(node, origin, told)


class Estimate:
    """Counts at most what is written down: what is not known counts as one thing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.values: dict[int, tuple[int, int]] = {}
        self.verbs: dict[int, int] = {}

    def report(self, node: object, origin: int, told: set[Span | None]) -> None:
        """Report a choice or a fold if there is too much to go through."""
        match node:
            case ir.Alternative():
                work, what = self.alternative(node), "choose from"
            case ir.Fold():
                work, what = self.fold(node)[1], "look at"
            case _:
                return
        place = self.world.origins[origin]
        span = Span.at(place.file, place.line, place.column) if origin else None
        if work > TOO_MUCH and span not in told:
            told.add(span)
            often = f"{work:,}" if work < FAR else "more than can be told"
            message = f"there is too much to {what} here: {often}"
            expected = f"at most {TOO_MUCH:,} at once; a condition is asked of each one"
            self.world.reporter.error("E-WORK", message, span, expected=expected)

    def alternative(self, node: ir.Alternative) -> int:
        """How many answers are tried."""
        found, work = 1, 0
        for pick in node.picks:
            size, more = self.of(pick.domain)
            work += found * more
            found = min(FAR, found * max(1, self.picked(size, pick.amount)))
        tests = sum(self.of(condition.test)[1] for condition in node.conditions)
        return min(FAR, work + found * max(1, tests))

    def picked(self, size: int, amount: tuple[ir.Expr, ir.Expr] | None) -> int:
        """In how many ways so many things are picked from so many."""
        if amount is None:
            return size
        low, high = amount
        least = low.value if isinstance(low, ir.Const) and isinstance(low.value, int) else 0
        most = high.value if isinstance(high, ir.Const) and isinstance(high.value, int) else size
        found = 0
        for number in range(max(0, least), min(size, most) + 1):
            found += comb(size, number)
            if found > FAR:
                return FAR
        return found

    def of(self, node: ir.Expr) -> tuple[int, int]:
        """How long a list is (1 if that is not known, or it is none), and how much is gone through to find it."""
        match node:
            case ir.Fold():
                return self.fold(node)
            case ir.Range(ir.Const(low), ir.Const(high)) if isinstance(low, int) and isinstance(high, int):
                return max(0, high - low + 1), 1
            case ir.Const(tuple() as items):
                return len(items), 0
            case ir.ListOf(items):
                return len(items), sum(self.of(item)[1] for item in items)
            case ir.CallValue(value, args):
                size, work = self.value(value)
                return size, min(FAR, work + sum(self.of(arg)[1] for arg in args))
            case ir.Cond(test, then, otherwise):
                ways = [self.of(then), self.of(otherwise)]
                return max(ways[0][0], ways[1][0]), self.of(test)[1] + max(ways[0][1], ways[1][1])
            case ir.Op(op, args):
                parts = [self.of(arg) for arg in args]
                size = (
                    sum(one for one, _ in parts) if op in ("concat", "union") else parts[0][0] if parts else 1
                )
                whole = op in ("concat", "union", "except")
                return size if whole else 1, sum(work for _, work in parts)
            case ir.Legal(verb, args):
                return 1, self.allowed(verb) + sum(self.of(arg)[1] for arg in args)
            case ir.Reach(start, _, step):
                return 1, self.of(start)[1] + self.of(step)[1]
            case ir.Load(_, index) | ir.Size(_, index) | ir.Lookup(_, index):
                return 1, self.of(index)[1]
            case _:
                return 1, 0

    def fold(self, node: ir.Fold) -> tuple[int, int]:
        found, work = 1, 0
        for bind in node.binds:
            size, more = self.of(bind.domain)
            work += found * more
            found = min(FAR, found * max(1, size))
            work += found * (1 + (self.of(bind.where)[1] if bind.where is not None else 0))
        if node.body is not None:
            work += found * self.of(node.body)[1]
        lists = node.op in ("all", "distinct", "sort_low", "sort_high")
        return found if lists else 1, min(FAR, work)

    def value(self, number: int) -> tuple[int, int]:
        """Of the answer to a question; one that asks itself is reported elsewhere."""
        if number not in self.values:
            self.values[number] = (1, 0)
            definition = self.world.value_defs[number]
            if definition is not None:
                self.values[number] = self.of(definition.body)
        return self.values[number]

    def allowed(self, number: int) -> int:
        """Of the requirements of a verb."""
        if number not in self.verbs:
            self.verbs[number] = 0
            definition = self.world.verb_defs[number]
            tests = () if definition is None else definition.requirements
            self.verbs[number] = sum(self.of(test.test)[1] for test in tests)
        return self.verbs[number]
