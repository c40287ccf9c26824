"""Searches over a board that are kept up: `any_N(V)`.

A search for a choice of constant things (a cell and a way to go, say) that has come to nothing comes to nothing
still if none of the choices passes for which a word of the state has changed since; the others are not looked at.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import attrs

from tangrules.emit.canon import alpha
from tangrules.emit.evaluate import NotStatic, value_of
from tangrules.emit.footprint import NoFootprint, footprint, stretches
from tangrules.emit.helpers import shifted
from tangrules.emit.rewrite import free, may_fail, reads_state, size
from tangrules.emit.terms import (
    YES,
    Call,
    Fold,
    Heap,
    Prim,
    Reach,
    Size,
    Term,
    Tup,
    Var,
    conjunction,
    conjuncts,
    walk,
)
from tangrules.emit.ways import Ways
from tangrules.emit.writer import Line

if TYPE_CHECKING:
    from tangrules.emit.context import Context

CHOICES_FROM = 9
CHOICES_AT_MOST = 2048
"""A search through so many choices may be kept up."""

WORK_FROM = 250
"""The least number of nodes that are evaluated if nothing is found, for it to be worth it."""

PARTS_AT_MOST = 4
"""If more words have changed, everything is looked at."""


@attrs.frozen
class Standing:
    """A search as one over numbers, each of which stands for a choice. `matters`: for each word that is read, the
    choices that it matters to.
    """

    var: Var
    choices: tuple[int, ...]
    test: Term
    matters: dict[int, tuple[int, ...]]


class StandingSearches:
    """All searches of a program that are kept up; equal ones share their functions."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.written: list[Line] = []
        self._numbers: dict[Term, int] = {}
        self._known: dict[Fold, Standing | None] = {}

    def of(self, fold: Fold) -> Standing | None:
        """The search apart, None if it cannot be kept up or is not worth it."""
        if fold not in self._known:
            self._known[fold] = self._found(fold)
        return self._known[fold]

    def call(self, fold: Fold, standing: Standing) -> str:
        """A call that tells whether there is such a choice."""
        key = alpha(Fold("any", fold.binds, fold.body))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._write(number, standing)
        return f"any_{number}(V)"

    # ------------------------------------------------------------------ taking apart

    def _found(self, fold: Fold) -> Standing | None:
        if fold.op not in ("any", "none") or free(fold) or may_fail(fold) or not _reads_words(fold):
            return None
        domains = [bind.domain.values for bind in fold.binds if isinstance(bind.domain, Tup)]
        if len(domains) < len(fold.binds):
            return None
        count = prod(map(len, domains))
        if not CHOICES_FROM <= count <= CHOICES_AT_MOST or count * size(fold) < WORK_FROM:
            return None
        tests = [part for bind in fold.binds for part in conjuncts(bind.where or YES)]
        tests += conjuncts(fold.body or YES)
        names = [bind.var.name for bind in fold.binds]
        return self._standing(names, list(product(*domains)), [test for test in tests if test != YES])

    def _standing(
        self, names: list[str], choices: list[tuple[int | tuple[int, ...], ...]], tests: list[Term]
    ) -> Standing | None:
        facts, put = self.context.facts, self.context.convert.folds.put
        fixed = [test for test in tests if not reads_state(test)]
        try:
            for test in fixed:
                choices = [
                    one for one in choices if value_of(test, dict(zip(names, one, strict=True)), facts)
                ]
        except NotStatic:
            return None
        if len(choices) < CHOICES_FROM:
            return None
        var = self.context.names.fresh()
        numbers = tuple(range(len(choices)))
        facts.note(var, Tup(numbers))
        test = conjunction([test for test in tests if test not in fixed])
        for place, name in enumerate(names):
            column = tuple(one[place] for one in choices)
            value = self.context.convert.build.look(facts.add_table(column), var)
            test = put(test, Var(name), var if column == numbers else value)
        ways = Ways(self.context, var, len(choices))
        test = self.context.convert.folds.again(ways.parted(self.context.share.shared(ways.tabled(test))))
        test, static = ways.apart(test)
        try:
            numbers = tuple(
                number
                for number in numbers
                if all(value_of(part, {var.name: number}, facts) for part in static)
            )
            matters = self._matters(test, var, numbers)
        except (NoFootprint, NotStatic):
            return None
        return Standing(var, numbers, test, matters) if matters else None

    def _matters(self, test: Term, var: Var, numbers: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for number in numbers:
            for word in footprint(test, {var.name: number}, self.context.facts):
                found.setdefault(word, []).append(number)
        return {word: tuple(matters) for word, matters in found.items()}

    # ------------------------------------------------------------------ writing

    def _write(self, number: int, standing: Standing) -> None:
        from tangrules.emit.loops import Loops

        loops = Loops(self.context)
        w = loops.w
        pieces = stretches(standing.matters)
        words = [word for low, high in pieces for word in range(low, high)]
        matters = self.context.constant(tuple(standing.matters.get(word, ()) for word in words))
        w.line(f"E{number} = [(None, 0)]")
        with w.block(f"def any_{number}(V):"):
            w.line(f"kept = E{number}[0]")
            w.line(f"words = {' + '.join(f'V[{low}:{high}]' for low, high in pieces)}")
            w.line("if words == kept[0]: return kept[1]")
            w.line(f"return again_{number}(V, kept, words)")
        with w.block(f"def again_{number}(V, kept, words):"):
            w.line("old, found = kept")
            with w.block("if old is not None and not found:"):
                w.line(f"changed = differing(words, old, H, {shifted(pieces)})")
                with w.block(f"if len(changed) <= {PARTS_AT_MOST}:"):
                    with w.block("for i in changed:"), w.block(f"if look_{number}(V, {matters}[i]):"):
                        w.line("found = 1")
                        w.line("break")
                    w.line(f"E{number}[0] = (words, found)")
                    w.line("return found")
            w.line(f"found = look_{number}(V, {self.context.constant(standing.choices)})")
            w.line(f"E{number}[0] = (words, found)")
            w.line("return found")
        with w.block(f"def look_{number}(V, choices):"):
            with w.block(f"for {standing.var.name} in choices:"):
                loops.guard(self.context.share.shared(standing.test), "continue")
                w.line("return 1")
            w.line("return 0")
        self.written += w.lines


def _reads_words(term: Term) -> bool:
    """Whether a term reads the state, and only by words whose places can be told."""
    other = any(
        isinstance(part, (Heap, Size, Call, Reach)) or (isinstance(part, Prim) and part.op == "place")
        for part in walk(term)
    )
    return reads_state(term) and not other
