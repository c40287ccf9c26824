"""`share(12, 6) by your coins, ties share`: the prize of `you` by rank among the players.

The compared number becomes a question of one seat, so that it can be asked of every other. Who has none of it
wins nothing. Those who are equal fill as many places as they are: they divide the prizes of these places
(`share`), get nothing (`skip`), or get the prize of the last of these places (`lose`).
"""

from __future__ import annotations

from tangrules import ir
from tangrules.check import leaks
from tangrules.check.infos import ValueSig
from tangrules.check.scope import Scope, Typed, seat_scope
from tangrules.check.types import NUMBER, at_least
from tangrules.syntax import tree

NAME = "share"


def share(scope: Scope, written: tree.Share) -> Typed:
    you = scope.require_you(written.span)
    key = _key(scope, written)
    prizes = _prizes(scope, written, key)
    asked = ValueSig(NAME, prizes, (), NUMBER, True, written.span)
    leaks.question_asked(scope, asked, you, written.span)
    return Typed(ir.CallValue(prizes, (you,)), at_least(0))


def _inner(scope: Scope) -> Scope:
    """A text of its own: it may not use names of the text around it."""
    inner = seat_scope(scope.world, scope.builder.rule, scope.builder.pack, scope.builder.cites)
    inner.builder.open_eyes = scope.builder.open_eyes
    return inner


def _add(inner: Scope, name: str, body: ir.Expr) -> int:
    seat, number = ir.TypeInfo("seat"), ir.TypeInfo("number")
    made = ir.ValueDef(name, ("you",), (seat,), number, True, inner.builder.slots, body)
    inner.builder.value = inner.world.add_value(made)
    return inner.builder.value


def _key(scope: Scope, written: tree.Share) -> int:
    from tangrules.check.expressions import number_of

    inner = _inner(scope)
    return _add(inner, "#share_by", number_of(inner, written.by))


def _prizes(scope: Scope, written: tree.Share, key: int) -> int:
    from tangrules.check.expressions import elaborate, number_of

    inner = _inner(scope)
    prizes = tuple(number_of(inner, p) for p in written.prizes)
    slot = inner.builder.slot
    q, r, i = slot(), slot(), slot()
    everyone = elaborate(inner, tree.NameRef("players", span=written.span)).expr
    mine = ir.CallValue(key, (ir.Local(0),))
    for seat in (ir.Local(0), ir.Local(q)):
        asked = ValueSig(NAME, key, (), NUMBER, True, written.span)
        leaks.question_asked(inner, asked, seat, written.by.span)

    def seats(op: str, s: int) -> ir.Expr:
        test = ir.Op(op, (ir.CallValue(key, (ir.Local(s),)), mine))
        return ir.Fold("count", (ir.Bind(s, everyone, test),))

    ahead, tied = seats("gt", q), seats("eq", r)
    count = ir.Const(len(prizes))
    prize = ir.Op("item", (ir.ListOf(prizes), ir.Local(i)), scope.builder.origin(written.span))

    def places(first: ir.Expr, last: ir.Expr) -> ir.Expr:
        within = ir.Range(first, ir.Op("least", (last, count)))
        return ir.Fold("sum", (ir.Bind(i, within),), prize)

    behind = ir.Op("add", (ahead, tied))
    together = places(ir.Op("add", (ahead, ir.Const(1))), behind)
    alone = ir.Op("eq", (tied, ir.Const(1)))
    match written.ties:
        case "share":
            won: ir.Expr = ir.Op("div", (together, tied))
        case "skip":
            won = ir.Cond(alone, together, ir.Const(0))
        case _:
            won = ir.Cond(alone, together, places(behind, behind))
    body = ir.Cond(ir.Op("le", (mine, ir.Const(0))), ir.Const(0), won)
    return _add(inner, "#share", body)
