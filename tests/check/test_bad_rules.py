"""Each file in tests/bad/check is a pack with a fault in its rules, and beside it stands what is reported.

Set TANG_REFRESH=1 to write the reports anew, and read them in the diff.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import tangrules.check
import tangrules.lower
from tangrules.diagnostics import ScenarioError, render_text
from tangrules.lower.pipeline import build_all
from tangrules.packs import sources_of

HERE = Path(__file__).parent
CASES = sorted((HERE.parent / "bad" / "check").glob("*.tang"))
PACKAGES = [Path(package.__file__ or "").parent for package in (tangrules.check, tangrules.lower)]
PLAYERS = 2


def report_of(case: Path, folder: Path) -> str:
    """What building a case says, for two players."""
    shutil.copy(HERE / "harbour.tang", folder)
    shutil.copy(case, folder / "case.tang")
    try:
        built = build_all(["case.tang"], PLAYERS)
    except ScenarioError as error:
        return str(error)
    return render_text(built.warnings, dict(sources_of(built.packs)))


@pytest.mark.parametrize("case", CASES, ids=[path.stem for path in CASES])
def test_the_report_is_exact(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = report_of(case, tmp_path).rstrip() + "\n"
    expected = case.with_suffix(".txt")
    if os.environ.get("TANG_REFRESH"):
        expected.write_text(report, encoding="utf-8")
    assert report == expected.read_text(encoding="utf-8")


def test_the_game_itself_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sound = tmp_path / "sound.tang"
    sound.write_text(
        'tang 1\nmodule case "Case"\nextends harbour\n\nadjust worth(b): + 1\n', encoding="utf-8"
    )
    assert report_of(sound, tmp_path) == ""


def test_no_report_is_without_its_case() -> None:
    reports = {path.stem for path in CASES[0].parent.glob("*.txt")}
    assert reports == {path.stem for path in CASES}


def test_every_code_that_is_raised_here_has_a_case() -> None:
    sources = [path.read_text(encoding="utf-8") for package in PACKAGES for path in package.glob("*.py")]
    raised = {code for source in sources for code in re.findall(r'"([EW]-[A-Z]+(?:-[A-Z]+)*)"', source)}
    reports = [path.with_suffix(".txt").read_text(encoding="utf-8") for path in CASES]
    shown = {
        code for report in reports for code in re.findall(r"^\w+\[([EW]-[A-Z-]+)\]", report, re.MULTILINE)
    }
    assert raised <= shown
