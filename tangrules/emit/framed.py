"""Verbs that may ask, as functions that can be entered at each place where a frame goes on.

`run_N(S, V, Z, P, pc, slots…)` returns 0 when the verb is done, 1 when a decision is open (it has put its
frame on the stack, and so does each caller on the way out: the driver turns them round), 2 when the game has
been stopped, 3 when the frames on the stack are to be run (a call that may be recursive). `play_N` is the
same, but answers at random.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.emit.calls import Calls
from tangrules.emit.context import Context
from tangrules.emit.flow import Branch, Break, Continue, Flow, Goto, Loop, Node, Nodes, Step
from tangrules.emit.fresh import write_picks, write_random, write_secret
from tangrules.emit.plain import write_out
from tangrules.emit.statements import Statements
from tangrules.emit.terms import Num, Term
from tangrules.emit.writer import Line

GROUP = 4
"""So many blocks stand under one test of the pc."""


class Framed(Statements):
    """Writes the flattened code of one verb. `play`: for random playouts."""

    def __init__(self, context: Context, calls: Calls, verb: int, play: bool = False) -> None:
        super().__init__(context, calls, verb)
        self.play = play
        self.code = self.definition.code
        self.asks = frozenset(
            pc
            for pc, done in enumerate(self.code.instructions)
            if isinstance(done, ir.Invoke) and context.program.verbs[done.verb].framed
        )
        final = {context.program.final_pc} if verb == context.program.main else set()
        self.flow = Flow(self.code, self.asks, frozenset(final))
        self.prefix = "play" if play else "run"
        self.extra = "G, " if play else ""
        self.fresh = calls.fresh if play else frozenset()
        self.looping = len(self.flow.blocks) > 1

    def function(self) -> list[Line]:
        params = "".join(f", {self.slot(slot)}=0" for slot in range(self.definition.slots))
        with self.w.block(f"def {self.prefix}_{self.verb}(S, V, Z, P, {self.extra}pc{params}):"):
            if self.calls.is_recursive(self.verb):
                self.spend("100")
            if self.looping:
                with self.w.block("while True:"):
                    self.ladder(sorted(self.flow.blocks))
            else:
                self.nodes(self.flow.blocks[0], 0, top=True)
        return self.w.lines

    def ladder(self, leaders: list[int]) -> None:
        """The blocks in order, a few under one test."""
        if len(leaders) <= GROUP:
            for leader in leaders:
                with self.w.block(f"if pc == {leader}:"):
                    self.nodes(self.flow.blocks[leader], leader, top=True)
            return
        half = (len(leaders) + 1) // 2
        with self.w.block(f"if pc < {leaders[half]}:"):
            self.ladder(leaders[:half])
        with self.w.block(f"if pc >= {leaders[half]}:"):
            self.ladder(leaders[half:])

    # ------------------------------------------------------------------ nodes

    def nodes(self, nodes: Nodes, leader: int, top: bool = False) -> None:
        """Write nodes; `top`: they are a whole block, whose end is the next one."""
        for number, node in enumerate(nodes):
            last = top and number == len(nodes) - 1
            with self.w.at(self.origin(node)):
                self.node(node, leader, last)
        if top and not self.ends(nodes):
            following = [pc for pc in sorted(self.flow.blocks) if pc > leader]
            self.w.line(f"pc = {following[0]}" if following else "return 0")

    def origin(self, node: Node) -> int:
        return getattr(self.code.instructions[node.pc], "origin", 0)

    def ends(self, nodes: Nodes) -> bool:
        """Whether control never falls off the end."""
        if not nodes:
            return False
        last = nodes[-1]
        if isinstance(last, Branch):
            return self.ends(last.then) and self.ends(last.otherwise)
        if isinstance(last, Step):
            return isinstance(self.code.instructions[last.pc], (ir.Return, ir.Choose))
        return isinstance(last, (Goto, Break, Continue))

    def node(self, node: Node, leader: int, last: bool) -> None:
        match node:
            case Step(pc):
                self.step(pc, leader)
            case Goto(_, target):
                self.go(target, leader, last)
            case Branch():
                self.branch(node, leader)
            case Loop(pc, body):
                done = self.code.instructions[pc]
                if isinstance(done, ir.Next):
                    self.spend_rounds(f"len({self.slot(done.kept)})", 1)
                    head = f"for {self.slot(done.slot)} in {self.slot(done.kept)}:"
                else:
                    assert isinstance(done, ir.Again)
                    self.spend_rounds(self.slot(done.left), 1)
                    head = f"for {self.slot(done.left)} in range({self.slot(done.left)}):"
                with self.w.block(head):
                    self.nodes(body, leader)
            case Break():
                self.w.line("break")
            case Continue():
                self.w.line("continue")

    def go(self, target: int, leader: int, last: bool) -> None:
        """Go on at a leader. At the end of a block, what lies ahead is reached by falling through."""
        self.w.line(f"pc = {target}")
        if not (last and target > leader):
            self.w.line("continue")

    def branch(self, node: Branch, leader: int) -> None:
        done = self.code.instructions[node.pc]
        if isinstance(done, ir.JumpUnless):
            test = self.term(done.test)
            if isinstance(test, Num):
                self.nodes(node.then if test.value else node.otherwise, leader)
                return
            if node.then and not node.otherwise:
                with self.all_of(test):
                    self.nodes(node.then, leader)
                return
            yes, no = self.test_once(test, bool(node.then))
        elif isinstance(done, ir.Next):
            self.spend("100")
            yes, no = "", f"{self.slot(done.index)} >= len({self.slot(done.kept)})"
        else:
            assert isinstance(done, ir.Again)
            self.spend("100")
            yes, no = "", f"{self.slot(done.left)} <= 0"
        if not node.then:
            with self.w.block(f"if {no}:"):
                self.nodes(node.otherwise, leader)
            return
        with self.w.block(f"if {yes}:"):
            self.nodes(node.then, leader)
        if node.otherwise:
            with self.w.block("else:"):
                self.nodes(node.otherwise, leader)

    def test_once(self, test: Term, positive: bool) -> tuple[str, str]:
        """The test as text, for one of the two ways."""
        if positive:
            return self.test(test), ""
        return "", self.test(test, negate=True)

    # ------------------------------------------------------------------ steps

    def step(self, pc: int, leader: int) -> None:
        done = self.code.instructions[pc]
        match done:
            case ir.Return():
                self.w.line("return 0")
            case ir.Next(slot, kept, index, _):
                self.w.line(f"{self.slot(slot)} = {self.slot(kept)}[{self.slot(index)}]")
                self.w.line(f"{self.slot(index)} += 1")
            case ir.Again(left, _):
                self.w.line(f"{self.slot(left)} -= 1")
            case ir.Choose():
                self.choose(pc, done, leader)
            case ir.Secret():
                self.secret(pc, done)
            case ir.Invoke() if pc in self.asks:
                self.pc = pc
                self.invoke(done)
            case ir.Jump() | ir.JumpUnless():
                raise AssertionError("jumps are no steps")
            case _:
                self.effect(done)

    def frame(self, pc: int, go_on: int, keep: int = -1) -> str:
        """The frame to store: what is not live is 0."""
        live = self.code.live.get(pc)
        slots = range(self.definition.slots)
        wanted = set(slots) if live is None else {*live, keep}
        kept = [self.slot(slot) if slot in wanted else "0" for slot in slots]
        return f"({', '.join([str(self.verb), str(go_on), *kept])})"

    def call_verb(self, verb: int, args: list[Term]) -> None:
        if self.calls.is_written_out(verb):
            write_out(self, verb, args)
            return
        if not self.program.verbs[verb].framed:
            super().call_verb(verb, args)
            return
        given = [self.number(arg) for arg in args]
        if self.calls.is_recursive(verb) and self.calls.is_recursive(self.verb):
            rest = ["0"] * (self.program.verbs[verb].slots - len(given))
            self.w.line(f"S.stack.append(({', '.join([str(verb), '0', *given, *rest])}))")
            self.w.line(f"S.stack.append({self.frame(self.pc, self.pc + 1)})")
            self.w.line("return 3")
            return
        if self.play and verb in self.fresh:
            self.w.line(f"if fresh_{verb}(S, V, Z, P, G, {', '.join(given)}): return 2")
            return
        result = self.context.names.fresh("t").name
        call = f"{self.prefix}_{verb}(S, V, Z, P, {self.extra}{', '.join(['0', *given])})"
        self.w.line(f"{result} = {call}")
        with self.w.block(f"if {result}:"):
            self.w.line(f"if {result} != 2: S.stack.append({self.frame(self.pc, self.pc + 1)})")
            self.w.line(f"return {result}")

    # ------------------------------------------------------------------ decisions

    def arguments(self, kind: str, pc: int) -> str:
        return f"{kind}_{self.verb}_{pc}({self.context.decisions[self.verb, pc].given(self.slot)})"

    def choose(self, pc: int, done: ir.Choose, leader: int) -> None:
        targets = self.code.targets[pc]
        kind = "answers" if self.play else "two"
        self.w.line(f"found = {self.arguments(kind, pc)}")
        if self.play:
            write_random(self)
        else:
            waits = "found" if done.always else "len(found) > 1"
            with self.w.block(f"if {waits}:"):
                self.w.line(f"S.stack.append({self.frame(pc, pc)})")
                self.w.line("return 1")
        if self.play or not done.always:
            with self.w.block("if found:" if not self.play else "if answer is not None:"):
                if not self.play:
                    self.w.line("answer = found[0]")
                self.taken_up(done, targets)
            with self.w.block("else:"):
                self.w.line(f"pc = {targets[-1]}")
        else:
            self.w.line(f"pc = {targets[-1]}")
        if any(target <= leader for target in targets):
            self.w.line("continue")

    def taken_up(self, done: ir.Choose, targets: tuple[int, ...]) -> None:
        """Put the picks of the answer in their slots."""
        if len(done.alternatives) == 1:
            self.picks(done.alternatives[0], targets[0])
            return
        self.w.line("k = answer[0]")
        for index, alternative in enumerate(done.alternatives):
            last = index == len(done.alternatives) - 1
            head = "else:" if last else f"{'if' if index == 0 else 'elif'} k == {index}:"
            with self.w.block(head):
                self.picks(alternative, targets[index])

    def picks(self, alternative: ir.Alternative, target: int) -> None:
        write_picks(self, alternative)
        self.w.line(f"pc = {target}")

    def secret(self, pc: int, done: ir.Secret) -> None:
        write_secret(self, pc, done, self.play)
        if not self.play:
            with self.w.block("if found is None:"):
                self.w.line(f"S.stack.append({self.frame(pc, pc, done.result)})")
                self.w.line("return 1")
            self.w.line(f"{self.slot(done.result)} = found")
