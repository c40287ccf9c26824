"""Printing a tree and reading it again gives the same tree; printing twice equals printing once."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

from tangrules.diagnostics import Reporter
from tangrules.syntax import dump, format_text, print_tree, tree
from tangrules.syntax.walk import nodes

from .reading_aloud import SAMPLES, read
from .trees import EXPRESSIONS, HEADERS, ITEMS, STATEMENTS

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
HEADER = tree.Header(1, "game", tree.Name("x"))


def survives(file: tree.File) -> None:
    printed = print_tree(file)
    again = read(printed)
    assert again == file
    assert print_tree(again) == printed
    assert format_text(printed, "sample.tang", Reporter()) == printed


@given(EXPRESSIONS)
@settings(QUICK, max_examples=200)
def test_any_expression_survives(value: tree.Expr) -> None:
    survives(tree.File(HEADER, (tree.Value(tree.Name("x"), False, (), None, (tree.Case(value, None),)),)))


@given(STATEMENTS)
@QUICK
def test_any_statement_survives(statement: tree.Stmt) -> None:
    survives(tree.File(HEADER, (tree.Verb(tree.Name("x"), (), (statement, tree.Proceed())),)))


@given(ITEMS)
@QUICK
def test_any_item_survives(item: tree.Item) -> None:
    survives(tree.File(HEADER, (item, tree.Look(tree.Name("x"), None, None))))


@given(HEADERS)
@QUICK
def test_any_header_survives(header: tree.Header) -> None:
    survives(tree.File(header, ()))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_survive_printing_and_reading(path: Path) -> None:
    file = read(path.read_text(encoding="utf-8"))
    printed = print_tree(file)
    assert read(printed) == file
    assert print_tree(read(printed)) == printed


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_can_be_dumped(path: Path) -> None:
    shown = dump(read(path.read_text(encoding="utf-8")))
    assert shown.startswith("(file")
    assert shown.count("(") == shown.count(")")


def test_the_samples_hold_every_kind_of_node() -> None:
    found = {
        type(node).__name__ for path in SAMPLES for node in nodes(read(path.read_text(encoding="utf-8")))
    }
    defined = {name for name, kind in vars(tree).items() if isinstance(kind, type) and attrs.has(kind)} - {
        "Span"
    }
    assert defined - found == set()


def test_a_tree_is_printed_again() -> None:
    """A module named like a function of its package takes the place of it as soon as it is imported."""
    from tangrules import syntax

    file = syntax.parse('tang 1\ngame pond "Pond"\n', "pond.tang", Reporter())
    assert file is not None
    assert syntax.dump(file) == syntax.dump(file)
