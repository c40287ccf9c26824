"""The lists of words agree with the grammar."""

from __future__ import annotations

import pytest

from tangrules.syntax import grammar, vocabulary
from tangrules.syntax.builders import BUILDERS
from tangrules.syntax.mistakes import forms
from tangrules.syntax.reading import Stuck
from tangrules.syntax.reading import read as read_text

from .reading_aloud import HEAD, mistakes, read


def _words() -> dict[str, str]:
    return {
        terminal.name: str(terminal.pattern.value)
        for terminal in grammar.parser().terminals
        if terminal.pattern.type == "str" and str(terminal.pattern.value)[0].isalpha()
    }


def _beside_names() -> set[str]:
    """Words that can stand somewhere in the place of a name, so that a name like them would be misread."""
    words = _words()
    states = grammar.parser().parser.parser._parse_table.states
    return {words[word] for taken in states.values() if "NAME" in taken for word in taken if word in words}


def test_words_that_could_be_misread_are_reserved() -> None:
    assert _beside_names() - vocabulary.RESERVED == vocabulary.WORDS_ALSO_NAMES


def test_no_other_word_is_reserved() -> None:
    assert vocabulary.RESERVED - _beside_names() == {"pass", "ties"}


def _wanted_after(text: str) -> frozenset[str]:
    stuck = read_text(text + "?\n", "x.tang")
    assert isinstance(stuck, Stuck)
    return frozenset(word for word in stuck.wanted if word.isalpha())


def test_words_that_begin_an_item() -> None:
    assert _wanted_after(f"{HEAD}look x\n") == vocabulary.ITEM_WORDS


def test_words_that_begin_a_line_of_the_header() -> None:
    directives = _wanted_after(HEAD) - vocabulary.ITEM_WORDS
    assert directives | vocabulary.PACK_WORDS | {"tang"} == vocabulary.HEADER_WORDS
    assert _wanted_after("tang 1\n") == vocabulary.PACK_WORDS


def test_words_that_begin_a_statement() -> None:
    values = _wanted_after(f"{HEAD}value x = ")
    words = _wanted_after(f"{HEAD}to x:\n    ") - values | {"if", "nothing"}
    assert words == vocabulary.STATEMENT_WORDS | vocabulary.EXAMPLE_WORDS


def test_every_rule_of_the_grammar_has_its_builder_and_the_reverse() -> None:
    rules = {rule.alias or str(rule.origin.name) for rule in grammar.parser().rules if not _vanishes(rule)}
    assert rules == set(BUILDERS)


def _vanishes(rule: object) -> bool:
    name = str(rule.origin.name)  # type: ignore[attr-defined]
    return name.startswith("_") or (rule.options.expand1 and not rule.alias)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", forms.HEADER)
def test_patterns_of_the_header_can_be_read(form: str) -> None:
    if form.startswith("tang"):
        read(f"{form}\ngame x\n")
    elif form.split()[0] in vocabulary.PACK_WORDS:
        read(f"tang 1\n{form}\n")
    else:
        read(f"{HEAD}{form}\n")


@pytest.mark.parametrize("form", forms.ITEMS)
def test_patterns_of_items_can_be_read(form: str) -> None:
    under = {"piece": "cost: number", "table": "| name |", "layout": '"r"', "grades": '6: "A"'}
    inner = "zone x: flag" if form.startswith(("with", "while", "for")) else "stop"
    read(
        f"{HEAD}{form}\n"
        + (f"    {under.get(form.split()[0].rstrip(':'), inner)}\n" if form.endswith(":") else "")
    )


@pytest.mark.parametrize("form", [*forms.STATEMENTS, *forms.OF_PLAYERS])
def test_patterns_of_statements_can_be_read(form: str) -> None:
    before = {"else": "if yes: stop", "option": "choose one x:", "otherwise": "choose c in x"}
    first = form.split()[0].rstrip(":")
    inside = "        " if first == "option" else "    "
    under = "option a: stop" if form.startswith("choose one") else "stop"
    lines = [f"    {before[first]}"] if first in before else []
    lines += [inside + form] + ([f"        {under}"] if form.endswith(":") else [])
    read(f"{HEAD}to x:\n" + "\n".join(lines) + "\n")


@pytest.mark.parametrize("form", forms.VALUES)
def test_patterns_of_values_can_be_read(form: str) -> None:
    read(f"{HEAD}value x = {form}\n")


@pytest.mark.parametrize("kind", forms.LINES_OF)
def test_patterns_of_lines_can_be_read(kind: str) -> None:
    heads = {
        "piece": "piece x:",
        "table": "table x of y:\n    | a | b | c |",
        "layout": "layout x on y of z:",
        "track": "track x: 0 to 5:",
        "grades": "grades:",
        "value": "value x =",
        "score": "score x =",
        "require": "require x for y:",
        "law": "law x():",
    }
    read(f"{HEAD}{heads[kind]}\n    {forms.LINES_OF[kind]}\n")


@pytest.mark.parametrize("word", sorted(vocabulary.RESERVED))
def test_reserved_words_cannot_be_declared(word: str) -> None:
    found = mistakes(f"{HEAD}to build({word}: card):\n    stop\n")
    assert [diagnostic.code for diagnostic in found] == ["E-RESERVED"]


@pytest.mark.parametrize("word", sorted(vocabulary.WORDS_ALSO_NAMES))
def test_other_words_can_be_declared_and_used(word: str) -> None:
    read(f"{HEAD}zone {word}: flag\nto build:\n    move first(x in {word}) to {word}\n    build({word})\n")


def test_fields_may_have_nearly_any_name() -> None:
    read(f"{HEAD}piece card:\n    set: number\n    turn, end: number\n")
    assert [found.code for found in mistakes(f"{HEAD}piece card:\n    no: number\n")] == ["E-RESERVED"]


def test_names_of_rules_may_be_any_word() -> None:
    read(
        f"{HEAD}end over when yes: finish the game\nrequire first for build: yes else 'x'\n".replace("'", '"')
    )


def test_names_in_a_table_are_names_as_well() -> None:
    found = mistakes(f"{HEAD}table cards of card:\n    | name |\n    | first |\n")
    assert [(diagnostic.code, str(diagnostic.span)) for diagnostic in found] == [
        ("E-RESERVED", "sample.tang:5:7")
    ]
