"""Writes expressions, with brackets only where the tree needs them."""

from __future__ import annotations

from typing import assert_never

import attrs

from tangrules.syntax import tree
from tangrules.syntax.lines import first_word
from tangrules.syntax.pretty import Doc, Group, breakable, doc, flat, joined

_ANY, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _SIGNED, _POSTFIX, _ATOM = range(11)

_LEVELS = {
    "or": (_OR, _OR, _AND),
    "and": (_AND, _AND, _NOT),
    "..": (_RANGE, _SUM, _SUM),
    "+": (_SUM, _SUM, _PRODUCT),
    "-": (_SUM, _SUM, _PRODUCT),
    "*": (_PRODUCT, _PRODUCT, _SIGNED),
    "div": (_PRODUCT, _PRODUCT, _SIGNED),
    "mod": (_PRODUCT, _PRODUCT, _SIGNED),
}
"""Of each operator: its own level, and the least levels of its left and its right side."""

_COMPARISON = (_COMPARE, _RANGE, _RANGE)


def expression(node: tree.Expr) -> Doc:
    """Write an expression that may be of any form."""
    return _at(_ANY, node)


def whole(node: tree.Expr) -> Doc:
    """Write an expression that stands alone, in brackets of its own where it is too long."""
    return breakable(expression(node))


def of_sum(node: tree.Expr) -> Doc:
    """Write an expression where no comparison can stand."""
    return _at(_SUM, node)


def arguments(nodes: tuple[tree.Expr, ...]) -> Doc:
    """Write expressions with commas between them."""
    return joined([expression(node) for node in nodes])


def bracketed(nodes: tuple[tree.Expr, ...]) -> Doc:
    """Write arguments in round brackets."""
    return (Group(tuple(expression(node) for node in nodes)),)


def binders(nodes: tuple[tree.Binder, ...]) -> Doc:
    """Write binders with commas between them."""
    return joined([binder(node) for node in nodes])


def binder(node: tree.Binder) -> Doc:
    """Write `up to 2 c in your hand where c.cost < 3`."""
    where = doc(" where ", _at(_OR, node.where)) if node.where else ()
    return doc(_amount(node.amount), node.name.text, " in ", _at(_RANGE, node.domain), where)


def _amount(node: tree.Amount | None) -> Doc:
    if node is None:
        return ()
    return doc("up to ", of_sum(node.count), " ") if node.up_to else doc(_at(_ATOM, node.count), " ")


def _at(level: int, node: tree.Expr) -> Doc:
    """Write an expression, in brackets if it binds less than its place demands."""
    text, own = _written(node)
    if own >= level:
        return text
    match text:
        case (Group(loose=True) as only,):
            return (attrs.evolve(only, loose=False),)
    return (Group((text,)),)


def _written(node: tree.Expr) -> tuple[Doc, int]:
    """Return an expression's text and its level."""
    match node:
        case tree.Binary():
            return _binary(node)
        case tree.IsKind():
            article = "an" if node.kind.text[0] in "aeiou" else "a"
            test = f" is not {article} " if node.negated else f" is {article} "
            return doc(_at(_RANGE, node.value), test, node.kind.text), _COMPARE
        case tree.Not():
            return doc("not ", _at(_NOT, node.value)), _NOT
        case tree.Neg():
            signed = _at(_SIGNED, node.value)
            is_comment = flat(signed).startswith("-")
            return doc("-", (Group((signed,)),) if is_comment else signed), _SIGNED
        case tree.Allowed():
            return doc("allowed ", _at(_POSTFIX, node.call)), _SIGNED
        case tree.IfExpr():
            parts = doc("if ", expression(node.test), " then ", expression(node.then), " else ")
            return doc(parts, expression(node.otherwise)), _ANY
        case tree.Share():
            ties = f", ties {node.ties}" if node.ties != "share" else ""
            return doc("share", bracketed(node.prizes), " by ", of_sum(node.by), ties), _ANY
        case tree.Attr() | tree.Index() | tree.Call() | tree.Surely():
            return _postfix(node), _POSTFIX
        case _:
            return _atom(node), _ATOM


def _binary(node: tree.Binary) -> tuple[Doc, int]:
    own, left, right = _LEVELS.get(node.op, _COMPARISON)
    if node.op in ("and", "or"):
        items = tuple(_at(left if at == 0 else right, part) for at, part in enumerate(_chain(node)))
        return (Group(items, joint=f" {node.op} ", loose=True),), own
    if node.op in ("+", "-"):
        return (Group(_terms(node), joint=" ", loose=True),), own
    after = _at(right, node.right)
    if node.op in ("is", "is not") and first_word(flat(after)) in ("a", "an"):
        after = (Group((after,)),)
    return doc(_at(left, node.left), f" {node.op} ", after), own


def _chain(node: tree.Binary) -> list[tree.Expr]:
    """List what one and the same `and` or `or` joins: it groups to the left."""
    parts: list[tree.Expr] = []
    current: tree.Expr = node
    while isinstance(current, tree.Binary) and current.op == node.op:
        parts.append(current.right)
        current = current.left
    return [current, *reversed(parts)]


def _terms(node: tree.Binary) -> tuple[Doc, ...]:
    """Write what a sum adds up, each but the first with its sign before it: it groups to the left."""
    terms: list[Doc] = []
    current: tree.Expr = node
    while isinstance(current, tree.Binary) and current.op in ("+", "-"):
        terms.append(doc(f"{current.op} ", _at(_PRODUCT, current.right)))
        current = current.left
    return (_at(_SUM, current), *reversed(terms))


def _postfix(node: tree.Attr | tree.Index | tree.Call | tree.Surely) -> Doc:
    match node:
        case tree.Attr():
            return doc(_at(_POSTFIX, node.subject), ".", node.name.text)
        case tree.Index():
            items = tuple(expression(arg) for arg in node.args)
            return doc(_at(_POSTFIX, node.subject), (Group(items, "[", "]"),))
        case tree.Call():
            return doc(_at(_POSTFIX, node.function), bracketed(node.args))
        case tree.Surely():
            return doc(_at(_POSTFIX, node.value), "!")
        case _:
            assert_never(node)


def _atom(node: tree.Expr) -> Doc:
    match node:
        case tree.NumberLit():
            return (str(node.value),)
        case tree.TextLit():
            return (f'"{node.value}"',)
        case tree.BoolLit():
            return ("yes" if node.value else "no",)
        case tree.NothingLit():
            return ("nothing",)
        case tree.NameRef():
            return (node.name,)
        case tree.You():
            return ("you",)
        case tree.They():
            return ("they",)
        case tree.SeatLit():
            return (f"seat {node.number}",)
        case tree.Owned():
            return (f"{node.whose} {node.name.text}",)
        case tree.Aggregate():
            return _aggregate(node)
        case tree.CountOf():
            return doc("count", (Group((_at(_RANGE, node.value),)),))
        case tree.ListLit():
            return (Group(tuple(expression(item) for item in node.items), "[", "]"),)
        case _:
            raise TypeError(f"not an expression: {type(node).__name__}")


def _aggregate(node: tree.Aggregate) -> Doc:
    items = [binder(each) for each in node.binders]
    if node.body is not None:
        mark = " by " if node.op in ("highest", "lowest") else ": "
        items[-1] = doc(items[-1], mark, expression(node.body))
    if node.default is not None:
        items.append(doc("else ", expression(node.default)))
    return doc(node.op, (Group(tuple(items)),))
