"""The kept tables are those of the grammar, and reading by them takes the same texts as Lark does."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangrules.syntax import grammar, make_tables, places, tables
from tangrules.syntax.machine import Machine
from tangrules.syntax.tokens import apart, tokens

from .reading_aloud import HEAD, SAMPLES

SOURCES = [path.read_text(encoding="utf-8") for path in SAMPLES]


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    kept = places.TABLES.read_text(encoding="utf-8")
    assert kept == make_tables.written(make_tables.made()), "run python -m tangrules.syntax.make_tables"


def test_kept_tables_of_another_grammar_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = json.loads(places.TABLES.read_bytes()) | {"grammar": "0" * 64, "states": []}
    monkeypatch.setattr(tables, "TABLES", tmp_path / "tables.json")
    for content in (json.dumps(other), "{", "[]"):
        (tmp_path / "tables.json").write_text(content, encoding="utf-8")
        tables.tables.cache_clear()
        assert Machine("x.tang").read(f"{HEAD}value x = 1\n") is not None
    tables.tables.cache_clear()


def test_a_sound_text_is_read_without_lark() -> None:
    program = (
        "import sys; from tangrules.syntax import parse; from tangrules.diagnostics import Reporter; "
        "assert parse('tang 1\\ngame x\\n', 'x.tang', Reporter()) and 'lark' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def agree(text: str) -> None:
    try:
        grammar.parser().parse(text)
        taken = True
    except (lark.exceptions.UnexpectedInput, grammar.UnevenIndent):
        taken = False
    assert (Machine("x.tang").read(text) is not None) == taken


@given(st.integers())
@settings(max_examples=300, deadline=None)
def test_the_same_texts_are_taken_as_by_lark(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(SOURCES).split("\n")
    start = rng.randrange(len(lines))
    words = "\n".join(lines[start : start + rng.randrange(1, 12)]).split(" ")
    for _ in range(rng.randrange(3)):
        at, other = rng.randrange(len(words)), rng.choice(rng.choice(lines).split(" "))
        words[at : at + rng.randrange(2)] = [other]
    agree(HEAD + " ".join(words) + "\n")


@pytest.mark.parametrize(
    "expression",
    [
        "a or pass",
        "a or  pass",
        "a or passes",
        "a or b",
        "share(a, b) by 1, ties lose",
        "share(a, b) by 1,ties skip",
        "share(a, ties) by 1",
        "[a, ties]",
        "[a, tiesx]",
        "a..b",
        "1..2",
        "1.2",
        "12ab",
        "a<=b",
        "a< =b",
        "- -1",
        "1 -- 2",
        "(a\n+ b)",
        "(a -- b\n+ b)",
    ],
)
def test_signs_and_pairs_of_words(expression: str) -> None:
    agree(f"{HEAD}value x = {expression}\n")
    agree(f"{HEAD}to x:\n    choose c in d {expression[2:]}\n    stop\n")


def test_two_words_that_are_not_read_as_one_keep_their_places() -> None:
    (whole,) = [token for token in tokens("or   pass\n") or () if token[0] == "OR_PASS"]
    assert apart(whole) == [("NAME", "or", 1, 1, 3), ("NAME", "pass", 1, 6, 10)]
    (whole,) = [token for token in tokens("x, ties\n") or () if token[0] == "COMMA_TIES"]
    assert apart(whole) == [(",", ",", 1, 2, 3), ("NAME", "ties", 1, 4, 8)]
