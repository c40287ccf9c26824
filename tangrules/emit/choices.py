"""The legal answers of a decision: functions that give all of them, the first two, or whether there is
one.

Each condition of an alternative is tested as soon as what it speaks of is bound. The answers come in the
order of the picks, as the interpreter gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.emit.context import Decision
from tangrules.emit.distinct import is_distinct
from tangrules.emit.nest import Binder, Nest
from tangrules.emit.pivot import Joint, is_ascending
from tangrules.emit.rewrite import free, is_flat, may_fail
from tangrules.emit.statements import Statements
from tangrules.emit.terms import NONE, Num, Prim, Term, Tup
from tangrules.emit.writer import Line, Writer

ALL, TWO, COMPELLED = "answers", "two", "compelled"

_WORD = re.compile(r"\w+")


@attrs.frozen
class Shape:
    """An alternative as terms. `waived`: conditions that waivers may buy off, by index."""

    index: int
    guard: Term
    nest: Nest
    waived: dict[int, Term]
    waivers: tuple[tuple[int, Term], ...]
    answer: tuple[Term, ...]


class Answers(Statements):
    """Writes the functions of one decision: a Choose or a Secret at a pc of a verb."""

    def functions(self, pc: int, choice: ir.Choose | ir.Secret) -> list[Line]:
        """All functions of the decision."""
        self.pc = pc
        self.prefix = isinstance(choice, ir.Choose)
        alternatives = choice.alternatives if isinstance(choice, ir.Choose) else (choice.alternative,)
        self.alternatives = alternatives
        lines: list[Line] = []
        for kind in [COMPELLED, ALL, TWO] if self.ahead() else [ALL, TWO]:
            self.w = Writer()
            self.w.origin = choice.origin
            self.w.depth = 1
            self.write(kind)
            if (self.verb, pc) not in self.context.decisions:
                self.context.decisions[self.verb, pc] = self.used(self.w.lines)
            given = self.context.decisions[self.verb, pc].given(self.slot)
            lines += [(0, f"def {kind}_{self.verb}_{pc}({given}):", (choice.origin,)), *self.w.lines]
        return lines

    def used(self, lines: list[Line]) -> Decision:
        """What the lines use of the state and of the slots. What compels is asked with the same."""
        words = {word for _, text, _ in lines for word in _WORD.findall(text)}
        if self.ahead():
            words |= set("VZP") | {self.slot(slot) for slot in self.env}
        state = tuple(name for name in "SVZP" if name in words)
        return Decision(state, tuple(slot for slot in sorted(self.env) if self.slot(slot) in words))

    def ahead(self) -> bool:
        """Whether something passes before all that compels has been looked at."""
        compels = [index for index, one in enumerate(self.alternatives) if one.compels]
        passes = [index for index, one in enumerate(self.alternatives) if one.passes]
        return bool(compels and passes) and min(passes) <= max(compels)

    # ------------------------------------------------------------------ one function

    def write(self, kind: str) -> None:
        found = "return 1" if kind == COMPELLED else None
        if found is None:
            self.w.line("out = []")
        compels = any(one.compels for one in self.alternatives)
        passes = any(one.passes for one in self.alternatives)
        watch = found is None and compels and passes
        if watch:
            start = "0"
            if self.ahead():
                given = self.context.decisions[self.verb, self.pc].given(self.slot)
                start = f"compelled_{self.verb}_{self.pc}({given})"
            self.w.line(f"compelled = {start}")
        for index, alternative in enumerate(self.alternatives):
            if kind == COMPELLED and not alternative.compels:
                continue
            with self.w.at(alternative.origin):
                if watch and alternative.passes:
                    with self.w.block("if not compelled:"):
                        self.alternative(index, alternative, kind)
                    continue
                if watch and alternative.compels and not self.ahead():
                    self.w.line("before = len(out)")
                    self.alternative(index, alternative, kind)
                    self.w.line("if len(out) > before: compelled = 1")
                    continue
                self.alternative(index, alternative, kind)
        self.w.line("return 0" if kind == COMPELLED else "return out")

    def alternative(self, index: int, alternative: ir.Alternative, kind: str) -> None:
        shape = self.shape(index, alternative)
        if isinstance(shape.guard, Num):
            if shape.guard.value:
                self.nested(shape, kind)
            return
        with self.w.block(f"if {self.test(shape.guard)}:"):
            self.nested(shape, kind)

    def shape(self, index: int, alternative: ir.Alternative) -> Shape:
        env = dict(self.env)
        convert = self.context.convert
        binders = [self.binder(pick, env) for pick in alternative.picks]
        bought = {condition for waiver in alternative.waivers for condition in waiver.waives}
        tests = [convert.term(condition.test, env) for condition in alternative.conditions]
        strict = [test for number, test in enumerate(tests) if number not in bought]
        waivers = tuple(
            (
                sum(1 << number for number in waiver.waives),
                self.context.share.shared(convert.term(waiver.guard, env)),
            )
            for waiver in alternative.waivers
        )
        guard = Num(1) if alternative.guard is None else self.term(alternative.guard)
        head: tuple[Term, ...] = (Num(index),) if self.prefix else ()
        return Shape(
            index,
            guard,
            Nest(tuple(binders), tuple(strict)),
            {number: self.context.share.shared(tests[number]) for number in sorted(bought)},
            waivers,
            (*head, *[binder.var for binder in binders]),
        )

    def binder(self, pick: ir.Pick, env: dict[int, Term]) -> Binder:
        """A pick as a binder; `env` learns of its variable."""
        domain = self.context.convert.folds.domain(self.context.convert.term(pick.domain, env), "all")
        var = self.context.names.fresh()
        env[pick.slot] = var
        if pick.amount is None:
            self.facts.note(var, domain)
            return Binder(var, domain, None, is_distinct(domain, self.facts))
        low, high = (self.context.convert.term(bound, env) for bound in pick.amount)
        return Binder(var, domain, (low, high), is_distinct(domain, self.facts))

    # ------------------------------------------------------------------ loops

    def nested(self, shape: Shape, kind: str) -> None:
        def leaf() -> None:
            if shape.waivers:
                self.masks(shape, kind)
            else:
                self.found(self.answer(shape), kind)

        joint = self.context.analysis.joint(shape.nest)
        if joint is not None and joint.is_worth():
            self.look_up(joint, shape, kind, leaf)
        elif not (kind == ALL and self.chosen(shape)):
            self.open_nest(shape.nest, leaf)

    def chosen(self, shape: Shape) -> bool:
        """Write all answers at once where one of consecutive things is picked, by a word of its own alone."""
        if len(shape.nest.binders) != 1 or len(shape.nest.tests) != 1 or shape.waivers:
            return False
        (binder,) = shape.nest.binders
        if not isinstance(binder.domain, Tup) or binder.amount is not None or not is_ascending(binder.domain):
            return False
        found = self.row_of_words(binder.var, binder.domain, [self.as_equal(shape.nest.tests[0])])
        if found is None:
            return False
        low, high, value, _, _ = found
        head = (shape.index,) if self.prefix else ()
        answers = self.context.constant(tuple((*head, element) for element in binder.domain.values))
        self.w.line(f"out += chosen(V, {low}, {high}, {value}, {answers})")
        return True

    def as_equal(self, test: Term) -> Term:
        """That a word holds nothing as that it is equal to what stands for that, if there is one such number."""
        if isinstance(test, Prim) and test.op == "isnil":
            bounds = self.facts.of(test.args[0])
            if bounds is not None and bounds[0] == -1:
                return Prim("eq", (test.args[0], NONE))
        return test

    def look_up(self, joint: Joint, shape: Shape, kind: str, leaf: Callable[[], None]) -> None:
        """The answers of a joint choice, kept from one question to the next."""
        tests = self.joint_tests(joint)
        deep = [test for level in tests[len(joint.head) + 1 :] for test in level]
        prefix = shape.index if self.prefix else None

        def head() -> None:
            if deep or shape.waivers:
                with self.w.block(
                    f"for {joint.answer(prefix) if prefix is None else self.unpacked(joint)} in {call}:"
                ):
                    for test in deep:
                        self.guard(test, "continue")
                    leaf()
            elif kind == COMPELLED:
                self.w.line(f"if {call}: return 1")
            else:
                self.w.line(f"out += {call}")
                if kind == TWO:
                    self.w.line("if len(out) > 1: return out")

        with self.under(tests[0]):
            call, _ = self.open_joint(joint, prefix)
            self.heads(joint, tests, head)

    def unpacked(self, joint: Joint) -> str:
        return f"(_, {', '.join(binder.var.name for binder in joint.binders())})"

    def answer(self, shape: Shape) -> str:
        """An answer as a tuple: a constant where one constant thing is picked."""
        first = shape.nest.binders[0] if len(shape.nest.binders) == 1 else None
        domain = None if first is None or first.amount is not None else first.domain
        if first is not None and isinstance(domain, Tup) and is_ascending(domain):
            elements = tuple(value for value in domain.values if isinstance(value, int))
            return f"{self.context.answers(shape.index if self.prefix else None, elements)}[{first.var.name}]"
        return _tuple(", ".join(self.text(part) for part in shape.answer))

    def found(self, answer: str, kind: str) -> None:
        if kind == COMPELLED:
            self.w.line("return 1")
            return
        self.w.line(f"out.append({answer})")
        if kind == TWO:
            self.w.line("if len(out) > 1: return out")

    def masks(self, shape: Shape, kind: str) -> None:
        """The sets of waivers that buy off exactly what fails."""
        w = self.w
        failing, offered = self.context.names.fresh("t").name, self.context.names.fresh("t").name
        w.line(f"{failing} = 0")
        for number, test in shape.waived.items():
            w.line(f"if {self.test(test, negate=True)}: {failing} |= {1 << number}")
        w.line(f"{offered} = 0")
        with w.block(f"if {failing}:"):
            for bit, (bought, guard) in enumerate(shape.waivers):
                with w.block(f"if {failing} & {bought}:"):
                    w.line(f"if {self.test(guard)}: {offered} |= {1 << bit}")
        mask = self.context.names.fresh("t").name
        bought_by = self.context.constant(tuple(bought for bought, _ in shape.waivers))
        with w.block(f"for {mask} in covers({bought_by}, {failing}, {offered}):"):
            inner = ", ".join(self.text(part) for part in shape.answer)
            self.found(_tuple(f"{inner}, {mask}" if inner else mask), kind)

    def open_nest(self, nest: Nest, leaf: Callable[[], None]) -> None:
        """The loops of a nest, each condition as far out as it may stand."""
        levels = [self.together(level) for level in nest.levels()]
        with self.under(levels[0]):
            self.loops(nest, levels, 0, leaf, self.before(nest))

    def before(self, nest: Nest) -> dict[str, str]:
        """Write lists that inner loops run over before the loops, if these do not change them: their names, by
        the variables that run over them.
        """
        found = {}
        for place, binder in enumerate(nest.binders[1:], 1):
            outer = {other.var.name for other in nest.binders[:place]}
            if binder.amount is not None or is_flat(binder.domain):
                continue
            if may_fail(binder.domain) or free(binder.domain) & outer:
                continue
            name = self.context.names.fresh("t").name
            self.w.line(f"{name} = {self.source(binder)}")
            found[binder.var.name] = name
        return found

    def loops(
        self,
        nest: Nest,
        levels: list[list[Term]],
        at: int,
        leaf: Callable[[], None],
        listed: dict[str, str],
    ) -> None:
        if at == len(nest.binders):
            leaf()
            return
        binder = nest.binders[at]
        domain = listed.get(binder.var.name) or self.source(binder)
        with self.w.block(f"for {binder.var.name} in {domain}:"):
            for test in levels[at + 1]:
                self.guard(test, "continue")
            self.loops(nest, levels, at + 1, leaf, listed)


def _tuple(inner: str) -> str:
    return f"({inner},)" if inner and "," not in inner else f"({inner})"
