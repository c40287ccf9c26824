"""Folds as loops that stop early, and tests as statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from tangrules.emit.expressions import Expressions
from tangrules.emit.folding import is_let
from tangrules.emit.helpers import RANGE_AT_MOST
from tangrules.emit.nest import Binder, Nest
from tangrules.emit.operators import AND, COMPARE, COND, NOT, OR
from tangrules.emit.pivot import Joint
from tangrules.emit.rewrite import free, may_fail
from tangrules.emit.shape import Use, is_plain, use
from tangrules.emit.simplify import OPPOSITE
from tangrules.emit.terms import (
    NONE,
    YES,
    Bind,
    Fold,
    Given,
    Items,
    Num,
    Prim,
    Reach,
    Span,
    Term,
    Tup,
    Var,
    Word,
    children,
    conjuncts,
)
from tangrules.ir import NIL

FAR = 1 << 62
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


SLICE_FROM = 5
"""Rows of spaces of at least this length, on the average, are counted as slices."""


WIDE = 16


def is_wide(term: Fold) -> bool:
    """Whether a fold over plain binders goes through a large domain."""
    if any(is_let(bind) for bind in term.binds):
        return False
    return any(isinstance(bind.domain, Tup) and len(bind.domain.values) >= WIDE for bind in term.binds)


def runs_of(domain: Tup, missing: tuple[int, ...]) -> list[tuple[int, int]]:
    """The stretches of consecutive numbers in a constant list, over gaps where nothing can be."""
    runs: list[tuple[int, int]] = []
    for value in domain.values:
        assert isinstance(value, int)
        if runs and runs[-1][1] <= value and all(gap in missing for gap in range(runs[-1][1], value)):
            runs[-1] = (runs[-1][0], value + 1)
        else:
            runs.append((value, value + 1))
    return runs


def _both(tests: list[Term]) -> Term:
    return tests[0] if len(tests) == 1 else Prim("and", tuple(tests))


def spread(var: Var, domain: Term) -> tuple[Bind, ...]:
    """A binder over a list; over an `all` by the binders of that."""
    if isinstance(domain, Fold) and domain.op == "all":
        return (
            *domain.binds,
            Bind(var, Items((domain.binds[-1].var if domain.body is None else domain.body,))),
        )
    return (Bind(var, domain),)


class Loops(Expressions):
    """Writes folds, reaches and guards. `comprehends`: large lists may be comprehensions (which make cells of locals)."""

    comprehends = False

    def assign(self, name: str, term: Term) -> None:
        """Write what leaves the term in a variable. What is kept is looked up once, if it is asked again and again."""
        group = self.context.snapshots.shared(term) if self.group is None else None
        if group is None:
            super().assign(name, term)
            return
        self.w.line(f"kept = seen_{self.context.snapshots.number(group)}(V)")
        self.group = group
        super().assign(name, term)
        self.group = None

    # ------------------------------------------------------------------ tests

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

    # ------------------------------------------------------------------ loops

    def domain(self, domain: Term) -> str:
        """What stands behind `in` of a `for`."""
        if isinstance(domain, Span):
            low, high = self.facts.of(domain.low), self.facts.of(domain.high)
            if low and high and high[1] - low[0] < RANGE_AT_MOST:
                top = self.text(self.context.convert.build.prim("add", (domain.high, Num(1))))
                return f"range({top})" if domain.low == Num(0) else f"range({self.text(domain.low)}, {top})"
            return f"upto({self.text(domain.low)}, {self.text(domain.high)})"
        return self.text(domain)

    def nest(self, binds: tuple[Bind, ...], leaf: Callable[[], None], looped: bool = False) -> None:
        """Loops over binders, the leaf innermost."""
        if not binds:
            leaf()
            return
        bind, rest = binds[0], binds[1:]
        if is_let(bind):
            assert isinstance(bind.domain, Items)
            self.assign(bind.var.name, bind.domain.items[0])
            if bind.where is None:
                self.nest(rest, leaf, looped)
            elif looped:
                self.guard(bind.where, "continue")
                self.nest(rest, leaf, looped)
            else:
                with self.w.block(f"if {self.test(bind.where)}:"):
                    self.nest(rest, leaf, looped)
            return
        if isinstance(bind.domain, Prim) and bind.domain.op == "concat" and not rest and bind.where is None:
            for part in bind.domain.args:
                while isinstance(part, Given):
                    self.name(part)
                    part = part.body
                self.nest(spread(bind.var, part), leaf, looped)
            return
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
            self.nest(rest, leaf, True)

    def search(self, binds: tuple[Bind, ...], body: Term, found: Callable[[], None] | None = None) -> None:
        """Loops that break when the body holds, so that an `else` can follow them. The first binder is a loop."""
        bind, rest = binds[0], binds[1:]
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
            while rest and is_let(rest[0]):
                let, rest = rest[0], rest[1:]
                self.nest((let,), lambda: None, True)
            if rest:
                self.search(rest, body, found)
                with self.w.block("else:"):
                    self.w.line("continue")
                self.w.line("break")
                return
            if found or not is_plain(body) or isinstance(body, Given):
                self.guard(body, "continue")
                if found:
                    found()
                self.w.line("break")
            elif body == YES:
                self.w.line("break")
            else:
                self.w.line(f"if {self.test(body)}: break")

    @contextmanager
    def all_of(self, test: Term) -> Iterator[None]:
        """A block under a test. What a part of a conjunction needs stands under the parts before it."""
        with ExitStack() as blocks:
            plain: list[Term] = []
            for part in conjuncts(test):
                if plain and not is_plain(part):
                    blocks.enter_context(self.w.block(f"if {self.test(_both(plain))}:"))
                    plain = []
                plain.append(part)
            blocks.enter_context(self.w.block(f"if {self.test(_both(plain))}:"))
            yield

    # ------------------------------------------------------------------ joint choices

    def open_joint(self, joint: Joint, prefix: int | None) -> tuple[str, str]:
        """Write the line that finds what is known of the pivot; the call that lists the answers of a head."""
        kept = self.context.joints.kept(joint, prefix)
        name = self.context.names.fresh("t").name
        given = ", ".join(["V", *[self.number(part) for _, part in joint.context]])
        self.w.line(f"{name} = near_{kept.near}({given})")
        return f"joint_{kept.number}({', '.join([name, *kept.params])})", name

    def heads(self, joint: Joint, tests: list[list[Term]], leaf: Callable[[], None], at: int = 0) -> None:
        """The loops over the head, with its tests and with what the answers take from it."""
        if at < len(joint.head):
            binder = joint.head[at]
            with self.w.block(f"for {binder.var.name} in {self.source(binder)}:"):
                for test in tests[at + 1]:
                    self.guard(test, "continue")
                self.heads(joint, tests, leaf, at + 1)
            return
        for var, part in joint.params:
            self.assign(var.name, part)
        leaf()

    def source(self, binder: Binder) -> str:
        """What a binder runs over."""
        domain = self.domain(binder.domain)
        if not binder.distinct:
            domain = f"unique({domain})"
        if binder.amount is None:
            return domain
        low, high = (self.text(bound) for bound in binder.amount)
        return f"combos({domain}, {low}, {high})"

    def joint_tests(self, joint: Joint) -> list[list[Term]]:
        """The tests that are left, by the number of binders that they need, with what they share named."""
        nest = Nest(joint.binders(), joint.rest)
        return [self.together(level) for level in nest.levels()]

    def together(self, tests: list[Term]) -> list[Term]:
        if not tests:
            return []
        both = tests[0] if len(tests) == 1 else Prim("and", tuple(tests))
        return [self.context.share.shared(both)]

    def under(self, tests: list[Term]) -> AbstractContextManager[None]:
        """A block under a test, if there is one."""
        return self.w.block(f"if {self.test(tests[0])}:") if tests else nullcontext()

    def decide_joint(self, joint: Joint, name: str, wanted: bool) -> None:
        """Leave in a variable whether there is an answer (1 if that is wanted, else 0)."""
        self.w.line(f"{name} = {0 if wanted else 1}")
        tests = self.joint_tests(joint)
        with self.under(tests[0]):
            call, _ = self.open_joint(joint, 0)

            def leaf() -> None:
                with self.w.block(f"if {call}:"):
                    self.w.line(f"{name} = {1 if wanted else 0}")
                    if joint.head:
                        self.w.line("break")

            self.heads(joint, tests, leaf)

    def guard_joint(self, joint: Joint, wanted: bool, fail: str) -> None:
        name = self.context.names.fresh("t").name
        self.decide_joint(joint, name, wanted)
        self.w.line(f"if not {name}: {fail}")

    # ------------------------------------------------------------------ values of folds

    def assign_loop(self, term: Fold | Reach, name: str) -> None:
        """Write the loops that leave the value of a fold in a variable."""
        if isinstance(term, Reach):
            self.reach(term, name)
        elif term.op in ("any", "none", "every"):
            self.decide(term, name)
        elif term.op in ("count", "sum"):
            self.total(term, name)
        elif term.op in ("all", "distinct"):
            self.gather(term, name)
        elif term.op in ("max", "min"):
            self.extreme_loop(term, name)
        elif term.op == "first":
            self.first(term, name)
        elif term.op in ("highest", "lowest"):
            self.champion(term, name)
        else:
            self.ordered(term, name)

    def decide(self, term: Fold, name: str) -> None:
        body = YES if term.body is None else term.body
        joint = self.context.joint_of(term)
        if joint is not None:
            self.decide_joint(joint, name, term.op == "any")
            return
        if term.op == "every":
            body = self.context.convert.build.prim("not", (body,))
        yes, no = ("1", "0") if term.op == "any" else ("0", "1")
        self.search(term.binds, body, lambda: self.w.line(f"{name} = {yes}"))
        with self.w.block("else:"):
            self.w.line(f"{name} = {no}")

    def sliced(self, term: Fold) -> tuple[str, int] | None:
        """How many spaces of a long row are empty, counted at once; and the number of spaces."""
        bind = term.binds[0]
        test = bind.where if term.body in (None, YES) else term.body if bind.where is None else None
        if len(term.binds) > 1 or test is None or not isinstance(bind.domain, Tup):
            return None
        full = isinstance(test, Prim) and test.op == "not"
        inner = test.args[0] if full and isinstance(test, Prim) else test
        if not (isinstance(inner, Prim) and inner.op == "isnil" and isinstance(inner.args[0], Word)):
            return None
        word = inner.args[0]
        zone = self.program.zones[word.zone]
        runs = runs_of(bind.domain, self.facts.missing(zone))
        if (
            zone.storage != "space"
            or word.index != bind.var
            or len(bind.domain.values) < SLICE_FROM * len(runs)
        ):
            return None
        empty = " + ".join(f"V[{zone.base + low}:{zone.base + high}].count(-1)" for low, high in runs)
        count = len(bind.domain.values)
        more = sum(high - low for low, high in runs) - count
        return (f"{count + more} - ({empty})" if full else f"{empty} - {more}" if more else empty), count

    def total(self, term: Fold, name: str) -> None:
        held = self.sliced(term) if term.op == "count" else None
        if held is not None:
            self.w.line(f"{name} = {held[0]}")
            return
        self.w.line(f"{name} = 0")
        element = term.binds[-1].var if term.body is None else term.body

        def leaf() -> None:
            if term.op == "sum":
                self.w.line(f"{name} += {self.text(element)}")
            elif term.body is None or term.body == YES:
                self.w.line(f"{name} += 1")
            else:
                self.w.line(f"if {self.test(element)}: {name} += 1")

        self.nest(term.binds, leaf)

    def counted(self, term: Fold, limit: int) -> str:
        """A count that goes no further than one beyond a limit, where a single loop allows that."""
        held = self.sliced(term)
        if held is not None:
            return f"({held[0]})"
        name = self.context.names.fresh("t").name
        if len(term.binds) > 1 or limit < 0 or any(may_fail(part) for part in children(term)):
            self.total(term, name)
            return name
        self.w.line(f"{name} = 0")
        bind = term.binds[0]
        with self.w.block(f"for {bind.var.name} in {self.domain(bind.domain)}:"):
            if bind.where is not None:
                self.guard(bind.where, "continue")
            if term.body is not None and term.body != YES:
                self.guard(term.body, "continue")
            self.w.line(f"{name} += 1")
            self.w.line(f"if {name} > {limit}: break")
        return name

    def gather(self, term: Fold, name: str) -> None:
        distinct = term.op == "distinct"
        body = term.binds[-1].var if term.body is None else term.body
        if self.comprehends and is_wide(term) and all(map(is_plain, children(term))):
            self.w.line(f"{name} = {self.comprehension(term, body)}")
            return
        self.w.line(f"{name} = {'set()' if distinct else '[]'}")
        add = "add" if distinct else "append"
        self.nest(term.binds, lambda: self.w.line(f"{name}.{add}({self.number(body)})"))
        self.w.line(f"{name} = tuple({f'sorted({name})' if distinct else name})")

    def comprehension(self, term: Fold, body: Term) -> str:
        """A list over a large domain as one expression."""
        loops = ""
        for bind in term.binds:
            loops += f" for {bind.var.name} in {self.domain(bind.domain)}"
            if bind.where is not None:
                loops += f" if {self.test(bind.where, tight=OR)}"
        element = self.number(body)
        return (
            f"tuple(sorted({{{element}{loops}}}))" if term.op == "distinct" else f"tuple([{element}{loops}])"
        )

    def extreme_loop(self, term: Fold, name: str) -> None:
        edge = -FAR if term.op == "max" else FAR
        body = term.binds[-1].var if term.body is None else term.body
        default = Num(NIL) if term.default is None else term.default
        self.w.line(f"{name} = {edge}")

        def leaf() -> None:
            text = self.atom(body)
            self.w.line(f"if {text} {'>' if term.op == 'max' else '<'} {name}: {name} = {text}")

        self.nest(term.binds, leaf)
        with self.w.block(f"if {name} == {edge}:"):
            self.assign(name, default)

    def first(self, term: Fold, name: str) -> None:
        body = term.binds[-1].var if term.body is None else term.body
        self.assign(name, NONE if term.default is None else term.default)
        self.search(term.binds, YES, lambda: self.assign(name, body))

    def champion(self, term: Fold, name: str) -> None:
        high = term.op == "highest"
        element = term.binds[0].var
        body = term.binds[-1].var if term.body is None else term.body
        self.w.line(f"{name} = -1")
        self.w.line(f"{name}_ = {-FAR if high else FAR}")

        def leaf() -> None:
            text = self.atom(body)
            with self.w.block(f"if {text} {'>' if high else '<'} {name}_:"):
                self.w.line(f"{name}_ = {text}")
                self.w.line(f"{name} = {element.name}")

        self.nest(term.binds, leaf)

    def ordered(self, term: Fold, name: str) -> None:
        element = term.binds[0].var
        body = element if term.body is None else term.body
        sign = "-" if term.op == "sort_high" else ""
        self.w.line(f"{name} = []")

        def leaf() -> None:
            key = self.atom(body)
            self.w.line(f"{name}.append(({sign}{key}, {element.name}))")

        self.nest(term.binds, leaf)
        self.w.line(f"{name} = by_key({name})")

    # ------------------------------------------------------------------ what can be reached

    def reach(self, term: Reach, name: str) -> None:
        """All nodes, found step by step; the list grows while the loop runs over it."""
        start = self.atom(term.start)
        self.w.line(f"{name} = [{start}] if {start} >= 0 else []")
        self.w.line(f"{name}_ = set({name})")
        kept = None if self.group is None else self.context.snapshots.steps_of(self.group, term)
        with self.w.block(f"for {term.var.name} in {name}:"):
            if kept is None:
                self.each_step(term.step, lambda node: self.reached(name, node))
            else:
                assert self.group is not None
                number = self.context.snapshots.number(self.group)
                at = f"kept[{kept.number + 2}]"
                self.w.line(f"steps = {at}[{term.var.name}]")
                make = f"step_{number}_{kept.number}(V, {term.var.name})"
                self.w.line(f"if steps is None: steps = {at}[{term.var.name}] = {make}")
                node = self.context.names.fresh().name
                with self.w.block(f"for {node} in steps:"):
                    self.reached(name, node, known=True)
        self.w.line(f"{name} = tuple(sorted({name}_))")

    def reached(self, name: str, node: str, known: bool = False) -> None:
        with self.w.block(
            f"if {node} not in {name}_:" if known else f"if {node} >= 0 and {node} not in {name}_:"
        ):
            self.w.line(f"{name}_.add({node})")
            self.w.line(f"{name}.append({node})")

    def steps_into(self, step: Term, name: str) -> None:
        """Add the neighbours of a node to a list."""
        self.each_step(step, lambda node: self.w.line(f"if {node} >= 0: {name}.append({node})"))

    def each_step(self, step: Term, leaf: Callable[[str], None]) -> None:
        """The loops over the neighbours of a node."""
        while isinstance(step, Given):
            self.name(step)
            step = step.body
        binds, element = self.steps(step)
        if isinstance(element, Var) and element == binds[-1].var:
            self.nest(binds, lambda: leaf(element.name), True)
            return
        node = self.context.names.fresh()
        self.nest((*binds, Bind(node, Items((element,)))), lambda: leaf(node.name), True)

    def steps(self, step: Term) -> tuple[tuple[Bind, ...], Term]:
        """The neighbours of a node as binders and what they lead to."""
        if isinstance(step, Fold) and step.op in ("all", "distinct"):
            return step.binds, step.binds[-1].var if step.body is None else step.body
        if isinstance(step, Prim) and step.op == "union":
            step = Prim("concat", step.args)
        var = self.context.names.fresh()
        return (Bind(var, step),), var
