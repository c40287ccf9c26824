"""Taking a joint choice apart, so that most of it is looked up.

The *pivot* is a binder over a large constant domain (the cells of a board, say). What is tested of it alone,
and what the other tests read of the state through it alone (its *keys*), depends on few words of the state
for each element, so it is kept from one question to the next and done again only where words have changed.
The other tests, given the keys, are static: which elements of the *tail* pass for a *head* and keys is found
once and looked up ever after.
"""

from __future__ import annotations

import attrs

from tangrules.emit.bounds import Facts
from tangrules.emit.footprint import NoFootprint, footprint
from tangrules.emit.nest import Binder, Nest
from tangrules.emit.rewrite import Names, free, is_flat, map_children, may_fail, reads_state, size, substitute
from tangrules.emit.terms import Given, Term, Tup, Var, bound_by

PIVOT_FROM = 9
"""A domain of so many elements is worth the trouble."""

TAIL_AT_MOST = 16
"""The tail's domains have at most so many elements."""

PLACES_AT_MOST = 4096

Named = dict[Term, Var]


@attrs.frozen
class Joint:
    """A nest taken apart.

    `own`: tests of the pivot alone, in terms of `context`, which does not depend on binders; `mixed`: the
    tests that are static but for the keys and the `params`, which depend on the head; `rest`: the tests that
    fit nowhere.
    """

    head: tuple[Binder, ...]
    pivot: Binder
    tail: tuple[Binder, ...]
    own: tuple[Term, ...]
    keys: tuple[tuple[Var, Term], ...]
    mixed: tuple[Term, ...]
    context: tuple[tuple[Var, Term], ...]
    params: tuple[tuple[Var, Term], ...]
    rest: tuple[Term, ...]

    def binders(self) -> tuple[Binder, ...]:
        return (*self.head, self.pivot, *self.tail)

    def answer(self, prefix: int | None) -> str:
        """An answer as a tuple of the variables."""
        names = [binder.var.name for binder in self.binders()]
        parts = names if prefix is None else [str(prefix), *names]
        return f"({', '.join(parts)},)" if len(parts) == 1 else f"({', '.join(parts)})"

    def is_plain(self) -> bool:
        """Whether an element of the pivot is an answer if it passes on its own, and nothing else matters."""
        return not (self.head or self.tail or self.keys or self.mixed or self.context)

    def is_worth(self) -> bool:
        """Whether looking things up costs less than a plain loop."""
        return bool(self.mixed or self.head) or sum(map(size, self.own)) > 12


class Analysis:
    """Finds the pivot of nests."""

    def __init__(self, facts: Facts, names: Names) -> None:
        self.facts = facts
        self.names = names

    def joint(self, nest: Nest) -> Joint | None:
        """The nest taken apart, None if there is nothing to gain."""
        place = pivot_of(nest)
        if place is None:
            return None
        split = _Split(self, nest, place)
        for part in nest.parts():
            split.sort(part)
        reads = any(map(reads_state, (*split.own, *split.keys)))
        return split.result() if reads else None


def pivot_of(nest: Nest) -> int | None:
    """The last binder over a large constant domain, if only small constant ones follow."""
    for place in range(len(nest.binders) - 1, -1, -1):
        binder = nest.binders[place]
        if not isinstance(binder.domain, Tup) or binder.amount is not None or not binder.distinct:
            return None
        if len(binder.domain.values) >= PIVOT_FROM:
            return place if is_ascending(binder.domain) else None
        if len(binder.domain.values) > TAIL_AT_MOST:
            return None
    return None


def is_ascending(domain: Tup) -> bool:
    """Whether there are elements, and these can be the places of a list, in order."""
    numbers = [value for value in domain.values if isinstance(value, int)]
    whole = len(numbers) == len(domain.values) and numbers == sorted(set(numbers))
    return whole and bool(numbers) and numbers[0] >= 0 and numbers[-1] < PLACES_AT_MOST


class _Split:
    """The tests of one nest, sorted."""

    def __init__(self, analysis: Analysis, nest: Nest, place: int) -> None:
        self.facts, self.names = analysis.facts, analysis.names
        self.nest, self.place = nest, place
        self.pivot = nest.binders[place].var.name
        self.inner = frozenset(binder.var.name for binder in nest.binders[place:])
        self.binders = frozenset(binder.var.name for binder in nest.binders)
        domain = nest.binders[place].domain
        assert isinstance(domain, Tup)
        self.elements = domain.values
        self.own: list[Term] = []
        self.mixed: list[Term] = []
        self.rest: list[Term] = []
        self.keys: Named = {}
        self.context: Named = {}
        self.params: Named = {}

    def sort(self, part: Term) -> None:
        """Find the place of one test."""
        plain = expanded(part, self.names)
        names = free(plain)
        if may_fail(plain) or not names & self.inner:
            self.rest.append(part)
        elif names & self.binders == {self.pivot} and self.as_own(plain):
            return
        elif not self.as_mixed(plain):
            self.rest.append(part)

    def as_own(self, term: Term) -> bool:
        context = dict(self.context)
        bare = self.apart(term, self.binders, context, "c", True)
        if not self.has_footprint(bare):
            return False
        self.context = context
        self.own.append(bare)
        return True

    def as_mixed(self, term: Term) -> bool:
        keys, params = dict(self.keys), dict(self.params)
        bare = self.keyed(term, keys)
        inner = self.inner | {var.name for var in keys.values()}
        bare = self.apart(bare, inner, params, "p", False)
        if reads_state(bare) or self.pivot in free(bare) or not all(map(self.has_footprint, keys)):
            return False
        self.keys, self.params = keys, params
        self.mixed.append(bare)
        return True

    def has_footprint(self, term: Term) -> bool:
        """Whether it can be told for each element which words the term reads: elements may take different ways."""
        try:
            for element in self.elements:
                footprint(term, {self.pivot: element}, self.facts)
        except NoFootprint:
            return False
        return True

    def apart(self, term: Term, names: frozenset[str], found: Named, prefix: str, outer: bool) -> Term:
        """The term with what depends on none of the names named apart: what reads the state, and `outer`
        variables.
        """
        names |= {var.name for var in bound_by(term)}
        wanted = reads_state(term) or (outer and bool(free(term)))
        if wanted and not free(term) & names and is_flat(term) and not bound_by(term):
            return found.setdefault(term, self.names.fresh(prefix))
        return map_children(term, lambda child: self.apart(child, names, found, prefix, outer))

    def keyed(self, term: Term, keys: Named) -> Term:
        """The term with what depends on the pivot alone named apart."""
        if free(term) == {self.pivot}:
            return keys.setdefault(term, self.names.fresh("k"))
        return map_children(term, lambda child: self.keyed(child, keys))

    def result(self) -> Joint:
        kept: Named = {}
        for key, var in self.keys.items():
            others = {other: name for other, name in self.keys.items() if other != key}
            bare = _replace_all(key, others)
            if self.pivot in free(bare) or reads_state(bare):
                kept[key] = var
        derived = {var.name: _replace_all(key, kept) for key, var in self.keys.items() if key not in kept}
        mixed = [substitute(part, derived, self.names) for part in self.mixed]
        binders = self.nest.binders
        return Joint(
            binders[: self.place],
            binders[self.place],
            binders[self.place + 1 :],
            tuple(self.own),
            tuple((var, key) for key, var in kept.items()),
            tuple(mixed),
            tuple((var, part) for part, var in self.context.items()),
            tuple((var, part) for part, var in self.params.items()),
            tuple(self.rest),
        )


def _replace_all(term: Term, values: Named) -> Term:
    if term in values:
        return values[term]
    return map_children(term, lambda child: _replace_all(child, values))


def expanded(term: Term, names: Names) -> Term:
    """The term with no names for values inside."""
    if isinstance(term, Given):
        return expanded(substitute(term.body, {term.var.name: term.value}, names), names)
    return map_children(term, lambda child: expanded(child, names))
