"""Binders and conditions of a choice, and where each condition is tested."""

from __future__ import annotations

import attrs

from tangrules.emit.canon import same
from tangrules.emit.rebuild import replaced
from tangrules.emit.rewrite import free, may_fail
from tangrules.emit.terms import YES, Fold, Prim, Term, Var, conjuncts


@attrs.frozen
class Binder:
    """A variable that runs over a domain, or over its combinations of `amount` elements."""

    var: Var
    domain: Term
    amount: tuple[Term, Term] | None = None
    distinct: bool = True


@attrs.frozen
class Nest:
    """Binders, the outermost first, and conditions that must all hold."""

    binders: tuple[Binder, ...]
    tests: tuple[Term, ...]

    def parts(self) -> list[Term]:
        """The conditions, taken apart into their conjuncts, each once."""
        found: dict[Term, None] = {}
        for test in self.tests:
            for part in (test,) if may_fail(test) else conjuncts(test):
                found.setdefault(part)
        return [part for part in found if not self.is_idle(part)]

    def is_idle(self, part: Term) -> bool:
        """Whether the condition says only that an element of a domain is in that domain."""
        return any(
            binder.amount is None
            and binder.var.name in free(part)
            and (is_member(part, binder.var, binder.domain) or is_filtered(part, binder.var, binder.domain))
            for binder in self.binders
        )

    def depth(self, term: Term) -> int:
        """The number of binders that must be open before the term is known."""
        names = free(term)
        inside = [place for place, binder in enumerate(self.binders, 1) if binder.var.name in names]
        return max(inside, default=0)

    def levels(self) -> list[list[Term]]:
        """The conditions by the number of binders around them. What may fail stays innermost."""
        levels: list[list[Term]] = [[] for _ in range(len(self.binders) + 1)]
        for part in self.parts():
            levels[len(self.binders) if may_fail(part) else self.depth(part)].append(part)
        return levels


def is_member(part: Term, var: Var, domain: Term) -> bool:
    """Whether a test asks just that a variable is in a list; it may be written as a search."""
    if isinstance(part, Prim) and part.op == "in":
        return part.args[0] == var and same(part.args[1], domain)
    if not (isinstance(part, Fold) and part.op == "any" and isinstance(domain, Fold) and domain.op == "all"):
        return False
    element = domain.binds[-1].var if domain.body is None else domain.body
    return same(part, Fold("any", domain.binds, Prim("eq", (element, var))))


def is_filtered(part: Term, var: Var, domain: Term) -> bool:
    """Whether a list holds only what passes a test."""
    if not (isinstance(domain, Fold) and domain.op in ("all", "distinct")) or domain.binds[-1].where is None:
        return False
    element = domain.binds[-1].var
    if domain.body not in (None, element) or free(part) & {bind.var.name for bind in domain.binds}:
        return False
    return any(replaced(test, element.name, var) == part for test in conjuncts(domain.binds[-1].where))


def nest_of(fold: Fold) -> Nest:
    """The binders of a fold, with its tests and its body as conditions."""
    tests = [bind.where for bind in fold.binds if bind.where is not None]
    if fold.body is not None and fold.body != YES:
        tests.append(fold.body)
    return Nest(tuple(Binder(bind.var, bind.domain) for bind in fold.binds), tuple(tests))
