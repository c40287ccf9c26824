"""Terms: the expressions of the IR made ready for emission.

They differ from `ir.Expr` in three ways. Each variable has a name of its own in the whole program (no slots),
calls of small values are replaced by their bodies, and `Given` names a value that is used more than once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import TypeAlias

import attrs


class Node:
    """What all terms have: parts, and room for plain facts about the term, which are worked out once (see `rewrite`)."""

    __slots__ = (
        "alpha",
        "bound",
        "cost",
        "flat",
        "free",
        "may_fail",
        "nameable",
        "plain",
        "reads",
        "size",
        "sum",
        "words",
        "worth",
    )
    alpha: Term
    bound: frozenset[str]
    cost: int
    flat: bool
    free: frozenset[str]
    may_fail: bool
    nameable: int
    plain: bool
    reads: bool
    size: int
    sum: bool
    words: tuple[Word, ...] | None
    worth: bool

    def parts(self) -> tuple[Term, ...]:
        """The terms directly inside, in the order in which they are evaluated."""
        return ()

    def changed(self, change: Change) -> Term:
        """The same node with each direct part changed, itself if that changes nothing; what it binds stays."""
        return self  # type: ignore[return-value]


Change: TypeAlias = Callable[["Term"], "Term"]


@attrs.frozen(cache_hash=True)
class Num(Node):
    value: int


@attrs.frozen(cache_hash=True)
class Tup(Node):
    """A constant tuple."""

    values: tuple[int | tuple[int, ...], ...]


@attrs.frozen(cache_hash=True)
class Var(Node):
    name: str


@attrs.frozen(cache_hash=True)
class Look(Node):
    """`table[index]`; the name of a table is that of a global of the generated module."""

    table: int
    index: Term

    def parts(self) -> tuple[Term, ...]:
        return (self.index,)

    def changed(self, change: Change) -> Term:
        index = change(self.index)
        return self if index is self.index else Look(self.table, index)


@attrs.frozen(cache_hash=True)
class Word(Node):
    """`V[offset + index]`, of a value or space zone."""

    zone: int
    index: Term

    def parts(self) -> tuple[Term, ...]:
        return (self.index,)

    def changed(self, change: Change) -> Term:
        index = change(self.index)
        return self if index is self.index else Word(self.zone, index)


@attrs.frozen(cache_hash=True)
class Heap(Node):
    """`Z[offset + index]`; of a deck all its parts as one tuple."""

    zone: int
    index: Term

    def parts(self) -> tuple[Term, ...]:
        return (self.index,)

    def changed(self, change: Change) -> Term:
        index = change(self.index)
        return self if index is self.index else Heap(self.zone, index)


@attrs.frozen(cache_hash=True)
class Size(Node):
    zone: int
    index: Term

    def parts(self) -> tuple[Term, ...]:
        return (self.index,)

    def changed(self, change: Change) -> Term:
        index = change(self.index)
        return self if index is self.index else Size(self.zone, index)


@attrs.frozen(cache_hash=True)
class Prim(Node):
    op: str
    args: tuple[Term, ...]
    origin: int = attrs.field(default=0, eq=False)

    def parts(self) -> tuple[Term, ...]:
        return self.args

    def changed(self, change: Change) -> Term:
        args = tuple(map(change, self.args))
        return self if same_all(args, self.args) else Prim(self.op, args, self.origin)


@attrs.frozen(cache_hash=True)
class Span(Node):
    low: Term
    high: Term

    def parts(self) -> tuple[Term, ...]:
        return self.low, self.high

    def changed(self, change: Change) -> Term:
        low, high = change(self.low), change(self.high)
        return self if low is self.low and high is self.high else Span(low, high)


@attrs.frozen(cache_hash=True)
class Items(Node):
    items: tuple[Term, ...]

    def parts(self) -> tuple[Term, ...]:
        return self.items

    def changed(self, change: Change) -> Term:
        items = tuple(map(change, self.items))
        return self if same_all(items, self.items) else Items(items)


@attrs.frozen(cache_hash=True)
class Cond(Node):
    test: Term
    then: Term
    otherwise: Term

    def parts(self) -> tuple[Term, ...]:
        return self.test, self.then, self.otherwise

    def changed(self, change: Change) -> Term:
        parts = change(self.test), change(self.then), change(self.otherwise)
        return self if same_all(parts, self.parts()) else Cond(*parts)


@attrs.frozen(cache_hash=True)
class Bind:
    """One binder of a fold: `var` runs over `domain`, kept where `where` holds."""

    var: Var
    domain: Term
    where: Term | None = None

    def changed(self, change: Change) -> Bind:
        domain = change(self.domain)
        where = None if self.where is None else change(self.where)
        return self if domain is self.domain and where is self.where else Bind(self.var, domain, where)


@attrs.frozen(cache_hash=True)
class Fold(Node):
    op: str
    binds: tuple[Bind, ...]
    body: Term | None = None
    default: Term | None = None

    def parts(self) -> tuple[Term, ...]:
        found: list[Term] = []
        for bind in self.binds:
            found.append(bind.domain)
            if bind.where is not None:
                found.append(bind.where)
        if self.body is not None:
            found.append(self.body)
        if self.default is not None:
            found.append(self.default)
        return tuple(found)

    def changed(self, change: Change) -> Fold:
        binds = tuple([bind.changed(change) for bind in self.binds])
        body = None if self.body is None else change(self.body)
        default = None if self.default is None else change(self.default)
        if body is self.body and default is self.default and same_all(binds, self.binds):
            return self
        return Fold(self.op, binds, body, default)


@attrs.frozen(cache_hash=True)
class Reach(Node):
    start: Term
    var: Var
    step: Term

    def parts(self) -> tuple[Term, ...]:
        return self.start, self.step

    def changed(self, change: Change) -> Term:
        start, step = change(self.start), change(self.step)
        return self if start is self.start and step is self.step else Reach(start, self.var, step)


@attrs.frozen(cache_hash=True)
class Call(Node):
    """A call of the function of a value, or of the requirements of a verb if `legal`. `fails`: it may be
    an error.
    """

    index: int
    args: tuple[Term, ...]
    legal: bool = False
    fails: bool = True

    def parts(self) -> tuple[Term, ...]:
        return self.args

    def changed(self, change: Change) -> Term:
        args = tuple(map(change, self.args))
        return self if same_all(args, self.args) else Call(self.index, args, self.legal, self.fails)


@attrs.frozen(cache_hash=True)
class Given(Node):
    """`body` with `var` standing for `value`."""

    var: Var
    value: Term
    body: Term

    def parts(self) -> tuple[Term, ...]:
        return self.value, self.body

    def changed(self, change: Change) -> Term:
        value, body = change(self.value), change(self.body)
        return self if value is self.value and body is self.body else Given(self.var, value, body)


Term: TypeAlias = (
    Num | Tup | Var | Look | Word | Heap | Size | Prim | Span | Items | Cond | Fold | Reach | Call | Given
)

YES = Num(1)
NO = Num(0)
NONE = Num(-1)

TRUTHS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "isnil", "isnum", "in"})
TRUTH_FOLDS = frozenset({"any", "every", "none"})


def is_atom(term: Term) -> bool:
    return isinstance(term, (Num, Var))


def is_constant(term: Term) -> bool:
    """Whether writing the term twice costs no more than naming it."""
    return isinstance(term, (Num, Var, Tup))


def is_truth(term: Term) -> bool:
    """Whether the Python expression of this term may be a bool."""
    if isinstance(term, Prim):
        return term.op in TRUTHS
    if isinstance(term, Fold):
        return term.op in TRUTH_FOLDS
    if isinstance(term, Cond):
        return is_truth(term.then) or is_truth(term.otherwise)
    if isinstance(term, Given):
        return is_truth(term.body)
    return isinstance(term, Call) and term.legal


def children(term: Term) -> tuple[Term, ...]:
    """The terms directly inside, in the order in which they are evaluated."""
    return term.parts()


def bound_by(term: Term) -> tuple[Var, ...]:
    """The variables that this node itself binds."""
    if isinstance(term, Fold):
        return tuple([bind.var for bind in term.binds])
    return (term.var,) if isinstance(term, (Given, Reach)) else ()


def walk(term: Term) -> Iterator[Term]:
    """The term and all terms inside it, each before what is in it."""
    left = [term]
    while left:
        found = left.pop()
        yield found
        left.extend(reversed(found.parts()))


def same_all(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether two tuples of the same length hold the same objects."""
    return all(map(is_, one, other))


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The parts of a conjunction, in order."""
    if isinstance(term, Prim) and term.op == "and":
        return tuple(part for arg in term.args for part in conjuncts(arg))
    return (term,)


def conjunction(parts: Sequence[Term]) -> Term:
    """All parts at once; yes if there are none."""
    if not parts:
        return YES
    return parts[0] if len(parts) == 1 else Prim("and", tuple(parts))
