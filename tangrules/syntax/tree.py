"""The syntax tree: one frozen node per construct of the language, each with its span.

Equality ignores spans, so that a tree printed and parsed again compares equal. Nodes hold the author's
words only: nothing here is resolved, typed or rewritten.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax.heading import Cite as Cite
from tangrules.syntax.heading import Header as Header
from tangrules.syntax.heading import Name as Name
from tangrules.syntax.heading import Node as Node
from tangrules.syntax.heading import PackLine as PackLine
from tangrules.syntax.heading import TextLit as TextLit
from tangrules.syntax.heading import placed as _span

# --------------------------------------------------------------------------- small parts


@attrs.frozen(eq=False, repr=False)
class Type(Node):
    """`[list of|set of] NAME [of NAME] [or nothing]`, e.g. `cell of sea or nothing`."""

    name: Name
    of: Name | None = None
    collection: str | None = None  # "list", "set" or None
    optional: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Param(Node):
    """A parameter; patches, waivers and triggers leave the type out."""

    name: Name
    type: Type | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Binder(Node):
    """`[amount] NAME in DOMAIN [where COND]`; amount only in choices."""

    name: Name
    domain: Expr
    where: Expr | None = None
    amount: Amount | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Amount(Node):
    """`up to E` or `E`: how many are chosen together."""

    count: Expr
    up_to: bool = False
    span: Span = _span()


# --------------------------------------------------------------------------- expressions


@attrs.frozen(eq=False, repr=False)
class NumberLit(Node):
    value: int
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class BoolLit(Node):
    value: bool
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class NothingLit(Node):
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class NameRef(Node):
    """A bare name: local, icon, icon set, zone, table, value, row, cell literal, verb …"""

    name: str
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class You(Node):
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class They(Node):
    """The doer of the heard verb, inside a trigger."""

    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class SeatLit(Node):
    """`seat N` (1-based), in examples and invariants."""

    number: int
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Owned(Node):
    """`your NAME` or `their NAME`."""

    whose: str  # "your" | "their"
    name: Name
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Attr(Node):
    subject: Expr
    name: Name
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Index(Node):
    subject: Expr
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Call(Node):
    """`f(args)`; f is a NameRef, Owned or Attr."""

    function: Expr
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Surely(Node):
    """`x!`: asserts that x is not nothing."""

    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Not(Node):
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Neg(Node):
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Binary(Node):
    """op: or and + - * div mod is `is not` in `not in` < <= > >= .."""

    op: str
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class IsKind(Node):
    """`x is a KIND` / `x is not a KIND`: tests the kind of a piece and narrows it."""

    value: Expr
    kind: Name
    negated: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class IfExpr(Node):
    test: Expr
    then: Expr
    otherwise: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ListLit(Node):
    items: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Aggregate(Node):
    """op: count sum every any none max min all first distinct highest lowest.

    `body` is the part after `:`, or after `by` for highest/lowest; `default` the part after `else`.
    """

    op: str
    binders: tuple[Binder, ...]
    body: Expr | None = None
    default: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class CountOf(Node):
    """`count(E)`: the size of a collection."""

    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Share(Node):
    """`share(PRIZES) by E [, ties share|lose|skip]`: what `you` win by rank of E among the players."""

    prizes: tuple[Expr, ...]
    by: Expr
    ties: str = "share"
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Allowed(Node):
    """`allowed VERB(args)`: may this be done now?"""

    call: Expr
    span: Span = _span()


Expr: TypeAlias = (
    NumberLit
    | TextLit
    | BoolLit
    | NothingLit
    | NameRef
    | You
    | They
    | SeatLit
    | Owned
    | Attr
    | Index
    | Call
    | Surely
    | Not
    | Neg
    | Binary
    | IsKind
    | IfExpr
    | ListLit
    | Aggregate
    | CountOf
    | Share
    | Allowed
)


# --------------------------------------------------------------------------- statements

Block: TypeAlias = "tuple[Stmt, ...]"


@attrs.frozen(eq=False, repr=False)
class Let(Node):
    name: Name
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Set(Node):
    target: Expr
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Change(Node):
    """`change PARAM to E`: alters a parameter of the heard verb in a `before` rule."""

    name: Name
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Amend(Node):
    """`[who] gain|lose|pay|advance E THING`; `advance THING by E` has the same node. who None = you."""

    verb: str
    who: Expr | None
    amount: Expr
    thing: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Move(Node):
    """`move E to PLACE [on top|at bottom] [turned E]`. E is one piece, a list, or a whole zone."""

    what: Expr
    to: Expr
    position: str | None = None  # "top" | "bottom"
    turned: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Lay(Node):
    """`lay BLOCK at|over CELL [turned E]`: puts each part of a block on its cell of the grid.

    `over`: what lies there goes to the box; without it, laying on a cell that is taken is an error.
    """

    what: Expr
    at: Expr
    turned: Expr | None = None
    over: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Swap(Node):
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Draw(Node):
    """`[who] draw E from DECK to PLACE [on top|at bottom] [as NAME]`; NAME is the list of what was drawn."""

    who: Expr | None
    amount: Expr
    source: Expr
    to: Expr
    name: Name | None = None
    position: str | None = None  # "top" | "bottom"
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Shuffle(Node):
    """`shuffle DECK` or `shuffle E into DECK`."""

    what: Expr
    into: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Pick(Node):
    """`pick NAME in E [where P]`: chance chooses, all equally likely."""

    binder: Binder
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Roll(Node):
    """`roll NAME in E [, NAME in E]*`: independent picks in one event, shown to all."""

    binders: tuple[Binder, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Show(Node):
    what: Expr
    to: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Step(Node):
    label: str
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class If(Node):
    """branches: (test, block) pairs in order, then an optional else block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ForEach(Node):
    """`for each BINDER, … [lowest|highest first by E]: block`."""

    binders: tuple[Binder, ...]
    body: Block
    order: str | None = None  # "lowest" | "highest"
    by: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Repeat(Node):
    times: Expr
    body: Block
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Choose(Node):
    """`choose|who chooses [in secret] ["prompt"] BINDER, … [to CALL] [or pass] [: block] [otherwise: …]`."""

    who: Expr | None
    prompt: str | None
    binders: tuple[Binder, ...]
    call: Expr | None = None
    can_pass: bool = False
    pass_label: str | None = None
    body: Block = ()
    otherwise: Block | None = None
    secret: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Option(Node):
    """`is_kept`: another option of its label replaces it under a condition; this one is offered where that fails."""

    label: str
    title: str | None
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()
    is_kept: bool = False


@attrs.frozen(eq=False, repr=False)
class ChooseOne(Node):
    """`choose one LABEL ["prompt"]: option …`."""

    who: Expr | None
    label: str
    prompt: str | None
    options: tuple[Option, ...]
    otherwise: Block | None = None
    secret: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class May(Node):
    """`may "…" [when P]: block`: take it or leave it."""

    who: Expr | None
    title: str
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Secret(Node):
    """`in secret each NAME in E chooses BINDER, … as NAME`; answers open together."""

    seat: Name
    seats: Expr
    binders: tuple[Binder, ...]
    name: Name
    prompt: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Offered(Node):
    quantity: str  # "one" | "any"
    group: Name
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Offer(Node):
    groups: tuple[Offered, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Do(Node):
    """`VERB(args)` or `q does VERB(args)`."""

    who: Expr | None
    call: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Proceed(Node):
    """Inside `instead of` and `replace`: what would have happened."""

    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Stop(Node):
    """Leaves the innermost unit this author opened, or the named verb."""

    verb: Name | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Leave(Node):
    """`q leaves`: the seat is out of the game."""

    who: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Finish(Node):
    """`finish now`, `everyone wins now` or `everyone loses now` as a statement."""

    outcome: str
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class NothingHappens(Node):
    span: Span = _span()


# statements of examples only


@attrs.frozen(eq=False, repr=False)
class Given(Node):
    """`given nothing set up` (body empty, bare True) or `given: block`."""

    bare: bool
    body: Block = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Rig(Node):
    """`rig DECK: E, …` or `rig pick: E, …`: the outcomes that chance gives next."""

    what: Expr
    outcomes: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Answer(Node):
    """`answer E, …`: answers the open decision with the option that has these labels and values."""

    values: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Expect(Node):
    value: Expr
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectRefused(Node):
    """`expect refused [q does] VERB(args) [because NAME, …]`."""

    call: Expr
    because: tuple[Name, ...]
    who: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectOptions(Node):
    """`expect option E, …` / `expect no option E, …` / `expect N options` / `expect no question`."""

    values: tuple[Expr, ...] = ()
    negated: bool = False
    count: int | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectSees(Node):
    """`expect seat 2 sees E` / `expect seat 2 does not see E`: what a player may know of a piece."""

    who: Expr
    what: Expr
    negated: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectWinners(Node):
    """`expect winners seat 1, seat 2`, or `expect no winners` (no seats): who wins as things stand."""

    seats: tuple[Expr, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectGrade(Node):
    """`expect grade "Title" [for E]`: the title that a score earns."""

    title: str
    who: Expr | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ExpectOver(Node):
    """`expect the game over|on` or `expect the last round`: which end is reached? state: over on last."""

    state: str
    span: Span = _span()


Stmt: TypeAlias = (
    Let
    | Set
    | Change
    | Amend
    | Move
    | Lay
    | Swap
    | Draw
    | Shuffle
    | Pick
    | Roll
    | Show
    | Step
    | If
    | ForEach
    | Repeat
    | Choose
    | ChooseOne
    | May
    | Secret
    | Offer
    | Do
    | Proceed
    | Stop
    | Leave
    | Finish
    | NothingHappens
    | Given
    | Rig
    | Answer
    | Expect
    | ExpectRefused
    | ExpectOptions
    | ExpectSees
    | ExpectWinners
    | ExpectGrade
    | ExpectOver
)


# --------------------------------------------------------------------------- declarations


@attrs.frozen(eq=False, repr=False)
class IconMember(Node):
    """A symbol, or `all of SET`."""

    name: Name
    inclusion: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Icons(Node):
    name: Name
    members: tuple[IconMember, ...]
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Field(Node):
    """form: plain | per_side | areas | sites | parts."""

    name: Name
    form: str
    type: Type
    default: Expr | None = None
    changes: bool = False
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Piece(Node):
    name: Name
    fields: tuple[Field, ...]
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class TableCell(Node):
    """Comma-separated items of juxtaposed atoms: `red north east, blue south` is two items."""

    items: tuple[tuple[Expr, ...], ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Row(Node):
    cells: tuple[TableCell, ...]
    assumed: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Table(Node):
    """The first row holds the column names (NameRefs)."""

    name: Name
    kind: Name
    header: tuple[Name, ...]
    rows: tuple[Row, ...]
    total: int | None = None
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Layout(Node):
    """A drawn grid: one character per cell; `legend` maps characters to icons, `-` and `.` are blank."""

    name: Name
    grid: Name
    icons: Name
    legend: tuple[tuple[str, Name], ...]
    rows: tuple[str, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ZoneType(Node):
    """form: grid plane one slots set row pile deck counter flag note.

    grid: width, height, of, without (cell names); slots: count, of; counter: low, high; note: type.
    """

    form: str
    of: Name | None = None
    width: int = 0
    height: int = 0
    without: tuple[Name, ...] = ()
    count: Expr | None = None
    low: Expr | None = None
    high: Expr | None = None
    type: Type | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Zone(Node):
    """options: subset of `secret`, `private`, `each turn`, `each your turn`, `each round`, `each VERB`.

    but_for: fields that all may see of a piece that lies in a secret or private zone. each: the verb after
    `each`.
    """

    name: Name
    your: bool
    index: tuple[Name, ...]
    type: ZoneType
    initial: Expr | None = None
    options: tuple[str, ...] = ()
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    but_for: tuple[Name, ...] = ()
    each: Name | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Mark(Node):
    at: int
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Track(Node):
    """`track your level[colour]: 0 to 10 …: at 5: gain 2 coins`."""

    name: Name
    your: bool
    index: tuple[Name, ...]
    low: int
    high: int
    marks: tuple[Mark, ...] = ()
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Region(Node):
    """`region NAME on GRID of areas|cells joins EDGE when COND`, or `… joins NODE to OTHER in E [where P]`.

    In the second form `edge` names the node that is joined and `joins` is the binder of what it is joined to.
    """

    name: Name
    your: bool
    grid: Name
    nodes: str
    edge: Name
    joins: Expr | Binder
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Case(Node):
    """guard None = otherwise."""

    value: Expr
    guard: Expr | None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Value(Node):
    name: Name
    your: bool
    params: tuple[Param, ...]
    type: Type | None
    cases: tuple[Case, ...]  # a plain body is one case without guard
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Adjust(Node):
    """op: + - times becomes `at least` `at most` also except yes no (value None for yes/no)."""

    name: Name
    your: bool
    params: tuple[Param, ...]
    op: str
    value: Expr | None
    guard: Expr | None = None
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Verb(Node):
    """form: `to`, or `turn` for the verb whose call is a turn."""

    name: Name
    params: tuple[Param, ...]
    body: Block
    form: str = "to"
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Action(Node):
    name: Name
    title: str | None
    group: Name
    guard: Expr | None
    once: str | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Require(Node):
    """`require NAME for VERB(params) [when P]: COND else "reason"`."""

    name: Name
    verb: Name
    params: tuple[Param, ...]
    condition: Expr
    reason: str
    guard: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Law(Node):
    """`law NAME(params): COND else "reason"`: a condition on things, used as `require NAME(args) for …`."""

    name: Name
    params: tuple[Param, ...]
    condition: Expr
    reason: str
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class RequireLaw(Node):
    law: Name
    args: tuple[Expr, ...]
    verb: Name
    params: tuple[Param, ...]
    guard: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Waive(Node):
    names: tuple[Name, ...]
    verb: Name
    params: tuple[Param, ...]
    guard: Expr | None = None
    price: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Trigger(Node):
    """moment: before after `instead of`; subject: you anyone another."""

    moment: str
    subject: str
    verb: Name
    params: tuple[Param, ...]
    body: Block
    name: Name | None = None
    guard: Expr | None = None
    once: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Whenever(Node):
    condition: Expr
    body: Block
    name: Name | None = None
    once: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Score(Node):
    name: Name
    title: str | None
    each: Binder | None
    cases: tuple[Case, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class End(Node):
    """moment: settle (default) | round | turn | once (`at once`); outcome as written."""

    name: Name
    moment: str
    guard: Expr
    outcome: str
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class WinnerRule(Node):
    most: bool
    value: Expr | None  # None = the score
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Winner(Node):
    rules: tuple[WinnerRule, ...]
    shared: bool
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Grade(Node):
    at_least: int
    title: str
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Grades(Node):
    """Titles earned by the score, for games one plays alone or together."""

    grades: tuple[Grade, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Invariant(Node):
    name: Name
    condition: Expr
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Example(Node):
    title: str
    players: int | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Look(Node):
    """`look NAME "letters" [colour]`: how an icon, kind or zone is drawn. No effect on play."""

    name: Name
    text: str | None
    colour: str | None
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Implements(Node):
    """`implements @id @id "note"`: clauses that hold by construction, with the reason."""

    cites: tuple[Cite, ...]
    note: str
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Order(Node):
    rules: tuple[Name, ...]  # each `pack.rule`, the dot inside the text
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


# patches


@attrs.frozen(eq=False, repr=False)
class Replace(Node):
    """`replace DECL`: the declaration of the same name is replaced whole."""

    item: Item
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Extend(Node):
    """`extend icons …` or `extend piece …`."""

    item: Icons | Piece
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class Remove(Node):
    """`remove score|end|action|require|verb|value|table|rule NAME`."""

    kind: str
    name: Name
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class PatchStep(Node):
    """op: add (with where/anchor), replace, remove (body empty)."""

    op: str
    label: str
    verb: Name
    where: str | None = None  # before | after
    anchor: str | None = None
    guard: Expr | None = None
    body: Block = ()
    cites: tuple[Cite, ...] = ()
    target_span: Span = _span()  # of the anchor, or of the step that is changed
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class PatchOption(Node):
    """op: add, replace, remove: an option of `choose one CHOICE` in VERB."""

    op: str
    label: str
    choice: str
    verb: Name
    title: str | None = None
    guard: Expr | None = None
    body: Block = ()
    cites: tuple[Cite, ...] = ()
    target_span: Span = _span()  # of the option
    choice_span: Span = _span()
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class While(Node):
    condition: Expr
    items: tuple[Item, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class With(Node):
    packs: tuple[Name, ...]
    items: tuple[Item, ...]
    span: Span = _span()


@attrs.frozen(eq=False, repr=False)
class ForPlayers(Node):
    """`for 2 to 4 players:`: items that exist at these seat counts only."""

    low: int
    high: int
    items: tuple[Item, ...]
    span: Span = _span()


Item: TypeAlias = (
    Icons
    | Piece
    | Table
    | Layout
    | Zone
    | Track
    | Region
    | Value
    | Adjust
    | Verb
    | Action
    | Require
    | Law
    | RequireLaw
    | Waive
    | Trigger
    | Whenever
    | Score
    | End
    | Winner
    | Grades
    | Invariant
    | Example
    | Look
    | Implements
    | Order
    | Replace
    | Extend
    | Remove
    | PatchStep
    | PatchOption
    | While
    | With
    | ForPlayers
)


@attrs.frozen(eq=False, repr=False)
class File(Node):
    header: Header
    items: tuple[Item, ...]
    span: Span = _span()
