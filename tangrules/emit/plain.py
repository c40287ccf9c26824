"""Verbs that never ask, as plain functions with loops of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tangrules import ir
from tangrules.emit.calls import Calls
from tangrules.emit.context import Context
from tangrules.emit.fuel import FREE
from tangrules.emit.statements import Statements
from tangrules.emit.terms import Num, Span, Term, Tup, is_constant
from tangrules.emit.watching import Since, Watcher
from tangrules.emit.writer import Line
from tangrules.ir.walk import nodes

TIMES_AT_MOST = 10_000
"""A loop has at most so many rounds."""

SETTING = (ir.Let, ir.ForEach, ir.DrawOne, ir.PickOne, ir.Bind, ir.Reach)


class Plain(Statements):
    """Writes a structured body."""

    stopped = "return 1"

    def __init__(self, context: Context, calls: Calls, verb: int) -> None:
        super().__init__(context, calls, verb)
        self.around: list[int] = []  # the Python loops around: the label of a block, or -1
        self.flags: set[int] = set()
        self.at_end: set[int] = set()
        self.watcher: Watcher | None = None

    def function(self) -> list[Line]:
        params = "".join(f", {self.slot(slot)}" for slot in range(len(self.definition.types)))
        with self.w.block(f"def verb_{self.verb}(S, V, Z, P{params}):"):
            if self.calls.is_recursive(self.verb):
                self.spend("10")
            for slot in self.unset():
                self.w.line(f"{self.slot(slot)} = 0")
            self.watch()
            self.body(self.definition.body, last=True)
        return self.w.lines

    def watch(self) -> None:
        """Begin to follow changes, if ends are watched for more than once."""
        inside = self.calls.inside[self.verb]
        if sum(isinstance(part, ir.Invoke) and self.calls.watches[part.verb] for part in inside) > 1:
            self.watcher = Watcher()
            self.w.line("d = 1")

    def call_verb(self, verb: int, args: list[Term]) -> None:
        """Write the call of a verb, or its statements if it is small."""
        if self.calls.is_written_out(verb):
            write_out(self, verb, args)
        else:
            super().call_verb(verb, args)

    def unset(self) -> list[int]:
        """Slots that may be read before they are set: those that only a branch or a loop sets."""
        known = set(range(len(self.definition.types)))
        found: set[int] = set()
        for done in self.definition.body:
            inside = list(nodes(done))
            read = {part.slot for part in inside if isinstance(part, ir.Local)}
            bound = {part.slot for part in inside if isinstance(part, (ir.Bind, ir.Reach, ir.ForEach))}
            found |= read - bound - known
            if isinstance(done, (ir.Let, ir.DrawOne, ir.PickOne)):
                known.add(done.slot)
        return sorted(found)

    # ------------------------------------------------------------------ control flow

    def body(self, body: ir.Body, last: bool = False) -> None:
        """Statements; `last`: nothing follows them in the verb."""
        for index, done in enumerate(body):
            with self.w.at(getattr(done, "origin", 0)):
                self.statement(done, last and index == len(body) - 1)
            if isinstance(done, ir.Exit):
                return

    def statement(self, done: ir.Stmt, last: bool) -> None:
        match done:
            case ir.If():
                self.branch(done, last)
            case ir.ForEach():
                self.for_each(done)
            case ir.Repeat():
                self.repeat(done)
            case ir.Block():
                self.labelled(done, last)
            case ir.Exit(label):
                self.leave_block(label)
            case ir.Choose() | ir.Secret():
                raise TypeError(f"verb {self.verb} asks, and is not framed")
            case ir.Invoke(verb) if self.watcher is not None and self.calls.watches[verb]:
                self.look(self.watcher, done)
            case _:
                self.changed(done)
                self.effect(done)

    def look(self, watcher: Watcher, done: ir.Invoke) -> None:
        """Watch for ends, unless nothing has changed."""
        if watcher.since is Since.PERHAPS:
            with self.w.block("if d:"):
                self.effect(done)
                self.w.line("d = 0")
        elif watcher.since is Since.SOMETHING:
            self.effect(done)
            self.w.line("d = 0")
        watcher.since = Since.NOTHING

    def changed(self, done: ir.Stmt) -> None:
        """Note that a statement may change something."""
        if self.watcher is not None and not isinstance(done, ir.Let):
            if self.watcher.since is not Since.SOMETHING:
                self.w.line("d = 1")
            self.watcher.since = Since.SOMETHING

    @contextmanager
    def part(self, ends: list[Since]) -> Iterator[None]:
        """One of several branches."""
        if self.watcher is None:
            yield
        else:
            with self.watcher.branch(ends):
                yield

    def meet(self, ends: list[Since], others: bool) -> None:
        """After all branches; `others`: perhaps none of them was taken."""
        if self.watcher is not None:
            self.watcher.meet([*ends, self.watcher.since] if others else ends)

    def lose_track(self) -> None:
        """Note that a statement can be reached in several ways."""
        if self.watcher is not None:
            self.watcher.since = Since.PERHAPS

    def branch(self, done: ir.If, last: bool) -> None:
        test = self.term(done.test)
        if isinstance(test, Num):
            self.body(done.then if test.value else done.otherwise, last)
            return
        ends: list[Since] = []
        self.look_up_once(test)
        if not done.then:
            with self.w.block(f"if {self.test(test, negate=True)}:"), self.part(ends):
                self.group = None
                self.body(done.otherwise, last)
        elif not done.otherwise:
            with self.all_of(test), self.part(ends):
                self.group = None
                self.body(done.then, last)
        else:
            with self.w.block(f"if {self.test(test)}:"), self.part(ends):
                self.group = None
                self.body(done.then, last)
            with self.w.block("else:"), self.part(ends):
                self.body(done.otherwise, last)
        self.meet(ends, not (done.then and done.otherwise))

    def for_each(self, done: ir.ForEach) -> None:
        items = self.term(done.items)
        domain = self.domain(items)
        is_short = isinstance(items, Tup) and not self.is_deep()
        if isinstance(items, Span) or (self.is_costly(done.body) and not is_short):
            if not domain.isidentifier():
                listed = self.context.names.fresh("t").name
                self.w.line(f"{listed} = {domain}")
                domain = listed
            self.spend_rounds(f"len({domain})", 1)
        with self.w.block(f"for {self.slot(done.slot)} in {domain}:"):
            self.loop_body(done.body)
        self.after_loop()

    def repeat(self, done: ir.Repeat) -> None:
        limited = ir.Op("least", (done.times, ir.Const(TIMES_AT_MOST)))
        times = self.text(self.term(limited))
        if not times.isdecimal() or int(times) > FREE or self.is_costly(done.body):
            name = self.context.names.fresh("t").name
            self.w.line(f"{name} = {times}")
            self.spend_rounds(name, 1 if self.is_costly(done.body) else FREE)
            times = name
        with self.w.block(f"for {self.slot(done.left)} in range({times}):"):
            self.loop_body(done.body)
        self.after_loop()

    def is_costly(self, body: ir.Body) -> bool:
        """Whether a loop over this body may take long."""
        inside = list(nodes(body))
        if any(isinstance(part, (ir.ForEach, ir.Repeat)) for part in inside):
            return True
        called = {part.verb for part in inside if isinstance(part, ir.Invoke)}
        return any(self.calls.has_loops[verb] or self.calls.is_recursive(verb) for verb in called)

    def is_deep(self) -> bool:
        return bool(self.around)

    def loop_body(self, body: ir.Body) -> None:
        self.around.append(-1)
        self.lose_track()
        self.body(body)
        self.lose_track()
        self.around.pop()

    def after_loop(self) -> None:
        """Go on leaving, if the loop was left for a block further out."""
        for label in [label for label in self.around if label in self.flags]:
            self.w.line(f"if b{label}: break")

    def labelled(self, done: ir.Block, last: bool) -> None:
        exits = [part for part in nodes(done.body) if isinstance(part, ir.Exit) and part.label == done.label]
        if not exits:
            self.body(done.body, last)
            return
        self.labelled_with_exits(done, last)
        self.lose_track()

    def labelled_with_exits(self, done: ir.Block, last: bool) -> None:
        if last and not self.around:
            self.at_end.add(done.label)
            self.body(done.body, last)
            return
        crosses = any(isinstance(part, (ir.ForEach, ir.Repeat, ir.Block)) for part in nodes(done.body))
        if crosses:
            self.flags.add(done.label)
            self.w.line(f"b{done.label} = 0")
        with self.w.block("while True:"):
            self.around.append(done.label)
            self.body(done.body)
            self.around.pop()
            self.w.line("break")
        self.flags.discard(done.label)
        self.after_loop()

    def leave_block(self, label: int) -> None:
        if label in self.at_end:
            self.w.line("return 0")
            return
        if self.around[-1] != label:
            self.w.line(f"b{label} = 1")
        self.w.line("break")


def write_out(caller: Statements, verb: int, args: list[Term]) -> None:
    """Write the statements of a small verb in the function of its caller."""
    inner = Plain(caller.context, caller.calls, verb)
    inner.w = caller.w
    changed = {part.slot for part in nodes(inner.definition.body) if isinstance(part, SETTING)}
    for slot, arg in enumerate(args):
        known = caller.facts.of(arg) is not None or caller.facts.vars.get(inner.slot(slot)) is None
        if is_constant(arg) and known and slot not in changed:
            inner.env[slot] = arg
        else:
            caller.assign(inner.slot(slot), arg)
    before = caller.w.inside
    caller.w.inside = (verb, *before)
    for slot in inner.unset():
        caller.w.line(f"{inner.slot(slot)} = 0")
    inner.body(inner.definition.body)
    caller.w.inside = before
