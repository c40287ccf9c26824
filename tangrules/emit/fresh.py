"""Verbs that may ask, for random playouts: nothing waits for an answer, so their bodies are written as
they stand.

`fresh_N(S, V, Z, P, G, arguments…)` returns 0, or 2 when the game has been stopped. `G` holds the function
that gives random numbers and the count of the decisions.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.emit.fuel import FUEL
from tangrules.emit.plain import Plain
from tangrules.emit.statements import Statements
from tangrules.emit.terms import Term
from tangrules.emit.watching import Since
from tangrules.emit.writer import Line


class Fresh(Plain):
    """Writes the body of a framed verb."""

    stopped = "return 2"

    def function(self) -> list[Line]:
        params = "".join(f", {self.slot(slot)}" for slot in range(len(self.definition.types)))
        self.pcs = decision_pcs(self.definition)
        with self.w.block(f"def fresh_{self.verb}(S, V, Z, P, G{params}):"):
            for slot in self.unset():
                self.w.line(f"{self.slot(slot)} = 0")
            self.watch()
            self.body(self.definition.body, last=True)
            self.w.line("return 0")
        return self.w.lines

    def unset(self) -> list[int]:
        """What is handed to a decision must have a value, too."""
        asked = {slot for pc in self.pcs.values() for slot in self.context.decisions[self.verb, pc].slots}
        asked |= {part.seat for part in self.definition.code.instructions if isinstance(part, ir.Secret)}
        return sorted({*super().unset(), *asked} - set(range(len(self.definition.types))))

    def statement(self, done: ir.Stmt, last: bool) -> None:
        match done:
            case ir.Choose():
                self.choose(done, last)
            case ir.Secret():
                self.changed(done)
                write_secret(self, self.pcs[done.decision], done)
            case _:
                super().statement(done, last)

    def call_verb(self, verb: int, args: list[Term]) -> None:
        if not self.program.verbs[verb].framed:
            super().call_verb(verb, args)
            return
        given = "".join(f", {self.number(arg)}" for arg in args)
        self.w.line(f"if fresh_{verb}(S, V, Z, P, G{given}): {self.stopped}")

    def choose(self, done: ir.Choose, last: bool) -> None:
        """Take one of the answers, all equally likely, and go on with its body."""
        decision = self.context.decisions[self.verb, self.pcs[done.decision]]
        given = decision.given(self.slot)
        self.w.line(f"found = answers_{self.verb}_{self.pcs[done.decision]}({given})")
        write_random(self)
        ends: list[Since] = []
        with self.w.block("if answer is not None:"):
            if len(done.alternatives) > 1:
                self.w.line("k = answer[0]")
            for index, alternative in enumerate(done.alternatives):
                with self.part(ends):
                    self.alternative(index, alternative, len(done.alternatives), last)
        if done.otherwise:
            with self.w.block("else:"), self.part(ends):
                self.body(done.otherwise, last)
        self.meet(ends, not done.otherwise)

    def alternative(self, index: int, alternative: ir.Alternative, count: int, last: bool) -> None:
        head = "if" if index == 0 else "elif"
        test = "else:" if index == count - 1 > 0 else f"{head} k == {index}:"
        if count == 1:
            test = "if 1:"
        with self.w.block(test):
            write_picks(self, alternative)
            self.body(alternative.body, last)


def decision_pcs(verb: ir.VerbDef) -> dict[int, int]:
    """Where each decision of a verb stands in its code."""
    code = enumerate(verb.code.instructions)
    return {done.decision: pc for pc, done in code if isinstance(done, (ir.Choose, ir.Secret))}


# ------------------------------------------------------------------------------ what decisions have in common


def write_random(writer: Statements) -> None:
    """Write the choice of an answer from `found`; None if there is none."""
    w = writer.w
    w.line("n = len(found)")
    with w.block("if n > 1:"):
        w.line("answer = found[int(G[0]() * n)]")
        w.line("G[1] += 1")
        w.line(f"F[0] = {FUEL}")
    w.line("else: answer = found[0] if n else None")


def write_picks(writer: Statements, alternative: ir.Alternative) -> None:
    """Put the picks of an answer in their slots."""
    slots = [pick.slot for pick in alternative.picks]
    slots += [alternative.mask] if alternative.waivers else []
    if len(slots) == 1:
        writer.w.line(f"{writer.slot(slots[0])} = answer[1]")
    elif slots:
        writer.w.line(f"_, {', '.join(writer.slot(slot) for slot in slots)} = answer")


def write_secret(writer: Statements, pc: int, done: ir.Secret, play: bool = True) -> None:
    """Ask every seat; in a playout they all answer, else those that have one answer only."""
    w = writer.w
    width = 1 + len(done.alternative.picks)
    seat, result = writer.slot(done.seat), writer.slot(done.result)
    decision = writer.context.decisions[writer.verb, pc]
    w.line(f"seats = {writer.text(writer.term(done.seats))}")
    w.line(f"held = {seat}")
    w.line(f"{result} = ()")
    with w.block(f"for {seat} in seats:"):
        kind = "answers" if play else "two"
        w.line(f"found = {kind}_{writer.verb}_{pc}({decision.given(writer.slot)})")
        w.line(f"if not found: no_secret({seat})")
        if play:
            write_random(writer)
            w.line(f"{result} = add_row({result}, {width}, {seat}, answer)")
        else:
            with w.block("if len(found) == 1:"):
                w.line(f"{result} = add_row({result}, {width}, {seat}, found[0])")
    w.line(f"{seat} = held")
    w.line(f"found = open_rows({result}, {width}, seats)")
    if play:
        w.line(f"{result} = found")
