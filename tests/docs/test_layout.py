"""What the pages print as files is laid out as `tangrules fmt` lays it out."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tangrules.diagnostics import Reporter
from tangrules.syntax import format_text
from tests.docs.blocks import BASES, PAGES, ROOT, blocks_of

Printed = list[tuple[str, str]]
"""What a page prints as one file, piece by piece: the place of each piece, and its text."""


def printed_files() -> dict[str, Printed]:
    """Return the files that pages print, by page and name; what is printed to be refused is left out.

    The samples of diagnostics are kept as short as they can be, and so are pieces that are completed by a base.
    """
    found: dict[str, Printed] = {}
    for page in PAGES:
        for block in blocks_of(page):
            if block.language != "tang" or "code" in block.notes or "reports" in block.notes:
                continue
            if block.is_file:
                name = block.notes.get("file", str(block.line))
                found[f"{page.relative_to(ROOT)}: {name}"] = [(block.id, block.text)]
            elif "adds to" in block.notes:
                found[f"{page.relative_to(ROOT)}: {block.notes['adds to']}"].append((block.id, block.text))
    return found


FILES = printed_files()


def changes(text: str, place: str) -> str:
    """Return what `fmt` would change in a text, as a difference."""
    laid_out = format_text(text, place, Reporter())
    assert laid_out is not None, f"{place} cannot be read"
    lines = difflib.unified_diff(text.splitlines(), laid_out.splitlines(), place, "laid out", lineterm="")
    return "\n".join(lines)


@pytest.mark.parametrize("file", FILES)
def test_a_printed_file_is_laid_out(file: str) -> None:
    places = ", ".join(place for place, _ in FILES[file])
    assert changes("\n".join(text for _, text in FILES[file]), places) == ""


@pytest.mark.parametrize("base", sorted(BASES.glob("*.tang")), ids=lambda base: base.name)
def test_a_base_of_the_pages_is_laid_out(base: Path) -> None:
    assert changes(base.read_text(encoding="utf-8"), base.name) == ""


def test_there_are_such_files() -> None:
    assert len(FILES) > 20
    assert len(FILES["docs/howto/season.md: kites.tang"]) > 5
