"""Folds made simpler before they are written as loops: joined, unrolled, or turned into plain operations."""

from __future__ import annotations

from tangrules.emit.constants import Constant, as_term
from tangrules.emit.evaluate import NotStatic, evaluated, value_of
from tangrules.emit.narrow import can_move
from tangrules.emit.nest import is_member
from tangrules.emit.rebuild import rebuilt, replaced
from tangrules.emit.rewrite import Names, free, is_flat, may_fail, reads_state, size, substitute
from tangrules.emit.searches import Searches
from tangrules.emit.simplify import Builder
from tangrules.emit.terms import (
    NO,
    NONE,
    YES,
    Bind,
    Fold,
    Given,
    Items,
    Look,
    Num,
    Prim,
    Term,
    Tup,
    Var,
    conjunction,
    conjuncts,
    is_constant,
    walk,
)
from tangrules.ir import NIL

UNROLL_AT_MOST = 4
"""A constant domain of so many elements may be unrolled."""

UNROLLED_SIZE = 700
"""An unrolled fold has at most so many nodes."""

ELEMENT_SIZE = 6
"""An element that is written out in each copy has at most so many nodes."""

STATIC_AT_MOST = 128
"""A fold over tables alone is evaluated by the compiler for so many values of its variable."""

INDEX_FROM = 12
"""A constant domain of so many elements may be parted by an entry of theirs."""

ROWS_AT_MOST = 64

SUM_SIZE = 9
_SUMS = frozenset({"add", "mul", "shr2", "shr3", "and3", "and7"})

BLIND_TO_ORDER = frozenset({"any", "every", "none"})
"""Folds that do not mind elements twice, or in another order."""

UNROLLED = frozenset({"any", "every", "none", "count", "sum"})

ORDERED = frozenset({"highest", "lowest", "sort_low", "sort_high"})


def is_let(bind: Bind) -> bool:
    """Whether the binder runs over one thing only, so that it just names it."""
    return isinstance(bind.domain, Items) and len(bind.domain.items) == 1


class FoldBuilder(Searches):
    """Makes folds, or something simpler that means the same."""

    def __init__(self, build: Builder, names: Names) -> None:
        self.build = build
        self.names = names

    def domain(self, domain: Term, op: str) -> Term:
        """A domain as this fold may see it."""
        if op in BLIND_TO_ORDER:
            if isinstance(domain, Prim) and domain.op == "union":
                return self.build.prim("concat", domain.args)
            if isinstance(domain, Fold) and domain.op in ("distinct", "sort_low", "sort_high"):
                return Fold("all", domain.binds, domain.body if domain.op == "distinct" else None)
        return domain

    def fold(self, op: str, binds: tuple[Bind, ...], body: Term | None, default: Term | None) -> Term:
        if op in ("any", "every", "none"):
            binds, body = _with_test(op, binds, body)
        binds, body = self.sifted(op, binds, body)
        if op not in BLIND_TO_ORDER:
            binds = self.indexed(binds)
        if len(binds) > 1 or op not in UNROLLED:
            binds = tuple(self.stepped(bind) for bind in binds)
        binds, body = self.members(binds, body)
        if op not in ORDERED:
            binds, body = self.joined(binds, YES if op == "count" and body is None else body)
        if any(bind.domain == Tup(()) for bind in binds):
            return _of_nothing(op, default)
        if is_let(binds[0]) and op not in ORDERED:
            return self.with_let(op, binds, body, default)
        static = self.static(Fold(op, binds, body, default))
        if static is not None:
            return static
        short = self.short(op, binds[0], body) if len(binds) == 1 else None
        if short is not None:
            return short
        return self.decided(op, binds, body) if op in BLIND_TO_ORDER else Fold(op, binds, body, default)

    def sifted(
        self, op: str, binds: tuple[Bind, ...], body: Term | None
    ) -> tuple[tuple[Bind, ...], Term | None]:
        """Binders over constants without those that a test of tables alone leaves out."""
        found = []
        for bind in binds:
            at_end = bind is binds[-1] and op in ("any", "none") and body is not None
            tests = conjuncts(bind.where) if bind.where is not None else ()
            more = conjuncts(body) if at_end and body is not None else ()
            fixed = self.fixed_tests(bind, (*tests, *more))
            if fixed:
                assert isinstance(bind.domain, Tup)
                try:
                    kept = tuple(
                        value
                        for value in bind.domain.values
                        if all(value_of(test, {bind.var.name: value}, self.build.facts) for test in fixed)
                    )
                except NotStatic:
                    found.append(bind)
                    continue
                left = [test for test in tests if test not in fixed]
                bind = Bind(bind.var, Tup(kept), conjunction(left) if left else None)
                if at_end:
                    body = conjunction([test for test in more if test not in fixed])
            found.append(bind)
        return tuple(found), body

    def fixed_tests(self, bind: Bind, tests: tuple[Term, ...]) -> list[Term]:
        """The tests that depend on a binder over constants and on tables alone; none that stands behind one that may
        fail.
        """
        found: list[Term] = []
        if not isinstance(bind.domain, Tup) or not bind.domain.values:
            return found
        sample: dict[str, Constant] = {bind.var.name: bind.domain.values[0]}
        for test in tests:
            if may_fail(test):
                break
            if free(test) == {bind.var.name} and not reads_state(test):
                try:
                    value_of(test, sample, self.build.facts)
                except NotStatic:
                    continue
                found.append(test)
        return found

    def indexed(self, binds: tuple[Bind, ...]) -> tuple[Bind, ...]:
        """The binders, the first over constants that an entry of a table must equal something over a row of those for
        which it does.
        """
        bind = binds[0]
        if bind.where is None or not isinstance(bind.domain, Tup) or len(bind.domain.values) < INDEX_FROM:
            return binds
        tests = conjuncts(bind.where)
        for place, test in enumerate(tests):
            found = entry_equal_to(test, bind.var)
            if found is not None and not (place and any(map(may_fail, tests[: place + 1]))):
                rows = self.rows_of(bind.domain, *found)
                if rows is not None:
                    rest = conjunction(tests[:place] + tests[place + 1 :]) if len(tests) > 1 else None
                    return (Bind(bind.var, rows, rest), *binds[1:])
            if may_fail(test):
                break
        return binds

    def rows_of(self, domain: Tup, table: int, value: Term) -> Term | None:
        """The elements for which the entry of a table is this, None if it may be anything."""
        bounds = self.build.facts.of(value)
        if bounds is None or bounds[0] < -1 or bounds[1] > ROWS_AT_MOST:
            return None
        entries = self.build.facts.tables[table].values
        rows = tuple(
            tuple(one for one in domain.values if isinstance(one, int) and entries[one] == wanted)
            for wanted in (*range(bounds[1] + 1), -1)
        )
        return self.build.look(self.build.facts.add_table(rows), value)

    def stepped(self, bind: Bind) -> Bind:
        """A binder over `x`, `x + 1`, `x + 2`… as one over how much is added."""
        items = bind.domain.items if isinstance(bind.domain, Items) else ()
        added = [_added(item) for item in items]
        if len(items) < 2 or any(part is None or part[0] != added[0][0] for part in added):  # type: ignore[index]
            return bind
        step = self.names.fresh()
        numbers = Tup(tuple(part[1] for part in added if part is not None))
        self.build.facts.note(step, numbers)
        base = added[0][0] if added[0] is not None else NO
        body = self.build.prim("add", (base, step))
        return Bind(bind.var, Fold("all", (Bind(step, numbers),), body), bind.where)

    def static(self, fold: Fold) -> Term | None:
        """A fold that depends on at most one variable and on tables alone, as a constant or an entry of a
        table.
        """
        names = free(fold)
        if len(names) > 1 or reads_state(fold) or may_fail(fold):
            return None
        if not names:
            try:
                return as_term(value_of(fold, {}, self.build.facts))
            except (NotStatic, IndexError):
                return None
        (name,) = names
        bounds = self.build.facts.vars.get(name)
        if bounds is None or bounds[0] < 0 or bounds[1] >= STATIC_AT_MOST:
            return None
        values = evaluated(fold, name, bounds[1] + 1, self.build.facts)
        return None if values is None else self.build.look(self.build.facts.add_table(values), Var(name))

    def short(self, op: str, bind: Bind, body: Term | None) -> Term | None:
        """A fold over one binder that needs no loop."""
        if op in UNROLLED:
            return self.unrolled(op, bind, body)
        if op in ("max", "min"):
            return self.extreme(op, bind, body)
        if op == "all" and bind.where is None and body in (None, bind.var):
            return bind.domain
        return None

    def with_let(self, op: str, binds: tuple[Bind, ...], body: Term | None, default: Term | None) -> Term:
        """A fold whose first binder runs over one thing only."""
        first = binds[0]
        element = _elements(first.domain)
        assert element is not None
        inner = (
            self.fold(op, binds[1:], body, default) if len(binds) > 1 else self.of_one(op, first.var, body)
        )
        if first.where is not None:
            inner = self.build.cond(first.where, inner, _of_nothing(op, default))
        if is_constant(element[0]):
            return self.again(replaced(inner, first.var.name, element[0]))
        return Given(first.var, element[0], inner)

    def of_one(self, op: str, var: Var, body: Term | None) -> Term:
        """The fold over one thing."""
        if op == "count":
            return YES if body is None else self.build.truth(body)
        if body is None:
            body = var
        if op in ("any", "every", "none"):
            return self.build.truth(body) if op != "none" else self.build.prim("not", (body,))
        return self.build.items((body,)) if op in ("all", "distinct") else body

    def decided(self, op: str, binds: tuple[Bind, ...], body: Term | None) -> Term:
        """any, every, none: the test is the body."""
        if op in ("any", "none") and can_move(binds, body or YES):
            return self.searched(op, binds, body or YES)
        idle = op == "every" and isinstance(body, Num) and body.value
        if idle and not any(may_fail(part) for bind in binds for part in (bind.domain, bind.where or YES)):
            return YES
        return Fold(op, binds, body)

    def members(self, binds: tuple[Bind, ...], body: Term | None) -> tuple[tuple[Bind, ...], Term | None]:
        """The fold without the question whether an element of a domain is in that domain."""
        for at, bind in enumerate(binds):
            if isinstance(bind.domain, (Tup, Items)):
                continue
            later = list(binds)
            for place in range(at, len(binds)):
                other = later[place]
                where = None if other.where is None else self.idle(other.where, bind)
                later[place] = Bind(other.var, other.domain, None if where == YES else where)
            binds = tuple(later)
            body = None if body is None else self.idle(body, bind)
        return binds, body

    def idle(self, term: Term, bind: Bind) -> Term:
        if isinstance(term, Prim) and term.op == "and":
            return self.build.prim("and", tuple(self.idle(arg, bind) for arg in term.args))
        return YES if is_member(term, bind.var, bind.domain) else term

    # ------------------------------------------------------------------ joining

    def joined(self, binds: tuple[Bind, ...], body: Term | None) -> tuple[tuple[Bind, ...], Term | None]:
        """Binders that run over an `all` run over its binders instead."""
        if not any(isinstance(bind.domain, Fold) and bind.domain.op == "all" for bind in binds):
            return binds, body
        rest, last = list(binds), binds[-1].var if body is None else body
        flat: list[Bind] = []
        while rest:
            bind = rest.pop(0)
            inner = bind.domain
            if not (isinstance(inner, Fold) and inner.op == "all"):
                flat.append(bind)
                continue
            element = inner.binds[-1].var if inner.body is None else inner.body
            flat += inner.binds
            rest.insert(0, Bind(bind.var, Items((element,)), bind.where))
            if is_constant(element) or is_sum(element):
                named = rest.pop(0)
                name = named.var.name
                rest = [self._put_in(other, name, element) for other in rest]
                last = self.again(replaced(last, name, element))
                if named.where is not None:
                    flat[-1] = self._narrowed(flat[-1], self.again(replaced(named.where, name, element)))
        return tuple(flat), last

    def _put_in(self, bind: Bind, name: str, value: Term) -> Bind:
        where = None if bind.where is None else self.again(replaced(bind.where, name, value))
        return Bind(bind.var, self.again(replaced(bind.domain, name, value)), where)

    def _narrowed(self, bind: Bind, where: Term) -> Bind:
        both = where if bind.where is None else self.build.prim("and", (bind.where, where))
        return Bind(bind.var, bind.domain, both)

    # ------------------------------------------------------------------ unrolling

    def unrolled(self, op: str, bind: Bind, body: Term | None) -> Term | None:
        elements = _elements(bind.domain)
        parts = [part for part in (bind.where, body) if part is not None]
        if elements is None or len(elements) > UNROLL_AT_MOST:
            return None
        if len(elements) * sum(map(size, parts)) > UNROLLED_SIZE or not all(map(is_flat, parts)):
            return None
        if any(
            not is_flat(element) or size(element) > ELEMENT_SIZE or may_fail(element) for element in elements
        ):
            return None
        return self._combine(op, [self._instance(op, bind, body, element) for element in elements])

    def _instance(self, op: str, bind: Bind, body: Term | None, element: Term) -> Term:
        where = YES if bind.where is None else self.put(bind.where, bind.var, element)
        if body is None:
            inner = element if op == "sum" else YES
        else:
            inner = self.put(body, bind.var, element)
        prim = self.build.prim
        if op == "every":
            return prim("or", (prim("not", (where,)), inner))
        if op == "sum":
            return self.build.cond(where, inner, NO)
        return prim("and", (where, self.build.truth(inner)))

    def _combine(self, op: str, parts: list[Term]) -> Term:
        prim = self.build.prim
        if op == "every":
            return prim("and", tuple(parts))
        if op in ("count", "sum"):
            return prim("add", tuple(parts)) if parts else NO
        found = prim("or", tuple(parts))
        return prim("not", (found,)) if op == "none" else found

    def extreme(self, op: str, bind: Bind, body: Term | None) -> Term | None:
        """The greatest of a few things that are written out."""
        elements = _elements(bind.domain)
        if not elements or bind.where is not None or len(elements) > 2 * UNROLL_AT_MOST:
            return None
        if body is None or body == bind.var:
            values = list(elements)
        elif is_flat(body) and size(body) * len(elements) <= UNROLLED_SIZE:
            values = [self.put(body, bind.var, element) for element in elements]
        else:
            return None
        if len(values) == 1:
            return values[0]
        return self.build.prim("greatest" if op == "max" else "least", tuple(values))

    def put(self, term: Term, var: Var, value: Term) -> Term:
        """The term with the variable replaced, simplified anew."""
        return self.again(substitute(term, {var.name: value}, self.names))

    def again(self, term: Term) -> Term:
        """Simplify once more, from the leaves up."""
        return rebuilt(term, self.build)


def entry_equal_to(test: Term, var: Var) -> tuple[int, Term] | None:
    """A table, and what an entry of it for a variable must be equal to, which does not depend on the variable."""
    if not (isinstance(test, Prim) and test.op == "eq"):
        return None
    for entry, value in (test.args, test.args[::-1]):
        if isinstance(entry, Look) and entry.index == var and var.name not in free(value):
            return entry.table, value
    return None


def _with_test(op: str, binds: tuple[Bind, ...], body: Term | None) -> tuple[tuple[Bind, ...], Term]:
    """any, every, none with what is asked of each element as the body."""
    if body is not None:
        return binds, body
    last = binds[-1]
    if op == "every" and last.where is not None:
        return (*binds[:-1], Bind(last.var, last.domain)), last.where
    return binds, YES


def is_sum(term: Term) -> bool:
    """Whether a term is short arithmetic on variables, which may be taken apart again where it is used."""
    arithmetic = all(
        isinstance(part, (Num, Var)) or (isinstance(part, Prim) and part.op in _SUMS) for part in walk(term)
    )
    return arithmetic and size(term) <= SUM_SIZE


def _elements(domain: Term) -> tuple[Term, ...] | None:
    if isinstance(domain, Items):
        return domain.items
    if isinstance(domain, Tup) and all(isinstance(value, int) for value in domain.values):
        return tuple(Num(value) for value in domain.values if isinstance(value, int))
    return None


def _of_nothing(op: str, default: Term | None) -> Term:
    """The fold over an empty domain."""
    if op in ("any", "count", "sum"):
        return NO
    if op in ("every", "none"):
        return YES
    if op in ("highest", "lowest"):
        return NONE
    if op in ("all", "distinct", "sort_low", "sort_high"):
        return Tup(())
    if default is not None:
        return default
    return NONE if op == "first" else Num(NIL)


def _added(item: Term) -> tuple[Term, int] | None:
    """A sum of something that is no number and of a number."""
    if isinstance(item, Num) or not is_sum(item):
        return None
    if isinstance(item, Prim) and item.op == "add" and isinstance(item.args[-1], Num):
        rest = item.args[:-1]
        return (rest[0] if len(rest) == 1 else Prim("add", rest)), item.args[-1].value
    return item, 0
