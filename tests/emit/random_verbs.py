"""Random verbs: statements of every class, decisions of every form, for running the two machines side by
side.
"""

from __future__ import annotations

from random import Random

from tangrules import ir
from tangrules.ir import Const, Expr, Load, Local, Op, TypeInfo
from tangrules.lower.flatten import flatten
from tests.emit import random_ir as rir
from tests.emit.random_ir import CELL, COUNTS, NUMBER, PIECE, Generator, Scope

SEAT = TypeInfo("seat")
VERBS, VALUES = 6, 4


class Writer:
    """Makes the body of one verb. Verbs call only later ones, so every run ends."""

    def __init__(
        self, seed: int, verb: int, framed: list[bool], requiring: tuple[int, ...], halts: bool
    ) -> None:
        self.g = Generator(seed, VALUES, requiring)
        self.r = self.g.r
        self.verb = verb
        self.framed = framed
        self.requiring = requiring
        self.halts = halts
        self.scope = Scope()
        self.labels: list[int] = []
        self.label = 0
        self.decisions: list[tuple[int, bool]] = []
        self.budget = 14

    # ------------------------------------------------------------------ statements

    def body(self, scope: Scope, depth: int) -> ir.Body:
        found: list[ir.Stmt] = []
        for _ in range(self.r.randrange(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            made = self.statement(scope, depth)
            found += made if isinstance(made, list) else [made]
        return tuple(found)

    def statement(self, scope: Scope, depth: int) -> ir.Stmt | list[ir.Stmt]:
        makers = [
            self.let,
            self.store,
            self.add,
            self.put,
            self.put,
            self.put,
            self.draw,
            self.pick,
            self.mix,
            self.cover,
        ]
        if depth > 0:
            makers += [self.branch, self.branch, self.each, self.repeat, self.block]
        if self.verb + 1 < VERBS:
            makers += [self.invoke, self.invoke]
        if self.framed[self.verb] and depth > 0:
            makers += [self.choose, self.choose, self.choose, self.secret]
        if self.labels:
            makers.append(self.leave)
        if self.r.random() < 0.06:
            return self.latch(scope)
        return self.r.choice(makers)(scope, depth)

    def let(self, scope: Scope, depth: int) -> ir.Stmt:
        slot = scope.fresh()
        if self.r.random() < 0.3:
            done = ir.Let(slot, self.g.many(scope, 2), 1)
            scope.lists.append(slot)
        else:
            done = ir.Let(slot, self.g.number(scope, 2), 1)
            scope.numbers.append(slot)
        return done

    def store(self, scope: Scope, depth: int) -> ir.Stmt:
        zone = self.r.choice((rir.SCORES, rir.MARKS, rir.MARKS, rir.MAYBE, rir.LISTS))
        index = self.g.index(scope, 1, COUNTS[zone])
        if zone == rir.LISTS:
            return ir.Store(zone, index, self.g.many(scope, 1), 1)
        value: Expr = self.g.number(scope, 2)
        if self.r.random() < 0.9:
            value = Op("mod", (value, Const(9)))
        return ir.Store(zone, index, value, self.r.randrange(2))

    def add(self, scope: Scope, depth: int) -> ir.Stmt:
        zone = self.r.choice((rir.SCORES, rir.MARKS))
        return ir.Add(zone, self.g.index(scope, 1, COUNTS[zone]), self.g.number(scope, 1), 1)

    def put(self, scope: Scope, depth: int) -> ir.Stmt:
        to = self.destination(scope)
        if self.r.random() < 0.6 or to.zone in (rir.BOARD, rir.POSED):
            return ir.Put(self.g.piece(scope, 2), to, origin=1)
        zone = self.r.choice((rir.SETS, rir.ROWS, rir.PILES, rir.DECKS))
        pieces: Expr = Load(zone, self.g.index(scope, 1, COUNTS[zone]))
        if self.r.random() < 0.4:
            pieces = Const(tuple(self.r.sample(range(rir.PIECES), 4)))
        if self.r.random() < 0.1:
            pieces = ir.ListOf((self.g.piece(scope, 1), self.g.piece(scope, 1)))
        return ir.Put(pieces, to, single=False, origin=1)

    def destination(self, scope: Scope) -> ir.To:
        zone = self.r.choice((-1, rir.BOARD, rir.POSED, rir.SETS, rir.ROWS, rir.PILES, rir.DECKS))
        if zone < 0:
            return ir.To(-1, Const(0))
        index = self.g.index(scope, 1, COUNTS[zone])
        if zone == rir.POSED:
            turn = Op("and3", (self.g.number(scope, 1),)) if self.r.random() < 0.7 else None
            return ir.To(zone, index, turn=turn)
        position = "top"
        if zone in (rir.ROWS, rir.PILES):
            position = self.r.choice(("top", "bottom"))
        elif zone == rir.DECKS:
            position = self.r.choice(("top", "bottom", "bag"))
        return ir.To(zone, index, position)

    def cover(self, scope: Scope, depth: int) -> ir.Stmt:
        index = self.g.cell(scope, 1)
        if self.r.random() < 0.5:
            return ir.Cover(self.g.piece(scope, 1), ir.To(rir.BOARD, index), 1)
        return ir.Cover(self.g.piece(scope, 1), ir.To(rir.POSED, index, turn=Const(self.r.randrange(4))), 1)

    def draw(self, scope: Scope, depth: int) -> list[ir.Stmt]:
        zone = self.r.choice((rir.DECKS, rir.DECKS, rir.PILES))
        index, slot = Const(self.r.randrange(2)), scope.fresh()
        scope.pieces.append(slot)
        return [ir.DrawOne(slot, zone, index, 1), ir.Put(Local(slot), self.destination(scope), origin=1)]

    def pick(self, scope: Scope, depth: int) -> ir.Stmt:
        slot = scope.fresh()
        scope.numbers.append(slot)
        return ir.PickOne(slot, self.g.many(scope, 1), 1)

    def mix(self, scope: Scope, depth: int) -> ir.Stmt:
        roll = self.r.randrange(4)
        if roll < 2:
            return ir.Shuffle(rir.DECKS, Const(self.r.randrange(2)), 1)
        if roll == 2:
            return ir.Show(Load(rir.SETS, Const(self.r.randrange(3))), Const((0, 2)), 1)
        return ir.Leave(Const(self.r.randrange(3)), 1)

    def latch(self, scope: Scope) -> ir.Stmt:
        outcome = self.r.choice((1, 2, 3, 4) if self.halts else (1, 2))
        return ir.Latch(outcome, Const(self.r.randrange(3)), 0, 1)

    # ------------------------------------------------------------------ control flow

    def branch(self, scope: Scope, depth: int) -> ir.Stmt:
        test = self.g.truth(scope, 2)
        return ir.If(test, self.body(scope.inner(), depth - 1), self.maybe(scope, depth), 1)

    def maybe(self, scope: Scope, depth: int) -> ir.Body:
        return self.body(scope.inner(), depth - 1) if self.r.random() < 0.5 else ()

    def each(self, scope: Scope, depth: int) -> ir.Stmt:
        items = Op("take", (Const(4), self.g.many(scope, 1)))
        inner = scope.inner()
        slot = inner.fresh()
        inner.numbers.append(slot)
        return ir.ForEach(slot, items, self.body(inner, depth - 1), inner.fresh(), inner.fresh(), 1)

    def repeat(self, scope: Scope, depth: int) -> ir.Stmt:
        times = (
            Const(self.r.randrange(4)) if self.r.random() < 0.5 else Op("and3", (self.g.number(scope, 1),))
        )
        inner = scope.inner()
        return ir.Repeat(times, self.body(inner, depth - 1), inner.fresh(), 1)

    def block(self, scope: Scope, depth: int) -> ir.Stmt:
        self.label += 1
        label = self.label
        self.labels.append(label)
        done = ir.Block(label, self.body(scope.inner(), depth - 1), 1)
        self.labels.remove(label)
        return done

    def leave(self, scope: Scope, depth: int) -> ir.Stmt:
        return ir.If(self.g.truth(scope, 1), (ir.Exit(self.r.choice(self.labels)),), (), 1)

    def invoke(self, scope: Scope, depth: int) -> ir.Stmt:
        verb = self.r.randrange(self.verb + 1, VERBS)
        if self.framed[verb] and not self.framed[self.verb]:
            return self.let(scope, depth)
        args = (Const(self.r.randrange(3)), self.g.number(scope, 1))
        return ir.Invoke(verb, args, self.r.random() < 0.5, self.r.randrange(2))

    # ------------------------------------------------------------------ decisions

    def choose(self, scope: Scope, depth: int) -> ir.Stmt:
        key = len(self.decisions) + 10 * self.verb
        self.decisions.append((key, False))
        count = self.r.choice((1, 1, 2, 3))
        alternatives = tuple(self.alternative(scope.inner(), depth, number, count) for number in range(count))
        otherwise = self.maybe(scope, depth)
        return ir.Choose(key, Local(0), alternatives, otherwise, self.r.random() < 0.2, 1)

    def alternative(self, scope: Scope, depth: int, number: int, count: int) -> ir.Alternative:
        guard = self.g.truth(scope, 2) if self.r.random() < 0.3 else None
        if self.r.random() < 0.3:
            picks = self.joint_picks(scope)
            conditions = tuple(
                ir.Condition(self.joint_law(picks), f"law {n}") for n in range(self.r.choice((1, 2, 3, 4)))
            )
        else:
            picks = tuple(self.pick_of(scope) for _ in range(self.r.choice((0, 1, 1, 2, 3))))
            conditions = tuple(
                ir.Condition(self.g.truth(scope, 2), f"law {n}")
                for n in range(self.r.choice((0, 0, 1, 1, 2, 3)))
            )
        waivers: tuple[ir.Waiver, ...] = ()
        mask = -1
        if conditions and self.r.random() < 0.4:
            waivers = tuple(
                ir.Waiver(
                    tuple(self.r.sample(range(len(conditions)), self.r.randrange(1, len(conditions) + 1))),
                    self.g.truth(scope, 1),
                )
                for _ in range(self.r.choice((1, 2)))
            )
            mask = scope.fresh()
            scope.numbers.append(mask)
        inner = self.body(scope, depth - 1)
        compels, passes = count > 1 and self.r.random() < 0.3, count > 1 and self.r.random() < 0.3
        return ir.Alternative("a", "", guard, picks, conditions, inner, waivers, mask, compels, passes)

    def pick_of(self, scope: Scope) -> ir.Pick:
        roll = self.r.random()
        if roll < 0.15:
            domain: Expr = Op("take", (Const(4), self.g.many(scope, 1)))
            slot = scope.fresh()
            scope.lists.append(slot)
            low = self.r.randrange(2)
            return ir.Pick(slot, domain, (Const(low), Const(low + self.r.randrange(3))))
        slot = scope.fresh()
        if roll < 0.5:
            scope.cells.append(slot)
            return ir.Pick(slot, Const(tuple(range(rir.CELLS))))
        if roll < 0.65:
            scope.numbers.append(slot)
            return ir.Pick(slot, Const((0, 1, 2, 3)))
        zone = self.r.choice((rir.SETS, rir.ROWS, rir.PILES))
        domain = Load(zone, self.g.index(scope, 0, COUNTS[zone]))
        scope.pieces.append(slot)
        return ir.Pick(slot, domain)

    # ------------------------------------------------------------------ joint choices

    def joint_picks(self, scope: Scope) -> tuple[ir.Pick, ...]:
        """A piece, a cell, a turn."""
        zone = self.r.choice((rir.SETS, rir.ROWS, rir.PILES))
        domain = Load(zone, self.g.index(scope, 0, COUNTS[zone]))
        piece, cell, turn = scope.fresh(), scope.fresh(), scope.fresh()
        scope.pieces.append(piece)
        scope.cells.append(cell)
        scope.numbers.append(turn)
        picks = [ir.Pick(piece, domain)] if self.r.random() < 0.8 else []
        picks.append(ir.Pick(cell, Const(tuple(range(rir.CELLS)))))
        if self.r.random() < 0.8:
            picks.append(ir.Pick(turn, Const((0, 1, 2, 3))))
        return tuple(picks)

    def joint_law(self, picks: tuple[ir.Pick, ...]) -> Expr:
        """What a tile game asks: a free cell, a neighbour, edges that match, and now and then something
        odd.
        """
        slots = [pick.slot for pick in picks]
        cell = next(pick.slot for pick in picks if pick.domain == Const(tuple(range(rir.CELLS))))
        piece = slots[0] if slots[0] != cell else None
        turn = slots[-1] if slots[-1] != cell else None
        roll = self.r.randrange(7)
        if roll == 0:
            return Op("isnil", (Load(rir.POSED, Local(cell)),))
        if roll == 1:
            inner = 90
            lies = Op("not", (Op("isnil", (Load(rir.POSED, Local(inner)),)),))
            return ir.Fold("any", (ir.Bind(inner, ir.Lookup(rir.BESIDE, Local(cell)), lies),))
        if roll == 2:
            return Op(self.r.choice(("lt", "ne")), (Load(rir.MARKS, Local(cell)), Load(rir.SCORES, Local(0))))
        if roll == 3 and piece is not None:
            return Op("ne", (ir.Lookup(rir.KINDS, Local(piece)), Load(rir.MARKS, Local(cell))))
        if roll == 4 and piece is not None:
            return Op(
                "or", (Op("eq", (Load(rir.SCORES, Const(1)), Const(3))), Op("lt", (Local(piece), Const(7))))
            )
        if turn is None:
            return Op("ne", (Load(rir.MARKS, Local(cell)), Const(4)))
        return self.match(cell, piece, turn)

    def match(self, cell: int, piece: int | None, turn: int) -> Expr:
        """Every edge meets nothing, or what it matches."""
        side = 91
        across = ir.Lookup(rir.ACROSS, Op("edge", (Local(cell), Local(side))))
        pose = Load(rir.POSED, Op("shr2", (across,)))
        theirs = ir.Lookup(
            rir.FACES, Op("add", (Op("mul", (Op("shr2", (pose,)), Const(4))), Op("and3", (across,))))
        )
        number = Const(2) if piece is None else Local(piece)
        turned = Op("and3", (Op("add", (Local(side), Local(turn))),))
        mine = ir.Lookup(rir.FACES, Op("edge", (number, turned)))
        fits = Op("or", (Op("eq", (mine, theirs)), Op("eq", (mine, Const(4))), Op("lt", (pose, Const(0)))))
        return ir.Fold("every", (ir.Bind(side, Const((0, 1, 2, 3))),), fits)

    def secret(self, scope: Scope, depth: int) -> ir.Stmt | list[ir.Stmt]:
        if self.r.random() < 0.5:
            return self.let(scope, depth)
        key = len(self.decisions) + 10 * self.verb
        self.decisions.append((key, True))
        inner = scope.inner()
        seat, result, number = inner.fresh(), scope.fresh(), inner.fresh()
        inner.numbers.append(seat)
        high = Op("and3", (self.g.number(inner, 1),))
        asked = ir.Alternative("bid", "", None, (ir.Pick(number, ir.Range(Const(0), high)),), (), ())
        scope.lists.append(result)
        return ir.Secret(key, Const(self.r.choice(((0, 1, 2), (2, 0), (1,)))), seat, asked, result, 1)


def random_program(seed: int) -> ir.Program:
    """A program of a few verbs. Verb 0 is framed and runs the game."""
    r = Random(seed)
    know = r.random() < 0.4
    framed = [True, *[r.random() < 0.6 for _ in range(VERBS - 1)]]
    requiring = tuple(verb for verb in range(3, VERBS) if r.random() < 0.5)
    halts = r.random() < 0.3
    verbs, decisions = [], {}
    for verb in range(VERBS):
        writer = Writer(seed * 100 + verb, verb, framed, tuple(v for v in requiring if v > verb), halts)
        made, asked = _verb(writer, verb, framed[verb], verb in requiring)
        verbs.append(made)
        decisions |= asked
    final = next(pc for pc, done in enumerate(verbs[0].code.instructions) if isinstance(done, ir.Return))
    return ir.Program(
        **rir.program_parts(know),
        values=tuple(_value(seed * 1000 + index, index) for index in range(VALUES)),
        verbs=tuple(verbs),
        decisions=tuple(decisions.get(key, ir.DecisionDef("none", 0, "", ())) for key in range(10 * VERBS)),
        final_pc=final,
    )


def _verb(
    writer: Writer, verb: int, framed: bool, requires: bool
) -> tuple[ir.VerbDef, dict[int, ir.DecisionDef]]:
    scope = writer.scope
    scope.fresh(), scope.numbers.append(scope.fresh())
    body = writer.body(scope, 3)
    if verb == 0:
        rounds = scope.fresh()
        body = (ir.Repeat(Const(3), (*body, ir.Invoke(1, (Const(1), Const(2)))), rounds),)
    laws: tuple[ir.Condition, ...] = ()
    law_scope = Scope()
    law_scope.fresh(), law_scope.numbers.append(law_scope.fresh())
    if requires:
        laws = (ir.Condition(writer.g.truth(law_scope, 2), "law"),)
    code, _ = flatten(body)
    asked = {key: ir.DecisionDef(f"d{key}", verb, "?", (), secret) for key, secret in writer.decisions}
    made = ir.VerbDef(
        f"verb{verb}", ("you", "n"), (SEAT, NUMBER), 100, body, code, laws, law_scope.slot[0], framed
    )
    return made, asked


def _value(seed: int, index: int) -> ir.ValueDef:
    scope = Scope()
    scope.numbers.append(scope.fresh())
    scope.cells.append(scope.fresh())
    generator = Generator(seed, index)
    body = generator.number(scope, 3)
    return ir.ValueDef(f"v{index}", ("n", "c"), (NUMBER, CELL), NUMBER, False, scope.slot[0], body, 1)


_ = PIECE
