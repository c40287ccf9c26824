"""Which values are written out where they are asked, and which are functions of the generated module."""

from __future__ import annotations

from collections import Counter

from tangrules import ir
from tangrules.ir.walk import nodes

SMALL = 40
"""A value with so many nodes is written out wherever it is asked."""

ONCE = 250
"""A value that is asked in one place is written out there up to this size."""

DEEPEST = 12
"""So many calls are written out inside each other."""


class Policy:
    """Sizes and uses of the values and requirements of a program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.values: Counter[int] = Counter()
        self.legals: Counter[int] = Counter()
        self.sizes = [self._count(value.body) for value in program.values]
        tests = [tuple(condition.test for condition in verb.requirements) for verb in program.verbs]
        self.legal_sizes = [self._count(test) for test in tests]
        for verb in program.verbs:
            self._count(verb.body)
        self.deep = _recursive(program)
        self.heavy = self._heavy()

    def _count(self, node: object) -> int:
        total = 0
        for part in nodes(node):
            total += 1
            if isinstance(part, ir.CallValue):
                self.values[part.value] += 1
            elif isinstance(part, ir.Legal):
                self.legals[part.verb] += 1
        return total

    def _heavy(self) -> frozenset[int]:
        """The values that follow a reach, themselves or through others, or look at many things: their
        answers are kept.
        """
        found: set[int] = set()
        for index, value in enumerate(self.program.values):
            if _looks_at_many(value.body, found):
                found.add(index)
        found -= _only_compared(self.program, found)
        found -= {index for index in found if not _reads_words_only(self.program, index, set())}
        wide = frozenset(found)
        for _ in range(len(self.program.values)):
            before = len(found)
            for index, value in enumerate(self.program.values):
                if any(
                    isinstance(part, ir.Reach)
                    or (isinstance(part, ir.CallValue) and part.value in found - wide)
                    for part in nodes(value.body)
                ):
                    found.add(index)
            if len(found) == before:
                break
        return frozenset(found)

    def writes_out(self, value: int, depth: int) -> bool:
        if value in self.deep or value in self.heavy or depth >= DEEPEST:
            return False
        return self.sizes[value] <= (ONCE if self.values[value] <= 1 else SMALL)

    def writes_out_legal(self, verb: int, depth: int) -> bool:
        if depth >= DEEPEST:
            return False
        return self.legal_sizes[verb] <= (ONCE if self.legals[verb] <= 1 else SMALL)


WIDE = 24
"""A domain of so many elements is large."""

STOPS_EARLY = frozenset({"any", "every", "none", "first"})


def _looks_at_many(body: ir.Expr, many: set[int]) -> bool:
    """Whether a value goes through a large constant domain to its end, or through one of the values `many`."""
    for part in nodes(body):
        if isinstance(part, ir.Fold) and part.op not in STOPS_EARLY:
            for bind in part.binds:
                domain = bind.domain.value if isinstance(bind.domain, ir.Const) else ()
                if isinstance(bind.domain, ir.CallValue) and bind.domain.value in many:
                    return True
                if isinstance(domain, tuple) and len(domain) >= WIDE:
                    return True
    return False


def _only_compared(program: ir.Program, values: set[int]) -> set[int]:
    """Those values that count, and whose count is only ever compared with a fixed number: it need not go
    to the end.
    """
    uses: Counter[int] = Counter()
    compared: Counter[int] = Counter()
    for whole in (program.values, program.verbs):
        for part in nodes(tuple(whole)):
            if isinstance(part, ir.CallValue) and part.value in values:
                uses[part.value] += 1
            if isinstance(part, ir.Op) and part.op in ("lt", "le", "gt", "ge", "eq", "ne"):
                one, other = part.args
                if isinstance(one, ir.CallValue) and one.value in values and isinstance(other, ir.Const):
                    compared[one.value] += 1
    counts = {value for value in values if isinstance(program.values[value].body, ir.Fold)}
    return {value for value in counts if compared[value] == uses[value] <= 2}


def _reads_words_only(program: ir.Program, value: int, seen: set[int]) -> bool:
    """Whether a value reads numbers and spaces and nothing else of the state."""
    if value in seen:
        return False
    for part in nodes(program.values[value].body):
        if isinstance(part, ir.Load) and program.zones[part.zone].storage not in ("value", "space"):
            return False
        if isinstance(part, (ir.Size, ir.Legal)) or (isinstance(part, ir.Op) and part.op == "place"):
            return False
        if isinstance(part, ir.CallValue) and not _reads_words_only(program, part.value, {*seen, value}):
            return False
    return True


def _recursive(program: ir.Program) -> frozenset[int]:
    """The values that may come to ask themselves. A checked program has none."""
    asks = [
        {part.value for part in nodes(value.body) if isinstance(part, ir.CallValue)}
        for value in program.values
    ]
    found: set[int] = set()
    for start in range(len(asks)):
        seen, waiting = set[int](), list(asks[start])
        while waiting:
            value = waiting.pop()
            if value not in seen:
                seen.add(value)
                waiting += asks[value]
        if start in seen:
            found.add(start)
    return frozenset(found)
