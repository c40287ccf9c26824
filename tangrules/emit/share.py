"""Subterms that occur more than once are evaluated once, and what a loop does not change stands before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tangrules.emit.folding import FoldBuilder
from tangrules.emit.order import ordered
from tangrules.emit.rewrite import (
    free,
    inner_names,
    is_flat,
    map_children,
    may_fail,
    reads_state,
    remember,
    size,
)
from tangrules.emit.shape import set_at_use
from tangrules.emit.terms import (
    YES,
    Bind,
    Call,
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Prim,
    Reach,
    Term,
    Tup,
    Var,
    Word,
    bound_by,
    children,
    conjunction,
    conjuncts,
    is_constant,
    is_truth,
)

WORTH = 3
"""The least size of a subterm that is worth a name."""


class Sharer:
    """Names what is common."""

    def __init__(self, folds: FoldBuilder, is_kept: Callable[[Fold], bool]) -> None:
        self.folds = folds
        self.build = folds.build
        self.names = folds.names
        self.is_kept = is_kept

    def shared(self, term: Term) -> Term:
        """The same term with common subterms named; the whole stands in a statement of its own."""
        if is_constant(term):
            return term
        term = ordered(self.folds.narrowed(term, self.is_kept), self.is_kept)
        return self.common(self.inner(term), at_root=True)

    def inner(self, term: Term) -> Term:
        """A part of a term. Folds have statements of their own inside, or are looked up as they are."""
        if is_flat(term) or (isinstance(term, Fold) and self.is_kept(term)):
            return term
        term = map_children(term, self.inner)
        return self.fold(term) if isinstance(term, Fold) else term

    # ------------------------------------------------------------------ common subterms

    def common(self, term: Term, at_root: bool = False) -> Term:
        tried: set[Term] = set()
        while True:
            found = next((part for part in repeated(term) if part not in tried), None)
            if found is None:
                return term
            tried.add(found)
            term = self.named(term, found, at_root)

    def named(self, term: Term, part: Term, at_root: bool) -> Term:
        """Name a subterm around all its mentions, where that needs no line that would stand in the wrong
        place.
        """
        holders = [child for child in children(term) if contains(child, part)]
        if len(holders) == 1 and term != part:
            kept = at_root and (isinstance(term, Given) or (isinstance(term, Prim) and term.op == "and"))
            if isinstance(term, (Fold, Reach)):
                return term
            inside = holders[0]
            return map_children(term, lambda c: self.named(c, part, kept) if c is inside else c)
        var = self.names.fresh()
        bounds = self.build.facts.of(part)
        if bounds is not None:
            self.build.facts.vars[var.name] = bounds
        if isinstance(term, Prim) and term.op in ("and", "or"):
            return self.in_junction(term, part, var, at_root)
        body = replaced_term(term, part, var)
        given = Given(var, part, body)
        return given if at_root or set_at_use(given) else term

    def in_junction(self, term: Prim, part: Term, var: Var, at_root: bool) -> Term:
        """Name a subterm from the first part of an `and` or `or` on that mentions it."""
        first = next(at for at, arg in enumerate(term.args) if contains(arg, part))
        rest = tuple(replaced_term(arg, part, var) for arg in term.args[first:])
        given = Given(var, part, Prim(term.op, rest) if len(rest) > 1 else rest[0])
        if not (set_at_use(given) or (at_root and term.op == "and")):
            return term
        return Prim(term.op, (*term.args[:first], given)) if first else given

    # ------------------------------------------------------------------ folds

    def fold(self, fold: Fold) -> Term:
        """A fold with what its tests and its body have in common named in the loop, and its invariants
        before it.
        """
        first = asked_first(fold, {bind.var.name for bind in fold.binds})
        if first is not None:
            if isinstance(first, Given) and contains(first.body, fold.binds[0].var):
                var, value, rest = first.var, first.value, replaced_term(fold, first, first.body)
            else:
                var, value = self.names.fresh(), first
                rest = replaced_term(fold, first, var)
            assert isinstance(rest, Fold)
            return Given(var, value, self.fold(rest))
        binds = list(fold.binds)
        body = fold.body
        if fold.op not in ("highest", "lowest", "sort_low", "sort_high"):
            binds, body = self.in_loop(binds, body)
        else:
            binds[-1] = Bind(binds[-1].var, binds[-1].domain, self.optional(binds[-1].where))
            body = self.optional(body)
        return self.hoisted(Fold(fold.op, tuple(binds), body, fold.default))

    def optional(self, term: Term | None) -> Term | None:
        return None if term is None else self.common(term, at_root=True)

    def in_loop(self, binds: list[Bind], body: Term | None) -> tuple[list[Bind], Term | None]:
        """Name what the last test and the body share by a binder over one thing."""
        last = binds[-1]
        if isinstance(last.domain, Items) and len(last.domain.items) == 1:
            last = binds[-1] = Bind(
                last.var, Items((self.common(last.domain.items[0], at_root=True),)), last.where
            )
        if last.where is None or body is None or body == YES:
            binds[-1] = Bind(last.var, last.domain, self.optional(last.where))
            return binds, self.optional(body)
        tests = list(conjuncts(last.where))
        both = Prim("and", (*tests, body))
        for part in repeated(both):
            if not contains(body, part):
                continue
            first = next((at for at, test in enumerate(tests) if contains(test, part)), None)
            if first is None:
                continue
            var = self.names.fresh()
            bounds = self.build.facts.of(part)
            if bounds is not None:
                self.build.facts.vars[var.name] = bounds
            before, after = tests[:first], [replaced_term(test, part, var) for test in tests[first:]]
            binds[-1] = Bind(last.var, last.domain, self.optional(conjunction(before) if before else None))
            named = Bind(var, Items((part,)), conjunction(after) if after else None)
            return self.in_loop([*binds, named], replaced_term(body, part, var))
        binds[-1] = Bind(last.var, last.domain, self.optional(last.where))
        return binds, self.optional(body)

    def hoisted(self, fold: Fold) -> Term:
        """Name what the loops do not change before them."""
        bound = {bind.var.name for bind in fold.binds}
        inside = [part for bind in fold.binds[1:] for part in (bind.domain, bind.where) if part is not None]
        inside += [part for part in (fold.binds[0].where, fold.body) if part is not None]
        found: dict[Term, None] = {}
        for part in inside:
            self.invariants(part, bound, found)
        term: Term = fold
        names = []
        for part in found:
            var = self.names.fresh()
            bounds = self.build.facts.of(part)
            if bounds is not None:
                self.build.facts.vars[var.name] = bounds
            term = replaced_term(term, part, var)
            names.append((var, part))
        for var, part in names:
            term = Given(var, part, term)
        return term

    def invariants(self, term: Term, bound: set[str], found: dict[Term, None]) -> None:
        if not (free(term) & bound) and not inner_names(term):
            if _may_be_named(term):
                found.setdefault(term)
            return
        if isinstance(term, (Fold, Reach, Given)):
            bound = bound | inner_names(term)
        for child in children(term):
            self.invariants(child, bound, found)


def asked_first(fold: Fold, bound: set[str]) -> Term | None:
    """A list in the first question about the first element, or a name for something in it, that is the same for
    all elements. There is such an element, so it may be made before the loop even if that may fail; not so what is
    looked at only if something else does not hold.
    """
    first = fold.binds[0]
    test = first.where
    if test is None and len(fold.binds) == 1 and fold.body is not None:
        test = fold.body
    if test is None or not isinstance(first.domain, Tup) or not first.domain.values:
        return None
    asked = conjuncts(test)[0]
    if isinstance(asked, Given):
        return None if free(asked.value) & bound else asked
    if not isinstance(asked, Prim) or sum(map(may_fail, asked.args)) > 1:
        return None
    certain = asked.args[:1] if asked.op in ("and", "or", "edge") else asked.args
    return next((part for part in certain if not is_flat(part) and not free(part) & bound), None)


def is_worth_naming(term: Term) -> bool:
    if is_constant(term) or size(term) < WORTH:
        return isinstance(term, (Word, Heap)) and reads_state(term)
    if is_truth(term) and size(term) < 5:
        return False
    return isinstance(term, (Look, Word, Heap, Prim, Call, Cond))


def contains(term: Term, part: Term) -> bool:
    if size(term) <= size(part):
        return term == part
    if not free(part) <= (free(term) | inner_names(term)):
        return False
    return any(contains(child, part) for child in children(term))


def replaced_term(term: Term, part: Term, by: Term) -> Term:
    if size(term) <= size(part):
        return by if term == part else term
    return map_children(term, lambda child: replaced_term(child, part, by))


def repeated(term: Term) -> list[Term]:
    """Subterms that are worth a name and occur more than once, the largest first."""
    if nameable(term) < 2:
        return []
    counts: Counter[Term] = Counter()
    _count(term, counts, frozenset())
    found = [part for part, count in counts.items() if count > 1]
    return sorted(found, key=size, reverse=True)


def _count(term: Term, counts: Counter[Term], bound: frozenset[str]) -> None:
    """Count subterms, those inside of folds only if the folds do not bind their variables."""
    own = bound_by(term)
    if own:
        bound |= {var.name for var in own}
    if _may_be_named(term) and bound.isdisjoint(free(term)):
        counts[term] += 1
        if counts[term] > 1:
            return
    for child in term.parts():
        if nameable(child):
            _count(child, counts, bound)


def nameable(term: Term) -> int:
    """How many parts of a term may be named."""
    try:
        return term.nameable
    except AttributeError:
        found = _may_be_named(term) + sum(map(nameable, term.parts()))
        remember(term, "nameable", found)
        return found


def _may_be_named(term: Term) -> bool:
    """Whether a term is worth a name, and can be evaluated before it is known whether it is asked for."""
    try:
        return term.worth
    except AttributeError:
        found = is_worth_naming(term) and is_flat(term) and not may_fail(term)
        remember(term, "worth", found)
        return found
