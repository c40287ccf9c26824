"""Which clauses are implemented, which are proved. The cases are about the small game beside this file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.diagnostics import ScenarioError
from tangrules.explain.clauses import ClauseReport, report

HERE = Path(__file__).parent
STORMS = 'tang 1\nmodule storms "Storms"\nextends lake\n'


@pytest.fixture
def lake(monkeypatch: pytest.MonkeyPatch) -> ClauseReport:
    """Return the report on the small game."""
    monkeypatch.chdir(HERE)
    return report(["lake.tang"])


def test_the_report_as_text(lake: ClauseReport) -> None:
    assert lake.text() == (
        "implemented 6/7, proved 3/7; 1 not in play\n"
        "\n"
        "not implemented:\n"
        "  lake.turn.02 (legality): The lake must hold a fish.\n"
        "\n"
        "not proved:\n"
        "  lake.setup.01 (setup): lake.tang:19\n"
        "  lake.component.01 (component): table shoal total 2\n"
        "  lake.component.02 (component): the zone lake is the lake\n"
        "  lake.solo.01 (solo): lake.tang:25\n"
        "\n"
        "not in play:\n"
        "  lake.storm.01 (option): for 3 players; with storms"
    )


def test_a_clause_knows_who_cites_it(lake: ClauseReport) -> None:
    clauses = {clause.id: clause for clause in lake.clauses}
    turn = clauses["lake.turn.01"]
    assert [str(place) for place in turn.implemented] == ["lake.tang:22"]
    assert turn.examples == ("a fish is taken", "again")
    assert turn.kind == "turn"
    assert turn.says == "A player takes a fish."
    assert clauses["lake.turn.02"].is_proved
    assert not clauses["lake.turn.02"].is_implemented


def test_what_is_for_another_pack_counts_when_it_is_there(tmp_path: Path) -> None:
    for name in ("lake.tang", "lake.toml"):
        (tmp_path / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "storms.tang").write_text(STORMS, encoding="utf-8")
    found = report([str(tmp_path / "lake.tang"), str(tmp_path / "storms.tang")])
    assert [clause.id for clause in found.not_implemented] == ["lake.turn.02"]


def test_a_clause_for_a_pack_that_nobody_has_written_says_why(tmp_path: Path) -> None:
    text = (HERE / "lake.tang").read_text(encoding="utf-8")
    text += 'with snow:\n    implements @lake.turn.02 "fish freeze"\n    example "ice" @lake.setup.01: expect bite is 1\n'
    (tmp_path / "lake.tang").write_text(text, encoding="utf-8")
    (tmp_path / "lake.toml").write_text((HERE / "lake.toml").read_text(encoding="utf-8"), encoding="utf-8")
    found = report([str(tmp_path / "lake.tang")])
    clauses = {clause.id: clause for clause in found.not_in_play}
    assert sorted(clauses) == ["lake.storm.01", "lake.turn.02"]
    assert clauses["lake.turn.02"].reason == "with snow: fish freeze"
    assert found.not_implemented == ()
    assert not next(clause for clause in found.clauses if clause.id == "lake.setup.01").is_proved


def test_everything_can_be_cited_once(tmp_path: Path) -> None:
    text = (HERE / "lake.tang").read_text(encoding="utf-8")
    text = text.replace("for 3 players:", "for 2 players:").replace(
        "bite @lake.solo.01", "bite @lake.turn.02"
    )
    (tmp_path / "lake.tang").write_text(
        text.replace("@lake.setup.01", "@lake.setup.01 @lake.solo.01"), encoding="utf-8"
    )
    (tmp_path / "lake.toml").write_text((HERE / "lake.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert (
        report([str(tmp_path / "lake.tang")]).text().startswith("implemented 8/8, proved 3/8\n\nnot proved:")
    )


def test_a_pack_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "lake.tang").write_text("tang 1\ngame lake\nto setup\n", encoding="utf-8")
    with pytest.raises(ScenarioError):
        report([str(tmp_path / "lake.tang")])


def test_the_shipped_game_implements_its_whole_rulebook() -> None:
    found = report(["tang-garden"])
    print(found.text())
    assert len(found.clauses) == 238
    assert found.not_implemented == ()
