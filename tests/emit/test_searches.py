"""Searches are narrowed, and mean the same afterwards."""

from __future__ import annotations

from collections import deque

import pytest

from tangrules.emit.bounds import Facts
from tangrules.emit.folding import FoldBuilder
from tangrules.emit.helpers import differing, places_of, shifted
from tangrules.emit.narrow import covers, independent, placed
from tangrules.emit.order import cheap_first, cost
from tangrules.emit.rewrite import Names
from tangrules.emit.simplify import Builder
from tangrules.emit.terms import YES, Bind, Fold, Num, Prim, Term, Tup, Var, Word
from tests.play import programs

DIGITS = Tup(tuple(range(10)))
X, Y = Var("x"), Var("y")


def folds() -> FoldBuilder:
    return FoldBuilder(Builder(Facts(programs.duel())), Names())


def word(index: Term) -> Word:
    return Word(0, index)


def searched(op: str, binds: tuple[Bind, ...], body: Term) -> Term:
    return folds().fold(op, binds, body, None)


def test_a_condition_stands_under_the_first_loops_that_know_all_of_it() -> None:
    both = Prim("and", (Prim("gt", (word(Y), Num(0))), Prim("gt", (word(X), Num(1)))))
    search = placed((Bind(X, DIGITS), Bind(Y, Tup((1, 2, 3)))), both)
    assert search.outside == ()
    assert [bind.where for bind in search.binds] == [Prim("gt", (word(X), Num(1))), None]
    assert search.body == Prim("gt", (word(Y), Num(0)))


def test_searches_that_share_no_condition_are_parted() -> None:
    body = Prim("and", (Prim("gt", (word(X), Num(0))), Prim("gt", (word(Y), Num(0)))))
    parts = independent(placed((Bind(X, DIGITS), Bind(Y, DIGITS)), body))
    assert [[bind.var for bind in part.binds] for part in parts] == [[X], [Y]]
    together = Prim("lt", (word(X), word(Y)))
    assert len(independent(placed((Bind(X, DIGITS), Bind(Y, DIGITS)), together))) == 1


def test_a_search_for_what_must_equal_something_is_no_search() -> None:
    wanted = word(Num(3))
    body = Prim("and", (Prim("eq", (X, wanted)), Prim("gt", (word(X), Num(5)))))
    assert searched("any", (Bind(X, DIGITS),), body) == Prim(
        "and", (Prim("in", (wanted, DIGITS)), Prim("gt", (word(wanted), Num(5))))
    )
    none = searched("none", (Bind(X, DIGITS),), body)
    assert not isinstance(none, Fold)


def test_what_may_fail_is_asked_where_it_stood() -> None:
    risky = Prim("gt", (Prim("surely", (word(X),)), Num(5)))
    body = Prim("and", (risky, Prim("eq", (X, word(Num(3))))))
    found = searched("any", (Bind(X, DIGITS),), body)
    assert isinstance(found, Fold)
    assert found.body == body
    cheap, dear = Prim("gt", (word(X), Num(1))), Fold("any", (Bind(Y, DIGITS),), Prim("gt", (word(Y), X)))
    assert cost(cheap) < cost(dear)
    assert cheap_first((dear, risky, cheap)) == (dear, risky, cheap)
    assert cheap_first((dear, cheap, risky)) == (cheap, dear, risky)


def test_a_search_without_conditions_needs_no_loop() -> None:
    assert searched("any", (Bind(X, DIGITS),), YES) == YES


def test_memberships_of_one_thing_are_one() -> None:
    build = Builder(Facts(programs.duel()))
    low, high = (Prim("in", (X, Tup(part))) for part in ((1, 2), (2, 7)))
    assert build.prim("or", (low, high)) == Prim("in", (X, Tup((1, 2, 7))))
    neither = build.prim("and", (build.prim("not", (low,)), build.prim("not", (high,))))
    assert neither == Prim("not", (Prim("in", (X, Tup((1, 2, 7)))),))


@pytest.mark.parametrize("hints", [(), (12,), (3, 12, 31), (12, 31), (99,)])
def test_words_that_differ_are_found_whatever_is_hinted(hints: tuple[int, ...]) -> None:
    old = list(range(20))
    words = [*old]
    words[2], words[11] = 70, 80
    pieces = shifted([(10, 20), (30, 40)])  # places 0 to 9 are words 10 to 19, places 10 to 19 are 30 to 39
    assert sorted(differing(words, old, deque(hints, 4), pieces)) == [2, 11]
    assert list(differing(old, old, deque(hints, 4), pieces)) == []


def test_places_of_a_value_are_counted_from_the_base() -> None:
    words = [7, 1, 7, 7, 2, 7]
    assert list(places_of(words, 1, 5, 7, 1)) == [1, 2]
    assert list(places_of(words, 1, 5, 9, 1)) == []


def test_whether_a_list_has_all_numbers_is_known_without_making_them() -> None:
    assert covers(DIGITS, (2, 9))
    assert not covers(DIGITS, (2, 10))
    assert not covers(DIGITS, (0, 1 << 62))
