"""Builds the nodes of statements."""

from __future__ import annotations

from functools import partial
from typing import cast

import attrs

from tangrules.syntax import tree
from tangrules.syntax.build_expressions import all_children, kept_words, only_child
from tangrules.syntax.parts import Builder, Parts


def _let(parts: Parts) -> tree.Let:
    return tree.Let(parts.name(0), parts.expr(1), span=parts.span)


def _set(parts: Parts) -> tree.Set:
    return tree.Set(parts.expr(0), parts.expr(1), span=parts.span)


def _change(parts: Parts) -> tree.Change:
    return tree.Change(parts.name(0), parts.expr(1), span=parts.span)


def _amend(parts: Parts) -> tree.Amend:
    return tree.Amend(parts.words(0), None, parts.expr(1), parts.expr(2), span=parts.span)


def _who_amends(parts: Parts) -> tree.Amend:
    verb = parts.words(1).removesuffix("s")
    return tree.Amend(verb, parts.expr(0), parts.expr(2), parts.expr(3), span=parts.span)


def _advance(parts: Parts) -> tree.Amend:
    return tree.Amend("advance", None, _by(parts, 1), parts.expr(0), span=parts.span)


def _who_advances(parts: Parts) -> tree.Amend:
    return tree.Amend("advance", parts.expr(0), _by(parts, 2), parts.expr(1), span=parts.span)


def _by(parts: Parts, at: int) -> tree.Expr:
    return parts.maybe_expr(at) or tree.NumberLit(1, span=parts.span)


def _move(parts: Parts) -> tree.Move:
    position = _position(parts, 2)
    return tree.Move(parts.expr(0), parts.expr(1), position, parts.maybe_expr(3), span=parts.span)


def _position(parts: Parts, place: int) -> str | None:
    """`on top` or `at bottom`, as one word."""
    words = parts.maybe_words(place)
    return words.split()[1] if words else None


def _lay(parts: Parts) -> tree.Lay:
    return tree.Lay(
        parts.expr(0), parts.expr(2), parts.maybe_expr(3), parts.words(1) == "over", span=parts.span
    )


def _swap(parts: Parts) -> tree.Swap:
    return tree.Swap(parts.expr(0), parts.expr(1), span=parts.span)


def _draw(parts: Parts) -> tree.Draw:
    amount, source, to = parts.expr(0), parts.expr(1), parts.expr(2)
    return tree.Draw(None, amount, source, to, parts.maybe_name(4), _position(parts, 3), span=parts.span)


def _who_draws(parts: Parts) -> tree.Draw:
    amount, source, to = parts.expr(1), parts.expr(2), parts.expr(3)
    return tree.Draw(
        parts.expr(0), amount, source, to, parts.maybe_name(5), _position(parts, 4), span=parts.span
    )


def _shuffle(parts: Parts) -> tree.Shuffle:
    return tree.Shuffle(parts.expr(0), parts.maybe_expr(1), span=parts.span)


def _pick(parts: Parts) -> tree.Pick:
    return tree.Pick(cast(tree.Binder, parts[0]), span=parts.span)


def _roll(parts: Parts) -> tree.Roll:
    return tree.Roll(parts.binders(0), span=parts.span)


def _show(parts: Parts) -> tree.Show:
    return tree.Show(parts.expr(0), parts.expr(1), span=parts.span)


def _secret(parts: Parts) -> tree.Secret:
    seat, seats, name = parts.name(0), parts.expr(1), parts.name(4)
    return tree.Secret(seat, seats, parts.binders(3), name, parts.maybe_text(2), span=parts.span)


def _offered(parts: Parts) -> tree.Offered:
    return tree.Offered(parts.words(0), parts.name(1), span=parts.span)


def _offer(parts: Parts) -> tree.Offer:
    return tree.Offer(cast("tuple[tree.Offered, ...]", parts.children), span=parts.span)


def _proceed(parts: Parts) -> tree.Proceed:
    return tree.Proceed(span=parts.span)


def _stop(parts: Parts) -> tree.Stop:
    return tree.Stop(parts.maybe_name(0), span=parts.span)


def _leave(parts: Parts) -> tree.Leave:
    return tree.Leave(parts.expr(0), span=parts.span)


def _finish(outcome: str, parts: Parts) -> tree.Finish:
    return tree.Finish(outcome, span=parts.span)


def _nothing_happens(parts: Parts) -> tree.NothingHappens:
    return tree.NothingHappens(span=parts.span)


def _do(parts: Parts) -> tree.Do:
    return tree.Do(None, _called(parts, 0), span=parts.span)


def _does(parts: Parts) -> tree.Do:
    return tree.Do(parts.expr(0), _called(parts, 1), span=parts.span)


def _called(parts: Parts, at: int) -> tree.Expr:
    call = parts.expr(at)
    if not isinstance(call, tree.Call):
        expected, suggestion = _what_to_do(call)
        message = "a statement must do something, and this only names something"
        parts.complain(message, call.span, expected, suggestion)
    return call


def _what_to_do(value: tree.Expr) -> tuple[str, str]:
    match value:
        case tree.NameRef(name=name):
            return "", f"to do the verb `{name}`, write `{name}()`"
        case tree.NothingLit():
            return "", "if nothing is to happen, write `nothing happens`"
        case _:
            return "something to do: a verb with its things in brackets, or a word such as `move`", ""


def _step(parts: Parts) -> tree.Step:
    return tree.Step(parts.words(0), parts.maybe_expr(2), parts.block(3), parts.cites(1), span=parts.span)


def _if(parts: Parts) -> tree.If:
    *pairs, last = range(len(parts))
    branches = tuple((parts.expr(at), parts.block(at + 1)) for at in pairs[::2])
    return tree.If(branches, parts.maybe_block(last), span=parts.span)


def _for_each(parts: Parts) -> tree.ForEach:
    order, by = cast("tuple[str | None, tree.Expr | None]", parts[1] or (None, None))
    return tree.ForEach(parts.binders(0), parts.block(2), order, by, span=parts.span)


def _ordering(parts: Parts) -> tuple[str, tree.Expr]:
    return parts.words(0), parts.expr(1)


def _repeat(parts: Parts) -> tree.Repeat:
    return tree.Repeat(parts.expr(0), parts.block(1), span=parts.span)


@attrs.frozen
class _Chooser:
    who: tree.Expr | None
    secret: bool
    prompt: str | None


def _you_choose(parts: Parts) -> _Chooser:
    return _Chooser(None, parts.is_there(0), parts.maybe_text(1))


def _who_chooses(parts: Parts) -> _Chooser:
    return _Chooser(parts.expr(0), parts.is_there(1), parts.maybe_text(2))


@attrs.frozen
class _Pass:
    label: str | None


def _pass(parts: Parts) -> _Pass:
    return _Pass(parts.maybe_text(1))


def _choose(parts: Parts) -> tree.Choose:
    return _choice(parts, call=parts.maybe_expr(2), may_pass=parts[3])


def _choose_block(parts: Parts) -> tree.Choose:
    return _choice(parts, may_pass=parts[2], body=parts.block(3), otherwise=parts.maybe_block(4))


def _choice(
    parts: Parts,
    may_pass: object,
    call: tree.Expr | None = None,
    body: tree.Block = (),
    otherwise: tree.Block | None = None,
) -> tree.Choose:
    chooser = cast(_Chooser, parts[0])
    if call is not None and not isinstance(call, tree.Call):
        parts.complain(
            "after `to` comes what is done with the things chosen",
            call.span,
            "a verb with its things in brackets",
        )
    return tree.Choose(
        chooser.who,
        chooser.prompt,
        parts.binders(1),
        call,
        may_pass is not None,
        may_pass.label if isinstance(may_pass, _Pass) else None,
        body,
        otherwise,
        chooser.secret,
        span=parts.span,
    )


def _choose_otherwise(parts: Parts) -> tree.Choose:
    return attrs.evolve(cast(tree.Choose, parts[0]), otherwise=parts.block(1), span=parts.span)


def _choose_one(parts: Parts) -> tree.ChooseOne:
    chooser = cast(_Chooser, parts[0])
    options = cast("tuple[tree.Option, ...]", parts.children[3:-1])
    prompt = parts.maybe_text(2)
    if chooser.prompt is not None:
        parts.complain(
            "the question stands after the name of the choice",
            parts.span,
            suggestion=f'write `choose one {parts.words(1)} "{chooser.prompt}":`',
        )
    otherwise = parts.maybe_block(len(parts) - 1)
    return tree.ChooseOne(
        chooser.who, parts.words(1), prompt, options, otherwise, chooser.secret, span=parts.span
    )


def _option(parts: Parts) -> tree.Option:
    label, title, guard, body = parts.words(0), parts.maybe_text(1), parts.maybe_expr(3), parts.block(4)
    return tree.Option(label, title, guard, body, parts.cites(2), span=parts.span)


def _may(parts: Parts) -> tree.May:
    guard, body = parts.maybe_expr(2), parts.block(3)
    return tree.May(None, parts.text(0), guard, body, parts.cites(1), span=parts.span)


def _who_may(parts: Parts) -> tree.May:
    guard, body = parts.maybe_expr(3), parts.block(4)
    return tree.May(parts.expr(0), parts.text(1), guard, body, parts.cites(2), span=parts.span)


def _given(parts: Parts) -> tree.Given:
    return tree.Given(False, parts.block(0), span=parts.span)


def _given_bare(parts: Parts) -> tree.Given:
    return tree.Given(True, span=parts.span)


def _rig(parts: Parts) -> tree.Rig:
    return tree.Rig(parts.expr(0), parts.exprs(1), span=parts.span)


def _answer(parts: Parts) -> tree.Answer:
    return tree.Answer(parts.exprs(0), span=parts.span)


def _expect(parts: Parts) -> tree.Expect:
    return tree.Expect(parts.expr(0), span=parts.span)


def _expect_refused(parts: Parts) -> tree.ExpectRefused:
    first, second = parts.expr(0), parts.maybe_expr(1)
    who, call = (None, first) if second is None else (first, second)
    if not isinstance(call, tree.Call):
        parts.complain(
            "only something that a player does can be refused",
            call.span,
            "a verb with its things in brackets",
        )
    return tree.ExpectRefused(call, parts.names(2), who, span=parts.span)


def _expect_option(negated: bool, parts: Parts) -> tree.ExpectOptions:
    return tree.ExpectOptions(parts.exprs(0), negated, span=parts.span)


def _expect_count(parts: Parts) -> tree.ExpectOptions:
    return tree.ExpectOptions(count=parts.number(0), span=parts.span)


def _expect_no_question(parts: Parts) -> tree.ExpectOptions:
    return tree.ExpectOptions(negated=True, span=parts.span)


BUILDERS: dict[str, Builder] = {
    "block": all_children,
    "block_line": all_children,
    "let": _let,
    "set_": _set,
    "change": _change,
    "amend": _amend,
    "who_amends": _who_amends,
    "advance": _advance,
    "who_advances": _who_advances,
    "move": _move,
    "lay": _lay,
    "swap": _swap,
    "draw": _draw,
    "who_draws": _who_draws,
    "shuffle": _shuffle,
    "pick": _pick,
    "roll": _roll,
    "show": _show,
    "secret": _secret,
    "offered": _offered,
    "offer": _offer,
    "proceed": _proceed,
    "stop": _stop,
    "leave": _leave,
    "finish_now": partial(_finish, "finish now"),
    "everyone_wins": partial(_finish, "everyone wins now"),
    "everyone_loses": partial(_finish, "everyone loses now"),
    "nothing_happens": _nothing_happens,
    "do_": _do,
    "does": _does,
    "step": _step,
    "if_": _if,
    "foreach": _for_each,
    "ordering": _ordering,
    "repeat": _repeat,
    "choose_you": _you_choose,
    "choose_who": _who_chooses,
    "pass_": _pass,
    "choose": _choose,
    "choose_block": _choose_block,
    "choose_otherwise": _choose_otherwise,
    "otherwise": only_child,
    "choose_one": _choose_one,
    "option": _option,
    "may": _may,
    "who_may": _who_may,
    "given": _given,
    "given_bare": _given_bare,
    "rig": _rig,
    "answer": _answer,
    "expect": _expect,
    "expect_refused": _expect_refused,
    "expect_option": partial(_expect_option, False),
    "expect_no_option": partial(_expect_option, True),
    "expect_count": _expect_count,
    "expect_none": _expect_no_question,
    **dict.fromkeys(
        ("amend_word", "amends", "position", "laid", "quantity", "ordered", "unseen"), kept_words
    ),
}
