"""A counterexample that `verify` kept: `replay` shows it, `test` runs it, `verify --again` looks at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.faults import FAULTS, GAMES


@pytest.fixture
def kept(run, folder: Path) -> str:
    """A counterexample to a faulty game in the working folder."""
    next(fault for fault in FAULTS if fault.name == "lost_piece").write(folder)
    (folder / "lost_piece.tang").rename(folder / "orchard.tang")
    ran = run("verify", "orchard.tang", "--games", "2", "--players", "2", "--check", "invariants")
    assert ran.code == 1
    (path,) = (folder / "counterexamples").iterdir()
    return f"counterexamples/{path.name}"


def mend(folder: Path) -> None:
    (folder / "orchard.tang").write_text((GAMES / "orchard.tang").read_text(encoding="utf-8"), "utf-8")


def test_replay_shows_it_with_the_packs_that_it_names(run, kept: str) -> None:
    ran = run("replay", kept)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0].startswith("1. seat 1: ")
    assert "Orchard" in ran.out


def test_test_runs_it(run, kept: str, folder: Path) -> None:
    ran = run("test", kept)
    assert ran.code == 1
    assert ran.out.startswith(f"{kept} F\n")
    assert "invariant fruit_is_kept does not hold" in ran.out
    assert "at orchard.tang:" in ran.out
    mend(folder)
    ran = run("test", kept, "orchard.tang", "-v")
    assert ran.code == 0
    assert f"{kept}:1 passed the check invariants holds" in ran.out
    assert "3 passed" in ran.out


def test_verify_looks_at_it_again_without_being_told_the_packs(run, kept: str, folder: Path) -> None:
    assert run("verify", "--again", kept).code == 1
    mend(folder)
    ran = run("verify", "--again", kept)
    assert (ran.code, ran.out) == (0, f"{kept}: the check invariants holds now\n")


def test_one_that_does_not_fit_any_more_fails(run, kept: str, folder: Path) -> None:
    path = Path(kept)
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    path.write_text("\n".join([*lines[:first], "1. seat 2: fly", *lines[first + 1 :], ""]), encoding="utf-8")
    ran = run("test", kept)
    assert ran.code == 1
    assert "this counterexample does not fit the rules any more: line" in ran.out


def test_a_replay_that_is_no_counterexample_is_refused(run, kept: str) -> None:
    path = Path(kept)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if "check:" not in line) + "\n", encoding="utf-8")
    ran = run("test", kept)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tangrules: this replay is no counterexample")


@pytest.mark.parametrize(
    "text", ["", "tangrules replay 1\n", "\x00\x01", "tangrules replay 99\n# check: acts\n"]
)
def test_a_damaged_one_is_refused(run, folder: Path, text: str) -> None:
    (folder / "odd.replay").write_text(text, encoding="utf-8")
    ran = run("test", "odd.replay")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tangrules: ")
    assert "fault of tangrules" not in ran.err


def test_coverage_needs_a_scenario(run, kept: str) -> None:
    ran = run("test", kept, "--coverage")
    assert (ran.code, ran.err) == (2, "tangrules: coverage is of scenario files: name one\n")
