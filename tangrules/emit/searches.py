"""Folds that ask whether there is something, made to look at as little as possible."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from tangrules.emit.narrow import (
    Search,
    can_move,
    conditions,
    covers,
    independent,
    is_certain,
    pinned,
    placed,
)
from tangrules.emit.rewrite import is_flat, map_children
from tangrules.emit.simplify import Builder
from tangrules.emit.terms import YES, Bind, Fold, Prim, Term, Tup, Var


def map_searches(term: Term, change: Callable[[Fold], Term]) -> Term:
    """A search, or several under `and` and `not`, each changed."""
    if isinstance(term, Fold) and term.op in ("any", "none"):
        return change(term)
    if isinstance(term, Prim) and term.op in ("and", "not"):
        return map_children(term, lambda child: map_searches(child, change))
    return term


class Searches:
    """Narrows `any` and `none`."""

    build: Builder

    @abstractmethod
    def fold(self, op: str, binds: tuple[Bind, ...], body: Term | None, default: Term | None) -> Term:
        """A fold, or something simpler."""

    @abstractmethod
    def unrolled(self, op: str, bind: Bind, body: Term | None) -> Term | None:
        """A fold over a few constants, written out; None if there are too many."""

    @abstractmethod
    def put(self, term: Term, var: Var, value: Term) -> Term:
        """The term with the variable replaced, simplified anew."""

    def searched(self, op: str, binds: tuple[Bind, ...], body: Term) -> Term:
        """A search with its conditions as far out as they can stand, without binders that must equal
        something.
        """
        search = placed(binds, body)
        parts = [
            *search.outside,
            *(self.one_search(part) for part in independent(search) if not is_certain(part)),
        ]
        inner = self.build.prim("and", tuple(parts))
        return self.build.prim("not", (inner,)) if op == "none" else inner

    def one_search(self, search: Search) -> Term:
        found = pinned(search)
        if found is None:
            return Fold("any", search.binds, search.body)
        return self.without_pinned(search, *found)

    def narrowed(self, term: Term, keep: Callable[[Fold], object]) -> Term:
        """The term with its searches narrowed once more, except those that are kept."""
        if is_flat(term) or (isinstance(term, Fold) and keep(term)):
            return term
        term = map_children(term, lambda child: self.narrowed(child, keep))
        if not (isinstance(term, Fold) and term.op in ("any", "none")):
            return term
        if not can_move(term.binds, term.body or YES):
            return term
        found = self.searched(term.op, term.binds, term.body or YES)
        return map_searches(found, lambda fold: fold if keep(fold) else self.shortened(fold))

    def shortened(self, fold: Fold) -> Fold:
        """The search without its last binder, if that runs over a few constants: they are written out."""
        last = fold.binds[-1]
        if len(fold.binds) == 1 or fold.body is None or last.where is not None:
            return fold
        inner = self.unrolled("any", last, fold.body)
        return fold if inner is None else Fold(fold.op, fold.binds[:-1], inner)

    def without_pinned(self, search: Search, at: int, value: Term, said: Term) -> Term:
        """The search with one binder replaced by what it must equal."""
        bind = search.binds[at]
        assert isinstance(bind.domain, Tup)
        known = (
            []
            if covers(bind.domain, self.build.facts.of(value))
            else [self.build.prim("in", (value, bind.domain))]
        )
        tests = conditions(search.binds, search.body)
        left = [self.put(test, bind.var, value) for test in tests if test != said]
        both = self.build.prim("and", (*known, *left))
        rest = tuple(
            Bind(other.var, self.put(other.domain, bind.var, value))
            for other in search.binds
            if other != bind
        )
        return self.fold("any", rest, both, None) if rest else both
