"""Small programs, made by hand: the runtime is tested without the compiler.

`duel`    three in a row on a 3 by 3 grid, with pieces.
`cards`   a deck, private hands, a pile, a discount that a coin buys, scores and ranks.
`bids`    secret bids for points, three seats, one of whom may be penniless.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangrules import ir
from tangrules.ir import Const, Expr, Load, Local, Op, TypeInfo
from tangrules.lower.flatten import flatten

NUMBER, SEAT, CELL = TypeInfo("number"), TypeInfo("seat"), TypeInfo("cell", "board")
RESERVED = ("turns", "rounds", "outcome", "outcome_seat", "outcome_end", "halt", "current", "out")


def op(name: str, *args: Expr | int) -> Op:
    return Op(name, tuple(Const(arg) if isinstance(arg, int) else arg for arg in args))


def fold(name: str, slot: int, domain: Expr, where: Expr | None = None, body: Expr | None = None) -> ir.Fold:
    return ir.Fold(name, (ir.Bind(slot, domain, where),), body)


def upto(n: int) -> ir.Range:
    return ir.Range(Const(0), Const(n - 1))


def verb(
    name: str,
    slots: int,
    body: ir.Body,
    params: Sequence[tuple[str, TypeInfo]] = (("you", SEAT),),
    **rest: object,
) -> ir.VerbDef:
    return ir.VerbDef(
        name,
        tuple(name for name, _ in params),
        tuple(kind for _, kind in params),
        slots,
        body,
        flatten(body)[0],
        **rest,  # type: ignore[arg-type]
    )


def value(name: str, slots: int, body: Expr, thing: TypeInfo | None = None) -> ir.ValueDef:
    """A question of a seat, of a thing too if one is named."""
    params = ("you",) if thing is None else ("you", "thing")
    types = (SEAT,) if thing is None else (SEAT, thing)
    return ir.ValueDef(name, params, types, NUMBER, True, slots, body)


def program(name: str, players: int, v_initial: Sequence[int], z_size: int, **rest: object) -> ir.Program:
    defaults: dict[str, object] = {
        "title": name.title(),
        "packs": (name,),
        "horizon": 20,
        "fingerprint": f"{name}-1",
        "icons": (),
        "icon_sets": {},
        "pieces": (),
        "kinds": {},
        "tables": (),
        "zones": (),
        "values": (),
        "verbs": (),
        "decisions": (),
        "scores": (),
        "ranks": (),
        "ties_shared": True,
        "grades": (),
        "ends": (),
        "examples": (),
        "invariants": (),
        "origins": (ir.Origin("hand.tang", 1, 1, "somewhere"), ir.Origin("hand.tang", 7, 5, "a rule")),
        "main": 0,
        "final_pc": 0,
        "know": -1,
        "sites": (),
        "site_base": -1,
        "slots": (),
        "slot_base": -1,
        "looks": {},
    }
    return ir.Program(
        name=name,
        players=players,
        v_size=len(v_initial),
        z_size=z_size,
        v_initial=tuple(v_initial),
        z_initial=((),) * z_size,
        **{**defaults, **rest},  # type: ignore[arg-type]
    )


# ------------------------------------------------------------------------------ duel

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def duel() -> ir.Program:
    """Three in a row: the first token of your own that is still in the box goes to a free cell."""
    board = ir.ZoneDef(
        "board", "space", 9, 9, index=(CELL,), sizes=(9,), holds=TypeInfo("piece", "token"),
        grid=ir.GridDef(3, 3),
    )  # fmt: skip
    mine = op("eq", Local(0), ir.Lookup(0, Load(0, Local(5))))
    line = op(
        "and", *[op("eq", Local(0), ir.Lookup(0, Load(0, ir.Lookup(2 + k, Local(3))))) for k in range(3)]
    )
    place = ir.Alternative(
        "place", "Place a token", None,
        (ir.Pick(1, upto(9)),),
        (ir.Condition(op("isnil", Load(0, Local(1))), "free", "the cell is taken", ("duel.02",), 1),),
        (
            ir.Let(2, fold("first", 2, ir.Lookup(1, Local(0)), op("eq", op("place", Local(2)), -1))),
            ir.Put(Local(2), ir.To(0, Local(1)), origin=1),
            ir.If(fold("any", 3, upto(8), line), (ir.Latch(ir.Outcome.WINS, Local(0), 0),)),
        ),
    )  # fmt: skip
    turn = verb("take_turn", 6, (ir.Choose(0, Local(0), (place,), (), origin=1),), framed=True)
    main = verb(
        "main", 3,
        (ir.ForEach(0, upto(9), (ir.Invoke(1, (op("mod", Local(0), 2),)),), 1, 2),),
        params=(), framed=True,
    )  # fmt: skip
    tokens = tuple(
        ir.PieceDef(f"{kind}_{n}", "token", "tokens", seat)
        for seat, kind in enumerate(("cross", "ring"))
        for n in range(1, 6)
    )
    tables = (
        ir.StaticTable("owner", (0,) * 5 + (1,) * 5 + (-1,)),
        ir.StaticTable("own", (tuple(range(5)), tuple(range(5, 10)))),
        *[ir.StaticTable(f"line{k}", tuple(row[k] for row in LINES)) for k in range(3)],
    )
    count = fold("count", 5, upto(9), mine)
    return program(
        "duel", 2, [0, 0, 0, -1, -1, 0, -1, 0, -1] + [-1] * 9, 0,
        pieces=tokens, kinds={"token": tuple(range(10))}, tables=tables, zones=(board,),
        values=(value("tokens_laid", 6, count),), verbs=(main, turn),
        decisions=(ir.DecisionDef("place", 1, "Where?", ((("c", CELL),),)),),
        ends=(("line", "you win"),), final_pc=len(main.code.instructions) - 1,
    )  # fmt: skip


# ------------------------------------------------------------------------------ cards

CARD = TypeInfo("piece", "card")
DECK, HAND, PILE, COINS, FACING = range(5)
PRICES = (1, 2, 3, 4, 1, 2, 3, 4)


def cards(players: int = 2) -> ir.Program:
    """Draw to two cards; play one that is worth at most 2, or pay a coin to play any, or pass."""
    know = 9
    coins_at, facing_at = know + 8, know + 8 + players
    zones = (
        ir.ZoneDef("deck", "deck", 0, 1, holds=CARD, visibility="secret"),
        ir.ZoneDef("hand", "set", 3, players, per_seat=True, holds=CARD, visibility="private"),
        ir.ZoneDef("pile", "pile", 3 + players, 1, holds=CARD),
        ir.ZoneDef("coins", "value", coins_at, players, per_seat=True, low=0, high=9, initial=1),
        ir.ZoneDef("worn", "value", facing_at, 8, index=(CARD,), low=0, high=9, attribute=True),
    )
    cheap = ir.Condition(
        op("le", ir.Lookup(0, Local(1)), 2), "cheap", "it costs more than 2", ("cards.03",), 1
    )
    bargain = ir.Waiver((0,), op("ge", Load(COINS, Local(0)), 1), "a coin")
    paid = ir.If(op("eq", Local(2), 1), (ir.Add(COINS, Local(0), Const(-1)),))
    play = ir.Alternative(
        "play", "Play a card", None, (ir.Pick(1, Load(HAND, Local(0))),), (cheap,),
        (paid, ir.Put(Local(1), ir.To(PILE, Const(0)))),
        (bargain,), 2,
    )  # fmt: skip
    skip = ir.Alternative("pass", "Play nothing", None, (), (), ())
    draw = ir.Repeat(
        op("sub", 2, ir.Size(HAND, Local(0))),
        (ir.DrawOne(3, DECK, Const(0)), ir.Put(Local(3), ir.To(HAND, Local(0)))),
        4,
    )
    turn = verb(
        "take_turn", 5, (draw, ir.Choose(0, Local(0), (play, skip), (), always=True)), framed=True,
        chance=True,
    )  # fmt: skip
    main = verb(
        "main", 6,
        (
            ir.ForEach(0, upto(8), (ir.Put(Local(0), ir.To(DECK, Const(0), "bag")),), 1, 2),
            ir.Shuffle(DECK, Const(0)),
            ir.Repeat(
                Const(3), (ir.ForEach(0, upto(players), (ir.Invoke(1, (Local(0),)),), 1, 2),), 3
            ),
        ),
        params=(), framed=True,
    )  # fmt: skip
    hand_value = fold("sum", 1, Load(HAND, Local(0)), None, ir.Lookup(0, Local(1)))
    return program(
        "cards", players, [0, 0, 0, -1, -1, 0, -1, 0, 0] + [(1 << players) - 1] * 8 + [1] * players + [0] * 8,
        4 + players,
        pieces=tuple(ir.PieceDef(f"card_{n + 1}", "card", "cards", n % 4) for n in range(8)),
        kinds={"card": tuple(range(8))}, know=know, zones=zones,
        tables=(ir.StaticTable("price", (*PRICES, -1)),),
        values=(
            value("in_hand", 2, hand_value),
            value("purse", 1, Load(COINS, Local(0))),
            value("held", 1, Load(HAND, Local(0))),
            value("price_of", 2, ir.Lookup(0, Local(1)), CARD),
        ),
        verbs=(main, turn),
        decisions=(ir.DecisionDef("turn", 1, "Play a card?", ((("k", CARD),), ())),),
        scores=(
            ir.ScoreDef("cards", "Cards in hand", 3, 2, CARD, ("cards.07",)),
            ir.ScoreDef("coins", "Coins", 1),
        ),
        ranks=(ir.RankDef(True, -1), ir.RankDef(True, 1)),
        grades=((0, "Novice"), (4, "Adept"), (8, "Master")),
        final_pc=len(main.code.instructions) - 1,
    )  # fmt: skip


# ------------------------------------------------------------------------------ bids

PURSE, POINTS = range(2)


def bids(purses: Sequence[int] = (3, 3, 0)) -> ir.Program:
    """Two rounds: all bid in secret, the first of the highest pays and takes a point."""
    players = len(purses)
    zones = (
        ir.ZoneDef("purse", "value", 9, players, per_seat=True, low=0, high=99),
        ir.ZoneDef("points", "value", 9 + players, players, per_seat=True, low=0, high=99),
    )
    bid = ir.Alternative("bid", "Bid", None, (ir.Pick(1, ir.Range(Const(0), Load(PURSE, Local(0)))),), (), ())
    paid = op("row", Local(2), Local(3), 2, 1)
    best = ir.Fold("highest", (ir.Bind(3, upto(players)),), paid)
    main = verb(
        "main", 6,
        (
            ir.Repeat(
                Const(2),
                (
                    ir.Secret(0, upto(players), 0, bid, 2, origin=1),
                    ir.Let(3, best),
                    ir.Add(PURSE, Local(3), op("neg", paid), origin=1),
                    ir.Add(POINTS, Local(3), Const(1), origin=1),
                ),
                4,
            ),
        ),
        params=(), framed=True,
    )  # fmt: skip
    return program(
        "bids", players, [0, 0, 0, -1, -1, 0, -1, 0, 0, *purses] + [0] * players, 0,
        zones=zones, verbs=(main,), values=(value("score", 1, Load(POINTS, Local(0))),),
        decisions=(ir.DecisionDef("bid", 0, "How much?", ((("n", NUMBER),),), True),),
        scores=(ir.ScoreDef("points", "Points", 0),), ranks=(ir.RankDef(True, -1),),
        final_pc=len(main.code.instructions) - 1,
    )  # fmt: skip
