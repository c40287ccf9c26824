"""Builds the nodes of rules, questions, scores and patches; components are in `build_components`."""

from __future__ import annotations

from functools import partial
from typing import cast

from tangrules.syntax import tree
from tangrules.syntax.build_expressions import kept_words
from tangrules.syntax.parts import Builder, Parts


def _items(parts: Parts, first: int) -> tuple[tree.Item, ...]:
    return cast("tuple[tree.Item, ...]", parts.children[first:])


def _value(parts: Parts) -> tree.Value:
    return tree.Value(
        parts.name(1),
        parts.is_there(0),
        parts.params(2),
        cast("tree.Type | None", parts[3]),
        _cases(parts, 6),
        parts.cites(4),
        parts.maybe_words(5),
        span=parts.span,
    )


def _cases(parts: Parts, at: int) -> tuple[tree.Case, ...]:
    return cast("tuple[tree.Case, ...]", parts[at])


def _plain_body(parts: Parts) -> tuple[tree.Case, ...]:
    return (tree.Case(parts.expr(0), None, span=parts.span),)


def _case_body(parts: Parts) -> tuple[object, ...]:
    return parts.children


def _case(parts: Parts) -> tree.Case:
    return tree.Case(parts.expr(0), parts.expr(1), span=parts.span)


def _otherwise_case(parts: Parts) -> tree.Case:
    return tree.Case(parts.expr(0), None, span=parts.span)


def _adjust(parts: Parts) -> tree.Adjust:
    op, value = cast("tuple[str, tree.Expr | None]", parts[5])
    name, your, params = parts.name(1), parts.is_there(0), parts.params(2)
    guard, cites, assumed = parts.maybe_expr(6), parts.cites(3), parts.maybe_words(4)
    return tree.Adjust(name, your, params, op, value, guard, cites, assumed, span=parts.span)


def _change(op: str, parts: Parts) -> tuple[str, tree.Expr]:
    return op, parts.expr(0)


def _change_to_yes_or_no(parts: Parts) -> tuple[str, None]:
    return "yes" if cast(tree.BoolLit, parts[0]).value else "no", None


def _verb(form: str, parts: Parts) -> tree.Verb:
    name, params, body = parts.name(0), parts.params(1), parts.block(3)
    return tree.Verb(name, params, body, form, parts.cites(2), span=parts.span)


def _action(parts: Parts) -> tree.Action:
    return tree.Action(
        parts.name(0),
        parts.maybe_text(1),
        parts.name(2),
        parts.maybe_expr(4),
        parts.maybe_words(5),
        parts.block(6),
        parts.cites(3),
        span=parts.span,
    )


def _condition(parts: Parts) -> tuple[tree.Expr, str]:
    return parts.expr(0), parts.text(1)


def _require(parts: Parts) -> tree.Require:
    condition, reason = cast("tuple[tree.Expr, str]", parts[5])
    name, verb, params, guard = parts.name(0), parts.name(1), parts.params(2), parts.maybe_expr(4)
    return tree.Require(name, verb, params, condition, reason, guard, parts.cites(3), span=parts.span)


def _law(parts: Parts) -> tree.Law:
    condition, reason = cast("tuple[tree.Expr, str]", parts[3])
    return tree.Law(parts.name(0), parts.params(1), condition, reason, parts.cites(2), span=parts.span)


def _require_law(parts: Parts) -> tree.RequireLaw:
    law, args, verb, params = parts.name(0), parts.exprs(1), parts.name(2), parts.params(3)
    return tree.RequireLaw(law, args, verb, params, parts.maybe_expr(5), parts.cites(4), span=parts.span)


def _waive(parts: Parts) -> tree.Waive:
    price = parts.maybe_expr(5)
    if price is not None and not isinstance(price, tree.Call):
        parts.complain(
            "after `by` comes what is done in return", price.span, "a verb with its things in brackets"
        )
    names, verb, params, guard = parts.names(0), parts.name(1), parts.params(2), parts.maybe_expr(4)
    return tree.Waive(names, verb, params, guard, price, parts.cites(3), span=parts.span)


def _trigger(parts: Parts) -> tree.Trigger:
    return tree.Trigger(
        parts.words(0),
        parts.words(1),
        parts.name(2),
        parts.params(3),
        parts.block(8),
        parts.maybe_name(4),
        parts.maybe_expr(6),
        parts.maybe_words(7),
        parts.cites(5),
        span=parts.span,
    )


def _whenever(parts: Parts) -> tree.Whenever:
    condition, body, name, once = parts.expr(0), parts.block(4), parts.maybe_name(1), parts.maybe_words(3)
    return tree.Whenever(condition, body, name, once, parts.cites(2), span=parts.span)


def _score(parts: Parts) -> tree.Score:
    return tree.Score(
        parts.name(0),
        parts.maybe_text(1),
        cast("tree.Binder | None", parts[4]),
        _cases(parts, 5),
        parts.cites(2),
        parts.maybe_words(3),
        span=parts.span,
    )


def _end(parts: Parts) -> tree.End:
    moment = (parts.maybe_words(1) or "settle").split()[-1]
    return tree.End(parts.name(0), moment, parts.expr(3), parts.words(4), parts.cites(2), span=parts.span)


def _by_score(parts: Parts) -> tree.WinnerRule:
    return tree.WinnerRule(parts.words(0) == "most", None, span=parts.span)


def _by_value(parts: Parts) -> tree.WinnerRule:
    return tree.WinnerRule(parts.words(0) == "most", parts.expr(1), span=parts.span)


def _winner(parts: Parts) -> tree.Winner:
    rules = cast("tuple[tree.WinnerRule, ...]", parts.children[1:-1])
    return tree.Winner(rules, parts.is_there(len(parts) - 1), parts.cites(0), span=parts.span)


def _grade(parts: Parts) -> tree.Grade:
    return tree.Grade(parts.number(0), parts.text(1), span=parts.span)


def _grades(parts: Parts) -> tree.Grades:
    grades = cast("tuple[tree.Grade, ...]", parts.children[2:])
    return tree.Grades(grades, parts.cites(0), parts.maybe_words(1), span=parts.span)


def _invariant(parts: Parts) -> tree.Invariant:
    return tree.Invariant(parts.name(0), parts.expr(2), parts.cites(1), span=parts.span)


def _example(parts: Parts) -> tree.Example:
    title, players, body = parts.text(0), parts.maybe_number(2), parts.block(3)
    return tree.Example(title, players, body, parts.cites(1), span=parts.span)


def _look(parts: Parts) -> tree.Look:
    return tree.Look(parts.name(0), parts.maybe_text(1), parts.maybe_words(2), span=parts.span)


def _implements(parts: Parts) -> tree.Implements:
    *ids, note = range(len(parts))
    words = [parts.word(at) for at in ids]
    cites = tuple(tree.Cite(word.text[1:], span=word.span) for word in words)
    return tree.Implements(cites, parts.text(note), span=parts.span)


def _order(parts: Parts) -> tree.Order:
    return tree.Order(cast("tuple[tree.Name, ...]", parts.children[:-1]), parts.cites(-1), span=parts.span)


def _rule_name(parts: Parts) -> tree.Name:
    return tree.Name(f"{parts.word(0).text}.{parts.word(1).text}", span=parts.span)


def _replace(parts: Parts) -> tree.Replace:
    return tree.Replace(cast(tree.Item, parts[0]), span=parts.span)


def _extend(parts: Parts) -> tree.Extend:
    return tree.Extend(cast("tree.Icons | tree.Piece", parts[0]), span=parts.span)


def _remove(parts: Parts) -> tree.Remove:
    return tree.Remove(parts.words(0), parts.name(1), parts.cites(2), span=parts.span)


def _remove_step(parts: Parts) -> tree.PatchStep:
    label, verb, cites = parts.words(0), parts.name(1), parts.cites(2)
    return tree.PatchStep("remove", label, verb, cites=cites, target_span=parts.place(0), span=parts.span)


def _add_step(parts: Parts) -> tree.PatchStep:
    label, verb, where, anchor = parts.words(0), parts.name(1), parts.words(2), parts.words(3)
    cites, guard, body = parts.cites(4), parts.maybe_expr(5), parts.block(6)
    place = parts.place(3)
    return tree.PatchStep(
        "add", label, verb, where, anchor, guard, body, cites, target_span=place, span=parts.span
    )


def _replace_step(parts: Parts) -> tree.PatchStep:
    label, verb, cites, guard, body = (
        parts.words(0),
        parts.name(1),
        parts.cites(2),
        parts.maybe_expr(3),
        parts.block(4),
    )
    place = parts.place(0)
    return tree.PatchStep(
        "replace", label, verb, None, None, guard, body, cites, target_span=place, span=parts.span
    )


def _patch_option(op: str, parts: Parts) -> tree.PatchOption:
    label, choice, verb, title = parts.words(0), parts.words(1), parts.name(2), parts.maybe_text(3)
    cites, guard, body = parts.cites(4), parts.maybe_expr(5), parts.block(6)
    return tree.PatchOption(
        op,
        label,
        choice,
        verb,
        title,
        guard,
        body,
        cites,
        target_span=parts.place(0),
        choice_span=parts.place(1),
        span=parts.span,
    )


def _remove_option(parts: Parts) -> tree.PatchOption:
    label, choice, verb, cites = parts.words(0), parts.words(1), parts.name(2), parts.cites(3)
    return tree.PatchOption(
        "remove",
        label,
        choice,
        verb,
        cites=cites,
        target_span=parts.place(0),
        choice_span=parts.place(1),
        span=parts.span,
    )


def _while(parts: Parts) -> tree.While:
    return tree.While(parts.expr(0), _items(parts, 1), span=parts.span)


def _with(parts: Parts) -> tree.With:
    return tree.With(parts.names(0), _items(parts, 1), span=parts.span)


def _for_players(parts: Parts) -> tree.ForPlayers:
    low, high = parts.number(0), parts.maybe_number(1)
    return tree.ForPlayers(low, low if high is None else high, _items(parts, 2), span=parts.span)


_CHANGES = {
    "ch_plus": "+",
    "ch_minus": "-",
    "ch_times": "times",
    "ch_becomes": "becomes",
    "ch_least": "at least",
    "ch_most": "at most",
    "ch_also": "also",
    "ch_except": "except",
}

BUILDERS: dict[str, Builder] = {
    "value": _value,
    "v_plain": _plain_body,
    "v_cases": _case_body,
    "case": _case,
    "case_otherwise": _otherwise_case,
    "adjust": _adjust,
    **{alias: partial(_change, op) for alias, op in _CHANGES.items()},
    "ch_yesno": _change_to_yes_or_no,
    "verb": partial(_verb, "to"),
    "turn_verb": partial(_verb, "turn"),
    "action": _action,
    "once": lambda parts: parts.word(0).text,
    "cond_inline": _condition,
    "cond_block": _condition,
    "require": _require,
    "law": _law,
    "require_law": _require_law,
    "waive": _waive,
    "trigger": _trigger,
    "whenever": _whenever,
    "score": _score,
    "end": _end,
    "w_score": _by_score,
    "w_value": _by_value,
    "winner": _winner,
    "grade": _grade,
    "grades": _grades,
    "invariant": _invariant,
    "example": _example,
    "look": _look,
    "implements": _implements,
    "order": _order,
    "qname": _rule_name,
    "replace": _replace,
    "extend": _extend,
    "remove": _remove,
    "remove_step": _remove_step,
    "add_step": _add_step,
    "replace_step": _replace_step,
    "add_option": partial(_patch_option, "add"),
    "replace_option": partial(_patch_option, "replace"),
    "remove_option": _remove_option,
    "while_items": _while,
    "with_items": _with,
    "for_players": _for_players,
    **dict.fromkeys(
        ("beside", "removable", "moment", "doer", "end_moment", "outcome", "extreme", "shared", "colour"),
        kept_words,
    ),
}
