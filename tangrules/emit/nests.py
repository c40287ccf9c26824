"""Binders as nested loops."""

from __future__ import annotations

from collections.abc import Callable

from tangrules.emit.folding import is_let
from tangrules.emit.guards import Guards
from tangrules.emit.helpers import RANGE_AT_MOST
from tangrules.emit.rewrite import free, may_fail
from tangrules.emit.shape import is_plain
from tangrules.emit.terms import (
    YES,
    Bind,
    Fold,
    Given,
    Items,
    Num,
    Prim,
    Span,
    Term,
    Tup,
    Var,
    Word,
    conjunction,
    conjuncts,
)


def spread(var: Var, domain: Term) -> tuple[Bind, ...]:
    """A binder over a list; over an `all` by the binders of that."""
    if isinstance(domain, Fold) and domain.op == "all":
        return (
            *domain.binds,
            Bind(var, Items((domain.binds[-1].var if domain.body is None else domain.body,))),
        )
    return (Bind(var, domain),)


SCANNED_FROM = 6
"""A stretch of so many words is searched as a whole for a value."""


class Nests(Guards):
    """Writes loops."""

    def scanned(self, var: Var, domain: Term, tests: list[Term]) -> tuple[str, int] | None:
        """What a loop over consecutive things runs over if one of the tests is that a word of theirs is equal to
        something; and which test that is.
        """
        found = self.row_of_words(var, domain, tests)
        if found is None:
            return None
        low, high, value, base, place = found
        return f"places_of(V, {low}, {high}, {value}, {base})", place

    def row_of_words(
        self, var: Var, domain: Term, tests: list[Term]
    ) -> tuple[int, int, str, int, int] | None:
        """Where the words of consecutive things stand of which one of the tests says that they are equal to something;
        the something, where the first word of all would stand, and which test that is.
        """
        if not isinstance(domain, Tup) or len(domain.values) < SCANNED_FROM:
            return None
        first, last = domain.values[0], domain.values[-1]
        if not isinstance(first, int) or domain.values != tuple(range(first, first + len(domain.values))):
            return None
        assert isinstance(last, int)
        for place, test in enumerate(tests):
            if any(map(may_fail, tests[:place])):
                return None
            found = _equal_word(test, var)
            if found is not None and is_plain(found[1]):
                word, value = found
                zone = self.program.zones[word.zone]
                base = zone.base + (0 if word.index == var else _offset(word.index))
                low, high = base + first, base + last + 1
                if zone.base <= low and high <= zone.base + zone.count:
                    return low, high, self.number(value), base, place
        return None

    def over(self, bind: Bind, body: Term | None = None) -> tuple[str, Term | None, Term | None]:
        """What stands behind `in` of a loop over a binder, and what is left of its test and of the body."""
        tests = [] if bind.where is None else list(conjuncts(bind.where))
        more = [] if body is None else list(conjuncts(body))
        found = self.scanned(bind.var, bind.domain, [*tests, *more])
        if found is None:
            return self.domain(bind.domain), bind.where, body
        text, place = found
        if place < len(tests):
            del tests[place]
        else:
            del more[place - len(tests)]
        return text, conjunction(tests) if tests else None, None if body is None else conjunction(more)

    def domain(self, domain: Term) -> str:
        """What stands behind `in` of a `for`."""
        if isinstance(domain, Span):
            low, high = self.facts.of(domain.low), self.facts.of(domain.high)
            if low and high and high[1] - low[0] < RANGE_AT_MOST:
                top = self.text(self.context.convert.build.prim("add", (domain.high, Num(1))))
                return f"range({top})" if domain.low == Num(0) else f"range({self.text(domain.low)}, {top})"
            return f"upto({self.text(domain.low)}, {self.text(domain.high)})"
        return self.text(domain)

    def nest(self, binds: tuple[Bind, ...], leaf: Callable[[], None], looped: bool = False) -> None:
        """Loops over binders, the leaf innermost."""
        if not binds:
            leaf()
            return
        bind, rest = binds[0], binds[1:]
        if is_let(bind):
            assert isinstance(bind.domain, Items)
            self.assign(bind.var.name, bind.domain.items[0])
            if bind.where is None:
                self.nest(rest, leaf, looped)
            elif looped:
                self.guard(bind.where, "continue")
                self.nest(rest, leaf, looped)
            else:
                with self.w.block(f"if {self.test(bind.where)}:"):
                    self.nest(rest, leaf, looped)
            return
        if isinstance(bind.domain, Prim) and bind.domain.op == "concat" and not rest and bind.where is None:
            for part in bind.domain.args:
                while isinstance(part, Given):
                    self.name(part)
                    part = part.body
                self.nest(spread(bind.var, part), leaf, looped)
            return
        domain, where, _ = self.over(bind)
        with self.w.block(f"for {bind.var.name} in {domain}:"):
            if where is not None:
                self.guard(where, "continue")
            self.nest(rest, leaf, True)

    def search(self, binds: tuple[Bind, ...], body: Term, found: Callable[[], None] | None = None) -> None:
        """Loops that break when the body holds, so that an `else` can follow them. The first binder is a
        loop.
        """
        bind, rest = binds[0], binds[1:]
        domain, where, left = self.over(bind, None if rest else body)
        body = body if left is None else left
        with self.w.block(f"for {bind.var.name} in {domain}:"):
            if where is not None:
                self.guard(where, "continue")
            while rest and is_let(rest[0]):
                let, rest = rest[0], rest[1:]
                self.nest((let,), lambda: None, True)
            if rest:
                self.search(rest, body, found)
                with self.w.block("else:"):
                    self.w.line("continue")
                self.w.line("break")
                return
            if found or not is_plain(body) or isinstance(body, Given):
                self.guard(body, "continue")
                if found:
                    found()
                self.w.line("break")
            elif body == YES:
                self.w.line("break")
            else:
                self.w.line(f"if {self.test(body)}: break")


def _equal_word(test: Term, var: Var) -> tuple[Word, Term] | None:
    """A word of the thing that a variable stands for, and what it must be equal to."""
    if not (isinstance(test, Prim) and test.op == "eq"):
        return None
    for word, value in (test.args, test.args[::-1]):
        if not isinstance(word, Word) or var.name in free(value) or may_fail(value):
            continue
        if word.index == var or _offset(word.index, var):
            return word, value
    return None


def _offset(index: Term, var: Var | None = None) -> int:
    """What is added to a variable, 0 if the index is something else."""
    if isinstance(index, Prim) and index.op == "add" and len(index.args) == 2:
        one, added = index.args
        if isinstance(added, Num) and isinstance(one, Var) and var in (None, one):
            return added.value
    return 0
