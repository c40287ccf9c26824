"""Tests as expressions and as statements that leave."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tangrules.emit.expressions import Expressions
from tangrules.emit.operators import AND, COMPARE, COND, NOT
from tangrules.emit.pivot import Joint
from tangrules.emit.rewrite import free
from tangrules.emit.shape import Use, is_plain, use
from tangrules.emit.simplify import OPPOSITE
from tangrules.emit.terms import YES, Bind, Fold, Given, Num, Prim, Term, conjunction, conjuncts

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class Guards(Expressions):
    """Writes tests and guards."""

    @abstractmethod
    def nest(self, binds: tuple[Bind, ...], leaf: Callable[[], None], looped: bool = False) -> None:
        """Loops over binders, the leaf innermost."""

    @abstractmethod
    def search(self, binds: tuple[Bind, ...], body: Term, found: Callable[[], None] | None = None) -> None:
        """Loops that break when the body holds, so that an `else` can follow them."""

    @abstractmethod
    def counted(self, term: Fold, limit: int) -> str:
        """A count that goes no further than one beyond a limit."""

    @abstractmethod
    def guard_joint(self, joint: Joint, wanted: bool, fail: str) -> None:
        """Go on only if a joint choice has an answer (or has none)."""

    def test(self, term: Term, negate: bool = False, tight: int = COND) -> str:
        """A term as the test of an `if`."""
        text, own = self.test_text(term, negate)
        return f"({text})" if own < tight else text

    def test_text(self, term: Term, negate: bool) -> tuple[str, int]:
        if isinstance(term, Prim):
            if term.op == "not":
                return self.test_text(term.args[0], not negate)
            if term.op in OPPOSITE:
                return self.compared(term, negate)
            if term.op in ("and", "or") and all(map(is_plain, term.args[1:])):
                op = term.op if not negate else "or" if term.op == "and" else "and"
                tight = NOT if op == "and" else AND
                return f" {op} ".join(self.test(arg, negate, tight) for arg in term.args), tight - 1
            if negate and term.op in ("isnil", "in"):
                return self.negated(term)
        if isinstance(term, Num):
            return str(bool(term.value) != negate), COND
        text, own = self.emit(term)
        if not negate:
            return text, own
        return f"not ({text})" if own < NOT else f"not {text}", NOT

    def compared(self, term: Prim, negate: bool) -> tuple[str, int]:
        op = OPPOSITE[term.op] if negate else term.op
        counted, limit = term.args
        if isinstance(counted, Fold) and counted.op == "count" and isinstance(limit, Num):
            return f"{self.counted(counted, limit.value)} {_SIGNS[op]} {limit.value}", COMPARE
        held = self.emptiness(op, term.args)
        if held is not None and held[0].startswith("not not "):
            return held[0].removeprefix("not not "), NOT
        return held or self.binary(op, term.args)

    def operation(self, term: Prim) -> tuple[str, int]:
        if term.op in OPPOSITE and isinstance(term.args[0], Fold) and isinstance(term.args[1], Num):
            return self.compared(term, False)
        return super().operation(term)

    def guard(self, term: Term, fail: str) -> None:
        """Go on only if the term holds; else do `fail`, which leaves."""
        match term:
            case Num(value):
                if not value:
                    self.w.line(fail)
            case Prim("and", args):
                for arg in args:
                    self.guard(arg, fail)
            case Prim("or", args) if not all(map(is_plain, args[1:])):
                with self.w.block(f"if {self.test(args[0], negate=True)}:"):
                    self.guard(Prim("or", args[1:]) if len(args) > 2 else args[1], fail)
            case Given():
                self.open_given(term)
                self.guard(term.body, fail)
            case Fold("any" | "none") if (joint := self.context.joint_of(term)) is not None:
                self.guard_joint(joint, term.op == "any", fail)
            case Fold("any" | "none") if (standing := self.context.standing.of(term)) is not None:
                found = self.context.standing.call(term, standing)
                self.w.line(f"if {'not ' if term.op == 'any' else ''}{found}: {fail}")
            case Fold("any", binds, body):
                self.search(binds, body or YES)
                with self.w.block("else:"):
                    self.w.line(fail)
            case Fold("none" | "every", binds, body) if fail.startswith("return"):
                self.nest(binds, lambda: self.leave_if(term.op == "none", body or YES, fail))
            case _:
                self.w.line(f"if {self.test(term, negate=True)}: {fail}")

    def leave_if(self, wanted: bool, body: Term, fail: str) -> None:
        if body == YES:
            self.w.line(fail if wanted else "pass")
        else:
            self.w.line(f"if {self.test(body, negate=not wanted)}: {fail}")

    def open_given(self, term: Given) -> None:
        """Name the value where it is first needed, or on a line of its own."""
        for part in conjuncts(term.body):
            if term.var.name in free(part):
                if is_plain(part) and is_plain(term.value) and use(part, term.var.name) is Use.ALWAYS:
                    self.pending[term.var.name] = term.value
                    return
                break
        self.name(term)

    @contextmanager
    def all_of(self, test: Term) -> Iterator[None]:
        """A block under a test. What a part of a conjunction needs stands under the parts before it."""
        with ExitStack() as blocks:
            plain: list[Term] = []
            for part in conjuncts(test):
                if plain and not is_plain(part):
                    blocks.enter_context(self.w.block(f"if {self.test(conjunction(plain))}:"))
                    plain = []
                plain.append(part)
            blocks.enter_context(self.w.block(f"if {self.test(conjunction(plain))}:"))
            yield
