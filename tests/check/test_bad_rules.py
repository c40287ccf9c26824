"""Each file in tests/bad/check is a pack with a fault in its rules, and beside it stands what is reported.

Set TANG_REFRESH=1 to write the reports anew, and read them in the diff.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tangrules.check import elaborate
from tangrules.diagnostics import Reporter, render_text
from tangrules.link import link
from tangrules.packs import load_packs, sources_of

HERE = Path(__file__).parent
CASES = sorted((HERE.parent / "bad" / "check").glob("*.tang"))


def report_of(case: Path, folder: Path) -> str:
    """What checking a case says, for two players."""
    shutil.copy(HERE / "harbour.tang", folder)
    shutil.copy(case, folder / "case.tang")
    reporter = Reporter()
    packs = load_packs(["case.tang"], reporter)
    model = link(packs, 2, reporter)
    if model is not None:
        elaborate(model, reporter)
    return render_text(reporter.diagnostics, sources_of(packs))


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
