"""The comparison with OpenSpiel: without it the benchmark says so; what it plays are whole games."""

from __future__ import annotations

import sys

import pytest

from benchmarks import classics


def test_without_open_spiel_the_benchmark_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pyspiel", "open_spiel", "open_spiel.python.games"):
        monkeypatch.setitem(sys.modules, name, None)
    assert classics.main([]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("skipped: OpenSpiel is not installed (pip install open_spiel)")
    assert printed.out == ""


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "hex"])
def test_each_example_is_played_in_both_ways(name: str) -> None:
    assert classics.stepped(name, native=False)(3) == {f"{name}, stepped": 1}
    assert classics.played_out(name, native=False)(3) == {f"{name}, playout": 1}


def test_ratios_are_medians_within_the_rounds() -> None:
    rates = {"OpenSpiel tic_tac_toe": [10.0, 20.0, 40.0], "tic_tac_toe, stepped": [5.0, 40.0, 40.0]}
    assert classics.ratio(rates, "tic_tac_toe, stepped", "OpenSpiel tic_tac_toe") == 1.0


def test_open_spiel_plays_whole_games() -> None:
    pytest.importorskip("pyspiel")
    assert classics.spiel("tic_tac_toe")(3) == {"OpenSpiel tic_tac_toe": 1}
