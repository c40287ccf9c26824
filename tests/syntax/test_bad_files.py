"""What an author is told about each kind of slip, word for word.

Each `tests/bad/syntax/NAME.tang` has its expected output beside it. Run with TANG_REFRESH=1 to write
the outputs anew, and read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tangrules.diagnostics import Reporter, render_text
from tangrules.syntax import parse_bytes
from tangrules.syntax.parser import MAX_ERRORS

FOLDER = Path(__file__).parent.parent / "bad" / "syntax"
FILES = sorted(FOLDER.glob("*.tang"))


def told(path: Path) -> str:
    reporter = Reporter()
    data = path.read_bytes()
    assert parse_bytes(data, path.name, reporter) is None
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return render_text(reporter.diagnostics, {path.name: text}) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_author_is_told_exactly_this(path: Path) -> None:
    expected = path.with_suffix(".txt")
    found = told(path)
    if os.environ.get("TANG_REFRESH"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_there_are_many_bad_files_and_no_stray_outputs() -> None:
    assert len(FILES) >= 45
    assert {path.stem for path in FOLDER.glob("*.txt")} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages_hold_no_word_of_the_parser_or_of_python(path: Path) -> None:
    prose = "\n".join(line for line in told(path).splitlines() if not re.match(r"\s*\d+ \|", line))
    assert not re.search(r"\b(NAME|NUMBER|STRING|_?INDENT|DEDENT|__ANON\w*|Token|None|Tree)\b", prose)


def test_no_more_than_the_cap_is_reported() -> None:
    reporter = Reporter()
    lines = "".join(f"zone your x{number} counter\n" for number in range(50))
    path = "many.tang"
    assert parse_bytes(f"tang 1\ngame boats\n{lines}".encode(), path, reporter) is None
    assert len(reporter.diagnostics) == MAX_ERRORS


def test_mistakes_in_several_items_are_all_reported() -> None:
    found = told(FOLDER / "several-errors.tang")
    assert [int(line) for line in re.findall(r"^error\S* \S+?:(\d+):", found, re.MULTILINE)] == [6, 9, 14, 17]
