"""A board game without its rules: a joint choice of a tile, a cell of an 8 by 8 board, and a turn.

Tiles have faces; a tile goes beside one that lies there, and each edge must show what the edge it meets
shows, or one of the two is wild. Tiles are drawn from a deck to four open places. It is what the compiler is
tuned on.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.ir import Const, Expr, Load, Local, Lookup, TypeInfo
from tests.play.programs import SEAT, op, program, verb

SIZE, TILES, OPEN = 8, 60, 4
CELLS = SIZE * SIZE
WILD = 4
BOARD, PLACES, DECK, POINTS = range(4)
CELL, TILE, TURN = TypeInfo("cell", "board"), TypeInfo("piece", "tile"), TypeInfo("turn")
PICKS = (("t", TILE), ("c", CELL), ("r", TURN))
V_BOARD, V_PLACES, V_POINTS = 10, 10 + CELLS + 1, 10 + CELLS + 1 + OPEN + 1


def _across() -> tuple[int, ...]:
    """For each edge the edge that it meets, -1 beyond the rim."""
    edges = []
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        for side, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            inside = 0 <= row + down < SIZE and 0 <= column + right < SIZE
            other = (row + down) * SIZE + column + right
            edges.append(other * 4 + (side + 2) % 4 if inside else -1)
    return (*edges, -1, -1, -1, -1)


def _faces() -> tuple[int, ...]:
    """For each pose and side the face: entry `pose * 4 + side`; nothing (-1) on an empty cell."""
    printed = [[(tile * 7 + side * side * 3 + tile // 5) % 5 for side in range(4)] for tile in range(TILES)]
    faces = [
        printed[tile][(side - turn) % 4] for tile in range(TILES) for turn in range(4) for side in range(4)
    ]
    return (*faces, -1, -1, -1, -1)


NEIGHBOURS = tuple(
    tuple(edge >> 2 for edge in _across()[cell * 4 : cell * 4 + 4] if edge >= 0) for cell in range(CELLS)
)
ACROSS, FACES, BESIDE = range(3)
TABLES = (
    ir.StaticTable("across", _across()),
    ir.StaticTable("faces", _faces()),
    ir.StaticTable("beside", (*NEIGHBOURS, ())),
)


def face(pose: Expr, side: Expr) -> Expr:
    return Lookup(FACES, op("add", op("mul", pose, 4), side))


def pose_on(cell: Expr) -> Expr:
    return Load(BOARD, cell)


def empty(cell: int) -> Expr:
    return op("isnil", pose_on(Local(cell)))


def touches(cell: int, slot: int) -> Expr:
    lies = op("not", op("isnil", pose_on(Local(slot))))
    return ir.Fold("any", (ir.Bind(slot, Lookup(BESIDE, Local(cell)), lies),))


def matches(tile: int, cell: int, turn: int, side: int) -> Expr:
    """Every edge meets nothing, or what it fits."""
    across = Lookup(ACROSS, op("edge", Local(cell), Local(side)))
    theirs = face(pose_on(op("shr2", across)), op("and3", across))
    mine = face(op("add", op("mul", Local(tile), 4), Local(turn)), Local(side))
    fits = op("or", op("lt", theirs, 0), op("eq", mine, theirs), op("eq", mine, WILD), op("eq", theirs, WILD))
    return ir.Fold("every", (ir.Bind(side, Const((0, 1, 2, 3))),), fits)


def open_tiles(slot: int) -> Expr:
    places = Const(tuple(range(OPEN)))
    lies = op("not", op("isnil", Load(PLACES, Local(slot))))
    return ir.Fold("all", (ir.Bind(slot, places, lies),), Load(PLACES, Local(slot)))


def place_a_tile() -> ir.Choose:
    """Tile (slot 1), cell (2), turn (3)."""
    laws = (
        ir.Condition(empty(2), "empty"),
        ir.Condition(touches(2, 5), "touch"),
        ir.Condition(matches(1, 2, 3, 6), "match"),
    )
    picks = (
        ir.Pick(1, open_tiles(4)),
        ir.Pick(2, Const(tuple(range(CELLS)))),
        ir.Pick(3, Const((0, 1, 2, 3))),
    )
    body = (
        ir.Let(7, op("place", Local(1))),
        ir.Put(Local(1), ir.To(BOARD, Local(2), turn=Local(3))),
        ir.Add(POINTS, Local(0), matched(2, 3, 9)),
        ir.DrawOne(8, DECK, Const(0)),
        ir.Put(Local(8), ir.To(PLACES, op("sub", Local(7), V_PLACES))),
    )
    return ir.Choose(0, Local(0), (ir.Alternative("place", "", None, picks, laws, body),), ())


def matched(cell: int, _turn: int, side: int) -> Expr:
    """How many edges of the tile on a cell meet the same."""
    across = Lookup(ACROSS, op("edge", Local(cell), Local(side)))
    theirs = face(pose_on(op("shr2", across)), op("and3", across))
    same = op("eq", theirs, face(pose_on(Local(cell)), Local(side)))
    return ir.Fold("count", (ir.Bind(side, Const((0, 1, 2, 3)), same),))


def mosaic(rounds: int = 14, players: int = 4) -> ir.Program:
    """The program. Each seat lays a tile in turn; then one may be laid again if some tile fits at all."""
    zones = (
        ir.ZoneDef(
            "board", "space", V_BOARD, CELLS, index=(CELL,), sizes=(CELLS,), holds=TILE, posed=True,
            grid=ir.GridDef(SIZE, SIZE),
        ),
        ir.ZoneDef("places", "space", V_PLACES, OPEN, holds=TILE),
        ir.ZoneDef("deck", "deck", 0, 1, holds=TILE, visibility="secret"),
        ir.ZoneDef("points", "value", V_POINTS, players, per_seat=True, low=0, high=999),
    )  # fmt: skip
    turn = verb("turn", 20, (place_a_tile(),), framed=True)
    all_tiles = Const(tuple(range(TILES)))
    begin = (
        ir.Put(all_tiles, ir.To(DECK, Const(0), "bag"), single=False),
        ir.Put(Const(0), ir.To(BOARD, Const(27), turn=Const(0))),
        ir.ForEach(
            1,
            Const(tuple(range(OPEN))),
            (ir.DrawOne(2, DECK, Const(0)), ir.Put(Local(2), ir.To(PLACES, Local(1)))),
            3,
            4,
        ),
        ir.Repeat(
            Const(rounds),
            (ir.ForEach(5, ir.Range(Const(0), Const(players - 1)), (ir.Invoke(1, (Local(5),)),), 6, 7),),
            8,
        ),
    )
    main = verb("main", 9, begin, params=(("you", SEAT),), framed=True)
    reserved = [0, 0, 0, -1, -1, 0, -1, 0]
    words = [*reserved, 0, -1, *[-1] * CELLS, -1, *[-1] * OPEN, -1, *[0] * players]
    return program(
        "mosaic", players, words, 3, verbs=(main, turn), zones=zones, tables=TABLES,
        pieces=tuple(ir.PieceDef(f"tile_{number}", "tile", "tiles", number) for number in range(TILES)),
        values=(score(players),), decisions=(ir.DecisionDef("place", 1, "Where?", (PICKS,)),),
    )  # fmt: skip


def score(_players: int) -> ir.ValueDef:
    return ir.ValueDef("points", ("you",), (SEAT,), TypeInfo("number"), True, 1, Load(POINTS, Local(0)))
