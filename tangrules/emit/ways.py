"""Terms that depend on one number from 0 on, made ready to be evaluated for one number after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.emit.evaluate import evaluated
from tangrules.emit.rewrite import free, is_flat, map_children, may_fail, reads_state, size
from tangrules.emit.terms import YES, Cond, Given, Prim, Term, Var

if TYPE_CHECKING:
    from tangrules.emit.context import Context

GROWTH = 2
"""A term in several ways has at most so many times the nodes that it had."""


class Ways:
    """Changes terms of a number `var` below `count`."""

    def __init__(self, context: Context, var: Var, count: int) -> None:
        self.facts = context.facts
        self.folds = context.convert.folds
        self.build = context.convert.build
        self.var, self.count = var, count

    def tabled(self, term: Term) -> Term:
        """The term with what depends on the number and on tables alone looked up."""
        if size(term) > 1 and free(term) == {self.var.name} and self.is_static(term):
            values = evaluated(term, self.var.name, self.count, self.facts)
            if values is not None:
                return self.build.look(self.facts.add_table(values), self.var)
        return map_children(term, self.tabled)

    def is_static(self, term: Term) -> bool:
        return free(term) <= {self.var.name} and not (reads_state(term) or may_fail(term)) and is_flat(term)

    def parted(self, term: Term) -> Term:
        """The term with each value that is one of two static ones followed both ways, so that what comes after it
        is static, too; as it was if it would grow too much by that.
        """
        if not isinstance(term, Given):
            return map_children(term, self.parted)
        value = self.parted(term.value)
        if isinstance(value, Cond):
            ways = [self.followed(term, way) for way in (value.then, value.otherwise)]
            found = self.build.cond(value.test, *ways)
            if size(found) <= GROWTH * size(term):
                return found
        return Given(term.var, value, self.parted(term.body))

    def followed(self, term: Given, way: Term) -> Term:
        """The body of a name for one thing that it may stand for."""
        if not self.is_static(way):
            return self.parted(Given(term.var, way, term.body))
        return self.parted(self.tabled(self.folds.put(term.body, term.var, way)))

    def apart(self, test: Term) -> tuple[Term, tuple[Term, ...]]:
        """A test without what it asks of the number alone, and that."""
        if self.is_static(test):
            return YES, (test,)
        if isinstance(test, Given):
            body, static = self.apart(test.body)
            return Given(test.var, test.value, body), static
        if isinstance(test, Prim) and test.op == "and":
            parts = [self.apart(part) for part in test.args]
            return self.build.prim("and", tuple(left for left, _ in parts)), sum(
                (found for _, found in parts), ()
            )
        return test, ()
