"""Terms: the expressions of the IR made ready for emission.

They differ from `ir.Expr` in three ways. Each variable has a name of its own in the whole program (no slots),
calls of small values are replaced by their bodies, and `Given` names a value that is used more than once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import attrs


@attrs.frozen(cache_hash=True)
class Num:
    value: int


@attrs.frozen(cache_hash=True)
class Tup:
    """A constant tuple."""

    values: tuple[int | tuple[int, ...], ...]


@attrs.frozen(cache_hash=True)
class Var:
    name: str


@attrs.frozen(cache_hash=True)
class Look:
    """`table[index]`; the name of a table is that of a global of the generated module."""

    table: int
    index: Term


@attrs.frozen(cache_hash=True)
class Word:
    """`V[offset + index]`, of a value or space zone."""

    zone: int
    index: Term


@attrs.frozen(cache_hash=True)
class Heap:
    """`Z[offset + index]`; of a deck all its parts as one tuple."""

    zone: int
    index: Term


@attrs.frozen(cache_hash=True)
class Size:
    zone: int
    index: Term


@attrs.frozen(cache_hash=True)
class Prim:
    op: str
    args: tuple[Term, ...]
    origin: int = attrs.field(default=0, eq=False)


@attrs.frozen(cache_hash=True)
class Span:
    low: Term
    high: Term


@attrs.frozen(cache_hash=True)
class Items:
    items: tuple[Term, ...]


@attrs.frozen(cache_hash=True)
class Cond:
    test: Term
    then: Term
    otherwise: Term


@attrs.frozen(cache_hash=True)
class Bind:
    """One binder of a fold: `var` runs over `domain`, kept where `where` holds."""

    var: Var
    domain: Term
    where: Term | None = None


@attrs.frozen(cache_hash=True)
class Fold:
    op: str
    binds: tuple[Bind, ...]
    body: Term | None = None
    default: Term | None = None


@attrs.frozen(cache_hash=True)
class Reach:
    start: Term
    var: Var
    step: Term


@attrs.frozen(cache_hash=True)
class Call:
    """A call of the function of a value, or of the requirements of a verb if `legal`. `fails`: it may be
    an error.
    """

    index: int
    args: tuple[Term, ...]
    legal: bool = False
    fails: bool = True


@attrs.frozen(cache_hash=True)
class Given:
    """`body` with `var` standing for `value`."""

    var: Var
    value: Term
    body: Term


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


def children(term: Term) -> Iterator[Term]:
    """The terms directly inside, in the order in which they are evaluated."""
    match term:
        case Look(index=index) | Word(index=index) | Heap(index=index) | Size(index=index):
            yield index
        case Prim(args=args) | Call(args=args) | Items(items=args):
            yield from args
        case Span(low, high):
            yield low
            yield high
        case Cond(test, then, otherwise):
            yield test
            yield then
            yield otherwise
        case Fold():
            yield from fold_children(term)
        case Reach(start, _, step):
            yield start
            yield step
        case Given(_, value, body):
            yield value
            yield body
        case _:
            return


def fold_children(fold: Fold) -> Iterator[Term]:
    for bind in fold.binds:
        yield bind.domain
        if bind.where is not None:
            yield bind.where
    if fold.body is not None:
        yield fold.body
    if fold.default is not None:
        yield fold.default


def bound_by(term: Term) -> tuple[Var, ...]:
    """The variables that this node itself binds."""
    match term:
        case Fold(binds=binds):
            return tuple(bind.var for bind in binds)
        case Reach(var=var) | Given(var=var):
            return (var,)
        case _:
            return ()


def walk(term: Term) -> Iterator[Term]:
    """The term and all terms inside it."""
    yield term
    for child in children(term):
        yield from walk(child)


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
