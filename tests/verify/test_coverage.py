"""Rule coverage: what examples and games have used, by rule and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tangrules.verify.coverage import Coverage, measure
from tests.verify.faults import FaultyGame

GROWN = (
    (
        "    step reward: take_bank(f.worth)\n",
        "    step reward: take_bank(f.worth)\n"
        "    step late when round_number > 19: take_bank(1)\n"
        "    if f.colour is red:\n"
        "        take_bank(0)\n"
        "    else if f.worth is 9:\n"
        "        take_bank(2)\n",
    ),
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return FaultyGame("covered", "", "", GROWN).write(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def of_examples(game: Path) -> Coverage:
    return measure(str(game))


@pytest.fixture(scope="module")
def of_games(game: Path) -> Coverage:
    return measure([str(game)], examples=False, games=3, seed=5)


def line_of(game: Path, text: str) -> int:
    lines = game.read_text(encoding="utf-8").splitlines()
    return 1 + next(index for index, line in enumerate(lines) if line.strip().startswith(text))


def hits(coverage: Coverage, kind: str) -> dict[str, tuple[int, ...]]:
    return {item.name: item.hits for item in coverage.of(kind)}


def test_examples_alone_use_what_they_say(of_examples: Coverage) -> None:
    rules = hits(of_examples, "rule")
    assert rules["plant_it/put"] == (1,)
    assert rules["rest"] == (0,)
    assert hits(of_examples, "requirement") == {"free": (1, 1), "apart": (2, 0)}
    assert hits(of_examples, "end") == {"full": (0,), "spent": (0,)}
    assert of_examples.examples == 2


def test_games_use_more(of_games: Coverage) -> None:
    assert all(all(found) for found in hits(of_games, "option").values())
    assert hits(of_games, "requirement")["free"][0] > 0
    assert hits(of_games, "requirement")["free"][1] > 0
    assert hits(of_games, "end")["full"][0] + hits(of_games, "end")["spent"][0] > 0
    assert of_games.games == 6


def test_branches_go_both_ways_or_are_told(of_games: Coverage, game: Path) -> None:
    branches = {(item.name, item.line): item for item in of_games.of("branch")}
    line = line_of(game, "if f.colour is red")
    assert branches["plant_it 1", line].covered
    assert branches["plant_it 2", line].missing == "never yes"
    assert branches["plant_it", line_of(game, "step late")].missing in ("", "never yes")


def test_text_lists_what_was_not_used(of_examples: Coverage, game: Path) -> None:
    text = of_examples.text()
    assert f"{game.name}:{line_of(game, 'action rest')}: option rest: never chosen" in text
    assert f"{game.name}:{line_of(game, 'require apart')}: requirement apart: never failed" in text
    assert "statement never done" in text
    assert str(of_examples) == text


def test_json_has_totals_and_items(of_games: Coverage) -> None:
    document = json.loads(of_games.json())
    assert document["games"] == 6
    assert document["totals"]["option"] == {"used": 5, "of": 5}
    free = next(item for item in document["items"] if item["name"] == "free")
    assert free["kind"] == "requirement"
    assert free["held"] > 0
    assert free["failed"] > 0


def test_lcov_counts_lines_functions_and_branches(of_examples: Coverage, game: Path) -> None:
    record = of_examples.written("lcov").splitlines()
    assert record[0] == "TN:"
    assert record[1].endswith("covered.tang")
    assert record[-1] == "end_of_record"
    assert f"FN:{line_of(game, 'step put')},plant_it/put" in record
    assert "FNDA:1,plant_it/put" in record
    assert f"DA:{line_of(game, 'step put')},1" in record
    whole = next(int(line[3:]) for line in record if line.startswith("LF:"))
    assert whole == sum(line.startswith("DA:") for line in record)


def test_a_run_of_nothing_uses_nothing(game: Path) -> None:
    coverage = measure(str(game), examples=False)
    assert (coverage.examples, coverage.games) == (0, 0)
    assert all(used == 0 for used, _ in coverage.totals().values())


def test_both_together_are_their_sum(game: Path) -> None:
    both = measure(str(game), players=[2], games=1, seed=5)
    games = measure(str(game), players=[2], games=1, seed=5, examples=False)
    examples = measure(str(game), players=[2])
    for kind in ("rule", "requirement"):
        for name, found in hits(both, kind).items():
            parts = zip(hits(games, kind)[name], hits(examples, kind)[name], strict=True)
            assert kind == "rule" or found == tuple(one + two for one, two in parts)
