"""`tangrules verify`: exit codes, formats and files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tangrules import ScenarioError, UsageError
from tangrules.cli import verify as command
from tests.verify.faults import FAULTS, GAMES

ORCHARD = str(GAMES / "orchard.tang")


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(arguments))


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(next(fault for fault in FAULTS if fault.name == "lost_piece").write(tmp_path))


def test_a_clean_game_is_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(ORCHARD, "--games", "1", "--players", "2", "--keep", str(tmp_path / "kept")) == 0
    assert capsys.readouterr().out.endswith("moves, no findings\n")
    assert not (tmp_path / "kept").exists()


def test_findings_are_1_and_kept(faulty: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(faulty, "--games", "2", "--players", "2", "--check", "invariants") == 1
    out = capsys.readouterr().out
    (kept,) = Path("counterexamples").iterdir()
    assert f"kept in {kept}" in out
    assert run(faulty, "--again", str(kept)) == 1
    assert "fruit_is_kept does not hold" in capsys.readouterr().out
    assert run(ORCHARD, "--again", str(kept)) == 0
    assert "the check invariants holds now" in capsys.readouterr().out


def test_no_games_are_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        run(ORCHARD, "--games", "0")
    assert leaving.value.code == 2
    assert "it must be at least 1" in capsys.readouterr().err


def test_misuse_is_an_error_for_the_caller(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        run(ORCHARD, "--check", "nonsense")
    with pytest.raises(UsageError):
        run(ORCHARD, "--players", "9")
    with pytest.raises(UsageError):
        run(ORCHARD, "--again", str(tmp_path / "none.replay"))
    with pytest.raises(UsageError):
        run()


@pytest.mark.parametrize("form", ["json", "junit", "sarif", "github"])
def test_formats_go_to_a_file(form: str, faulty: str) -> None:
    code = run(
        faulty,
        "--games",
        "1",
        "--players",
        "2",
        "--check",
        "invariants",
        "--format",
        form,
        "-o",
        f"out.{form}",
    )
    assert code == 1
    text = Path(f"out.{form}").read_text(encoding="utf-8")
    assert "fruit_is_kept" in text
    if form in ("json", "sarif"):
        json.loads(text)


@pytest.mark.parametrize("form", ["json", "junit", "sarif", "github", "text"])
def test_a_pack_that_cannot_be_played_is_reported_in_the_format(form: str, tmp_path: Path) -> None:
    path, out = tmp_path / "bad.tang", tmp_path / "out"
    path.write_text((GAMES / "orchard.tang").read_text(encoding="utf-8").replace("set bank", "set benk"))
    assert run(str(path), "--format", form, "-o", str(out)) == 1
    text = out.read_text(encoding="utf-8")
    assert "E-NAME" in text
    assert "bad.tang" in text
    if form == "junit":
        (suite,) = ElementTree.fromstring(text.split("\n", 1)[1])
        assert suite.get("tests") == suite.get("failures") == str(len(suite.findall("testcase")))
    if form in ("json", "sarif"):
        json.loads(text)


def test_a_file_that_is_no_scenario_is_misuse_in_any_format(tmp_path: Path) -> None:
    path = tmp_path / "bad.tang"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError):
        run(str(path), "--format", "sarif")


def test_checks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--checks") == 0
    assert "secrets " in capsys.readouterr().out


def test_coverage_is_written_beside(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "rules.info"
    arguments = ("--games", "1", "--players", "2", "--check", "acts", "--coverage-file", str(target))
    assert run(ORCHARD, *arguments) == 0
    assert target.read_text(encoding="utf-8").startswith("TN:\nSF:")
