"""The programs and scenarios under examples/ do what they say."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tangrules.diagnostics import Reporter
from tangrules.syntax import format_text
from tests.docs import scenarios
from tests.docs.blocks import DOCS, PAGES, ROOT, blocks_of

EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
SAID = "of the source"

PRINTED = {
    "random_game": r"Total +\d+ +\d+ +\d+\nseat",
    "count_winners": r"seat 3 wins \d+%\na player scores",
    "greedy_search": r"scores \(\d+, \d+, \d+\), the greedy player is seat 1",
    "save_and_resume": r"played again: \d+ moves, the same end",
    "where_coins_come_from": r"  \+\d+  \S+.*\(base\.",
}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_runs(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [program.name])
    runpy.run_path(str(program), run_name="__main__")
    assert re.search(PRINTED[program.stem], capsys.readouterr().out)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_short(program: Path) -> None:
    assert len(program.read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.tang")), ids=lambda path: path.stem)
def test_a_scenario_is_clean_and_its_examples_hold(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert 'example "' in text
    assert scenarios.reported(file, text) == []


def test_the_season_of_the_how_to_page_is_the_example(tmp_path: Path) -> None:
    written = [scenarios.write(b, tmp_path) for b in blocks_of(DOCS / "howto" / "season.md") if b.is_kept]
    assert _sentences(written[-1]) == _sentences(EXAMPLES / "kites.tang")


def _sentences(file: Path) -> list[str]:
    """Return the lines as `fmt` lays them out, which the page breaks as it fits there."""
    lines = (format_text(file.read_text(encoding="utf-8"), file.name, Reporter()) or "").splitlines()
    return [line for line in lines if line and not line.startswith("--")]


def test_a_page_that_uses_the_folder_of_examples_says_where_it_is() -> None:
    """An installed package has no such folder."""
    using = [page for page in PAGES if re.search(r"(?<![\w/])examples/\w", page.read_text(encoding="utf-8"))]
    silent = [page.name for page in using if SAID not in " ".join(page.read_text(encoding="utf-8").split())]
    assert using
    assert silent == []
