"""What a game takes for granted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.explain.assumptions import assumptions

HERE = Path(__file__).parent


def test_assumptions_and_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    found = assumptions(["lake.tang"])
    assert [(one.what, str(one.where), one.why) for one in found.assumed] == [
        ("row `pike` of table `shoal`", "lake.tang:12", "it looks heavier"),
        ("value `bite`", "lake.tang:13", "one is enough"),
    ]
    assert [one.id for one in found.rulings] == ["lake.component.01", "lake.turn.01", "lake.turn.02"]
    assert found.text() == (
        "2 assumed\n"
        "  lake.tang:12: row `pike` of table `shoal`: it looks heavier\n"
        "  lake.tang:13: value `bite`: one is enough\n"
        "\n"
        "3 decided\n"
        "  lake.component.01:\n"
        "    missing: How heavy they are.\n"
        "    ruling: One and two pounds; as light as fish are.\n"
        "  lake.turn.01:\n"
        "    unclear: Whether it may be thrown back.\n"
        "    ruling: It may not; nothing says so.\n"
        "  lake.turn.02:\n"
        "    unclear: What else may be done.\n"
        "    ruling: Nothing."
    )


def test_an_adjustment_may_be_assumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lake.tang").write_text((HERE / "lake.tang").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "lake.toml").write_text((HERE / "lake.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mud.tang").write_text(
        'tang 1\nmodule mud "Mud"\nextends lake\n\nadjust bite assumed "it is muddy": + 1\n', encoding="utf-8"
    )
    found = assumptions(["mud.tang"])
    assert [(one.what, str(one.where), one.why) for one in found.assumed][-1] == (
        "adjustment of `bite`",
        "mud.tang:5",
        "it is muddy",
    )


def test_the_shipped_game_marks_what_the_rulebook_does_not_print() -> None:
    found = assumptions(["tang-garden"])
    assert found.assumed
    assert all(one.why and one.where.line > 0 for one in found.assumed)
    assert found.rulings
