"""Building terms: each function returns the node asked for or something simpler that means the same."""

from __future__ import annotations

from tangrules.emit.bounds import Facts
from tangrules.emit.constants import fold_constants
from tangrules.emit.evaluate import evaluated
from tangrules.emit.merging import Merging
from tangrules.emit.rewrite import free, is_flat, may_fail, occurrences, reads_state
from tangrules.emit.terms import (
    NO,
    YES,
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Num,
    Prim,
    Size,
    Span,
    Term,
    Tup,
    Var,
    children,
    is_constant,
    is_truth,
)

OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_PARTS = {"shr2": (4, True), "and3": (4, False), "shr3": (8, True), "and7": (8, False)}
STRIDE_AT_MOST = 16
TABLE_AT_MOST = 1024
"""The compiler makes tables of at most so many entries."""


class Builder(Merging):
    """Makes simplified terms, with what is known of variables and tables."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    # ------------------------------------------------------------------ operations

    def prim(self, op: str, args: tuple[Term, ...], origin: int = 0) -> Term:
        if op in ("and", "or"):
            return self.junction(op, args)
        done = fold_constants(op, args)
        if done is not None:
            return done
        if op == "not":
            return self.negation(args[0])
        if op == "edge":
            return self.edge(args[0], args[1])
        if op == "sub" and isinstance(args[1], Num):
            return self.arithmetic("add", (args[0], Num(-args[1].value)))
        if op in ("add", "mul"):
            return self.arithmetic(op, args)
        if op == "isnil" and isinstance(args[0], Prim) and args[0].op in ("shr2", "shr3"):
            return self.prim("isnil", args[0].args)
        if op in _PARTS:
            parted = self.part(op, args[0])
            if parted is not None:
                return parted
        if op in ("isnil", "surely") and self.facts.at_least(args[0], 0):
            return NO if op == "isnil" else args[0]
        if op == "isnil" and isinstance(args[0], Cond) and _has_number(args[0]):
            then, otherwise = (self.prim(op, (part,)) for part in (args[0].then, args[0].otherwise))
            return self.cond(args[0].test, then, otherwise)
        if op in ("eq", "ne", "lt", "le", "gt", "ge"):
            return self.comparison(op, args)
        if op in ("concat", "union", "except", "in", "len"):
            return self.lists(op, args, origin)
        return self.tabulated(Prim(op, args, origin))

    def junction(self, op: str, args: tuple[Term, ...]) -> Term:
        """A flat `and` or `or`: constants vanish or decide."""
        decides = 0 if op == "and" else 1
        parts: list[Term] = []
        for arg in args:
            for part in arg.args if isinstance(arg, Prim) and arg.op == op else (arg,):
                if isinstance(part, Num):
                    if bool(part.value) == bool(decides):
                        return self._decided(parts, decides)
                elif part not in parts:
                    parts.append(part)
        if len(parts) > 1:
            parts = self.merged(op, parts)
        if not parts:
            return Num(1 - decides)
        return self.truth(parts[0]) if len(parts) == 1 else Prim(op, tuple(parts))

    def _decided(self, before: list[Term], decides: int) -> Term:
        if not any(may_fail(part) for part in before):
            return Num(decides)
        return Prim("or" if decides else "and", (*before, Num(decides)))

    def truth(self, term: Term) -> Term:
        """A number as yes or no."""
        if isinstance(term, Num):
            return Num(int(term.value != 0))
        if isinstance(term, Given):
            return Given(term.var, term.value, self.truth(term.body))
        return term if is_truth(term) or self.facts.of(term) == (0, 1) else Prim("ne", (term, NO))

    def negation(self, term: Term) -> Term:
        if isinstance(term, Num):
            return Num(int(not term.value))
        if isinstance(term, Given):
            return Given(term.var, term.value, self.negation(self.truth(term.body)))
        if isinstance(term, Prim):
            if term.op in OPPOSITE:
                return Prim(OPPOSITE[term.op], term.args, term.origin)
            if term.op == "not":
                return self.truth(term.args[0])
            if term.op in ("and", "or"):
                parts = tuple(self.negation(self.truth(arg)) for arg in term.args)
                return self.junction("or" if term.op == "and" else "and", parts)
        if isinstance(term, Cond):
            then, otherwise = (self.negation(self.truth(part)) for part in (term.then, term.otherwise))
            return self.cond(term.test, then, otherwise)
        if isinstance(term, Fold) and term.op in ("any", "none"):
            return Fold("none" if term.op == "any" else "any", term.binds, term.body)
        return Prim("not", (term,))

    def part(self, op: str, whole: Term) -> Term | None:
        """The high or the low part of `4 * x + y` (or 8), where it was put together from both."""
        factor, high = _PARTS[op]
        terms = whole.args if isinstance(whole, Prim) and whole.op == "add" else (whole,)
        rest: list[Term] = []
        quotients: list[Term] = []
        for term in terms:
            scaled = (
                term.args if isinstance(term, Prim) and term.op == "mul" and len(term.args) == 2 else None
            )
            if scaled is not None and isinstance(scaled[1], Num) and scaled[1].value % factor == 0:
                quotients.append(self.prim("mul", (scaled[0], Num(scaled[1].value // factor))))
            else:
                rest.append(term)
        low = self.prim("add", tuple(rest)) if rest else NO
        bounds = self.facts.of(low)
        if bounds is None or bounds[0] < 0 or bounds[1] >= factor or not (quotients or high):
            return None
        if not high:
            return low
        return self.prim("add", tuple(quotients)) if quotients else NO

    def edge(self, cell: Term, side: Term) -> Term:
        if not self.facts.at_least(cell, 0):
            return Prim("edge", (cell, side))
        return self.prim("add", (self.prim("mul", (cell, Num(4))), side))

    def arithmetic(self, op: str, args: tuple[Term, ...]) -> Term:
        """Sums and products with their constants gathered at the end."""
        neutral = 0 if op == "add" else 1
        constant, parts = neutral, list[Term]()
        for arg in args:
            for part in arg.args if isinstance(arg, Prim) and arg.op == op else (arg,):
                if isinstance(part, Num):
                    constant = constant + part.value if op == "add" else constant * part.value
                else:
                    parts.append(part)
        if op == "mul" and constant == 0 and not any(map(may_fail, parts)):
            return Num(0)
        if constant != neutral:
            parts.append(Num(constant))
        return parts[0] if len(parts) == 1 else Prim(op, tuple(parts))

    def comparison(self, op: str, args: tuple[Term, ...]) -> Term:
        """Comparisons that the bounds decide, and tests of a truth against 0 or 1."""
        one, other = args
        if isinstance(one, Cond) and isinstance(other, Num) and (_is_length(one) or _has_number(one)):
            then, otherwise = (self.prim(op, (part, other)) for part in (one.then, one.otherwise))
            return self.cond(one.test, then, otherwise)
        if isinstance(one, Fold) and one.op == "count" and isinstance(other, Num):
            return self.count_test(op, one, other.value)
        if op in ("eq", "ne") and is_truth(one) and other in (YES, NO):
            return one if (op == "eq") == (other == YES) else self.negation(one)
        if may_fail(one) or may_fail(other):
            return Prim(op, args)
        if one == other:
            return Num(int(op in ("eq", "le", "ge")))
        left, right = self.facts.of(one), self.facts.of(other)
        if left is None or right is None:
            return Prim(op, args)
        if left[1] < right[0]:
            return Num(int(op in ("ne", "lt", "le")))
        if left[0] > right[1]:
            return Num(int(op in ("ne", "gt", "ge")))
        return Prim(op, args)

    def count_test(self, op: str, count: Fold, limit: int) -> Term:
        """A count compared with nothing at all may stop at the first thing found."""
        if any(map(may_fail, children(count))):
            return Prim(op, (count, Num(limit)))
        if (op, limit) in (("gt", 0), ("ge", 1), ("ne", 0)):
            return Fold("any", count.binds, count.body)
        if (op, limit) in (("le", 0), ("lt", 1), ("eq", 0)):
            return Fold("none", count.binds, count.body)
        return Prim(op, (count, Num(limit)))

    # ------------------------------------------------------------------ lists

    def lists(self, op: str, args: tuple[Term, ...], origin: int) -> Term:
        if op == "concat":
            parts = [arg for arg in args if arg != Tup(())]
            return parts[0] if len(parts) == 1 else self.tabulated(Prim(op, tuple(parts), origin))
        if op == "len":
            return self.length(args[0])
        if op == "in":
            return self.membership(args[0], args[1], origin)
        return Prim(op, args, origin)

    def length(self, of: Term) -> Term:
        if isinstance(of, Items):
            return Num(len(of.items))
        if isinstance(of, Fold) and of.op == "all":
            return Fold("count", of.binds)
        if isinstance(of, Tup):
            return Num(len(of.values))
        if isinstance(of, Cond):
            return self.cond(of.test, self.length(of.then), self.length(of.otherwise))
        if isinstance(of, Heap) and self.facts.program.zones[of.zone].storage != "list":
            return Size(of.zone, of.index)
        return Prim("len", (of,))

    def membership(self, one: Term, of: Term, origin: int) -> Term:
        if isinstance(of, Tup) and not may_fail(one):
            if not of.values:
                return NO
            if len(of.values) == 1 and isinstance(of.values[0], int):
                return self.prim("eq", (one, Num(of.values[0])))
        if isinstance(of, Items) and len(of.items) == 1:
            return self.prim("eq", (one, of.items[0]))
        if isinstance(of, Fold) and of.op == "all" and is_constant(one) and not may_fail(of):
            element = of.binds[-1].var if of.body is None else of.body
            return Fold("any", of.binds, self.prim("eq", (element, one)))
        if isinstance(of, Cond) and is_constant(one):
            then, otherwise = (self.membership(one, part, origin) for part in (of.then, of.otherwise))
            return self.cond(of.test, then, otherwise)
        return Prim("in", (one, of), origin)

    def items(self, items: tuple[Term, ...]) -> Term:
        if all(isinstance(item, Num) for item in items):
            return Tup(tuple(item.value for item in items if isinstance(item, Num)))
        return Items(items)

    def span(self, low: Term, high: Term) -> Term:
        if isinstance(low, Num) and isinstance(high, Num) and high.value - low.value < 4096:
            return Tup(tuple(range(low.value, high.value + 1)))
        return Span(low, high)

    # ------------------------------------------------------------------ tables made here

    def tabulated(self, term: Term) -> Term:
        """What depends on one variable and on tables alone, as a table over that variable."""
        if not any(isinstance(part, Look) for part in children(term)):
            return term
        names = free(term)
        if len(names) != 1 or reads_state(term) or may_fail(term) or not is_flat(term):
            return term
        (name,) = names
        bounds = self.facts.vars.get(name)
        if bounds is None or bounds[0] < 0 or bounds[1] >= TABLE_AT_MOST or occurrences(term, name) > 4:
            return term
        values = evaluated(term, name, bounds[1] + 1, self.facts)
        return term if values is None else self.look(self.facts.add_table(values), Var(name))

    # ------------------------------------------------------------------ the rest

    def cond(self, test: Term, then: Term, otherwise: Term) -> Term:
        if isinstance(test, Num):
            return then if test.value else otherwise
        if then == otherwise and not may_fail(test):
            return then
        if then == YES and otherwise == NO:
            return self.truth(test)
        if then == NO and otherwise == YES:
            return self.negation(test)
        if isinstance(test, Prim) and test.op == "not":
            return self.cond(test.args[0], otherwise, then)
        if then == NO and is_truth(otherwise):
            return self.junction("and", (self.negation(self.truth(test)), otherwise))
        if otherwise == NO and is_truth(then):
            return self.junction("and", (self.truth(test), then))
        return Cond(test, then, otherwise)

    def look(self, table: int, index: Term) -> Term:
        """An entry of a table. Steps through it in a fixed stride become tables of their own."""
        values = self.facts.tables[table].values
        if isinstance(index, Num) and -len(values) <= index.value < len(values):
            value = values[index.value]
            return Tup(value) if isinstance(value, tuple) else Num(value)
        only = self.facts.only(table)
        if only is not None and not may_fail(index):
            return Tup(only) if isinstance(only, tuple) else Num(only)
        parted = _stride(index)
        if parted is not None:
            inner, stride, offset = parted
            found = self.facts.of(inner)
            if found and found[0] >= 0 and offset >= 0 and stride * found[1] + offset < len(values):
                top = stride * found[1] + offset + 1
                return self.look(self.facts.add_table(values[offset:top:stride]), inner)
        if isinstance(index, Look):
            return self.tabulated(Look(table, index))
        return Look(table, index)


def _has_number(term: Cond) -> bool:
    return isinstance(term.then, Num) or isinstance(term.otherwise, Num)


def _stride(index: Term) -> tuple[Term, int, int] | None:
    """`inner * stride + offset` taken apart."""
    offset = 0
    if isinstance(index, Prim) and index.op == "add" and len(index.args) == 2:
        last = index.args[1]
        if isinstance(last, Num):
            index, offset = index.args[0], last.value
    if isinstance(index, Prim) and index.op == "mul" and len(index.args) == 2:
        inner, stride = index.args
        if isinstance(stride, Num) and 1 < stride.value <= STRIDE_AT_MOST:
            return inner, stride.value, offset
    return (index, 1, offset) if offset else None


def _is_length(branch: Cond) -> bool:
    """Whether a branch gives a number that is fixed, or how long something is."""
    return isinstance(branch.then, Num) and (
        isinstance(branch.otherwise, (Num, Size))
        or (isinstance(branch.otherwise, Prim) and branch.otherwise.op == "len")
    )
