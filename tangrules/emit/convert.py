"""From expressions of the IR to terms: slots become variables, small values are written out, folds are
joined.
"""

from __future__ import annotations

from typing import TypeAlias

from tangrules import ir
from tangrules.emit.bounds import Facts
from tangrules.emit.folding import FoldBuilder
from tangrules.emit.inline import Policy
from tangrules.emit.rewrite import Names, is_flat, may_fail, occurrences, occurs_in_loop, substitute
from tangrules.emit.shape import Use, use
from tangrules.emit.simplify import Builder
from tangrules.emit.terms import (
    NO,
    YES,
    Bind,
    Call,
    Given,
    Heap,
    Num,
    Reach,
    Size,
    Term,
    Tup,
    Var,
    Word,
    is_constant,
)

Env: TypeAlias = dict[int, Term]


class Converter:
    """Makes terms of one program's expressions."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.names = Names()
        self.facts = Facts(program)
        self.policy = Policy(program)
        self.build = Builder(self.facts)
        self.folds = FoldBuilder(self.build, self.names)
        self.depth = 0
        self.open_legals: list[int] = []
        self.failing: dict[tuple[str, int], bool] = {}

    def term(self, expression: ir.Expr, env: Env) -> Term:
        """The term of an expression, with the terms that its slots stand for."""
        match expression:
            case ir.Const(value):
                return Tup(value) if isinstance(value, tuple) else Num(value)
            case ir.Local(slot):
                return env.get(slot, NO)
            case ir.Lookup(table, index):
                return self.build.look(table, self.term(index, env))
            case ir.Load(zone, index):
                stored = self.program.zones[zone].storage in ("value", "space")
                return (Word if stored else Heap)(zone, self.term(index, env))
            case ir.Size(zone, index):
                return Size(zone, self.term(index, env))
            case ir.Op(op, args, origin):
                return self.build.prim(op, self.terms(args, env), origin)
            case ir.CallValue(value, args):
                return self.call(value, self.terms(args, env))
            case ir.Legal(verb, args):
                return self.legal(verb, self.terms(args, env))
            case _:
                return self.compound(expression, env)

    def terms(self, expressions: tuple[ir.Expr, ...], env: Env) -> tuple[Term, ...]:
        return tuple(self.term(expression, env) for expression in expressions)

    def compound(self, expression: ir.Expr, env: Env) -> Term:
        match expression:
            case ir.Range(low, high):
                return self.build.span(self.term(low, env), self.term(high, env))
            case ir.ListOf(items):
                return self.build.items(self.terms(items, env))
            case ir.Cond(test, then, otherwise):
                return self.build.cond(self.term(test, env), self.term(then, env), self.term(otherwise, env))
            case ir.Fold():
                return self.fold(expression, env)
            case ir.Reach(start, slot, step):
                return self.reach(self.term(start, env), slot, step, env)
            case _:
                raise TypeError(f"not an expression: {expression!r}")

    def reach(self, start: Term, slot: int, step: ir.Expr, env: Env) -> Term:
        """A reach; its nodes lie between bounds that hold for the start and, once assumed, for every step."""
        var = self.names.fresh()
        first = self.facts.of(start)
        if first is None:
            return Reach(start, var, self.term(step, {**env, slot: var}))
        self.facts.vars[var.name] = (0, max(0, first[1]))
        made = self.term(step, {**env, slot: var})
        found = self.facts.of_elements(made)
        if found is None or found[1] > max(0, first[1]):
            del self.facts.vars[var.name]
            made = self.term(step, {**env, slot: var})
        return Reach(start, var, made)

    # ------------------------------------------------------------------ folds

    def fold(self, fold: ir.Fold, env: Env) -> Term:
        env = dict(env)
        binds = []
        for bind in fold.binds:
            binds.append(self.bind(bind, env, fold.op))
        body = None if fold.body is None else self.term(fold.body, env)
        default = None if fold.default is None else self.term(fold.default, env)
        return self.folds.fold(fold.op, tuple(binds), body, default)

    def bind(self, bind: ir.Bind, env: Env, op: str = "all") -> Bind:
        """A binder; `env` learns of its variable."""
        domain = self.folds.domain(self.term(bind.domain, env), op)
        var = self.names.fresh()
        self.facts.note(var, domain)
        env[bind.slot] = var
        where = None if bind.where is None else self.term(bind.where, env)
        return Bind(var, domain, where)

    # ------------------------------------------------------------------ calls

    def call(self, value: int, args: tuple[Term, ...]) -> Term:
        definition = self.program.values[value]
        if not self.policy.writes_out(value, self.depth):
            return Call(value, args, fails=self.fails("value", value, definition.body))
        self.depth += 1
        written = self.apply(definition.body, definition.types, args)
        self.depth -= 1
        return written

    def legal(self, verb: int, args: tuple[Term, ...]) -> Term:
        definition = self.program.verbs[verb]
        tests = tuple(condition.test for condition in definition.requirements)
        if not tests:
            return YES
        if verb in self.open_legals or not self.policy.writes_out_legal(verb, self.depth):
            return Call(verb, args, legal=True, fails=self.fails("legal", verb, ir.Op("and", tests)))
        self.depth += 1
        self.open_legals.append(verb)
        written = self.apply(ir.Op("and", tests), definition.types, args)
        self.open_legals.pop()
        self.depth -= 1
        return written

    def apply(self, body: ir.Expr, types: tuple[ir.TypeInfo, ...], args: tuple[Term, ...]) -> Term:
        """A body with arguments in its first slots."""
        params = [self.names.fresh() for _ in args]
        for param, kind, arg in zip(params, types, args, strict=True):
            found = self.facts.of(arg) or self.facts.of_type(kind)
            if found is not None:
                self.facts.vars[param.name] = found
        direct = {slot: arg if is_constant(arg) else params[slot] for slot, arg in enumerate(args)}
        written = self.term(body, direct)
        for param, arg in reversed(list(zip(params, args, strict=True))):
            written = self.given(param, arg, written)
        return written

    def fails(self, kind: str, index: int, body: ir.Expr) -> bool:
        """Whether a call may be a rule error."""
        key = (kind, index)
        if key not in self.failing:
            self.failing[key] = True
            depth, self.depth = self.depth, 0
            self.failing[key] = may_fail(self.term(body, {}))
            self.depth = depth
        return self.failing[key]

    def given(self, var: Var, value: Term, body: Term) -> Term:
        """`body` with the variable bound, or replaced where that costs nothing."""
        uses = occurrences(body, var.name)
        fails = may_fail(value)
        if uses == 0 and not fails:
            return body
        moved = uses == 1 and not occurs_in_loop(body, var.name) and is_flat(value)
        if is_constant(value) or (moved and (not fails or use(body, var.name) is Use.ALWAYS)):
            return substitute(body, {var.name: value}, self.names)
        return Given(var, value, body)
