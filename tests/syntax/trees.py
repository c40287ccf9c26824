"""Random syntax trees, every one of which can be written as a file."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st

from tangrules.syntax import tree
from tangrules.syntax.vocabulary import RESERVED, WORDS_ALSO_NAMES, words

_LANGUAGE = words(
    "also another anyone becomes black bottom cells each except extends fewest game happens include joins "
    "least ledger mix module most now of options part per player players private question red requires round "
    "rule secret shared side skip tang the top total verb win wins without yellow"
)
_OWN = ["coins", "boats", "x", "card_2", "q", "summary", "total_cost", "inner", "orders", "not_yet", "r0c0"]
NAMES = st.sampled_from(sorted({*_OWN, *(_LANGUAGE | WORDS_ALSO_NAMES) - RESERVED}))
KINDS = st.sampled_from(_OWN)
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"') | st.just(" "),
    max_size=8,
)
NUMBERS = st.integers(0, 999)
CITE = st.sampled_from(["base.1", "base-2.x", "m"]).map(tree.Cite)
CITES = st.lists(CITE, max_size=2).map(tuple)

_name = NAMES.map(tree.Name)
_kind = KINDS.map(tree.Name)
_maybe_name = st.none() | _name
_maybe_text = st.none() | TEXTS
_flag = st.booleans()


def short(what: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Hide how a strategy is made: Hypothesis writes it out when a test fails."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Any:
        return draw(what)

    return drawn()


def some(what: st.SearchStrategy[Any], least: int = 0, most: int = 2) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(what, min_size=least, max_size=most).map(tuple)


# --------------------------------------------------------------------------- expressions

_number = NUMBERS.map(tree.NumberLit)
_text = TEXTS.map(tree.TextLit)
_name_ref = NAMES.map(tree.NameRef)
_leaf = st.one_of(
    _name_ref,
    _number,
    _text,
    _flag.map(tree.BoolLit),
    st.just(tree.NothingLit()),
    st.just(tree.You()),
    st.just(tree.They()),
    st.integers(1, 9).map(tree.SeatLit),
    st.builds(tree.Owned, st.sampled_from(["your", "their"]), _name),
)
_OPERATORS = [
    "or",
    "and",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "is",
    "is not",
    "in",
    "not in",
    "<",
    "<=",
    ">",
    ">=",
    "..",
]
_PLAIN_AGGREGATES = ["sum", "every", "any", "none", "max", "min", "all", "first", "distinct"]


def _binders(inner: st.SearchStrategy[Any], amounts: bool = False) -> st.SearchStrategy[Any]:
    amount: st.SearchStrategy[Any] = st.none()
    if amounts:
        amount |= st.builds(tree.Amount, inner, st.just(True)) | st.builds(tree.Amount, _number)
    return st.builds(tree.Binder, _name, inner, st.none() | inner, amount)


def _calls(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    owned = st.builds(tree.Owned, st.sampled_from(["your", "their"]), _name)
    function = st.one_of(_name_ref, owned, st.builds(tree.Attr, inner, _name))
    return st.builds(tree.Call, function, some(inner))


def _grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    binder = _binders(inner)
    return st.one_of(
        st.builds(tree.Attr, inner, _name),
        st.builds(tree.Index, inner, some(inner, 1)),
        _calls(inner),
        st.builds(tree.Surely, inner),
        st.builds(tree.Not, inner),
        st.builds(tree.Neg, inner),
        st.builds(tree.Binary, st.sampled_from(_OPERATORS), inner, inner),
        st.builds(tree.IsKind, inner, _kind, _flag),
        st.builds(tree.IfExpr, inner, inner, inner),
        st.builds(tree.ListLit, some(inner)),
        st.builds(
            tree.Aggregate,
            st.sampled_from(_PLAIN_AGGREGATES),
            some(binder, 1),
            st.none() | inner,
            st.none() | inner,
        ),
        st.builds(tree.Aggregate, st.just("count"), some(binder, 1)),
        st.builds(tree.Aggregate, st.sampled_from(["highest", "lowest"]), some(binder, 1, 1), inner),
        st.builds(tree.CountOf, inner),
        st.builds(tree.Share, some(inner, 1), inner, st.sampled_from(["share", "lose", "skip"])),
        st.builds(tree.Allowed, _calls(inner)),
    )


EXPRESSIONS = short(st.recursive(_leaf, _grown, max_leaves=6))
_expr = EXPRESSIONS
_maybe = st.none() | _expr
_call = _calls(_expr)
_binder = _binders(_expr)
_choice = _binders(_expr, amounts=True)
_thing = st.recursive(
    _name_ref | st.builds(tree.Owned, st.just("your"), _name),
    lambda inner: st.builds(tree.Index, inner, some(_expr, 1)),
    max_leaves=2,
)

# --------------------------------------------------------------------------- statements

_label = NAMES | st.sampled_from(["1", "4.1", "12"])
_simple = st.one_of(
    st.builds(tree.Let, _name, _expr),
    st.builds(tree.Set, _expr, _expr),
    st.builds(tree.Change, _name, _expr),
    st.builds(tree.Amend, st.sampled_from(["gain", "lose", "pay", "advance"]), _maybe, _expr, _thing),
    st.builds(tree.Move, _expr, _expr, st.sampled_from([None, "top", "bottom"]), _maybe),
    st.builds(tree.Lay, _expr, _expr, _maybe, st.booleans()),
    st.builds(tree.Swap, _expr, _expr),
    st.builds(tree.Draw, _maybe, _expr, _expr, _expr, _maybe_name),
    st.builds(tree.Shuffle, _expr, _maybe),
    st.builds(tree.Pick, _binder),
    st.builds(tree.Roll, some(_binder, 1)),
    st.builds(tree.Show, _expr, _expr),
    st.builds(tree.Secret, _name, _expr, some(_choice, 1), _name, _maybe_text),
    st.builds(tree.Offer, some(st.builds(tree.Offered, st.sampled_from(["one", "any"]), _name), 1)),
    st.builds(tree.Do, _maybe, _call),
    st.just(tree.Proceed()),
    st.builds(tree.Stop, _maybe_name),
    st.builds(tree.Leave, _expr),
    st.sampled_from(["finish now", "everyone wins now", "everyone loses now"]).map(tree.Finish),
    st.just(tree.NothingHappens()),
    st.just(tree.Given(True)),
    st.builds(tree.Rig, _expr, some(_expr, 1)),
    st.builds(tree.Answer, some(_expr, 1)),
    st.builds(tree.Expect, _expr),
    st.builds(tree.ExpectRefused, _call, some(_name), _maybe),
    st.builds(tree.ExpectOptions, some(_expr, 1), _flag),
    st.builds(tree.ExpectOptions, count=NUMBERS),
    st.just(tree.ExpectOptions(negated=True)),
    st.builds(tree.ExpectSees, _expr, _expr, _flag),
    st.builds(tree.ExpectWinners, some(_expr)),
    st.builds(tree.ExpectGrade, TEXTS, _maybe),
    st.builds(tree.ExpectOver, st.sampled_from(["over", "on", "last"])),
    st.builds(tree.Choose, _maybe, _maybe_text, some(_choice, 1), _maybe_call := st.none() | _call),
    st.builds(tree.Choose, _maybe, _maybe_text, some(_choice, 1), _maybe_call, st.just(True), _maybe_text),
)


def _compound(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    block = some(inner, 1)
    maybe_block = st.none() | block
    option = st.builds(tree.Option, _label, _maybe_text, _maybe, block, CITES)
    ordering = st.sampled_from(["lowest", "highest"])
    return st.one_of(
        st.builds(tree.Step, _label, _maybe, block, CITES),
        st.builds(tree.If, some(st.tuples(_expr, block), 1, 3), maybe_block),
        st.builds(tree.ForEach, some(_binder, 1), block),
        st.builds(tree.ForEach, some(_binder, 1), block, ordering, _expr),
        st.builds(tree.Repeat, _expr, block),
        st.builds(
            tree.Choose,
            _maybe,
            _maybe_text,
            some(_choice, 1),
            can_pass=st.just(True),
            pass_label=_maybe_text,
            body=block,
            otherwise=maybe_block,
        ),
        st.builds(tree.Choose, _maybe, _maybe_text, some(_choice, 1), body=block, otherwise=maybe_block),
        st.builds(tree.Choose, _maybe, _maybe_text, some(_choice, 1), _maybe_call, otherwise=block),
        st.builds(tree.ChooseOne, _maybe, _label, _maybe_text, some(option, 1), maybe_block),
        st.builds(tree.May, _maybe, TEXTS, _maybe, block, CITES),
        st.builds(tree.Given, st.just(False), block),
    )


STATEMENTS = short(st.recursive(short(_simple), _compound, max_leaves=4))
_block = some(STATEMENTS, 1)

# --------------------------------------------------------------------------- items

_type = st.builds(tree.Type, _kind, st.none() | _kind, st.sampled_from([None, "list", "set"]), _flag)
_plain_type = st.builds(tree.Type, _kind)
_params = some(st.builds(tree.Param, _name, st.none() | _type))
_once = st.sampled_from([None, "turn", "round", "game"])
_icons = st.builds(tree.Icons, _name, some(st.builds(tree.IconMember, _name, _flag), 1), CITES)
_field = st.builds(tree.Field, _name, st.just("plain"), _type, _maybe, _flag) | st.builds(
    tree.Field, _name, st.sampled_from(["per_side", "areas", "sites", "parts"]), _plain_type, _maybe, _flag
)
_piece = st.builds(tree.Piece, _name, some(_field), CITES)
_atom = st.one_of(
    _name_ref, _number, _number.map(tree.Neg), _text, _flag.map(tree.BoolLit), st.just(tree.NothingLit())
)
_cell = st.builds(tree.TableCell, some(some(_atom, 1)))
_row = st.builds(tree.Row, some(_cell, 1), _maybe_text, CITES)
_table = st.builds(
    tree.Table, _name, _kind, some(_name, 1), some(_row), st.none() | NUMBERS, CITES, _maybe_text
)
_sign = st.sampled_from("abc.-")
_layout = st.builds(
    tree.Layout,
    _name,
    _name,
    _name,
    some(st.tuples(_sign, _name)),
    some(TEXTS, 1),
    CITES,
    _maybe_text,
)
_zone_type = st.one_of(
    st.builds(tree.ZoneType, st.just("grid"), _kind, st.integers(1, 9), st.integers(1, 9), some(_name, 0, 3)),
    st.builds(tree.ZoneType, st.sampled_from(["plane", "one", "set", "row", "pile", "deck"]), _kind),
    st.builds(tree.ZoneType, st.just("slots"), _kind, count=_expr),
    st.builds(tree.ZoneType, st.just("counter"), low=_expr, high=_expr),
    st.just(tree.ZoneType("counter")),
    st.just(tree.ZoneType("flag")),
    st.builds(tree.ZoneType, st.just("note"), type=_type),
)
_zone_options = some(st.sampled_from(["secret", "private", "each turn", "each your turn", "each round"]))
_zone = st.builds(tree.Zone, _name, _flag, some(_kind), _zone_type, _maybe, _zone_options, CITES, _maybe_text)
_zone_each_verb = st.builds(
    lambda zone, verb: attrs.evolve(zone, options=(*zone.options, f"each {verb.text}"), each=verb),
    _zone,
    _name.filter(lambda name: name.text != "round"),
)
_mark = st.builds(tree.Mark, NUMBERS, _block, CITES)
_track = st.builds(tree.Track, _name, _flag, some(_kind), NUMBERS, NUMBERS, some(_mark), CITES, _maybe_text)
_region = st.builds(
    tree.Region, _name, _flag, _name, st.sampled_from(["areas", "cells"]), _name, _expr | _binder, CITES
)
_cases = some(st.builds(tree.Case, _expr, _maybe), 1)
_value = st.builds(tree.Value, _name, _flag, _params, st.none() | _type, _cases, CITES, _maybe_text)
_change = st.sampled_from(["+", "-", "times", "becomes", "at least", "at most", "also", "except"])
_adjust = st.builds(
    tree.Adjust, _name, _flag, _params, _change, _expr, _maybe, CITES, _maybe_text
) | st.builds(
    tree.Adjust, _name, _flag, _params, st.sampled_from(["yes", "no"]), st.none(), _maybe, CITES, _maybe_text
)
_verb = st.builds(tree.Verb, _name, _params, _block, st.sampled_from(["to", "turn"]), CITES)
_action = st.builds(tree.Action, _name, _maybe_text, _name, _maybe, _once, _block, CITES)
_require = st.builds(tree.Require, _name, _name, _params, _expr, TEXTS, _maybe, CITES)
_law = st.builds(tree.Law, _name, _params, _expr, TEXTS, CITES)
_require_law = st.builds(tree.RequireLaw, _name, some(_expr), _name, _params, _maybe, CITES)
_waive = st.builds(tree.Waive, some(_name, 1), _name, _params, _maybe, st.none() | _call, CITES)
_trigger = st.builds(
    tree.Trigger,
    st.sampled_from(["before", "after", "instead of"]),
    st.sampled_from(["you", "anyone", "another"]),
    _name,
    _params,
    _block,
    _maybe_name,
    _maybe,
    _once,
    CITES,
)
_whenever = st.builds(tree.Whenever, _expr, _block, _maybe_name, _once, CITES)
_score = st.builds(tree.Score, _name, _maybe_text, st.none() | _binder, _cases, CITES, _maybe_text)
_outcome = st.sampled_from(
    [
        "finish the round",
        "finish the turn",
        "finish the game",
        "everyone wins",
        "everyone loses",
        "you win",
        "you lose",
    ]
)
_end = st.builds(
    tree.End, _name, st.sampled_from(["settle", "round", "turn", "once"]), _expr, _outcome, CITES
)
_winner = st.builds(tree.Winner, some(st.builds(tree.WinnerRule, _flag, _maybe), 1), _flag, CITES)
_grades = st.builds(tree.Grades, some(st.builds(tree.Grade, NUMBERS, TEXTS), 1), CITES, _maybe_text)
_invariant = st.builds(tree.Invariant, _name, _expr, CITES)
_example = st.builds(tree.Example, TEXTS, st.none() | st.integers(1, 5), _block, CITES)
_look = st.builds(tree.Look, _name, _maybe_text, st.sampled_from([None, "red", "teal"]))
_implements = st.builds(tree.Implements, some(CITE, 1), TEXTS)
_order = st.builds(tree.Order, some(st.sampled_from(["a.b", "tides.flood"]).map(tree.Name), 2), CITES)

DECLARATIONS = short(
    st.one_of(
        _icons,
        _piece,
        _table,
        _layout,
        _zone,
        _zone_each_verb,
        _track,
        _region,
        _value,
        _adjust,
        _verb,
        _action,
        _require,
        _law,
        _require_law,
        _waive,
        _trigger,
        _whenever,
        _score,
        _end,
        _winner,
        _grades,
        _invariant,
        _example,
        _look,
        _implements,
        _order,
    )
)
_removable = st.sampled_from(sorted(words("score end action require verb value table rule waive invariant")))
_patch = st.one_of(
    st.builds(tree.Replace, DECLARATIONS),
    st.builds(tree.Extend, _icons | _piece),
    st.builds(tree.Remove, _removable, _name, CITES),
    st.builds(tree.PatchStep, st.just("remove"), _label, _name, cites=CITES),
    st.builds(
        tree.PatchStep,
        st.just("add"),
        _label,
        _name,
        st.sampled_from(["before", "after"]),
        _label,
        _maybe,
        _block,
        CITES,
    ),
    st.builds(tree.PatchStep, st.just("replace"), _label, _name, guard=_maybe, body=_block, cites=CITES),
    st.builds(tree.PatchOption, st.just("remove"), _label, _label, _name, cites=CITES),
    st.builds(
        tree.PatchOption,
        st.sampled_from(["add", "replace"]),
        _label,
        _label,
        _name,
        _maybe_text,
        _maybe,
        _block,
        CITES,
    ),
)


def _containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    inside = some(inner, 1)
    counts = st.tuples(st.integers(1, 4), st.integers(0, 3))
    return st.one_of(
        st.builds(tree.While, _expr, inside),
        st.builds(tree.With, some(_name, 1), inside),
        st.builds(lambda low, items: tree.ForPlayers(low[0], sum(low), items), counts, inside),
    )


ITEMS = short(st.recursive(DECLARATIONS | short(_patch), _containers, max_leaves=3))
_file_names = some(TEXTS.map(tree.TextLit))
HEADERS = st.builds(
    tree.Header,
    st.just(1),
    st.sampled_from(["game", "module", "mix"]),
    _name,
    _maybe_text,
    st.sampled_from([None, (2, 4), (3, 3)]),
    st.sampled_from([None, 1, 30]),
    _file_names,
    _file_names,
    some(
        st.builds(
            tree.PackLine,
            st.sampled_from(["extends", "requires", "excludes", "recommends", "discourages", "only one"]),
            some(_name, 1),
            _maybe_text,
            some(CITE),
        )
    ),
) | st.builds(tree.Header, st.just(1), st.just("part"), _name, includes=_file_names)
