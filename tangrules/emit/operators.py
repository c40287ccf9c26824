"""The operations of terms as Python operators and calls of the closed set of helpers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tangrules.emit.helpers import RANGE_AT_MOST
from tangrules.emit.rewrite import may_fail
from tangrules.emit.terms import Heap, Items, Num, Prim, Size, Span, Term, Tup, Var, is_constant, is_truth
from tangrules.ir import NIL

if TYPE_CHECKING:
    from tangrules.emit.bounds import Facts
    from tangrules.emit.context import Context

# How tightly Python's operators bind.
COND, OR, AND, NOT, COMPARE, BITS, SHIFT, SUM, PRODUCT, TIGHT, ATOM = range(1, 12)

_BINARY = {
    "sub": ("-", SUM),
    "div": ("//", PRODUCT),
    "mod": ("%", PRODUCT),
    "eq": ("==", COMPARE),
    "ne": ("!=", COMPARE),
    "lt": ("<", COMPARE),
    "le": ("<=", COMPARE),
    "gt": (">", COMPARE),
    "ge": (">=", COMPARE),
}
_BY_CONSTANT = {
    "shr2": (">> 2", SHIFT),
    "shr3": (">> 3", SHIFT),
    "and3": ("& 3", BITS),
    "and7": ("& 7", BITS),
}
_HELPERS = frozenset({"union", "without", "take", "last", "item", "row", "surely_number"})
SET_FROM = 4
"""From so many constants on, membership is looked up in a set."""


class Operators:
    """Writes operations; the expressions inside come from `text` and `number`."""

    context: Context
    facts: Facts
    pending: dict[str, Term]
    text: Callable[..., str]
    number: Callable[..., str]

    def operation(self, term: Prim) -> tuple[str, int]:
        op, args = term.op, term.args
        if op in ("add", "mul"):
            tight = SUM if op == "add" else PRODUCT
            return self.chain(" + " if op == "add" else " * ", args, tight), tight
        if op in _BINARY:
            return self.binary(op, args)
        if op in _BY_CONSTANT:
            tail, tight = _BY_CONSTANT[op]
            return f"{self.text(args[0], tight + 1)} {tail}", tight
        if op == "not":
            return self.negated(args[0])
        if op == "in":
            return self.membership(args[0], args[1])
        return self.rarer(op, args)

    def chain(self, sign: str, args: tuple[Term, ...], tight: int) -> str:
        text = sign.join(self.text(arg, tight if index == 0 else tight + 1) for index, arg in enumerate(args))
        return text.replace(" + -", " - ") if sign == " + " else text

    def binary(self, op: str, args: tuple[Term, ...]) -> tuple[str, int]:
        sign, tight = _BINARY[op]
        if tight != COMPARE:
            return f"{self.text(args[0], tight)} {sign} {self.text(args[1], tight + 1)}", tight
        held = self.emptiness(op, args)
        if held is not None:
            return held
        return f"{self.text(args[0], tight + 1)} {sign} {self.text(args[1], tight + 1)}", tight

    def emptiness(self, op: str, args: tuple[Term, ...]) -> tuple[str, int] | None:
        """Whether a container is empty, asked of the tuple itself."""
        sized, limit = args
        if not isinstance(limit, Num):
            return None
        if isinstance(sized, Size):
            if self.context.program.zones[sized.zone].storage == "deck":
                return self.deck_emptiness(op, sized, limit.value)
            inner: Term = Heap(sized.zone, sized.index)
        elif isinstance(sized, Prim) and sized.op == "len":
            inner = sized.args[0]
        else:
            return None
        if (op, limit.value) in (("eq", 0), ("le", 0), ("lt", 1)):
            return f"not {self.text(inner, NOT)}", NOT
        if (op, limit.value) in (("ne", 0), ("gt", 0), ("ge", 1)):
            return f"not not {self.text(inner, NOT)}", NOT
        return None

    def deck_emptiness(self, op: str, sized: Size, limit: int) -> tuple[str, int] | None:
        if not self.facts.at_least(sized.index, 0):
            return None
        first, more = self.deck_entry(self.context.program.zones[sized.zone].base, sized.index)
        some = f"(Z[{first}] or Z[{more(1)}] or Z[{more(0)}])"
        if (op, limit) in (("eq", 0), ("le", 0), ("lt", 1)):
            return f"not {some}", NOT
        return (f"not not {some}", NOT) if (op, limit) in (("ne", 0), ("gt", 0), ("ge", 1)) else None

    def negated(self, term: Term) -> tuple[str, int]:
        if (
            isinstance(term, Prim)
            and term.op == "in"
            and not (isinstance(term.args[1], Span) and self.is_short(term.args[1]))
        ):
            return self.membership(term.args[0], term.args[1], " not in ")
        if isinstance(term, Prim) and term.op == "isnil":
            return f"{self.text(term.args[0], COMPARE + 1)} >= 0", COMPARE
        return f"not {self.text(term, NOT)}", NOT

    def membership(self, one: Term, of: Term, sign: str = " in ") -> tuple[str, int]:
        text = self.text(one, COMPARE + 1)
        if isinstance(of, Span) and self.is_short(of):
            return f"{self.text(of.low, SUM)} <= {text} <= {self.text(of.high, SUM)}", COMPARE
        if isinstance(of, Span):
            return f"{text}{sign}upto({self.text(of.low)}, {self.text(of.high)})", COMPARE
        if isinstance(of, Tup) and len(of.values) >= SET_FROM:
            return f"{text}{sign}{self.context.constant(frozenset(of.values))}", COMPARE
        return f"{text}{sign}{self.text(of, COMPARE + 1)}", COMPARE

    def is_short(self, span: Span) -> bool:
        """Whether a range needs no check of its length, and is evaluated in any order."""
        low, high = self.facts.of(span.low), self.facts.of(span.high)
        known = low is not None and high is not None and high[1] - low[0] < RANGE_AT_MOST
        return known and is_constant(span.low) and is_constant(span.high) and not self.pending

    def rarer(self, op: str, args: tuple[Term, ...]) -> tuple[str, int]:
        if op == "isnil":
            return f"{self.text(args[0], COMPARE + 1)} < 0", COMPARE
        if op == "isnum":
            return f"{self.text(args[0], COMPARE + 1)} != {NIL}", COMPARE
        if op == "neg":
            return f"-{self.text(args[0], TIGHT)}", TIGHT
        if op in ("least", "greatest"):
            return self.extreme(op, args)
        if op == "concat":
            return self.concat(args)
        if op in ("abs", "len"):
            return f"{op}({self.text(args[0])})", ATOM
        if op in ("edge", "place", "surely"):
            return self.of_something(op, args)
        name = "without" if op == "except" else op
        if name not in _HELPERS:
            raise ValueError(f"unknown operation {op}")
        return f"{name}({', '.join(self.number(arg) for arg in args)})", ATOM

    def of_something(self, op: str, args: tuple[Term, ...]) -> tuple[str, int]:
        """What stands apart for nothing: the test is evaluated first."""
        if op == "place" and self.facts.at_least(args[0], 0):
            return f"P[{self.text(args[0])}]", ATOM
        if op == "edge" and may_fail(args[1]):
            return f"edge({self.number(args[0])}, {self.number(args[1])})", ATOM
        first, again = self.once(args[0])
        if op == "edge":
            return f"-1 if {first} < 0 else 4 * {again} + {self.text(args[1], PRODUCT)}", COND
        if op == "place":
            return f"-1 if {first} < 0 else P[{again}]", COND
        return f"{again} if {first} >= 0 else missing()", COND

    def once(self, term: Term) -> tuple[str, str]:
        """A term that is mentioned twice: how to write it first, and after that."""
        if is_constant(term):
            first = self.text(term, ATOM)
            return first, term.name if isinstance(term, Var) else first
        text = self.number(term)
        if text.isidentifier():
            return text, text
        name = self.context.names.fresh("t").name
        return f"({name} := {text})", name

    def extreme(self, op: str, args: tuple[Term, ...]) -> tuple[str, int]:
        if len(args) == 2 and not any(map(is_truth, args)):
            (first, one), (second, other) = self.once(args[0]), self.once(args[1])
            sign = "<=" if op == "least" else ">="
            return f"{one} if {first} {sign} {second} else {other}", COND
        inner = ", ".join(self.number(arg) for arg in args)
        return f"{'min' if op == 'least' else 'max'}({inner})", ATOM

    def concat(self, args: tuple[Term, ...]) -> tuple[str, int]:
        if any(isinstance(arg, Items) for arg in args):
            parts = [
                ", ".join(self.number(item) for item in arg.items)
                if isinstance(arg, Items)
                else f"*{self.text(arg, BITS)}"
                for arg in args
            ]
            return f"({', '.join(parts)},)", ATOM
        return " + ".join(self.text(arg, SUM if i == 0 else SUM + 1) for i, arg in enumerate(args)), SUM

    def deck_entry(self, base: int, index: Term) -> tuple[str, Callable[[int], str]]:
        """Where the bottom run of a deck is (evaluated first), and its top run and bag."""
        if isinstance(index, Num):
            first = base + 3 * index.value
            return str(first + 2), lambda part: str(first + part)
        name = self.context.names.fresh("t").name
        text = self.text(index, TIGHT)
        return f"({name} := 3 * {text} + {base}) + 2", lambda part: f"{name} + {part}" if part else name
