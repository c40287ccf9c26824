"""The intermediate representation: what the interpreter runs and the emitter compiles.

Everything is integers and tuples of integers.

* Things (pieces, cells, sides, edges, areas, sites, slots, seats, icons) are numbers from 0; *nothing* is -1.
* `number or nothing` uses `NIL`. yes/no is 1/0. Collections are tuples.
* A piece id counts over all kinds. A *pose* is `piece * 4 + turn`; an empty posed cell holds -1.
* An edge is `cell * 4 + side`; an area is `cell * 8 + index`. Sides run clockwise from north: 0, 1, 2, 3.
* Local slot 0 of a verb, and of a value that belongs to a seat, is the seat called `you`.

State: `V`, a list of integers; `Z`, a list of tuples; `P`, derived from both: where each piece is.
`P[piece]` is the V offset of the space it stands on (>= 0), -1 in the box, or -2 - z for container `Z[z]`
(a deck counts as its first entry).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs

NIL = -(2**31)
"""Nothing, where a number is expected."""


class Node:
    """What all parts of a program have.

    How they are shown is written once: made for each class, as attrs would, it takes a third of the time to import them.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        kind: Any = self.__class__
        shown = [f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(kind)]
        return f"{kind.__name__}({', '.join(shown)})"


# ------------------------------------------------------------------------------ expressions


@attrs.frozen(repr=False)
class Const(Node):
    """A number, or a tuple of numbers (tuples of tuples for tables of lists)."""

    value: int | tuple[int, ...]


@attrs.frozen(repr=False)
class Local(Node):
    slot: int


@attrs.frozen(repr=False)
class Lookup(Node):
    """`tables[table].values[index]`; a negative index counts from the end, where the answers for nothing
    stand.
    """

    table: int
    index: Expr


@attrs.frozen(repr=False)
class Load(Node):
    """The content of instance `index` of a zone.

    value zones and spaces: `V[zone.base + index]`; index -1 reads the guard that stands before the zone
    (nothing).
    sets, rows, piles and lists: `Z[zone.base + index]`.
    decks: bottom run + bag + top run as one tuple (the last is the top; only for searches and views).
    Of all these, index -1 gives (). Any other instance that does not exist is a RuleError.
    """

    zone: int
    index: Expr


@attrs.frozen(repr=False)
class Size(Node):
    """How many pieces lie in instance `index` of a container zone (a deck counts all its parts)."""

    zone: int
    index: Expr


@attrs.frozen(repr=False)
class Op(Node):
    """A pure operation on numbers, or on tuples where said.

    add sub mul neg least greatest abs
    div mod       (floor; by zero is a RuleError)
    eq ne lt le gt ge
    and or not    (short-circuit, 0/1)
    isnil         (entity: < 0)      isnum (number: 1 if not NIL)
    in            (x, tuple)
    shr2 shr3 and3 and7              (bit helpers on poses, edges, areas)
    edge          (cell, side) -> -1 if cell < 0 else 4 * cell + side
    concat (tuple, tuple …)   len (tuple)   take (n, tuple)   last (tuple) -> -1 if empty   item (tuple, n)
    1-based,
                  a RuleError if there is no such item
    union (tuples) -> sorted without repeats    except (tuple, tuple) -> without any element of the second
    row           (tuple, key, width, k): of rows of `width` whose first entry is `key`, entry k; -1 if none
    surely        (x): RuleError if x is nothing (entity)     surely_number
    place         (piece) -> P[piece], -1 for nothing
    """

    op: str
    args: tuple[Expr, ...]
    origin: int = 0


@attrs.frozen(repr=False)
class Range(Node):
    """`low .. high`, both included; empty if high < low."""

    low: Expr
    high: Expr


@attrs.frozen(repr=False)
class ListOf(Node):
    items: tuple[Expr, ...]


@attrs.frozen(repr=False)
class Cond(Node):
    test: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen(repr=False)
class Bind(Node):
    """Runs `slot` over the tuple `domain`, keeping those for which `where` holds."""

    slot: int
    domain: Expr
    where: Expr | None = None


@attrs.frozen(repr=False)
class Fold(Node):
    """An aggregate over nested binders.

    count sum every any none: a number (every/any/none stop early).
    max min: of `body`; `default` if empty (NIL when none is given).
    all: tuple of `body` in order (lists, if the body is one). distinct: sorted, no repeats. first: the first
    `body`, or `default` (or -1).
    highest lowest: the (single) binder's element with the greatest/least body, the first among equals; -1 if
    empty.
    sort_low sort_high: the (single) binder's elements ordered by body, stable.
    `body` None means the innermost binder's element (for count: 1; for every/any/none: the `where` alone
    decides,
    of every the innermost one is what is asked of each element). count with a body counts the elements for
    which it holds.
    """

    op: str
    binds: tuple[Bind, ...]
    body: Expr | None = None
    default: Expr | None = None


@attrs.frozen(repr=False)
class Reach(Node):
    """All nodes reached from `start` (a node, or -1 for none), sorted; `step` gives the neighbours of the
    node in `slot`.
    """

    start: Expr
    slot: int
    step: Expr


@attrs.frozen(repr=False)
class CallValue(Node):
    """`values[value]` with arguments in slots 0…; the seat is the first argument where it has one."""

    value: int
    args: tuple[Expr, ...]


@attrs.frozen(repr=False)
class Legal(Node):
    """1 if the requirements of `verbs[verb]` hold for these arguments (doer first), free waivers counted."""

    verb: int
    args: tuple[Expr, ...]


Expr: TypeAlias = (
    Const | Local | Lookup | Load | Size | Op | Range | ListOf | Cond | Fold | Reach | CallValue | Legal
)

# ------------------------------------------------------------------------------ statements

Body: TypeAlias = "tuple[Stmt, ...]"


@attrs.frozen(repr=False)
class Let(Node):
    slot: int
    value: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Store(Node):
    """`V[zone.base + index] = value`; a value outside the zone's bounds is a RuleError. For lists: `Z[…] =
    tuple`.
    """

    zone: int
    index: Expr
    value: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Add(Node):
    """`V[zone.base + index] += delta`, held within the zone's bounds."""

    zone: int
    index: Expr
    delta: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class To(Node):
    """Where pieces go: instance `index` of `zone`, or the box (`zone` -1).

    position: "top" | "bottom" for piles, rows and decks (top is the default), "bag" to mix into a deck
    unseen.
    turn: for posed grids.
    """

    zone: int
    index: Expr
    position: str = "top"
    turn: Expr | None = None


@attrs.frozen(repr=False)
class Put(Node):
    """Moves each piece of `pieces` (a tuple, or a single piece if `single`) from where it is; nothing moves
    nothing.

    On a space that is taken: RuleError.
    """

    pieces: Expr
    to: To
    single: bool = True
    origin: int = 0


@attrs.frozen(repr=False)
class Cover(Node):
    """Like Put of a single piece on a grid cell, but what lay there goes to the box first (cards laid over
    cards).
    """

    piece: Expr
    to: To
    origin: int = 0


@attrs.frozen(repr=False)
class If(Node):
    test: Expr
    then: Body
    otherwise: Body = ()
    origin: int = 0


@attrs.frozen(repr=False)
class ForEach(Node):
    """Runs `body` for each element of `items`, a tuple evaluated once. `index` and `kept` are slots of the
    loop's own.
    """

    slot: int
    items: Expr
    body: Body
    kept: int
    index: int
    origin: int = 0


@attrs.frozen(repr=False)
class Repeat(Node):
    """Runs `body` `times` times (evaluated once, at most 10,000); `left` is a slot of the loop's own."""

    times: Expr
    body: Body
    left: int
    origin: int = 0


@attrs.frozen(repr=False)
class Block(Node):
    """`Exit(label)` inside leaves it. Labels are unique in a verb."""

    label: int
    body: Body
    origin: int = 0


@attrs.frozen(repr=False)
class Exit(Node):
    label: int
    origin: int = 0


@attrs.frozen(repr=False)
class Invoke(Node):
    """Calls `verbs[verb]`, doer first. `checked`: passed over if its requirements do not hold."""

    verb: int
    args: tuple[Expr, ...]
    checked: bool = False
    origin: int = 0


@attrs.frozen(repr=False)
class Part(Node):
    """A part of a condition or guard, as its author wrote it, so that a refusal can tell of it.

    `path`: where it stands in the condition's test, by arguments of operators; `left` and `right`: what the sides
    of a comparison of numbers are called, empty for a plain number; `unwanted`: it stands under a `not`.
    """

    path: tuple[int, ...]
    text: str
    left: str = ""
    right: str = ""
    unwanted: bool = False


@attrs.frozen(repr=False)
class Condition(Node):
    """One requirement or `where` of a choice. `name` is empty for a where."""

    test: Expr
    name: str = ""
    reason: str = ""
    cites: tuple[str, ...] = ()
    origin: int = 0
    parts: tuple[Part, ...] = ()


@attrs.frozen(repr=False)
class Pick(Node):
    """A binder of a choice. amount None: one element; (low, high): a tuple of so many different elements, in
    domain order.
    """

    slot: int
    domain: Expr
    amount: tuple[Expr, Expr] | None = None


@attrs.frozen(repr=False)
class Waiver(Node):
    """Conditions (by index in the alternative) that a price may buy off, exactly where they fail.

    `guard`: when it is on offer and payable. The alternative's body itself pays, looking at the mask.
    `title` tells it to people.
    """

    waives: tuple[int, ...]
    guard: Expr
    title: str = ""
    origin: int = 0


@attrs.frozen(repr=False)
class Alternative(Node):
    """One way to answer: legal if guard, every condition holds (or a waiver buys off what fails), domains in
    order.

    An answer is `(alternative, pick…)`, followed by a bit mask of the waivers used if there are any waivers.
    `mask` is the slot for that mask (-1 if no waivers). `parts`: what the guard says, in words.
    """

    label: str
    title: str
    guard: Expr | None
    picks: tuple[Pick, ...]
    conditions: tuple[Condition, ...]
    body: Body
    waivers: tuple[Waiver, ...] = ()
    mask: int = -1
    compels: bool = False  # while this alternative has a legal answer, those that pass are not legal
    passes: bool = False
    cites: tuple[str, ...] = ()
    origin: int = 0
    parts: tuple[Part, ...] = ()


@attrs.frozen(repr=False)
class Choose(Node):
    """Asks a seat. No legal answer: `otherwise` runs. A single one is taken without asking, unless `always`.

    `decision` is the key in Program.decisions. Passing, where allowed, is an alternative without picks.
    """

    decision: int
    seat: Expr
    alternatives: tuple[Alternative, ...]
    otherwise: Body
    always: bool = False
    origin: int = 0


@attrs.frozen(repr=False)
class Secret(Node):
    """Asks every seat of `seats` at once; answers open together.

    `seat` is the slot that holds the seat whose answer is being found. `result` receives rows of
    `(seat, pick…)`, in the order of `seats`, as one flat tuple. A seat without a legal answer is a RuleError.
    """

    decision: int
    seats: Expr
    seat: int
    alternative: Alternative
    result: int
    origin: int = 0


@attrs.frozen(repr=False)
class DrawOne(Node):
    """`slot` = the piece that comes next from a deck or pile: its top run, then any of its bag, then its
    bottom run.

    The piece stays where it is until it is Put. -1 if there is none.
    """

    slot: int
    zone: int
    index: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class PickOne(Node):
    """`slot` = one element of the tuple `items`, all equally likely; -1 if it is empty."""

    slot: int
    items: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Shuffle(Node):
    """All parts of a deck become its bag, known to nobody. Bags are sorted tuples: order is chosen when
    drawn.
    """

    zone: int
    index: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Show(Node):
    """The seats of `seats` now know the pieces of `pieces`."""

    pieces: Expr
    seats: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Leave(Node):
    seat: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Latch(Node):
    """An end was reached: outcome as in `Outcome`; the strongest outcome stands, the first seat is kept.

    seat: who was on turn (or the winner/loser of `you win`/`you lose`, which replaces a seat that is kept).
    From GAME on it also sets V[HALT] to 1: no further instruction runs, the stack becomes main at
    `final_pc`, and
    V[HALT] becomes 2 (see `tangrules.runtime.driver`).
    """

    outcome: int
    seat: Expr
    end: int
    origin: int = 0


NEVER_RESTS = "#whenever_never_rests"
"""How the name begins of the verb that stops `whenever` rules which set each other off for ever, by calling itself.
Behind it stand these rules."""

KEEP_END = -2
"""As the end of a Latch: the end rule that was noted stays."""


class Outcome:
    """What an end does, weakest first."""

    NONE = 0
    TURN = 1  # finish the turn, then the game
    ROUND = 2  # finish the round, then the game
    GAME = 3  # stop now and score
    WINS = 4  # one seat wins now
    LOSES = 5  # one seat loses now, the others win
    ALL_WIN = 6
    ALL_LOSE = 7


# Instructions that exist only in flattened code


@attrs.frozen(repr=False)
class Jump(Node):
    target: int


@attrs.frozen(repr=False)
class JumpUnless(Node):
    test: Expr
    target: int
    origin: int = 0


@attrs.frozen(repr=False)
class Next(Node):
    """Loop head of ForEach: if index < len(kept): slot = kept[index]; index += 1; else jump to target."""

    slot: int
    kept: int
    index: int
    target: int


@attrs.frozen(repr=False)
class Again(Node):
    """Loop head of Repeat: if left > 0: left -= 1; else jump to target."""

    left: int
    target: int


@attrs.frozen(repr=False)
class Return(Node):
    pass


Stmt: TypeAlias = (
    Let
    | Store
    | Add
    | Put
    | Cover
    | If
    | ForEach
    | Repeat
    | Block
    | Exit
    | Invoke
    | Choose
    | Secret
    | DrawOne
    | PickOne
    | Shuffle
    | Show
    | Leave
    | Latch
)

Instruction: TypeAlias = (
    Let
    | Store
    | Add
    | Put
    | Cover
    | Invoke
    | Choose
    | Secret
    | DrawOne
    | PickOne
    | Shuffle
    | Show
    | Leave
    | Latch
    | Jump
    | JumpUnless
    | Next
    | Again
    | Return
)
"""In flattened code a Choose has, for each alternative and for otherwise, the pc to go on at: see
`Code.targets`.
"""

# ------------------------------------------------------------------------------ the program


@attrs.frozen(repr=False)
class Origin(Node):
    """Where a statement comes from: file:line:column, the rule's name, the clauses it cites, the pack."""

    file: str
    line: int
    column: int
    rule: str
    cites: tuple[str, ...] = ()
    pack: str = ""


@attrs.frozen(repr=False)
class TypeInfo(Node):
    """What a number means, for printing and reading moves and states.

    form: number yesno seat icon piece cell side turn edge area site slot list text.
    name: icon set, piece kind or grid; element: for lists.
    """

    form: str
    name: str = ""
    element: TypeInfo | None = None
    optional: bool = False


@attrs.frozen(repr=False)
class StaticTable(Node):
    """A constant array; its tail answers for nothing (see Lookup)."""

    name: str
    values: tuple[int | tuple[int, ...], ...]


@attrs.frozen(repr=False)
class PieceDef(Node):
    """A physical component. `name` is unique in the program; pieces with equal `species` look alike in every
    way.
    """

    name: str
    kind: str
    table: str
    species: int
    title: str = ""


@attrs.frozen(repr=False)
class ZoneDef(Node):
    """A place for pieces or numbers; `count` instances.

    storage: "value" (V numbers), "space" (V, one piece each), "set" (Z, sorted), "row" and "pile" (Z,
    ordered, last is
    top), "deck" (Z, three entries an instance: top run, bag, bottom run), "list" (Z, a tuple of numbers).
    base: offset in V or Z of instance 0. An instance is numbered over (seat,) + index, the last index
    running fastest.
    posed: the space holds poses. reset: "" | "turn" | "your turn" | "round". visibility: public | private |
    secret.
    attribute: True for a changing attribute of pieces (indexed by piece id).
    alias: the zone `#slots` over the slots of all zones together: skip it when pieces are looked for.
    shows: columns (by piece) that all see of a piece in it, even if the zone is hidden from them.
    """

    name: str
    storage: str
    base: int
    count: int
    per_seat: bool = False
    index: tuple[TypeInfo, ...] = ()
    sizes: tuple[int, ...] = ()
    holds: TypeInfo = attrs.field(factory=lambda: TypeInfo("number"))
    low: int = -32768
    high: int = 32767
    initial: int | tuple[int, ...] = 0
    posed: bool = False
    reset: str = ""
    visibility: str = "public"
    attribute: bool = False
    alias: bool = False
    shows: tuple[int, ...] = ()
    grid: GridDef | None = None
    origin: int = 0


@attrs.frozen(repr=False)
class GridDef(Node):
    """The geometry of a grid: cells are `row * width + column`; `missing` cells do not exist."""

    width: int
    height: int
    missing: tuple[int, ...] = ()


@attrs.frozen(repr=False)
class ValueDef(Node):
    """A question. `slots` counts its locals; arguments come first. `table` gives its answers when they are
    static.
    """

    name: str
    params: tuple[str, ...]
    types: tuple[TypeInfo, ...]
    result: TypeInfo
    per_seat: bool
    slots: int
    body: Expr
    origin: int = 0


@attrs.frozen(repr=False)
class Code(Node):
    """Flattened instructions of a verb.

    live[pc]: slots that matter after suspending at pc (a Choose, Secret, Invoke or chance); others are
    stored as 0.
    targets[pc]: for a Choose at pc, where each alternative goes on, then otherwise; for a Secret, () .
    """

    instructions: tuple[Instruction, ...]
    live: dict[int, tuple[int, ...]]
    targets: dict[int, tuple[int, ...]]


@attrs.frozen(repr=False)
class VerbDef(Node):
    """Something that happens. `framed`: it may ask or reach a settle point, so it runs on the state's own
    stack.

    requirements are checked for its arguments by Legal; `chance`: it may draw, pick or shuffle.
    """

    name: str
    params: tuple[str, ...]
    types: tuple[TypeInfo, ...]
    slots: int
    body: Body
    code: Code
    requirements: tuple[Condition, ...] = ()
    requirement_slots: int = 0
    framed: bool = False
    chance: bool = False
    is_turn: bool = False
    origin: int = 0


@attrs.frozen(repr=False)
class DecisionDef(Node):
    """Static facts of a decision: its name, the verb it stands in, the prompt, and the types of each
    alternative's picks.

    secret: a Secret. hidden: what is answered is told to nobody but the seat that answers.
    """

    name: str
    verb: int
    prompt: str
    picks: tuple[tuple[tuple[str, TypeInfo], ...], ...]
    secret: bool = False
    hidden: bool = False


@attrs.frozen(repr=False)
class ScoreDef(Node):
    """A line of the score pad. `value`: index of a per-seat ValueDef; `each`: a per-seat ValueDef giving the
    things it
    lists one by one, whose single value takes (seat, thing). `told_to`, while the game goes on: "all", only
    its "own" seat, or "none", as it reads what is hidden."""

    name: str
    title: str
    value: int
    each: int = -1
    thing: TypeInfo | None = None
    cites: tuple[str, ...] = ()
    origin: int = 0
    told_to: str = "all"


@attrs.frozen(repr=False)
class RankDef(Node):
    """A rule of the winner: compare `value` (a per-seat ValueDef; -1 the score), `most` or fewest first."""

    most: bool
    value: int


@attrs.frozen(repr=False)
class ExampleStep(Node):
    """One line of an example: `kind` as in the syntax tree; `verb` runs its statements; values are evaluated
    by ValueDefs. `parts` of an expectation are what `and`, `or` and `not` put together, each an expectation.
    """

    kind: str  # bare do rig answer expect refused options none sees winners grade over
    verb: int = -1
    values: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    zone: int = -1
    number: int = -1
    negated: bool = False
    origin: int = 0
    text: str = ""
    parts: tuple[ExampleStep, ...] = ()


@attrs.frozen(repr=False)
class ExampleDef(Node):
    """An example block. Its locals live in slots shared by its steps: slot 0 is `you` (seat 1)."""

    title: str
    players: int
    slots: int
    steps: tuple[ExampleStep, ...]
    cites: tuple[str, ...] = ()
    origin: int = 0


class Reserved:
    """V offsets of the engine's own numbers, at the start of V."""

    TURN = 0  # turns begun
    ROUND = 1  # rounds begun
    OUTCOME = 2  # latched Outcome
    OUTCOME_SEAT = 3
    OUTCOME_END = 4  # index of the end rule
    HALT = 5  # 1: stop at once
    CURRENT = 6  # seat on turn, -1 outside turns
    OUT = 7  # bit mask of seats that left
    SIZE = 8


@attrs.frozen(repr=False)
class Program(Node):
    """A linked and lowered rule set for one seat count."""

    name: str
    title: str
    packs: tuple[str, ...]
    players: int
    horizon: int
    fingerprint: str
    icons: tuple[str, ...]  # icon id -> name
    icon_sets: dict[str, tuple[int, ...]]
    pieces: tuple[PieceDef, ...]
    kinds: dict[str, tuple[int, ...]]  # kind -> piece ids
    tables: tuple[StaticTable, ...]
    zones: tuple[ZoneDef, ...]
    values: tuple[ValueDef, ...]
    verbs: tuple[VerbDef, ...]
    decisions: tuple[DecisionDef, ...]
    scores: tuple[ScoreDef, ...]
    ranks: tuple[RankDef, ...]
    ties_shared: bool
    grades: tuple[tuple[int, str], ...]
    ends: tuple[tuple[str, str], ...]  # (name, outcome in words)
    examples: tuple[ExampleDef, ...]
    invariants: tuple[tuple[str, int, int], ...]  # (name, value, origin)
    origins: tuple[Origin, ...]
    main: int  # the verb that runs a whole game
    final_pc: int  # pc in main's code at which scoring starts when the game is stopped at once
    v_size: int
    z_size: int
    v_initial: tuple[int, ...]
    z_initial: tuple[tuple[int, ...], ...]
    # V offset of the knowledge masks, one per piece (bit s: seat s knows this piece); -1 if nothing is hidden
    know: int
    sites: tuple[tuple[int, int, int], ...]  # site id -> (piece, icon, index on the piece)
    site_base: int  # V offset of what each site holds, -1 if there are no sites
    slots: tuple[tuple[int, int], ...]  # slot id -> (zone, instance within zone); slots are consecutive in V
    slot_base: int
    looks: dict[str, tuple[str, str]]  # icon, kind or zone -> (letters, colour)
    joined: tuple[str, ...] = ()  # titles of the packs beside the game, without those that others need
    layouts: tuple[tuple[str, str, int], ...] = ()  # (name, grid, table of an icon for each cell)
