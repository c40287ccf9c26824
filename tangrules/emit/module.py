"""A whole program as the text of one Python module, with the rule that each line comes from."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.emit.calls import Calls
from tangrules.emit.choices import Answers
from tangrules.emit.context import Context
from tangrules.emit.framed import Framed
from tangrules.emit.fresh import Fresh
from tangrules.emit.functions import legal_function, value_function
from tangrules.emit.plain import Plain
from tangrules.emit.statements import Statements
from tangrules.emit.terms import Var
from tangrules.emit.writer import NOWHERE, Line, Place, text_of


@attrs.frozen
class Source:
    """Generated text, and for each of its lines (from 1) the rule that it comes from. Constants stand in the text
    of a module for people; Python gets them as they are, for to parse them takes longer than all the rest.
    """

    code: str
    places: tuple[Place, ...]
    constants: dict[str, object]

    @property
    def text(self) -> str:
        """The whole module, constants first."""
        return "".join(f"{name} = {value!r}\n" for name, value in self.constants.items()) + self.code


class ModuleBuilder:
    """Writes the modules of a program: the main one, and the one for random playouts that extends it."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.context = Context(program)
        self.calls = Calls(program)
        self.main, self.playout = self._build()

    def _build(self) -> tuple[Source, Source]:
        verbs = self.program.verbs
        framed = [index for index, verb in enumerate(verbs) if verb.framed]
        lines: list[Line] = []
        for index in range(len(self.program.values)):
            lines += value_function(self.context, index)
        for index, verb in enumerate(verbs):
            if verb.requirements:
                lines += legal_function(self.context, index)
            if not verb.framed:
                lines += Plain(self.context, self.calls, index).function()
        for index in framed:
            lines += self._decisions(index)
        play = self._playout(framed)
        for index in framed:
            lines += Framed(self.context, self.calls, index).function()
        lines = [
            *self.context.joints.lines(),
            *self.context.snapshots.lines(),
            *self.context.standing.written,
            *lines,
        ]
        lines += self._tables("RUN", {str(index): f"run_{index}" for index in framed})
        return _source(lines, self.context.globals()), _source(play, {})

    def _playout(self, framed: list[int]) -> list[Line]:
        """The framed verbs as random playouts run them."""
        lines: list[Line] = []
        for index in framed:
            lines += Framed(self.context, self.calls, index, play=True).function()
        for index in sorted(self.calls.fresh):
            lines += Fresh(self.context, self.calls, index).function()
        return lines + self._tables("PLAY", {str(index): f"play_{index}" for index in framed})

    def _tables(self, name: str, entries: dict[str, str]) -> list[Line]:
        inner = ", ".join(f"{key}: {value}" for key, value in entries.items())
        return [(0, f"{name} = {{{inner}}}", NOWHERE)]

    # ------------------------------------------------------------------ decisions

    def _decisions(self, verb: int) -> list[Line]:
        code = self.program.verbs[verb].code
        lines: list[Line] = []
        entries: dict[str, dict[str, str]] = {"TAKE": {}, "ASK": {}, "SEAT": {}}
        for pc, done in enumerate(code.instructions):
            if not isinstance(done, (ir.Choose, ir.Secret)):
                continue
            lines += Answers(self.context, self.calls, verb).functions(pc, done)
            lines += self._ask(verb, pc, done)
            lines += self._seat(verb, pc, done)
            if isinstance(done, ir.Choose):
                lines += self._take(verb, pc, done)
            for table, name in (("ASK", "ask"), ("SEAT", "seat"), ("TAKE", "take")):
                if table != "TAKE" or isinstance(done, ir.Choose):
                    entries[table][f"({verb}, {pc})"] = f"{name}_{verb}_{pc}"
        for table, found in entries.items():
            inner = ", ".join(f"{key}: {value}" for key, value in found.items())
            lines.append((0, f"{table}.update({{{inner}}})", NOWHERE))
        return lines

    def _ask(self, verb: int, pc: int, done: ir.Choose | ir.Secret) -> list[Line]:
        """All answers, for the machine: from the state, the frame and the seat that is asked."""
        secret = done.seat if isinstance(done, ir.Secret) else -1
        decision = self.context.decisions[verb, pc]
        slots = [("seat" if slot == secret else f"f[{slot + 2}]") for slot in decision.slots]
        given = ", ".join([*[name if name == "S" else f"S.{name}" for name in decision.state], *slots])
        return [
            (0, f"def ask_{verb}_{pc}(S, f, seat):", (done.origin,)),
            (1, f"return answers_{verb}_{pc}({given})", (done.origin,)),
        ]

    def _seat(self, verb: int, pc: int, done: ir.Choose | ir.Secret) -> list[Line]:
        """Who is asked: a seat, or all seats of a secret choice."""
        writer = Statements(self.context, self.calls, verb)
        writer.env = {slot: Var(f"f[{slot + 2}]") for slot in writer.env}
        writer.w.origin = done.origin
        with writer.w.block(f"def seat_{verb}_{pc}(S, f):"):
            writer.w.line("V = S.V; Z = S.Z; P = S.P")
            seats = done.seats if isinstance(done, ir.Secret) else done.seat
            writer.w.line(f"return {writer.number(writer.term(seats))}")
        return writer.w.lines

    def _take(self, verb: int, pc: int, done: ir.Choose) -> list[Line]:
        """Go on with an answer."""
        targets = self.program.verbs[verb].code.targets[pc]
        lines: list[Line] = [(0, f"def take_{verb}_{pc}(S, V, Z, P, f, a):", (done.origin,))]
        for index, alternative in enumerate(done.alternatives):
            picked = {pick.slot: f"a[{place}]" for place, pick in enumerate(alternative.picks, 1)}
            if alternative.waivers:
                picked[alternative.mask] = f"a[{len(alternative.picks) + 1}]"
            slots = range(self.program.verbs[verb].slots)
            given = ", ".join([str(targets[index]), *[picked.get(slot, f"f[{slot + 2}]") for slot in slots]])
            lines.append((1, f"if a[0] == {index}: return run_{verb}(S, V, Z, P, {given})", (done.origin,)))
        return lines


def _source(lines: list[Line], constants: dict[str, object]) -> Source:
    return Source(text_of(lines), tuple(place for _, _, place in lines), constants)
