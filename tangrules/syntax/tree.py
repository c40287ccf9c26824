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
from tangrules.syntax.heading import PackLine as PackLine
from tangrules.syntax.heading import TextLit as TextLit
from tangrules.syntax.heading import placed as _span

# --------------------------------------------------------------------------- small parts


@attrs.frozen
class Type:
    """`[list of|set of] NAME [of NAME] [or nothing]`, e.g. `cell of sea or nothing`."""

    name: Name
    of: Name | None = None
    collection: str | None = None  # "list", "set" or None
    optional: bool = False
    span: Span = _span()


@attrs.frozen
class Param:
    """A parameter; patches, waivers and triggers leave the type out."""

    name: Name
    type: Type | None = None
    span: Span = _span()


@attrs.frozen
class Binder:
    """`[amount] NAME in DOMAIN [where COND]`; amount only in choices."""

    name: Name
    domain: Expr
    where: Expr | None = None
    amount: Amount | None = None
    span: Span = _span()


@attrs.frozen
class Amount:
    """`up to E` or `E`: how many are chosen together."""

    count: Expr
    up_to: bool = False
    span: Span = _span()


# --------------------------------------------------------------------------- expressions


@attrs.frozen
class NumberLit:
    value: int
    span: Span = _span()


@attrs.frozen
class BoolLit:
    value: bool
    span: Span = _span()


@attrs.frozen
class NothingLit:
    span: Span = _span()


@attrs.frozen
class NameRef:
    """A bare name: local, icon, icon set, zone, table, value, row, cell literal, verb …"""

    name: str
    span: Span = _span()


@attrs.frozen
class You:
    span: Span = _span()


@attrs.frozen
class They:
    """The doer of the heard verb, inside a trigger."""

    span: Span = _span()


@attrs.frozen
class SeatLit:
    """`seat N` (1-based), in examples and invariants."""

    number: int
    span: Span = _span()


@attrs.frozen
class Owned:
    """`your NAME` or `their NAME`."""

    whose: str  # "your" | "their"
    name: Name
    span: Span = _span()


@attrs.frozen
class Attr:
    subject: Expr
    name: Name
    span: Span = _span()


@attrs.frozen
class Index:
    subject: Expr
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Call:
    """`f(args)`; f is a NameRef, Owned or Attr."""

    function: Expr
    args: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Surely:
    """`x!`: asserts that x is not nothing."""

    value: Expr
    span: Span = _span()


@attrs.frozen
class Not:
    value: Expr
    span: Span = _span()


@attrs.frozen
class Neg:
    value: Expr
    span: Span = _span()


@attrs.frozen
class Binary:
    """op: or and + - * div mod is `is not` in `not in` < <= > >= .."""

    op: str
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen
class IsKind:
    """`x is a KIND` / `x is not a KIND`: tests the kind of a piece and narrows it."""

    value: Expr
    kind: Name
    negated: bool = False
    span: Span = _span()


@attrs.frozen
class IfExpr:
    test: Expr
    then: Expr
    otherwise: Expr
    span: Span = _span()


@attrs.frozen
class ListLit:
    items: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Aggregate:
    """op: count sum every any none max min all first distinct highest lowest.

    `body` is the part after `:`, or after `by` for highest/lowest; `default` the part after `else`.
    """

    op: str
    binders: tuple[Binder, ...]
    body: Expr | None = None
    default: Expr | None = None
    span: Span = _span()


@attrs.frozen
class CountOf:
    """`count(E)`: the size of a collection."""

    value: Expr
    span: Span = _span()


@attrs.frozen
class Share:
    """`share(PRIZES) by E [, ties share|lose|skip]`: what `you` win by rank of E among the players."""

    prizes: tuple[Expr, ...]
    by: Expr
    ties: str = "share"
    span: Span = _span()


@attrs.frozen
class Allowed:
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


@attrs.frozen
class Let:
    name: Name
    value: Expr
    span: Span = _span()


@attrs.frozen
class Set:
    target: Expr
    value: Expr
    span: Span = _span()


@attrs.frozen
class Change:
    """`change PARAM to E`: alters a parameter of the heard verb in a `before` rule."""

    name: Name
    value: Expr
    span: Span = _span()


@attrs.frozen
class Amend:
    """`[who] gain|lose|pay|advance E THING`; `advance THING by E` has the same node. who None = you."""

    verb: str
    who: Expr | None
    amount: Expr
    thing: Expr
    span: Span = _span()


@attrs.frozen
class Move:
    """`move E to PLACE [on top|at bottom] [turned E]`. E is one piece, a list, or a whole zone."""

    what: Expr
    to: Expr
    position: str | None = None  # "top" | "bottom"
    turned: Expr | None = None
    span: Span = _span()


@attrs.frozen
class Lay:
    """`lay BLOCK at|over CELL [turned E]`: puts each part of a block on its cell of the grid.

    `over`: what lies there goes to the box; without it, laying on a cell that is taken is an error.
    """

    what: Expr
    at: Expr
    turned: Expr | None = None
    over: bool = False
    span: Span = _span()


@attrs.frozen
class Swap:
    left: Expr
    right: Expr
    span: Span = _span()


@attrs.frozen
class Draw:
    """`[who] draw E from DECK to PLACE [on top|at bottom] [as NAME]`; NAME is the list of what was drawn."""

    who: Expr | None
    amount: Expr
    source: Expr
    to: Expr
    name: Name | None = None
    position: str | None = None  # "top" | "bottom"
    span: Span = _span()


@attrs.frozen
class Shuffle:
    """`shuffle DECK` or `shuffle E into DECK`."""

    what: Expr
    into: Expr | None = None
    span: Span = _span()


@attrs.frozen
class Pick:
    """`pick NAME in E [where P]`: chance chooses, all equally likely."""

    binder: Binder
    span: Span = _span()


@attrs.frozen
class Roll:
    """`roll NAME in E [, NAME in E]*`: independent picks in one event, shown to all."""

    binders: tuple[Binder, ...]
    span: Span = _span()


@attrs.frozen
class Show:
    what: Expr
    to: Expr
    span: Span = _span()


@attrs.frozen
class Step:
    label: str
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class If:
    """branches: (test, block) pairs in order, then an optional else block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None = None
    span: Span = _span()


@attrs.frozen
class ForEach:
    """`for each BINDER, … [lowest|highest first by E]: block`."""

    binders: tuple[Binder, ...]
    body: Block
    order: str | None = None  # "lowest" | "highest"
    by: Expr | None = None
    span: Span = _span()


@attrs.frozen
class Repeat:
    times: Expr
    body: Block
    span: Span = _span()


@attrs.frozen
class Choose:
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


@attrs.frozen
class Option:
    """`is_kept`: another option of its label replaces it under a condition; this one is offered where that fails."""

    label: str
    title: str | None
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()
    is_kept: bool = False


@attrs.frozen
class ChooseOne:
    """`choose one LABEL ["prompt"]: option …`."""

    who: Expr | None
    label: str
    prompt: str | None
    options: tuple[Option, ...]
    otherwise: Block | None = None
    secret: bool = False
    span: Span = _span()


@attrs.frozen
class May:
    """`may "…" [when P]: block`: take it or leave it."""

    who: Expr | None
    title: str
    guard: Expr | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Secret:
    """`in secret each NAME in E chooses BINDER, … as NAME`; answers open together."""

    seat: Name
    seats: Expr
    binders: tuple[Binder, ...]
    name: Name
    prompt: str | None = None
    span: Span = _span()


@attrs.frozen
class Offered:
    quantity: str  # "one" | "any"
    group: Name
    span: Span = _span()


@attrs.frozen
class Offer:
    groups: tuple[Offered, ...]
    span: Span = _span()


@attrs.frozen
class Do:
    """`VERB(args)` or `q does VERB(args)`."""

    who: Expr | None
    call: Expr
    span: Span = _span()


@attrs.frozen
class Proceed:
    """Inside `instead of` and `replace`: what would have happened."""

    span: Span = _span()


@attrs.frozen
class Stop:
    """Leaves the innermost unit this author opened, or the named verb."""

    verb: Name | None = None
    span: Span = _span()


@attrs.frozen
class Leave:
    """`q leaves`: the seat is out of the game."""

    who: Expr
    span: Span = _span()


@attrs.frozen
class Finish:
    """`finish now`, `everyone wins now` or `everyone loses now` as a statement."""

    outcome: str
    span: Span = _span()


@attrs.frozen
class NothingHappens:
    span: Span = _span()


# statements of examples only


@attrs.frozen
class Given:
    """`given nothing set up` (body empty, bare True) or `given: block`."""

    bare: bool
    body: Block = ()
    span: Span = _span()


@attrs.frozen
class Rig:
    """`rig DECK: E, …` or `rig pick: E, …`: the outcomes that chance gives next."""

    what: Expr
    outcomes: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Answer:
    """`answer E, …`: answers the open decision with the option that has these labels and values."""

    values: tuple[Expr, ...]
    span: Span = _span()


@attrs.frozen
class Expect:
    value: Expr
    span: Span = _span()


@attrs.frozen
class ExpectRefused:
    """`expect refused [q does] VERB(args) [because NAME, …]`."""

    call: Expr
    because: tuple[Name, ...]
    who: Expr | None = None
    span: Span = _span()


@attrs.frozen
class ExpectOptions:
    """`expect option E, …` / `expect no option E, …` / `expect N options` / `expect no question`."""

    values: tuple[Expr, ...] = ()
    negated: bool = False
    count: int | None = None
    span: Span = _span()


@attrs.frozen
class ExpectSees:
    """`expect seat 2 sees E` / `expect seat 2 does not see E`: what a player may know of a piece."""

    who: Expr
    what: Expr
    negated: bool = False
    span: Span = _span()


@attrs.frozen
class ExpectWinners:
    """`expect winners seat 1, seat 2`, or `expect no winners` (no seats): who wins as things stand."""

    seats: tuple[Expr, ...] = ()
    span: Span = _span()


@attrs.frozen
class ExpectGrade:
    """`expect grade "Title" [for E]`: the title that a score earns."""

    title: str
    who: Expr | None = None
    span: Span = _span()


@attrs.frozen
class ExpectOver:
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


@attrs.frozen
class IconMember:
    """A symbol, or `all of SET`."""

    name: Name
    inclusion: bool = False
    span: Span = _span()


@attrs.frozen
class Icons:
    name: Name
    members: tuple[IconMember, ...]
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Field:
    """form: plain | per_side | areas | sites | parts."""

    name: Name
    form: str
    type: Type
    default: Expr | None = None
    changes: bool = False
    span: Span = _span()


@attrs.frozen
class Piece:
    name: Name
    fields: tuple[Field, ...]
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class TableCell:
    """Comma-separated items of juxtaposed atoms: `red north east, blue south` is two items."""

    items: tuple[tuple[Expr, ...], ...]
    span: Span = _span()


@attrs.frozen
class Row:
    cells: tuple[TableCell, ...]
    assumed: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Table:
    """The first row holds the column names (NameRefs)."""

    name: Name
    kind: Name
    header: tuple[Name, ...]
    rows: tuple[Row, ...]
    total: int | None = None
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen
class Layout:
    """A drawn grid: one character per cell; `legend` maps characters to icons, `-` and `.` are blank."""

    name: Name
    grid: Name
    icons: Name
    legend: tuple[tuple[str, Name], ...]
    rows: tuple[str, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen
class ZoneType:
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


@attrs.frozen
class Zone:
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


@attrs.frozen
class Mark:
    at: int
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Track:
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


@attrs.frozen
class Region:
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


@attrs.frozen
class Case:
    """guard None = otherwise."""

    value: Expr
    guard: Expr | None
    span: Span = _span()


@attrs.frozen
class Value:
    name: Name
    your: bool
    params: tuple[Param, ...]
    type: Type | None
    cases: tuple[Case, ...]  # a plain body is one case without guard
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen
class Adjust:
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


@attrs.frozen
class Verb:
    """form: `to`, or `turn` for the verb whose call is a turn."""

    name: Name
    params: tuple[Param, ...]
    body: Block
    form: str = "to"
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Action:
    name: Name
    title: str | None
    group: Name
    guard: Expr | None
    once: str | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Require:
    """`require NAME for VERB(params) [when P]: COND else "reason"`."""

    name: Name
    verb: Name
    params: tuple[Param, ...]
    condition: Expr
    reason: str
    guard: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Law:
    """`law NAME(params): COND else "reason"`: a condition on things, used as `require NAME(args) for …`."""

    name: Name
    params: tuple[Param, ...]
    condition: Expr
    reason: str
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class RequireLaw:
    law: Name
    args: tuple[Expr, ...]
    verb: Name
    params: tuple[Param, ...]
    guard: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Waive:
    names: tuple[Name, ...]
    verb: Name
    params: tuple[Param, ...]
    guard: Expr | None = None
    price: Expr | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Trigger:
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


@attrs.frozen
class Whenever:
    condition: Expr
    body: Block
    name: Name | None = None
    once: str | None = None
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Score:
    name: Name
    title: str | None
    each: Binder | None
    cases: tuple[Case, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen
class End:
    """moment: settle (default) | round | turn | once (`at once`); outcome as written."""

    name: Name
    moment: str
    guard: Expr
    outcome: str
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class WinnerRule:
    most: bool
    value: Expr | None  # None = the score
    span: Span = _span()


@attrs.frozen
class Winner:
    rules: tuple[WinnerRule, ...]
    shared: bool
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Grade:
    at_least: int
    title: str
    span: Span = _span()


@attrs.frozen
class Grades:
    """Titles earned by the score, for games one plays alone or together."""

    grades: tuple[Grade, ...]
    cites: tuple[Cite, ...] = ()
    assumed: str | None = None
    span: Span = _span()


@attrs.frozen
class Invariant:
    name: Name
    condition: Expr
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Example:
    title: str
    players: int | None
    body: Block
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class Look:
    """`look NAME "letters" [colour]`: how an icon, kind or zone is drawn. No effect on play."""

    name: Name
    text: str | None
    colour: str | None
    span: Span = _span()


@attrs.frozen
class Implements:
    """`implements @id @id "note"`: clauses that hold by construction, with the reason."""

    cites: tuple[Cite, ...]
    note: str
    span: Span = _span()


@attrs.frozen
class Order:
    rules: tuple[Name, ...]  # each `pack.rule`, the dot inside the text
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


# patches


@attrs.frozen
class Replace:
    """`replace DECL`: the declaration of the same name is replaced whole."""

    item: Item
    span: Span = _span()


@attrs.frozen
class Extend:
    """`extend icons …` or `extend piece …`."""

    item: Icons | Piece
    span: Span = _span()


@attrs.frozen
class Remove:
    """`remove score|end|action|require|verb|value|table|rule NAME`."""

    kind: str
    name: Name
    cites: tuple[Cite, ...] = ()
    span: Span = _span()


@attrs.frozen
class PatchStep:
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


@attrs.frozen
class PatchOption:
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


@attrs.frozen
class While:
    condition: Expr
    items: tuple[Item, ...]
    span: Span = _span()


@attrs.frozen
class With:
    packs: tuple[Name, ...]
    items: tuple[Item, ...]
    span: Span = _span()


@attrs.frozen
class ForPlayers:
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


@attrs.frozen
class File:
    header: Header
    items: tuple[Item, ...]
    span: Span = _span()
