"""Parts of a conjunction or disjunction that can be asked as one."""

from __future__ import annotations

from abc import abstractmethod

from tangrules.emit.rewrite import may_fail
from tangrules.emit.terms import Cond, Prim, Term, Tup


class Merging:
    """Merges parts two by two."""

    @abstractmethod
    def junction(self, op: str, args: tuple[Term, ...]) -> Term:
        """A flat `and` or `or`."""

    @abstractmethod
    def truth(self, term: Term) -> Term:
        """A number as yes or no."""

    @abstractmethod
    def cond(self, test: Term, then: Term, otherwise: Term) -> Term:
        """A branch, or something simpler."""

    def merged(self, op: str, parts: list[Term]) -> list[Term]:
        """The parts with those made one that look in constant lists for the same, or branch on the same."""
        found: list[Term] = []
        for part in parts:
            for at, other in enumerate(found):
                both = self.in_either(op, other, part) or self.branched(op, other, part)
                if both is not None:
                    found[at] = both
                    break
            else:
                found.append(part)
        return found

    def in_either(self, op: str, one: Term, other: Term) -> Term | None:
        """`x in A or x in B`, or `x not in A and x not in B`, as one search."""
        if op == "and":
            if not (isinstance(one, Prim) and isinstance(other, Prim) and one.op == other.op == "not"):
                return None
            both = self.in_either("or", one.args[0], other.args[0])
            return None if both is None else Prim("not", (both,))
        found = [_listed(part) for part in (one, other)]
        if found[0] is None or found[1] is None or found[0][0] != found[1][0]:
            return None
        return Prim("in", (found[0][0], Tup(tuple(dict.fromkeys((*found[0][1], *found[1][1]))))))

    def branched(self, op: str, one: Term, other: Term) -> Term | None:
        """Two branches on the same test as one."""
        if not (isinstance(one, Cond) and isinstance(other, Cond) and one.test == other.test):
            return None
        if may_fail(one) or may_fail(other):
            return None
        then = self.junction(op, (self.truth(one.then), self.truth(other.then)))
        otherwise = self.junction(op, (self.truth(one.otherwise), self.truth(other.otherwise)))
        return self.cond(one.test, then, otherwise)


def _listed(term: Term) -> tuple[Term, tuple[int, ...]] | None:
    """What a term looks for, and in which numbers."""
    if not (isinstance(term, Prim) and term.op == "in" and isinstance(term.args[1], Tup)):
        return None
    numbers = tuple(value for value in term.args[1].values if isinstance(value, int))
    return (term.args[0], numbers) if len(numbers) == len(term.args[1].values) else None
