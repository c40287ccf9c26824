"""The generated parts of the documentation are up to date, and leave nothing of the language out."""

from __future__ import annotations

import re
import typing

import pytest

from tangrules.diagnostics.catalogue import CODES
from tangrules.syntax import tree, vocabulary
from tests.docs.blocks import DOCS, ROOT
from tests.docs.generator import generate

REFERENCE = (DOCS / "language" / "reference.md").read_text(encoding="utf-8")
REGIONS = generate.regions_of(REFERENCE)

WITHOUT_EXAMPLE = {"E-FUEL"}
"""Codes whose failing example in the catalogue is not reported for them. The page leaves it out."""


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    assert generate.filled(text) == text, "run `python docs/generate_reference.py`"


def test_every_form_of_the_grammar_is_in_the_reference() -> None:
    shown = generate.covered(REGIONS)
    assert [form.name for form in generate.to_be_covered() if form.name not in shown] == []


@pytest.mark.parametrize(("section", "name"), generate.wanted(), ids=lambda part: part)
def test_every_attribute_function_and_name_has_an_entry(section: str, name: str) -> None:
    entry = generate.entries()[section][name]
    assert entry["says"].endswith(".")
    assert entry["example"] in generate.probes()


def test_every_table_of_entries_is_in_the_reference() -> None:
    wanted = {f"attributes {form}" for form in generate.attributes()} | {
        "functions",
        "names",
        "words reserved",
        "words free",
    }
    assert sorted(wanted - set(REGIONS)) == []


def test_every_word_that_begins_a_statement_is_in_a_form_of_the_reference() -> None:
    told = " ".join(generate.region(what) for what in REGIONS if what.startswith("grammar "))
    words = (
        vocabulary.ITEM_WORDS
        | vocabulary.STATEMENT_WORDS
        | vocabulary.EXAMPLE_WORDS
        | vocabulary.PLAYER_WORDS
    )
    assert sorted(word for word in words if word not in told) == []


def test_every_word_of_the_grammar_is_in_the_reference() -> None:
    grammar = (ROOT / "grammar" / "tang.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar))
    assert len(words) > 200
    assert sorted(word for word in words if not re.search(rf"\b{word}\b", REFERENCE)) == []


def test_the_grammar_has_a_form_for_every_statement() -> None:
    forms = {form.alias.replace("_", "") for form in generate.forms()} | {
        form.rule for form in generate.forms()
    }
    other = {
        "Amend",
        "Do",
        "Expect",
        "ExpectOptions",
        "ExpectOver",
        "Finish",
        "Given",
        "Leave",
        "NothingHappens",
    }
    kinds = {kind.__name__ for kind in typing.get_args(tree.Stmt)} - other
    assert sorted(kind for kind in kinds if kind.lower() not in forms) == []


def test_the_page_of_diagnostics_shows_an_example_of_each_code_that_has_one() -> None:
    assert {code for code in CODES if not generate.proved(code)[0]} <= WITHOUT_EXAMPLE
