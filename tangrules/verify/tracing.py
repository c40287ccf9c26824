"""Hears the interpreter and counts what it uses: instructions, ways of branches, options, requirements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tangrules import interpret
from tangrules.diagnostics import RuleError
from tangrules.interpret.evaluate import Evaluator, Locals
from tangrules.ir import (
    Alternative,
    CallValue,
    Choose,
    Cond,
    Condition,
    Expr,
    JumpUnless,
    Op,
    Program,
    Secret,
    VerbDef,
)
from tangrules.play.result import scores_of
from tangrules.play.silent import SilentTracer
from tangrules.runtime import driver
from tangrules.runtime.state import Answer, Entry, State, Value
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

LISTED_AT_MOST = 3
"""So often all answers of a decision are looked for, so that its requirements are seen to fail, too."""

Found = tuple[str, str, int, tuple[int, ...]]
"""A kind, a name, an origin, and hits."""

Forks = Mapping[tuple[str, int, int], int]
"""Where a scenario branches: by file, line and column, into how many tests one after the other."""


class Watch(SilentTracer):
    """A machine that counts what it does."""

    def __init__(self, program: Program, forks: Forks) -> None:
        self.program = program
        self.forks = forks
        self.machine = interpret.Machine(program, self)
        self.machine.evaluator = self._evaluator = _CountingEvaluator(program)
        self._done: Counter[tuple[int, int]] = Counter()
        self._ways: Counter[tuple[int, int, bool]] = Counter()
        self._chosen: Counter[tuple[int, int]] = Counter()
        self._ends: Counter[int] = Counter()
        self._listed: Counter[int] = Counter()
        self._branch: tuple[int, int] | None = None

    def follow(self, state: State, entries: Iterable[Entry]) -> None:
        """Play a game, and ask for its scores at the end."""
        try:
            self.machine.run(state)
            for _, seat, answer in entries:
                self._list(state, seat)
                self.machine.advance(state, answer, seat)
            scores_of(self.machine, state)
            for _, value, _ in self.program.invariants:
                self.machine.value(state, value, ())
        except RuleError:
            return  # what was used until then counts

    def _list(self, state: State, seat: int) -> None:
        choice = driver.open_decision(state)
        if choice is not None and self._listed[choice.decision] < LISTED_AT_MOST:
            self._listed[choice.decision] += 1
            self.machine.answers(state, seat)

    # ------------------------------------------------------------------------------ tracer

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """Count an instruction, and the way that the branch before it took."""
        self._done[verb, pc] += 1
        if self._branch is not None:
            branching, at = self._branch
            self._ways[branching, at, pc == at + 1] += 1
            self._branch = None
        if isinstance(self.program.verbs[verb].code.instructions[pc], JumpUnless):
            self._branch = (verb, pc)

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        """Count an option."""
        secret = self.program.decisions[decision].secret
        index = 0 if secret or not isinstance(answer[0], int) else answer[0]
        self._chosen[decision, index] += 1

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        """Count an end."""
        self._ends[end] += 1

    # ------------------------------------------------------------------------------ what there is

    def items(self) -> Iterator[Found]:
        """Yield all that can be used, with how often it was."""
        yield from self._rules()
        yield from self._branches()
        yield from self._options()
        yield from self._requirements()
        yield from self._questions()
        yield from self._end_rules()

    def statements(self) -> Iterator[tuple[int, int]]:
        """Yield the origins of instructions with how often they were done."""
        for number, verb in enumerate(self.program.verbs):
            for pc, done in enumerate(verb.code.instructions):
                origin = getattr(done, "origin", 0)
                if self._is_written(origin):
                    yield origin, self._done[number, pc]

    def _is_written(self, origin: int) -> bool:
        place = self.program.origins[origin] if 0 <= origin < len(self.program.origins) else None
        return place is not None and bool(place.file) and not place.rule.startswith("example ")

    def _rules(self) -> Iterator[Found]:
        """Yield the rules that have statements: each at the first of their lines."""
        first: dict[tuple[str, str], int] = {}
        hits: Counter[tuple[str, str]] = Counter()
        for origin, done in self.statements():
            place = self.program.origins[origin]
            key = (place.file, place.rule)
            known = first.setdefault(key, origin)
            if place.line < self.program.origins[known].line:
                first[key] = origin
            hits[key] = max(hits[key], done)
        for key, origin in first.items():
            yield "rule", key[1] or "a rule", origin, (hits[key],)

    def _branches(self) -> Iterator[Found]:
        """Yield the tests of `if`, of steps and of triggers, then the cases of questions."""
        for number, verb in enumerate(self.program.verbs):
            tests: Counter[tuple[str, int, int]] = Counter()
            for pc, done in enumerate(verb.code.instructions):
                if not isinstance(done, JumpUnless) or not self._is_written(done.origin):
                    continue
                place = self.program.origins[done.origin]
                at = (place.file, place.line, place.column)
                if at in self.forks:
                    test = tests[at] % self.forks[at] + 1
                    tests[at] += 1
                    ways = self._ways[number, pc, True], self._ways[number, pc, False]
                    yield "branch", _numbered(place.rule, test, self.forks[at]), done.origin, ways
        for value in self.program.values:
            if self._is_written(value.origin) and not value.name.startswith("#"):
                cases = list(_cases(value.body))
                for index, case in enumerate(cases, 1):
                    ways = self._evaluator.ways[id(case), True], self._evaluator.ways[id(case), False]
                    yield "branch", _numbered(f"{value.name} case", index, 9), value.origin, ways

    def _options(self) -> Iterator[Found]:
        for choice in self._choices():
            for index, alternative in enumerate(_alternatives(choice)):
                origin = alternative.origin if self._is_written(alternative.origin) else choice.origin
                if self._is_written(origin) and not (alternative.passes and origin == choice.origin):
                    name = (
                        alternative.label or alternative.title or self.program.decisions[choice.decision].name
                    )
                    yield "option", name, origin, (self._chosen[choice.decision, index],)

    def _choices(self) -> Iterator[Choose | Secret]:
        for verb in self.program.verbs:
            for done in verb.code.instructions:
                if isinstance(done, Choose | Secret):
                    yield done

    def _requirements(self) -> Iterator[Found]:
        known: dict[tuple[str, int], None] = {}
        for verb in self.program.verbs:
            known.update(dict.fromkeys(_named(verb.requirements)))
        for choice in self._choices():
            for alternative in _alternatives(choice):
                known.update(dict.fromkeys(_named(alternative.conditions)))
        for name, origin in known:
            if self._is_written(origin) and name != _ENGINE_S_OWN:
                counts = self._evaluator.conditions
                yield "requirement", name, origin, (counts[name, origin, True], counts[name, origin, False])

    def _questions(self) -> Iterator[Found]:
        """Yield the questions that rules ask; those whose answers never change are looked up instead."""
        asked = {call.value for call in nodes(self._code()) if isinstance(call, CallValue)}
        asked |= {score.value for score in self.program.scores}
        for index, value in enumerate(self.program.values):
            if index in asked and self._is_written(value.origin) and not value.name.startswith("#"):
                yield "question", value.name, value.origin, (self._evaluator.asked[index],)

    def _code(self) -> tuple[object, ...]:
        program = self.program
        return (
            *(verb.code.instructions for verb in program.verbs if not _is_example(program, verb)),
            *(verb.requirements for verb in program.verbs),
            *(value.body for value in program.values),
        )

    def _end_rules(self) -> Iterator[Found]:
        origins: dict[int, int] = {}
        for verb in self.program.verbs:
            for done in verb.code.instructions:
                end = getattr(done, "end", None)
                if isinstance(end, int) and self._is_written(done.origin):  # type: ignore[union-attr]
                    origins.setdefault(end, done.origin)  # type: ignore[union-attr]
        for number, (name, _) in enumerate(self.program.ends):
            if number in origins:
                yield "end", name, origins[number], (self._ends[number],)


_ENGINE_S_OWN = "possible"
"""The requirement that an action is on offer."""


class _CountingEvaluator(Evaluator):
    """Counts questions, the ways their cases go, and how conditions with a name come out."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.asked: Counter[int] = Counter()
        self.conditions: Counter[tuple[str, int, bool]] = Counter()
        self.ways: Counter[tuple[int, bool]] = Counter()

    def value(self, state: State, expression: Expr, slots: Locals) -> Value:
        """Return what an expression is."""
        while type(expression) is Cond:
            holds = self.holds(state, expression.test, slots)
            self.ways[id(expression), holds] += 1
            expression = expression.then if holds else expression.otherwise
        return super().value(state, expression, slots)

    def call(self, state: State, index: int, args: Sequence[Value]) -> Value:
        """Answer a question."""
        self.asked[index] += 1
        return super().call(state, index, args)

    def failing(self, state: State, conditions: Sequence[Condition], slots: Locals) -> tuple[int, ...]:
        """Return which of the conditions do not hold."""
        found = super().failing(state, conditions, slots)
        for index, condition in enumerate(conditions):
            if condition.name:
                self.conditions[condition.name, condition.origin, index not in found] += 1
        return found


def forks_of(items: Iterable[object]) -> Forks:
    """Return where declarations branch."""
    found: dict[tuple[str, int, int], int] = {}
    for node in nodes(tuple(items)):
        match node:
            case tree.If(branches=branches):
                tests = len(branches)
            case tree.Step(guard=guard) | tree.Trigger(guard=guard) if guard is not None:
                tests = 1
            case tree.Trigger(once=once) if once:
                tests = 1
            case tree.Whenever():
                tests = 2
            case _:
                continue
        found[node.span.file, node.span.line, node.span.column] = tests
    return found


def _numbered(name: str, number: int, count: int) -> str:
    return f"{name} {number}" if count > 1 else name


def _cases(body: Expr) -> Iterator[Cond]:
    """Yield the conditions that stand in the open in a question: its cases, and adjustments to them."""
    if isinstance(body, Cond):
        yield body
        yield from _cases(body.then)
        yield from _cases(body.otherwise)
    elif isinstance(body, Op) and body.op in ("add", "sub", "mul", "least", "greatest"):
        for part in body.args:
            yield from _cases(part)


def _alternatives(choice: Choose | Secret) -> tuple[Alternative, ...]:
    return choice.alternatives if isinstance(choice, Choose) else (choice.alternative,)


def _named(conditions: Iterable[Condition]) -> Iterator[tuple[str, int]]:
    for condition in conditions:
        if condition.name:
            yield condition.name, condition.origin


def _is_example(program: Program, verb: VerbDef) -> bool:
    origins = [program.origins[verb.origin]] if 0 <= verb.origin < len(program.origins) else []
    return any(origin.rule.startswith("example ") for origin in origins)
