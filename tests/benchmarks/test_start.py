"""Starts are processes of their own; anew they find nothing kept, else what an earlier one kept."""

from __future__ import annotations

import pytest

from benchmarks import start


def test_starts_of_both_kinds_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["examples/tic_tac_toe.tang", "--players", "2", "--rounds", "1"]) == 0
    head, anew, kept = capsys.readouterr().out.splitlines()
    assert head.split() == ["start", "seconds", "lowest", "highest"]
    assert anew.startswith("anew ")
    assert kept.startswith("from what was kept ")


def test_the_middle_of_all_starts_counts() -> None:
    shown = start.table({"anew": [3.0, 1.0, 2.0]}).splitlines()[1]
    assert shown.split() == ["anew", "2.000", "1.000", "3.000"]
