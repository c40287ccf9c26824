"""Builds the nodes of expressions, and the small parts that statements and declarations share."""

from __future__ import annotations

from functools import partial
from typing import cast

from tangrules.syntax import tree
from tangrules.syntax.parts import Builder, Parts, Word


def kept_words(parts: Parts) -> str:
    """Build a choice among words of the language: `gain`, `is not`."""
    return " ".join(cast(Word, word).text for word in parts.children)


def all_children(parts: Parts) -> tuple[object, ...]:
    return parts.children


def only_child(parts: Parts) -> object:
    return parts[0]


def _names(parts: Parts) -> tuple[tree.Name, ...]:
    return tuple(parts.name(at) for at in range(len(parts)))


def _binary(op: str, parts: Parts) -> tree.Binary:
    return tree.Binary(op, parts.expr(0), parts.expr(1), span=parts.span)


def _compare(parts: Parts) -> tree.Binary:
    return tree.Binary(parts.words(1), parts.expr(0), parts.expr(2), span=parts.span)


def _is_kind(parts: Parts) -> tree.IsKind:
    return tree.IsKind(parts.expr(0), parts.name(2), "not" in parts.words(1).split(), span=parts.span)


def _if(parts: Parts) -> tree.IfExpr:
    return tree.IfExpr(parts.expr(0), parts.expr(1), parts.expr(2), span=parts.span)


def _share(parts: Parts) -> tree.Share:
    ties = parts.maybe_words(3) or "share"
    return tree.Share(parts.exprs(0), parts.expr(1), ties, span=parts.span)


def _negative(parts: Parts) -> tree.Neg:
    return tree.Neg(parts.expr(0), span=parts.span)


def _negative_number(parts: Parts) -> tree.Neg:
    number = tree.NumberLit(parts.number(0), span=parts.word(0).span)
    return tree.Neg(number, span=parts.span)


def _not(parts: Parts) -> tree.Not:
    return tree.Not(parts.expr(0), span=parts.span)


def _allowed(parts: Parts) -> tree.Allowed:
    call = parts.expr(0)
    if not isinstance(call, tree.Call):
        parts.complain(
            "`allowed` asks about something that a player does",
            call.span,
            "the name of a verb, with its things in brackets",
        )
    return tree.Allowed(call, span=parts.span)


def _attr(parts: Parts) -> tree.Attr:
    return tree.Attr(parts.expr(0), parts.name(1), span=parts.span)


def _index(parts: Parts) -> tree.Index:
    return tree.Index(parts.expr(0), parts.exprs(1), span=parts.span)


def _call(parts: Parts) -> tree.Call:
    function = parts.expr(0)
    if not isinstance(function, tree.NameRef | tree.Owned | tree.Attr):
        parts.complain("only a name can be followed by things in brackets", function.span, "a name")
    return tree.Call(function, parts.exprs(1), span=parts.span)


def _surely(parts: Parts) -> tree.Surely:
    return tree.Surely(parts.expr(0), span=parts.span)


def _number(parts: Parts) -> tree.NumberLit:
    return tree.NumberLit(parts.number(0), span=parts.span)


def _text(parts: Parts) -> tree.TextLit:
    return tree.TextLit(parts.text(0), span=parts.span)


def _yes_or_no(parts: Parts) -> tree.BoolLit:
    return tree.BoolLit(parts.word(0).text == "yes", span=parts.span)


def _nothing(parts: Parts) -> tree.NothingLit:
    return tree.NothingLit(span=parts.span)


def _you(parts: Parts) -> tree.You:
    return tree.You(span=parts.span)


def _they(parts: Parts) -> tree.They:
    return tree.They(span=parts.span)


def _seat(parts: Parts) -> tree.SeatLit:
    return tree.SeatLit(parts.number(0), span=parts.span)


def _owned(whose: str, parts: Parts) -> tree.Owned:
    return tree.Owned(whose, parts.name(0), span=parts.span)


def _name_ref(parts: Parts) -> tree.NameRef:
    return tree.NameRef(parts.word(0).text, span=parts.span)


def _aggregate(parts: Parts) -> tree.Aggregate:
    op, binders = parts.words(0), parts.binders(1)
    return tree.Aggregate(op, binders, parts.maybe_expr(2), parts.maybe_expr(3), span=parts.span)


def _best(parts: Parts) -> tree.Aggregate:
    binder = cast(tree.Binder, parts[1])
    return tree.Aggregate(parts.words(0), (binder,), parts.expr(2), span=parts.span)


def _count_each(parts: Parts) -> tree.Aggregate:
    return tree.Aggregate("count", parts.binders(0), span=parts.span)


def _count_of(parts: Parts) -> tree.CountOf:
    return tree.CountOf(parts.expr(0), span=parts.span)


def _list(parts: Parts) -> tree.ListLit:
    return tree.ListLit(parts.exprs(0), span=parts.span)


def _binder(parts: Parts) -> tree.Binder:
    amount = cast("tree.Amount | None", parts[0])
    return tree.Binder(parts.name(1), parts.expr(2), parts.maybe_expr(3), amount, span=parts.span)


def _first_binder(parts: Parts) -> list[object]:
    return [parts[0]]


def _more_binders(parts: Parts) -> list[object]:
    binders = cast("list[object]", parts[0])
    binders.append(parts[1])
    return binders


def _up_to(parts: Parts) -> tree.Amount:
    return tree.Amount(parts.expr(0), True, span=parts.span)


def _exactly(parts: Parts) -> tree.Amount:
    return tree.Amount(_number(parts), span=parts.span)


def _type(parts: Parts) -> tree.Type:
    collection = parts.maybe_words(0)
    return tree.Type(
        parts.name(1),
        parts.maybe_name(2),
        collection.split()[0] if collection else None,
        parts.is_there(3),
        span=parts.span,
    )


def _param(parts: Parts) -> tree.Param:
    return tree.Param(parts.name(0), cast("tree.Type | None", parts[1]), span=parts.span)


def _params(parts: Parts) -> tuple[object, ...]:
    return tuple(param for param in parts.children if param is not None)


def _label(parts: Parts) -> Word:
    return Word(".".join(parts.word(at).text for at in range(len(parts))), parts.span)


def _cites(parts: Parts) -> tuple[tree.Cite, ...]:
    words = [parts.word(at) for at in range(len(parts))]
    return tuple(tree.Cite(word.text[1:], span=word.span) for word in words)


BUILDERS: dict[str, Builder] = {
    "if_expr": _if,
    "share": _share,
    "or_expr": partial(_binary, "or"),
    "and_expr": partial(_binary, "and"),
    "not_expr": _not,
    "compare": _compare,
    "is_kind": _is_kind,
    "range_": partial(_binary, ".."),
    "add": partial(_binary, "+"),
    "subtract": partial(_binary, "-"),
    "multiply": partial(_binary, "*"),
    "divide": partial(_binary, "div"),
    "remainder": partial(_binary, "mod"),
    "neg": _negative,
    "t_negative": _negative_number,
    "allowed": _allowed,
    "attr": _attr,
    "index_": _index,
    "call": _call,
    "surely": _surely,
    "number": _number,
    "text": _text,
    "yesno": _yes_or_no,
    "nothing": _nothing,
    "you": _you,
    "they": _they,
    "seat": _seat,
    "your": partial(_owned, "your"),
    "their": partial(_owned, "their"),
    "name": _name_ref,
    "aggregate": _aggregate,
    "arg_best": _best,
    "count_of": _count_of,
    "count_agg": _count_each,
    "list_": _list,
    "args": all_children,
    "binder": _binder,
    "binders_first": _first_binder,
    "binders_more": _more_binders,
    "up_to": _up_to,
    "exactly": _exactly,
    "type": _type,
    "param": _param,
    "params": _params,
    "label": _label,
    "cites": _cites,
    "names": _names,
    "thing_name": _name_ref,
    "thing_owned": partial(_owned, "your"),
    "thing_index": _index,
    "guard": only_child,
    "assumed": lambda parts: parts.text(0),
    **dict.fromkeys(
        ("kind_test", "comparison", "aggregator", "best", "ties", "collection", "or_nothing"), kept_words
    ),
}
