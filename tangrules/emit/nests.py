"""Binders as nested loops."""

from __future__ import annotations

from collections.abc import Callable

from tangrules.emit.folding import is_let
from tangrules.emit.guards import Guards
from tangrules.emit.helpers import RANGE_AT_MOST
from tangrules.emit.shape import is_plain
from tangrules.emit.terms import YES, Bind, Fold, Given, Items, Num, Prim, Span, Term, Var


def spread(var: Var, domain: Term) -> tuple[Bind, ...]:
    """A binder over a list; over an `all` by the binders of that."""
    if isinstance(domain, Fold) and domain.op == "all":
        return (
            *domain.binds,
            Bind(var, Items((domain.binds[-1].var if domain.body is None else domain.body,))),
        )
    return (Bind(var, domain),)


class Nests(Guards):
    """Writes loops."""

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
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
            self.nest(rest, leaf, True)

    def search(self, binds: tuple[Bind, ...], body: Term, found: Callable[[], None] | None = None) -> None:
        """Loops that break when the body holds, so that an `else` can follow them. The first binder is a
        loop.
        """
        bind, rest = binds[0], binds[1:]
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
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
