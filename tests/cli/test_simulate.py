"""Many games: the same seed gives the same result, however many processes there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tangrules.cli import simulate


def test_the_tables_tell_wins_scores_and_lengths(run, race: Path) -> None:
    ran = run("simulate", "race.tang", "--games", "20", "--players", "3", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Race: 20 games, 3 players, random"
    assert [line.split()[0] for line in lines if line][1:][:5] == ["wins", "seat", "seat", "seat", "all"]
    assert {"rounds", "turns", "decisions"} <= {line.split()[0] for line in lines if line}
    assert lines[-1].endswith(" games/s")


def test_the_heading_names_the_packs_beside_the_game(run, race: Path, folder: Path) -> None:
    (folder / "rich.tang").write_text('tang 1\nmodule rich "Rich"\nextends race\n')
    ran = run("simulate", "race.tang", "rich.tang", "--games", "2", "--players", "2")
    assert ran.out.splitlines()[0] == "Race · Rich: 2 games, 2 players, random"


def test_the_result_does_not_depend_on_the_jobs(run, race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "_TRIAL", 0.0)
    monkeypatch.setattr(simulate, "_STARTING", 0.0)
    found = [
        json.loads(run("simulate", "race.tang", "--games", "30", "--jobs", jobs, "--json").out)
        for jobs in ("1", "2")
    ]
    assert found[0] == found[1]
    assert len(found[0]["each"]) == 30


def test_another_seed_is_another_result(run, race: Path) -> None:
    one, other = (
        run("simulate", "race.tang", "--games", "10", "--seed", seed, "--csv", "-").out for seed in "12"
    )
    assert one != other


def test_csv_has_a_line_for_each_game(run, race: Path, folder: Path) -> None:
    ran = run("simulate", "race.tang", "--games", "5", "--csv", "games.csv")
    assert ran.code == 0
    lines = (folder / "games.csv").read_text().splitlines()
    assert lines[0] == "seed,winners,score_1,score_2,rounds,turns,decisions"
    assert len(lines) == 6


def test_bots_are_named_for_each_seat(run, race: Path) -> None:
    ran = run("simulate", "race.tang", "--games", "4", "--bots", "greedy,random")
    assert ran.out.splitlines()[0] == "Race: 4 games, 2 players, greedy, random"


def test_so_many_bots_as_seats(run, race: Path) -> None:
    ran = run("simulate", "race.tang", "--bots", "greedy,random,random")
    assert (ran.code, ran.err) == (
        2,
        "tangrules: bots is 'greedy,random,random': name one for all seats, or 2\n",
    )


def test_a_failing_rule_is_told_with_its_place(run, race: Path) -> None:
    race.write_text(
        race.read_text().replace("    step in: gain n coins", "    step in: gain n div (pot - pot) coins")
    )
    ran = run("simulate", "race.tang", "--games", "3")
    assert ran.code == 1
    line = race.read_text().split("pot - pot")[0].count("\n") + 1
    assert ran.err.startswith(f"tangrules: a rule failed: race.tang:{line}:")
    assert "Traceback" not in ran.err
