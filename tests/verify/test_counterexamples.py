"""Counterexamples are small, can be kept as files, shown as replays, and looked at again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tangrules import Game, SaveError, UsageError, load, replay
from tangrules.verify.conformance import CHECKS, Report, check_again, keep, verify
from tangrules.verify.conformance.counterexample import packs_of
from tangrules.verify.conformance.pages import PAGES, explain
from tangrules.verify.conformance.rendering import as_github, as_json, as_junit, as_sarif, as_text
from tests.verify.faults import FAULTS, GAMES


def faulty(name: str, folder: Path) -> str:
    return str(next(fault for fault in FAULTS if fault.name == name).write(folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packs")


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return verify(faulty("lost_piece", folder), games=3, checks=["acts", "invariants", "ends"])


def test_a_counterexample_is_the_shortest_game(report: Report) -> None:
    (found,) = report.faults
    assert found.players == 2
    assert found.moves[-1].endswith(": fetch")
    assert len(found.moves) <= 4
    assert found.games > 1


def test_it_shows_as_a_replay_that_ends_where_the_problem_is(report: Report, folder: Path) -> None:
    (found,) = report.faults
    played = replay(found.replay, load(str(folder / "lost_piece.tang")))
    assert not played.stopped
    assert len(played.states) == len(found.moves) + 1
    box = [piece for piece, place in enumerate(played.state.raw().P) if place == -1]
    assert box


def test_it_is_kept_and_looked_at_again(report: Report, folder: Path, tmp_path: Path) -> None:
    kept = keep(report, tmp_path / "kept")
    (found,) = kept.faults
    path = Path(found.file)
    assert path.name == f"invariants-2-{found.seed}.replay"
    text = path.read_text(encoding="utf-8")
    packs = packs_of(text, path.parent)
    assert [Path(pack).resolve() for pack in packs] == [folder / "lost_piece.tang"]
    again = check_again(text, load(*packs))
    assert again.problem is not None
    assert again.problem.message == found.message
    assert again.check.name == "invariants"
    mended = check_again(text, load(str(GAMES / "orchard.tang")))
    assert mended.problem is None


def test_what_was_kept_is_not_written_over_by_another_game(report: Report, tmp_path: Path) -> None:
    (first,) = keep(report, tmp_path).faults
    mine = Path(first.file).read_text(encoding="utf-8")
    # The same game, found again under rules that are worded differently.
    Path(first.file).write_text(re.sub("rules: .*", "rules: 00", mine), encoding="utf-8")
    assert keep(report, tmp_path).faults == (first,)
    assert Path(first.file).read_text(encoding="utf-8") == mine
    # Somebody else's, under the same name.
    other = mine.replace("game: ", "game: another_")
    Path(first.file).write_text(other, encoding="utf-8")
    (second,) = keep(report, tmp_path).faults
    assert Path(second.file).name == f"invariants-2-{second.seed}-2.replay"
    assert Path(first.file).read_text(encoding="utf-8") == other


@pytest.mark.parametrize(
    "name", ["missing_requirement", "endless_rule", "endless_choice", "secret_without_an_answer"]
)
def test_the_last_move_may_be_the_one_that_shows_it(name: str, folder: Path) -> None:
    game = faulty(name, folder)
    report = verify(game, games=2, players=2, checks=["acts", "ends", "offered"])
    found = report.faults[0]
    again = check_again(found.replay, load(game))
    assert again.problem is not None
    assert again.problem.message == found.message
    assert check_again(found.replay, load(str(GAMES / "orchard.tang"))).problem is None


def test_a_counterexample_that_does_not_fit_any_more_is_refused(folder: Path) -> None:
    game = load(faulty("endless_choice", folder))
    text = verify(game, games=1, players=2, checks=["ends"]).faults[0].replay
    assert (
        check_again(text, load(str(GAMES / "orchard.tang"))).problem is None
    )  # what was wrong is refused now
    number = next(move for move in text.splitlines() if move.startswith("1. "))
    with pytest.raises(SaveError, match="does not fit the rules any more: line"):
        check_again(text.replace(number, "1. seat 2: 7"), load(str(GAMES / "orchard.tang")))
    with pytest.raises(UsageError, match="no counterexample"):
        check_again(game.start(players=2).to_replay(), game)


def test_a_replay_of_shipped_packs_names_them() -> None:
    text = "tangrules replay 1\n# check: acts\ngame: a\npacks: a, b\nplayers: 2\nrules: 1\nseed: 0\n"
    assert packs_of(text, Path()) == ("a", "b")


# ------------------------------------------------------------------------------ reports


def test_text_shows_the_line_the_game_and_all_checks(report: Report) -> None:
    text = as_text(report)
    assert "error[V-INVARIANTS]" in text
    assert "invariant fruit_is_kept: none(f in fruits: f in box)" in text
    assert "shortest game found: 2 players" in text
    assert "acts        ok  somebody can act" in text
    assert text.splitlines()[-1].startswith("Orchard, 2 to 3 players: 6 games, ")
    assert text.splitlines()[-1].endswith("1 finding")
    assert str(report) == text


def test_json_holds_diagnostics_and_what_was_played(report: Report) -> None:
    document = json.loads(as_json(report))
    assert document["counts"] == {"error": 1, "warning": 0, "note": 0}
    assert document["clean"] is False
    assert document["played"]["games"] == 6
    assert document["findings"][0]["replay"].startswith("tangrules replay 1\n# check: invariants\n")
    assert {entry["check"] for entry in document["checks"]} == {"acts", "invariants", "ends"}


def test_junit_has_a_suite_for_each_number_of_players(report: Report) -> None:
    root = ElementTree.fromstring(as_junit(report).split("\n", 1)[1])
    suites = [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root]
    assert suites == [("Orchard, 2 players", "3", "1"), ("Orchard, 3 players", "3", "0")]
    (failure,) = root.iter("failure")
    assert "fruit_is_kept" in (failure.get("message") or "")
    assert "tangrules replay 1" in (failure.text or "")


def test_nothing_tested_is_a_failure_in_junit() -> None:
    root = ElementTree.fromstring(as_junit(verify(str(GAMES / "orchard.tang"), games=0)).split("\n", 1)[1])
    assert len(list(root.iter("failure"))) == 1
    assert len(list(root.iter("skipped"))) > 10
    assert all(suite.get("tests") and suite.get("failures") and suite.get("skipped") for suite in root)


def test_sarif_and_annotations_point_at_the_line(report: Report) -> None:
    (result,) = json.loads(as_sarif(report))["runs"][0]["results"]
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert result["ruleId"] == "V-INVARIANTS"
    annotation = as_github(report)
    assert annotation.startswith("::error file=")
    assert f"line={line}," in annotation


def test_sarif_has_the_structure_of_its_schema(report: Report) -> None:
    """What SARIF 2.1.0 asks of these objects, by hand: names, kinds of values, and what refers to what."""
    for one in (report, verify(str(GAMES / "orchard.tang"), games=0)):
        document = json.loads(as_sarif(one))
        assert document["version"] == "2.1.0"
        assert document["$schema"].endswith("sarif-2.1.0.json")
        (run,) = document["runs"]
        driver = run["tool"]["driver"]
        assert driver["name"] == "tangrules"
        assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
        for rule in driver["rules"]:
            assert rule["shortDescription"]["text"]
            assert rule["fullDescription"]["text"].endswith(".")
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        assert run["results"]
        for result in run["results"]:
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("none", "note", "warning", "error")
            assert isinstance(result["message"]["text"], str)
            (location,) = result["locations"]
            physical = location["physicalLocation"]
            assert "\\" not in physical["artifactLocation"]["uri"]
            assert " " not in physical["artifactLocation"]["uri"]
            region = physical["region"]
            assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
            assert (region["startLine"], region["startColumn"]) >= (1, 1)
            assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"])


def test_junit_counts_what_it_has(report: Report) -> None:
    root = ElementTree.fromstring(as_junit(report).split("\n", 1)[1])
    assert root.tag == "testsuites"
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(sum(case.find("failure") is not None for case in cases))
        assert suite.get("skipped") == str(sum(case.find("skipped") is not None for case in cases))
        assert all(case.get("name") and case.get("classname") for case in cases)


def test_each_check_has_a_page() -> None:
    assert set(PAGES) == {check.name for check in CHECKS} | {"nothing"}
    assert explain("v-ends").startswith("V-ENDS: the game ends within its bound\n\nThe game did not end")
    assert explain("V-ENDS").endswith("`tangrules verify PACK --check ends` runs this check alone.")
    with pytest.raises(UsageError, match="there is no code 'V-END': did you mean `V-ENDS`"):
        explain("V-END")


def test_a_game_object_is_verified_as_well(folder: Path) -> None:
    game: Game = load(faulty("wrong_sign", folder))
    report = verify(game, games=1, players=[2], checks=["invariants"])
    assert [found.message for found in report.faults] == ["invariant coins_are_kept does not hold"]
