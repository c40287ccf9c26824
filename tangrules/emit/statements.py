"""Statements that do something to the table, as lines; control flow is in `plain` and `framed`."""

from __future__ import annotations

from tangrules import ir
from tangrules.emit.calls import Calls
from tangrules.emit.context import Context
from tangrules.emit.fuel import HALT
from tangrules.emit.moves import Moves
from tangrules.emit.operators import SUM
from tangrules.emit.rewrite import may_fail
from tangrules.emit.terms import YES, Term, Var, is_constant


class Statements(Moves):
    """Writes the statements of one verb. Slots are the variables `s<verb>_<slot>`."""

    stopped = "return 2"
    """What to do when the game has been stopped."""

    def __init__(self, context: Context, calls: Calls, verb: int) -> None:
        super().__init__(context)
        self.calls = calls
        self.verb = verb
        self.definition = context.program.verbs[verb]
        slots = range(max(self.definition.slots, len(self.definition.types)))
        self.read = calls.slots_read(verb)
        self.env: dict[int, Term] = {slot: Var(f"s{verb}_{slot}") for slot in slots}
        self.note_slots()

    # ------------------------------------------------------------------ slots

    def slot(self, number: int) -> str:
        return f"s{self.verb}_{number}"

    def note_slots(self) -> None:
        """Note the bounds of slots that are set in one way only."""
        set_by: dict[int, list[ir.Expr | None]] = {}
        for part in self.calls.setting[self.verb]:
            if isinstance(part, (ir.ForEach, ir.Pick)):
                many = isinstance(part, ir.Pick) and part.amount is not None
                domain = part.items if isinstance(part, ir.ForEach) else part.domain
                set_by.setdefault(part.slot, []).append(None if many else domain)
                if isinstance(part, ir.ForEach):
                    set_by.setdefault(part.kept, []).append(None)
                    set_by.setdefault(part.index, []).append(None)
            elif isinstance(part, (ir.Let, ir.DrawOne, ir.PickOne, ir.Bind, ir.Reach)):
                set_by.setdefault(part.slot, []).append(None)
            elif isinstance(part, ir.Repeat):
                set_by.setdefault(part.left, []).append(None)
            elif isinstance(part, ir.Secret):
                set_by.setdefault(part.result, []).append(None)
        for slot, kind in enumerate(self.definition.types):
            found = self.facts.of_type(kind)
            if found is not None and slot not in set_by:
                self.facts.vars[self.slot(slot)] = found
        for slot, domains in set_by.items():
            if len(domains) == 1 and domains[0] is not None and slot >= len(self.definition.types):
                self.facts.note(Var(self.slot(slot)), self.term(domains[0]))

    def term(self, expression: ir.Expr) -> Term:
        return self.context.share.shared(self.context.convert.term(expression, self.env))

    # ------------------------------------------------------------------ statements

    def effect(self, done: ir.Stmt | ir.Instruction) -> None:
        """Write a statement that does not change where the verb goes on."""
        match done:
            case ir.Let(slot, value):
                term = self.term(value)
                if slot in self.read or may_fail(term):
                    self.assign(self.slot(slot), term)
            case ir.Store(zone, index, value):
                self.store(zone, self.term(index), self.term(value))
            case ir.Add(zone, index, delta):
                self.add(zone, self.term(index), self.term(delta))
            case ir.Put(pieces, to):
                self.put(done, self.term(pieces), self.destination(to))
            case ir.Cover(piece, to):
                self.cover(to, self.term(piece), self.destination(to))
            case ir.Invoke():
                self.invoke(done)
            case ir.Latch(outcome, seat, end):
                self.w.line(f"latch(S, {outcome}, {self.number(self.term(seat))}, {end})")
                if outcome >= ir.Outcome.GAME:
                    self.w.line(f"if V[{HALT}] == 1: {self.stopped}")
            case _:
                self.chance(done)

    def chance(self, done: ir.Stmt | ir.Instruction) -> None:
        match done:
            case ir.DrawOne(slot, zone, index):
                at, _ = self.container(zone, self.index(zone, self.term(index)))
                if self.storage(zone) == "deck":
                    self.w.line(f"{self.slot(slot)} = draw_one(S, Z, {at})")
                else:
                    self.w.line(f"{self.slot(slot)} = last(Z[{at}])")
            case ir.PickOne(slot, items):
                self.w.line(f"{self.slot(slot)} = pick_one(S, {self.text(self.term(items))})")
            case ir.Shuffle(zone, index):
                at, _ = self.container(zone, self.index(zone, self.term(index)))
                self.w.line(f"shuffle(S, {zone}, {at})")
            case ir.Show(pieces, seats):
                if self.program.know >= 0:
                    shown, to = self.number(self.term(pieces)), self.number(self.term(seats))
                    self.w.line(f"show(S, {shown}, {to})")
            case ir.Leave(seat):
                self.w.line(f"leave(V, {self.number(self.term(seat))})")
            case _:
                raise TypeError(f"not a statement: {done!r}")

    def destination(self, to: ir.To) -> tuple[Term, Term | None]:
        return self.term(to.index), None if to.turn is None else self.term(to.turn)

    def store(self, zone: int, index: Term, value: Term) -> None:
        definition = self.program.zones[zone]
        index = self.index(zone, index)
        if definition.storage == "list":
            self.w.line(f"Z[{self.offset(definition.base, index)}] = {self.text(value)}")
            return
        found = self.facts.of(value)
        if found is None or found[0] < definition.low or found[1] > definition.high:
            name = self.atom(value)
            test = f"not {definition.low} <= {name} <= {definition.high}"
            if definition.holds.optional:
                test += f" and {name} not in (-1, {ir.NIL})"
            self.w.line(f"if {test}: bad_value(S, {zone}, {name})")
            self.w.line(f"V[{self.offset(definition.base, index)}] = {name}")
        else:
            self.w.line(f"V[{self.offset(definition.base, index)}] = {self.number(value)}")

    def add(self, zone: int, index: Term, delta: Term) -> None:
        definition = self.program.zones[zone]
        index = self.index(zone, index)
        at = self.offset(definition.base, index)
        if not is_constant(index):
            at = self.context.names.fresh("t").name
            self.w.line(f"{at} = {self.offset(definition.base, index)}")
        change = self.text(delta, SUM + 1)
        held = self.context.names.fresh("t").name
        self.w.line(f"{held} = V[{at}] + {change}")
        low, high = definition.low, definition.high
        self.w.line(f"V[{at}] = {low} if {held} < {low} else {high} if {held} > {high} else {held}")

    # ------------------------------------------------------------------ calls

    def invoke(self, done: ir.Invoke) -> None:
        """Call a verb, if its requirements hold where that is asked."""
        args = [self.term(arg) for arg in done.args]
        if not done.checked:
            self.call_verb(done.verb, args)
            return
        held: list[Term] = [arg if is_constant(arg) else Var(self.atom(arg)) for arg in args]
        for arg, name in zip(args, held, strict=True):
            found = self.facts.of(arg)
            if found is not None and isinstance(name, Var):
                self.facts.vars[name.name] = found
        legal = self.context.convert.legal(done.verb, tuple(held))
        if legal == YES:
            self.call_verb(done.verb, held)
            return
        with self.w.block(f"if {self.test(legal)}:"):
            self.call_verb(done.verb, held)

    def call_verb(self, verb: int, args: list[Term]) -> None:
        """Write the call of a verb that is a plain function."""
        given = "".join(f", {self.number(arg)}" for arg in args)
        call = f"verb_{verb}(S, V, Z, P{given})"
        if self.calls.may_halt[verb]:
            self.w.line(f"if {call}: {self.stopped}")
        else:
            self.w.line(call)

    def spend_rounds(self, rounds: str, free: int) -> None:
        """Pay for the rounds of a loop, if they are more than a few."""
        with self.w.block(f"if {rounds} > {free}:"):
            self.spend(rounds)

    def spend(self, amount: str) -> None:
        """Pay fuel, so that what does not end is found out."""
        self.w.line(f"F[0] -= {amount}")
        self.w.line("if F[0] < 0: too_long()")
