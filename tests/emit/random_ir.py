"""Random programs: expressions of every class over a table of every storage, for comparing the two
machines.
"""

from __future__ import annotations

from random import Random

import attrs

from tangrules import ir
from tangrules.ir import Const, Expr, Load, Local, Lookup, Op, TypeInfo

NUMBER, CELL, PIECE = TypeInfo("number"), TypeInfo("cell", "board"), TypeInfo("piece", "token")
PERHAPS = TypeInfo("cell", optional=True)
PIECES, CELLS, SEATS = 12, 9, 3
(SCORES, MARKS, BOARD, POSED, SETS, ROWS, PILES, DECKS, LISTS, MAYBE) = range(10)
V_ZONES = (SCORES, MARKS, BOARD, POSED, MAYBE)
COUNTS = {SCORES: 3, MARKS: 9, BOARD: 9, POSED: 9, SETS: 3, ROWS: 2, PILES: 2, DECKS: 2, LISTS: 2, MAYBE: 4}
Z_AT = {SETS: 1, ROWS: 4, PILES: 6, DECKS: 8, LISTS: 14}
V_AT = {SCORES: 9, MARKS: 13, BOARD: 23, POSED: 33, MAYBE: 43}
V_SIZE, Z_SIZE = 48, 16

TABLES = (
    ir.StaticTable("numbers", (3, 0, 2, 5, 1, 1, 4, 0, 2, 7, 0, 3, -1)),
    ir.StaticTable(
        "beside",
        ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (6, 4, 8), (5, 7), ()),
    ),
    ir.StaticTable(
        "across",
        tuple(
            (edge + edge % 4 * 4 + 3) % 36 if (edge // 4 + edge % 4) % 3 else -1 for edge in range(36)
        ) + (-1,) * 4,
    ),
    ir.StaticTable("faces", tuple((pose // 4 * 7 + pose % 4 * 3) % 5 for pose in range(48)) + (-1,) * 4),
    ir.StaticTable("kinds", (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, -1)),
)  # fmt: skip
NUMBERS, BESIDE, ACROSS, FACES, KINDS = range(5)


def zones(know: bool = False) -> tuple[ir.ZoneDef, ...]:
    piece = {"holds": PIECE}
    mine, nobodys = ("private", "secret") if know else ("public", "public")
    return (
        ir.ZoneDef("scores", "value", V_AT[SCORES], 3, per_seat=True, low=-5, high=20),
        ir.ZoneDef("marks", "value", V_AT[MARKS], 9, low=0, high=9),
        ir.ZoneDef("board", "space", V_AT[BOARD], 9, **piece),
        ir.ZoneDef("posed", "space", V_AT[POSED], 9, posed=True, **piece),
        ir.ZoneDef("sets", "set", Z_AT[SETS], 3, per_seat=True, visibility=mine, **piece),
        ir.ZoneDef("rows", "row", Z_AT[ROWS], 2, **piece),
        ir.ZoneDef("piles", "pile", Z_AT[PILES], 2, visibility=nobodys, **piece),
        ir.ZoneDef("decks", "deck", Z_AT[DECKS], 2, visibility=nobodys, **piece),
        ir.ZoneDef("lists", "list", Z_AT[LISTS], 2, holds=TypeInfo("list")),
        ir.ZoneDef("maybe", "value", V_AT[MAYBE], 4, low=0, high=8, initial=-1, holds=PERHAPS),
    )  # fmt: skip


def initial_v(know: bool = False) -> tuple[int, ...]:
    v = [0, 0, 0, -1, -1, 0, -1, 0, -1] + [0] * (V_SIZE - 9)
    for zone, at in V_AT.items():
        v[at - 1] = -1
        if zone in (BOARD, POSED, MAYBE):
            v[at : at + COUNTS[zone]] = [-1] * COUNTS[zone]
    return (*v, *([0] * PIECES if know else ()))


def program_parts(know: bool = False) -> dict[str, object]:
    """All of a program but its values, verbs and decisions."""
    return {
        "name": "random", "title": "Random", "packs": ("random",), "players": SEATS, "horizon": 10,
        "fingerprint": "random", "icons": (), "icon_sets": {}, "kinds": {"token": tuple(range(PIECES))},
        "pieces": tuple(ir.PieceDef(f"piece {n}", "token", "tokens", n) for n in range(PIECES)),
        "tables": TABLES, "zones": zones(know), "scores": (), "ranks": (), "ties_shared": True, "grades": (),
        "ends": (("end", "finish the game"),), "examples": (), "invariants": (), "main": 0,
        "origins": (ir.Origin("random.tang", 1, 1, "a"), ir.Origin("random.tang", 7, 5, "b")),
        "v_size": V_SIZE + (PIECES if know else 0), "z_size": Z_SIZE, "v_initial": initial_v(know),
        "z_initial": ((),) * Z_SIZE, "know": V_SIZE if know else -1, "sites": (), "site_base": -1,
        "slots": (), "slot_base": -1, "looks": {},
    }  # fmt: skip


@attrs.define
class Scope:
    """The locals at hand by type, and the next free slot."""

    numbers: list[int] = attrs.field(factory=list)
    cells: list[int] = attrs.field(factory=list)
    pieces: list[int] = attrs.field(factory=list)
    lists: list[int] = attrs.field(factory=list)
    slot: list[int] = attrs.field(factory=lambda: [0])

    def inner(self) -> Scope:
        return Scope(self.numbers[:], self.cells[:], self.pieces[:], self.lists[:], self.slot)

    def fresh(self) -> int:
        self.slot[0] += 1
        return self.slot[0] - 1


class Generator:
    """Makes random expressions. `values` are those that may be called: (index, per seat)."""

    def __init__(self, seed: int, values: int = 0, verbs: tuple[int, ...] = ()) -> None:
        self.r = Random(seed)
        self.values = values
        self.verbs = verbs

    def pick(self, *options: object) -> object:
        return self.r.choice(options)

    # ------------------------------------------------------------------ numbers

    def number(self, scope: Scope, depth: int) -> Expr:
        if depth <= 0:
            known = scope.numbers + scope.cells + scope.pieces
            if known and self.r.random() < 0.7:
                return Local(self.r.choice(known))
            return Const(self.r.randrange(-3, 9))
        often = [self.arithmetic, self.arithmetic, self.loaded, self.loaded, *[self.aggregate] * 3]
        others = [
            self.looked,
            self.cond,
            self.sized,
            self.cell,
            self.piece,
            self.called,
            self.listed,
            self.truth,
        ]
        return self.r.choice([*often, *others])(scope, depth - 1)

    def arithmetic(self, scope: Scope, depth: int) -> Expr:
        op = self.r.choice(
            (
                "add",
                "add",
                "sub",
                "mul",
                "neg",
                "least",
                "greatest",
                "abs",
                "div",
                "mod",
                "shr2",
                "and3",
                "and7",
                "shr3",
            )
        )
        a, b = self.number(scope, depth), self.number(scope, depth)
        if op in ("neg", "abs", "shr2", "shr3", "and3", "and7"):
            return Op(op, (a,))
        if op in ("div", "mod") and self.r.random() < 0.95:
            b = Op("add", (Op("abs", (b,)), Const(1)))
        if op in ("add", "least", "greatest") and self.r.random() < 0.3:
            return Op(op, (a, b, self.number(scope, depth)))
        return Op(op, (a, b))

    def index(self, scope: Scope, depth: int, count: int) -> Expr:
        """An index below a count, or now and then nothing."""
        if self.r.random() < 0.1:
            return Const(-1)
        if count == 9 and self.r.random() < 0.7:
            return self.cell(scope, depth)
        if self.r.random() < 0.3:
            return Const(self.r.randrange(count))
        return Op("mod", (self.number(scope, depth), Const(count)))

    def loaded(self, scope: Scope, depth: int) -> Expr:
        zone = self.r.choice(V_ZONES)
        return Load(zone, self.index(scope, depth, COUNTS[zone]))

    def looked(self, scope: Scope, depth: int) -> Expr:
        if self.r.random() < 0.5:
            return Lookup(self.r.choice((NUMBERS, KINDS)), self.piece(scope, depth))
        if self.r.random() < 0.5:
            side = (
                Const(self.r.randrange(4))
                if self.r.random() < 0.6
                else Op("and3", (self.number(scope, depth),))
            )
            return Lookup(ACROSS, Op("edge", (self.cell(scope, depth), side)))
        turn = Op("and3", (self.number(scope, depth),))
        return Lookup(FACES, Op("edge", (self.piece(scope, depth), turn)))

    def cell(self, scope: Scope, depth: int) -> Expr:
        if scope.cells and self.r.random() < 0.7:
            return Local(self.r.choice(scope.cells))
        if self.r.random() < 0.2:
            return Op(
                "shr2",
                (Lookup(ACROSS, Op("edge", (self.cell(scope, depth - 1), Const(self.r.randrange(4))))),),
            )
        return (
            Const(self.r.randrange(CELLS))
            if depth <= 0
            else Op("mod", (self.number(scope, depth - 1), Const(CELLS)))
        )

    def piece(self, scope: Scope, depth: int) -> Expr:
        roll = self.r.random()
        if scope.pieces and roll < 0.6:
            return Local(self.r.choice(scope.pieces))
        if depth > 0 and roll < 0.75:
            return Load(BOARD, self.index(scope, depth - 1, 9))
        if depth > 0 and roll < 0.9:
            return Op("shr2", (Load(POSED, self.index(scope, depth - 1, 9)),))
        return Const(self.r.randrange(PIECES))

    def cond(self, scope: Scope, depth: int) -> Expr:
        return ir.Cond(self.truth(scope, depth), self.number(scope, depth), self.number(scope, depth))

    def sized(self, scope: Scope, depth: int) -> Expr:
        if self.r.random() < 0.5:
            return Op("len", (self.many(scope, depth),))
        zone = self.r.choice((SETS, ROWS, PILES, DECKS))
        return ir.Size(zone, self.index(scope, depth, COUNTS[zone]))

    def listed(self, scope: Scope, depth: int) -> Expr:
        roll = self.r.random()
        if roll < 0.5:
            return Op("last", (self.many(scope, depth),))
        if roll < 0.6:
            return Op("item", (self.many(scope, depth), self.number(scope, depth)))
        if roll < 0.7:
            return Op("surely", (self.number(scope, depth),))
        if roll < 0.9:
            rows = ir.ListOf(tuple(self.number(scope, depth - 1) for _ in range(self.r.choice((2, 4, 6)))))
            return Op("row", (rows, self.number(scope, depth), Const(2), Const(self.r.randrange(2))))
        return Op("place", (self.piece(scope, depth),))

    def called(self, scope: Scope, depth: int) -> Expr:
        if self.verbs and self.r.random() < 0.3:
            return ir.Legal(self.r.choice(self.verbs), (self.number(scope, depth), self.number(scope, depth)))
        if not self.values:
            return self.number(scope, depth)
        return ir.CallValue(
            self.r.randrange(self.values), (self.number(scope, depth), self.cell(scope, depth))
        )

    # ------------------------------------------------------------------ yes or no

    def truth(self, scope: Scope, depth: int) -> Expr:
        if depth <= 0:
            return Op(self.r.choice(("lt", "eq", "ne", "ge")), (self.number(scope, 0), self.number(scope, 0)))
        d = depth - 1
        roll = self.r.randrange(9)
        if roll < 2:
            return Op(
                self.r.choice(("and", "or")),
                tuple(self.truth(scope, d) for _ in range(self.r.choice((1, 2, 2, 3)))),
            )
        if roll == 2:
            return Op("not", (self.truth(scope, d),))
        if roll == 3:
            return Op("in", (self.number(scope, d), self.many(scope, d)))
        if roll == 4:
            return Op(self.r.choice(("isnil", "isnum")), (self.number(scope, d),))
        if roll < 7:
            return self.fold(self.r.choice(("any", "every", "none")), scope, d)
        if roll == 7:
            op = self.r.choice(("gt", "eq", "ne", "ge", "lt", "le"))
            return Op(op, (self.fold("count", scope, d), Const(self.r.randrange(2))))
        return Op(
            self.r.choice(("lt", "le", "gt", "ge", "eq", "ne")),
            (self.number(scope, d), self.number(scope, d)),
        )

    # ------------------------------------------------------------------ lists and folds

    def many(self, scope: Scope, depth: int) -> Expr:
        if scope.lists and self.r.random() < 0.15:
            return Local(self.r.choice(scope.lists))
        roll = self.r.randrange(12 if depth > 0 else 6)
        if roll == 0:
            return Const(self.pick((), (4,), (0, 1, 2, 3), tuple(range(9)), (3, 3, 1), (8, 2)))
        if roll == 1:
            return Const(tuple(range(CELLS)))
        if roll == 2:
            return Lookup(BESIDE, self.cell(scope, depth))
        if roll < 5:
            zone = self.r.choice((SETS, ROWS, PILES, DECKS, LISTS))
            return Load(zone, self.index(scope, depth - 1, COUNTS[zone]))
        d = depth - 1
        if roll == 5:
            return ir.ListOf(tuple(self.number(scope, d) for _ in range(self.r.randrange(4))))
        if roll == 6:
            return ir.Range(self.number(scope, d), self.number(scope, d))
        if roll == 7:
            return Op(self.r.choice(("concat", "union")), (self.many(scope, d), self.many(scope, d)))
        if roll == 8:
            return Op("except", (self.many(scope, d), self.many(scope, d)))
        if roll == 9:
            return Op("take", (self.number(scope, d), self.many(scope, d)))
        if roll == 10 and self.r.random() < 0.5:
            inner = scope.inner()
            slot = inner.fresh()
            inner.cells.append(slot)
            step = self.pick(Lookup(BESIDE, Local(slot)), self.fold("all", inner, d))
            if isinstance(step, ir.Fold):
                step = ir.Fold(
                    "all", step.binds, Op("mod", (Op("abs", (step.body or Const(1),)), Const(CELLS)))
                )
            return ir.Reach(self.cell(scope, d), slot, step)
        return self.fold(self.r.choice(("all", "all", "distinct", "sort_low", "sort_high")), scope, d)

    def aggregate(self, scope: Scope, depth: int) -> Expr:
        return self.fold(
            self.r.choice(("count", "sum", "max", "min", "first", "highest", "lowest")), scope, depth
        )

    def fold(self, op: str, scope: Scope, depth: int) -> ir.Fold:
        scope = scope.inner()
        single = op in ("highest", "lowest", "sort_low", "sort_high")
        binds = tuple(self.bind(scope, depth) for _ in range(1 if single else self.r.choice((1, 1, 2))))
        body: Expr | None = None
        if self.r.random() < 0.8:
            test = op in ("any", "every", "none", "count")
            body = self.truth(scope, depth) if test else self.number(scope, depth)
        default = self.number(scope, 0) if op in ("first", "max", "min") and self.r.random() < 0.4 else None
        if default is not None and isinstance(default, Local):
            default = Const(6)
        return ir.Fold(op, binds, body, default)

    def bind(self, scope: Scope, depth: int) -> ir.Bind:
        domain = self.many(scope, depth)
        slot = scope.fresh()
        cells = domain == Const(tuple(range(CELLS))) or (
            isinstance(domain, Lookup) and domain.table == BESIDE
        )
        pieces = isinstance(domain, Load) and domain.zone != LISTS
        (scope.cells if cells else scope.pieces if pieces else scope.numbers).append(slot)
        return ir.Bind(slot, domain, self.truth(scope, depth - 1) if self.r.random() < 0.4 else None)
