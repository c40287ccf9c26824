"""The benchmark of scenarios plays whole games and sets them beside the base game."""

from __future__ import annotations

import pytest

from benchmarks import packs


def test_figures_stand_beside_those_of_the_base_game() -> None:
    rates = {"tang-garden": [10.0, 20.0, 40.0], "winter": [6.0, 10.0, 32.0]}
    lines = packs.table(rates, {"tang-garden": 3, "winter": 2}).splitlines()
    assert lines[1].split() == ["tang-garden", "3", "20", "10", "40", "1.00"]
    assert lines[2].split() == ["winter", "2", "10", "6", "32", "0.60"]


def test_a_scenario_is_measured_with_the_base_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert packs.main(["dragons", "--rounds", "1", "--seconds", "0.01", "--players", "2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["packs", "tang-garden", "dragons"]
    assert all(int(line.split()[2].replace(",", "")) > 0 for line in printed[1:])
