"""Counts and sums."""

from __future__ import annotations

from tangrules.emit.lookups import Lookups
from tangrules.emit.rewrite import may_fail
from tangrules.emit.terms import YES, Fold, Prim, Tup, Word, children

SLICE_FROM = 5
"""Rows of spaces of at least this length, on the average, are counted as slices."""


def runs_of(domain: Tup, missing: tuple[int, ...]) -> list[tuple[int, int]]:
    """The stretches of consecutive numbers in a constant list, over gaps where nothing can be."""
    runs: list[tuple[int, int]] = []
    for value in domain.values:
        assert isinstance(value, int)
        if runs and runs[-1][1] <= value and all(gap in missing for gap in range(runs[-1][1], value)):
            runs[-1] = (runs[-1][0], value + 1)
        else:
            runs.append((value, value + 1))
    return runs


class Totals(Lookups):
    """Writes folds that add up."""

    def sliced(self, term: Fold) -> tuple[str, int] | None:
        """How many spaces of a long row are empty, counted at once; and the number of spaces."""
        bind = term.binds[0]
        test = bind.where if term.body in (None, YES) else term.body if bind.where is None else None
        if len(term.binds) > 1 or test is None or not isinstance(bind.domain, Tup):
            return None
        full = isinstance(test, Prim) and test.op == "not"
        inner = test.args[0] if full and isinstance(test, Prim) else test
        if not (isinstance(inner, Prim) and inner.op == "isnil" and isinstance(inner.args[0], Word)):
            return None
        word = inner.args[0]
        zone = self.program.zones[word.zone]
        runs = runs_of(bind.domain, self.facts.missing(zone))
        if (
            zone.storage != "space"
            or word.index != bind.var
            or len(bind.domain.values) < SLICE_FROM * len(runs)
        ):
            return None
        empty = " + ".join(f"V[{zone.base + low}:{zone.base + high}].count(-1)" for low, high in runs)
        count = len(bind.domain.values)
        more = sum(high - low for low, high in runs) - count
        return (f"{count + more} - ({empty})" if full else f"{empty} - {more}" if more else empty), count

    def total(self, term: Fold, name: str) -> None:
        held = self.sliced(term) if term.op == "count" else None
        if held is not None:
            self.w.line(f"{name} = {held[0]}")
            return
        self.w.line(f"{name} = 0")
        element = term.binds[-1].var if term.body is None else term.body

        def leaf() -> None:
            if term.op == "sum":
                self.w.line(f"{name} += {self.text(element)}")
            elif term.body is None or term.body == YES:
                self.w.line(f"{name} += 1")
            else:
                self.w.line(f"if {self.test(element)}: {name} += 1")

        self.nest(term.binds, leaf)

    def counted(self, term: Fold, limit: int) -> str:
        """A count that goes no further than one beyond a limit, where a single loop allows that."""
        held = self.sliced(term)
        if held is not None:
            return f"({held[0]})"
        name = self.context.names.fresh("t").name
        if len(term.binds) > 1 or limit < 0 or any(may_fail(part) for part in children(term)):
            self.total(term, name)
            return name
        self.w.line(f"{name} = 0")
        bind = term.binds[0]
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
            if term.body is not None and term.body != YES:
                self.guard(term.body, "continue")
            self.w.line(f"{name} += 1")
            self.w.line(f"if {name} > {limit}: break")
        return name
