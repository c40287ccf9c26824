"""Each node's span covers exactly the text that the node was made from."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

from tangrules.syntax import print_tree, tree
from tangrules.syntax.pretty import flat
from tangrules.syntax.print_expressions import binder, expression
from tangrules.syntax.print_items import item
from tangrules.syntax.print_statements import statements
from tangrules.syntax.walk import nodes

from .reading_aloud import HEAD, SAMPLES, at, read
from .trees import EXPRESSIONS, ITEMS

EXPRESSION_NODES = get_args(tree.Expr)
ITEM_NODES = get_args(tree.Item)
SIMPLE = tuple(
    kind
    for kind in get_args(tree.Stmt)
    if not any(field.name in ("body", "branches", "options") for field in attrs.fields(kind))
)


def check(text: str) -> None:
    """Compare each node of a canonical text with how it is printed."""
    for node in nodes(read(text)):
        covered = " ".join(at(text, node).split())
        match node:
            case tree.Name(text=name) if "\n" not in at(text, node):
                assert covered == name
            case tree.Cite(id=name):
                assert covered == f"@{name}"
            case tree.Binder():
                assert covered == _joined(flat(binder(node)))
            case _ if isinstance(node, SIMPLE) and not isinstance(node, tree.Given):
                (entry,) = statements((node,))  # type: ignore[arg-type]
                assert covered == _joined(flat(entry.text))
            case _ if isinstance(node, ITEM_NODES):
                assert covered.startswith(_joined(flat(item(node).text)))  # type: ignore[arg-type]
            case _ if isinstance(node, EXPRESSION_NODES) and not _is_implied(node, text):
                assert covered == _joined(flat(expression(node)))  # type: ignore[arg-type]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _is_implied(node: object, text: str) -> bool:
    """Whether this is the 1 of `advance fame`, which has no word of its own."""
    return isinstance(node, tree.NumberLit) and at(text, node) != str(node.value)


@given(EXPRESSIONS)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_spans_of_any_expression(value: tree.Expr) -> None:
    printed = f"{HEAD}value x = {flat(expression(value))}\n"
    check(printed)


@given(ITEMS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_spans_of_any_item(node: tree.Item) -> None:
    printed = print_tree(tree.File(tree.Header(1, "game", tree.Name("x")), (node,)))
    if "(\n" not in printed and "[\n" not in printed:
        check(printed)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_spans_lie_within_the_span_around_them(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    for node in nodes(read(text)):
        outer = node.span  # type: ignore[attr-defined]
        for inner in nodes(tuple(getattr(node, field.name) for field in attrs.fields(type(node)))):  # type: ignore[arg-type]
            assert outer.to(inner.span) == outer  # type: ignore[attr-defined]


def test_a_block_ends_with_its_last_statement() -> None:
    text = f"{HEAD}to build:\n    if yes:\n        gain 1 coins\n\n    -- done\n\nzone x: flag\n"
    (verb, _) = read(text).items
    assert at(text, verb) == "to build:\n    if yes:\n        gain 1 coins"


def test_brackets_belong_to_what_is_around_them() -> None:
    text = f"{HEAD}value x = (a + b) * c\n"
    (value,) = read(text).items
    assert isinstance(value, tree.Value)
    product = value.cases[0].value
    assert isinstance(product, tree.Binary)
    assert at(text, product) == "(a + b) * c"
    assert at(text, product.left) == "a + b"


def test_an_empty_cell_lies_between_its_bars() -> None:
    text = f"{HEAD}table cards of card:\n    | name | cost |\n    | a |  |\n"
    (table,) = read(text).items
    assert isinstance(table, tree.Table)
    assert at(text, table.rows[0].cells[1]) == "  "


def test_columns_count_characters() -> None:
    text = f'{HEAD}score x "Über" = your coins\n'
    (score,) = read(text).items
    assert isinstance(score, tree.Score)
    assert at(text, score.cases[0].value) == "your coins"


def test_windows_line_ends_do_not_move_anything() -> None:
    text = f"{HEAD}to build:\n    gain 1 coins\n"
    one, other = read(text), read(text.replace("\n", "\r\n"))
    assert [node.span for node in nodes(one)] == [node.span for node in nodes(other)]  # type: ignore[attr-defined]
