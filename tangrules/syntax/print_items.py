"""Writes rules, questions, scores and patches; components are in `print_components`."""

from __future__ import annotations

from typing import assert_never

from tangrules.diagnostics import Span
from tangrules.syntax import print_components as components
from tangrules.syntax import tree
from tangrules.syntax.outline import Entry, block, simple
from tangrules.syntax.pretty import INDENT, WIDTH, Doc, doc, flat, joined
from tangrules.syntax.print_components import owned, type_text
from tangrules.syntax.print_expressions import binder, bracketed, expression, whole
from tangrules.syntax.print_statements import cited, guarded, statements, titled


def items(nodes: tuple[tree.Item, ...]) -> tuple[Entry, ...]:
    """Write the items of a file or of a container."""
    return tuple(map(item, nodes))


def item(node: tree.Item) -> Entry:
    """Write one item."""
    match node:
        case (
            tree.Icons()
            | tree.Piece()
            | tree.Table()
            | tree.Layout()
            | tree.Zone()
            | tree.Track()
            | tree.Region()
            | tree.Look()
        ):
            return components.component(node)
        case tree.Value() | tree.Adjust() | tree.Score() | tree.Grades() | tree.Winner() | tree.Invariant():
            return _question(node)
        case tree.Verb() | tree.Action() | tree.Trigger() | tree.Whenever() | tree.Example():
            return _happening(node)
        case tree.Require() | tree.Law() | tree.RequireLaw() | tree.Waive() | tree.End():
            return _permission(node)
        case tree.Implements():
            return simple(node.span, "implements", cited(node.cites), titled(node.note))
        case tree.Order():
            return simple(node.span, "order ", ", ".join(name.text for name in node.rules), cited(node.cites))
        case tree.While():
            return block(node.span, items(node.items), "while ", whole(node.condition), ":")
        case tree.With():
            packs = ", ".join(name.text for name in node.packs)
            return block(node.span, items(node.items), f"with {packs}:")
        case tree.ForPlayers():
            return block(node.span, items(node.items), f"for {_player_count(node.low, node.high)}:")
        case _:
            return _patch(node)


def _player_count(low: int, high: int) -> str:
    return (f"{low}" if low == high else f"{low} to {high}") + (" player" if high == 1 else " players")


def parameters(params: tuple[tree.Param, ...]) -> str:
    """Write parameters; none are left out with their brackets."""
    texts = [f"{p.name.text}: {type_text(p.type)}" if p.type else p.name.text for p in params]
    return f"({', '.join(texts)})" if texts else ""


# --------------------------------------------------------------------------- questions


def _question(
    node: tree.Value | tree.Adjust | tree.Score | tree.Grades | tree.Winner | tree.Invariant,
) -> Entry:
    match node:
        case tree.Value():
            kind = f": {type_text(node.type)}" if node.type else ""
            head = f"value {owned(node.your, node.name)}{parameters(node.params)}{kind}"
            return _cases(node.span, doc(head, cited(node.cites, node.assumed)), node.cases)
        case tree.Score():
            each = doc(" for each ", binder(node.each)) if node.each else ()
            start = f"score {node.name.text}{titled(node.title)}{cited(node.cites, node.assumed)}"
            return _cases(node.span, doc(start, each), node.cases)
        case tree.Adjust():
            start = f"adjust {owned(node.your, node.name)}{parameters(node.params)}"
            head = f"{start}{cited(node.cites, node.assumed)}: "
            amount = doc(" ", whole(node.value)) if node.value else ()
            return simple(node.span, head, node.op, amount, guarded(node.guard))
        case tree.Grades():
            lines = tuple(simple(each.span, f'{each.at_least}: "{each.title}"') for each in node.grades)
            return block(node.span, lines, f"grades{cited(node.cites, node.assumed)}:")
        case tree.Winner():
            rules = [_winner_rule(rule) for rule in node.rules] + ([("shared",)] if node.shared else [])
            return simple(node.span, f"winner{cited(node.cites)}: ", joined(rules, " then "))
        case tree.Invariant():
            head = f"invariant {node.name.text}{cited(node.cites)}: "
            return simple(node.span, head, whole(node.condition))
        case _:
            assert_never(node)


def _cases(span: Span, head: Doc, cases: tuple[tree.Case, ...]) -> Entry:
    """Write a plain value in one line, cases below each other."""
    if len(cases) == 1 and cases[0].guard is None:
        return simple(span, head, " = ", whole(cases[0].value))
    return block(span, tuple(map(_case, cases)), head, " =")


def _case(node: tree.Case) -> Entry:
    end = guarded(node.guard) if node.guard else doc(" otherwise")
    return simple(node.span, whole(node.value), end)


def _winner_rule(node: tree.WinnerRule) -> Doc:
    value = expression(node.value) if node.value else doc("score")
    return doc("most " if node.most else "fewest ", value)


# --------------------------------------------------------------------------- what happens


def _happening(
    node: tree.Verb | tree.Action | tree.Trigger | tree.Whenever | tree.Example,
) -> Entry:
    body = statements(node.body)
    match node:
        case tree.Verb():
            head = f"{node.form} {node.name.text}{parameters(node.params)}{cited(node.cites)}:"
            return block(node.span, body, head, short=True)
        case tree.Action():
            start = f"action {node.name.text}{titled(node.title)} is {node.group.text}{cited(node.cites)}"
            return block(node.span, body, start, guarded(node.guard), _once(node.once), ":", short=True)
        case tree.Trigger():
            name = f" as {node.name.text}" if node.name else ""
            heard = f"{node.moment} {node.subject} {node.verb.text}{parameters(node.params)}{name}"
            line = doc(heard, cited(node.cites), guarded(node.guard), _once(node.once), ":")
            return block(node.span, body, line, short=True)
        case tree.Whenever():
            name = f" as {node.name.text}" if node.name else ""
            line = doc("whenever ", whole(node.condition), name, cited(node.cites), _once(node.once), ":")
            return block(node.span, body, line, short=True)
        case tree.Example():
            players = f" for {_player_count(node.players, node.players)}" if node.players is not None else ""
            return block(node.span, body, f'example "{node.title}"{cited(node.cites)}{players}:')
        case _:
            assert_never(node)


def _once(per: str | None) -> str:
    return f" once per {per}" if per else ""


# --------------------------------------------------------------------------- permissions and ends

_MOMENTS = {"settle": "", "round": " after round", "turn": " after turn", "once": " at once"}


def _permission(node: tree.Require | tree.Law | tree.RequireLaw | tree.Waive | tree.End) -> Entry:
    match node:
        case tree.Require():
            start = f"require {node.name.text} for {node.verb.text}{parameters(node.params)}"
            head = doc(start, cited(node.cites), guarded(node.guard), ":")
            return _reasoned(node.span, head, node.condition, node.reason)
        case tree.Law():
            params = parameters(node.params) or "()"
            head = doc(f"law {node.name.text}{params}{cited(node.cites)}:")
            return _reasoned(node.span, head, node.condition, node.reason)
        case tree.RequireLaw():
            verb = f" for {node.verb.text}{parameters(node.params)}{cited(node.cites)}"
            return simple(
                node.span, f"require {node.law.text}", bracketed(node.args), verb, guarded(node.guard)
            )
        case tree.Waive():
            names = ", ".join(name.text for name in node.names)
            start = f"waive {names} for {node.verb.text}{parameters(node.params)}{cited(node.cites)}"
            price = doc(" by ", expression(node.price)) if node.price else ()
            return simple(node.span, start, guarded(node.guard), price)
        case tree.End():
            start = f"end {node.name.text}{_MOMENTS[node.moment]}{cited(node.cites)}"
            return simple(node.span, start, guarded(node.guard), f": {node.outcome}")
        case _:
            assert_never(node)


def _reasoned(span: Span, head: Doc, condition: tree.Expr, reason: str) -> Entry:
    """Write a condition with its reason behind the head, or below it where that is too long."""
    line = doc(head, " ", expression(condition), f' else "{reason}"')
    if len(flat(line)) <= WIDTH - INDENT:  # wherever it stands
        return simple(span, line)
    below = (simple(condition.span, whole(condition)), Entry((f'else "{reason}"',), simple=True))
    return block(span, below, head, short=True)


# --------------------------------------------------------------------------- patches


def _patch(
    node: tree.Replace | tree.Extend | tree.Remove | tree.PatchStep | tree.PatchOption,
) -> Entry:
    match node:
        case tree.Replace() | tree.Extend():
            inner = item(node.item)
            word = "replace " if isinstance(node, tree.Replace) else "extend "
            return Entry(
                doc(word, inner.text), node.span.line, inner.last, inner.body, inner.short, inner.simple
            )
        case tree.Remove():
            return simple(node.span, f"remove {node.kind} {node.name.text}{cited(node.cites)}")
        case tree.PatchStep():
            place = f" {node.where} {node.anchor}" if node.op == "add" else ""
            head = f"{node.op} step {node.label} of {node.verb.text}{place}{cited(node.cites)}"
        case tree.PatchOption():
            word = "to" if node.op == "add" else "of"
            start = f"{node.op} option {node.label} {word} {node.choice} of {node.verb.text}"
            head = f"{start}{titled(node.title)}{cited(node.cites)}"
        case _:
            assert_never(node)
    if node.op == "remove":
        return simple(node.span, head)
    return block(node.span, statements(node.body), head, guarded(node.guard), ":", short=True)
