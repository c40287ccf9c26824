"""Terms as Python expressions, with the lines that must come before them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

from tangrules.emit.context import Context
from tangrules.emit.operators import ATOM, COMPARE, COND, NOT, OR, SUM, TIGHT, Operators
from tangrules.emit.shape import is_plain
from tangrules.emit.terms import (
    Call,
    Cond,
    Fold,
    Given,
    Heap,
    Items,
    Look,
    Num,
    Prim,
    Reach,
    Size,
    Span,
    Term,
    Tup,
    Var,
    Word,
    is_constant,
    is_truth,
)
from tangrules.emit.writer import Writer

Text: TypeAlias = tuple[str, int]
"""A Python expression and how tightly it binds."""


class Expressions(Operators):
    """Writes expressions of one function. Truths may come out as bools: `number` makes them 0 or 1."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.program = context.program
        self.facts = context.facts
        self.w = Writer()
        self.pending: dict[str, Term] = {}
        self.group: tuple[int, ...] | None = None

    # ------------------------------------------------------------------ entry points

    def text(self, term: Term, tight: int = COND) -> str:
        """The expression, in brackets if it binds less tightly than asked."""
        text, own = self.emit(term)
        return f"({text})" if own < tight else text

    def number(self, term: Term, tight: int = COND) -> str:
        """The expression, never a bool."""
        if not is_truth(term) or isinstance(term, (Fold, Call)):
            if isinstance(term, Call) and term.legal:
                return f"(1 if {self.text(term, OR)} else 0)"
            return self.text(term, tight)
        if isinstance(term, Cond):
            text, own = self.condition(term, numbers=True)
            return f"({text})" if own < tight else text
        if isinstance(term, Given) and not is_plain(term):
            self.name(term)
            return self.number(term.body, tight)
        if isinstance(term, Given):
            self.pending[term.var.name] = term.value
            return self.number(term.body, tight)
        text, own = self.emit(term)
        if own == COMPARE:
            return f"+({text})"
        whole = f"1 if {text} else 0"
        return f"({whole})" if tight > COND else whole

    def atom(self, term: Term) -> str:
        """The name of a variable that holds the term, or a constant."""
        if is_constant(term) and not (isinstance(term, Var) and term.name in self.pending):
            return self.text(term, ATOM)
        name = self.context.names.fresh("t").name
        self.assign(name, term)
        return name

    def assign(self, name: str, term: Term) -> None:
        """Write what leaves the term, never a bool, in a variable."""
        if isinstance(term, (Fold, Reach)):
            self.assign_loop(term, name)
        elif isinstance(term, Cond) and not is_plain(term):
            with self.w.block(f"if {self.text(term.test)}:"):
                self.assign(name, term.then)
            with self.w.block("else:"):
                self.assign(name, term.otherwise)
        elif isinstance(term, Given) and not is_plain(term):
            self.assign(term.var.name, term.value)
            self.assign(name, term.body)
        else:
            text = self.number(term)
            if text != name:
                self.w.line(f"{name} = {text}")

    # ------------------------------------------------------------------ kinds of terms

    def emit(self, term: Term) -> Text:
        match term:
            case Num(value):
                return str(value), ATOM if value >= 0 else TIGHT
            case Tup(values):
                return self.context.constant(values), ATOM
            case Var(name):
                return self.variable(name)
            case Look(table, index):
                return f"{self.context.table(table)}[{self.text(index)}]", ATOM
            case Prim(op, args):
                return self.junction(op, args) if op in ("and", "or") else self.operation(term)
            case Cond():
                return self.condition(term)
            case Given():
                return self.given(term)
            case Call(index, args, legal):
                return self.call(index, args, legal), ATOM
            case _:
                return self.emit_stored(term)

    def emit_stored(self, term: Term) -> Text:
        match term:
            case Word(zone, index):
                return f"V[{self.offset(self.program.zones[zone].base, index)}]", ATOM
            case Heap(zone, index):
                return self.heap(zone, index)
            case Size(zone, index):
                return self.size(zone, index), ATOM
            case Items(items):
                inner = ", ".join(self.number(item) for item in items)
                return f"({inner},)" if len(items) == 1 else f"({inner})", ATOM
            case Span(low, high):
                return f"tuple(upto({self.text(low)}, {self.text(high)}))", ATOM
            case Fold() | Reach():
                return self.loop_value(term), ATOM
            case _:
                raise TypeError(f"not a term: {term!r}")

    def loop_value(self, term: Fold | Reach) -> str:
        """Write the loops of a fold; the name of the result."""
        name = self.context.names.fresh("t").name
        self.assign_loop(term, name)
        return name

    @abstractmethod
    def assign_loop(self, term: Fold | Reach, name: str) -> None:
        """Write the loops that leave the value of a fold in a variable."""

    def variable(self, name: str) -> Text:
        value = self.pending.pop(name, None)
        if value is None:
            return name, ATOM
        return f"({name} := {self.number(value)})", ATOM

    def offset(self, base: int, index: Term) -> str:
        """`base + index`, with the constants added up, in the table if there is one."""
        if isinstance(index, Look) and base and self.facts.table(index.table) is not None:
            values = self.facts.tables[index.table].values
            moved = self.facts.add_table(tuple(value + base for value in values if isinstance(value, int)))
            return f"{self.context.table(moved)}[{self.text(index.index)}]"
        if isinstance(index, Num):
            return str(base + index.value)
        if isinstance(index, Prim) and index.op == "add" and isinstance(index.args[-1], Num):
            base += index.args[-1].value
            rest = index.args[:-1]
            index = rest[0] if len(rest) == 1 else Prim("add", rest)
        text = self.text(index, SUM)
        if base == 0:
            return text
        return f"{text} + {base}" if base > 0 else f"{text} - {-base}"

    def heap(self, zone: int, index: Term) -> Text:
        """The content of an instance, empty if the index is nothing."""
        base, deck = self.program.zones[zone].base, self.program.zones[zone].storage == "deck"
        if self.facts.at_least(index, 0):
            return (self.deck(base, index), SUM) if deck else (f"Z[{self.offset(base, index)}]", ATOM)
        first, again = self.once(index)
        known = index if is_constant(index) else Var(again)
        text = self.deck(base, known) if deck else f"Z[{self.offset(base, known)}]"
        return f"() if {first} < 0 else {text}", COND

    def deck(self, base: int, index: Term) -> str:
        first, more = self.deck_entry(base, index)
        return f"Z[{first}] + Z[{more(1)}] + Z[{more(0)}]"

    def size(self, zone: int, index: Term) -> str:
        definition = self.program.zones[zone]
        if definition.storage == "deck" and self.facts.at_least(index, 0):
            first, more = self.deck_entry(definition.base, index)
            return f"(len(Z[{first}]) + len(Z[{more(1)}]) + len(Z[{more(0)}]))"
        return f"len({self.text(Heap(zone, index))})"

    def call(self, index: int, args: tuple[Term, ...], legal: bool) -> str:
        kind = "legal" if legal else "value"
        if self.group is not None and self.context.snapshots.group(kind, index) == self.group:
            return f"kept_{index}({', '.join(['kept', 'V', *[self.number(arg) for arg in args]])})"
        needs = self.context.needs(kind, index)
        given = [name for name in "VZP" if name in needs] + [self.number(arg) for arg in args]
        return f"{kind}_{index}({', '.join(given)})"

    # ------------------------------------------------------------------ what stops early

    def junction(self, op: str, args: tuple[Term, ...]) -> Text:
        """`and`, `or`. From the first part on that needs lines of its own, the rest stands under an `if`."""
        flat = 0
        while flat < len(args) and (flat == 0 or is_plain(args[flat])):
            flat += 1
        tight = NOT if op == "and" else NOT - 1
        text = f" {op} ".join(self.text(arg, tight) for arg in args[:flat])
        if flat == len(args):
            return text, tight - 1 if len(args) > 1 else COND
        name = self.context.names.fresh("t").name
        self.w.line(f"{name} = 1 if {text} else 0")
        with self.w.block(f"if {name}:" if op == "and" else f"if not {name}:"):
            rest = args[flat:]
            self.assign(name, Prim(op, rest) if len(rest) > 1 else rest[0])
        return name, ATOM

    def condition(self, term: Cond, numbers: bool = False) -> Text:
        write = self.number if numbers or is_truth(term) else self.text
        if is_plain(term.then) and is_plain(term.otherwise):
            test = self.text(term.test, OR)
            then = write(term.then, OR)
            return f"{then} if {test} else {write(term.otherwise, COND)}", COND
        return self.atom(term), ATOM

    def name(self, term: Given) -> None:
        """Write the line that names the value."""
        self.assign(term.var.name, term.value)

    def given(self, term: Given) -> Text:
        if not is_plain(term):
            self.name(term)
            return self.emit(term.body)
        self.pending[term.var.name] = term.value
        return self.emit(term.body)
