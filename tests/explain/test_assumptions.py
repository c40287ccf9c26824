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
    assert [(one.what, str(one.where), one.why, one.pack) for one in found.assumed][-1] == (
        "adjustment of `bite`",
        "mud.tang:5",
        "it is muddy",
        "mud",
    )


@pytest.fixture
def wetland(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the lake, and a module in two words that assumes and cites something, one clause of the lake."""
    monkeypatch.chdir(tmp_path)
    for name in ("lake.tang", "lake.toml"):
        (tmp_path / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "reeds.toml").write_text(
        '[[rule]]\nid = "reeds.wind.01"\nsection = "Wind"\nkind = "effect"\nsays = "Reeds bend."\nunclear = "How far."\n'
        'ruling = "A little."\n',
        encoding="utf-8",
    )
    (tmp_path / "reeds.tang").write_text(
        'tang 1\nmodule tall_reeds "Tall reeds"\nledger "reeds.toml"\nextends lake\n\n'
        'adjust bite @reeds.wind.01 @lake.turn.01 assumed "reeds bite": + 1\n',
        encoding="utf-8",
    )
    return tmp_path


def test_what_the_packs_that_are_needed_assume_is_counted_and_not_listed(wetland: Path) -> None:
    found = assumptions(["reeds.tang"])
    assert found.chosen == ("tall_reeds",)
    assert found.text() == (
        "1 assumed\n"
        "  reeds.tang:6: adjustment of `bite`: reeds bite\n"
        "\n"
        "1 decided\n"
        "  reeds.wind.01:\n"
        "    unclear: How far.\n"
        "    ruling: A little.\n"
        "\n"
        "not shown, of the packs that are needed: lake (2 assumed, 3 decided)"
    )


def test_every_pack_has_headings_of_its_own(wetland: Path) -> None:
    for told in (
        assumptions(["reeds.tang"]).text(every=True),
        assumptions(["lake.tang", "reeds.tang"]).text(),
    ):
        assert [line for line in told.splitlines() if not line.startswith(" ") and line] == [
            "lake: 2 assumed",
            "lake: 3 decided",
            "tall-reeds: 1 assumed",
            "tall-reeds: 1 decided",
        ]


def test_a_clause_in_two_ledgers_is_told_once_of_the_pack_that_cites_it(wetland: Path) -> None:
    """Both packs have the ledger; the first has a clause of it in its rules, the second the other one."""
    (wetland / "wind.toml").write_text(
        "".join(
            f'[[rule]]\nid = "reeds.wind.0{number}"\nsection = "Wind"\nkind = "effect"\nsays = "It blows."\nunclear = "How."\n'
            f'ruling = "So."\n'
            for number in (1, 2)
        ),
        encoding="utf-8",
    )
    for name, clause in (("breeze", 1), ("gale", 2)):
        (wetland / f"{name}.tang").write_text(
            f'tang 1\nmodule {name}\nledger "wind.toml"\nextends lake\n\nadjust bite @reeds.wind.0{clause}: + 1\n',
            encoding="utf-8",
        )
    found = assumptions(["breeze.tang", "gale.tang"])
    assert [(one.id, one.pack) for one in found.rulings][-2:] == [
        ("reeds.wind.01", "breeze"),
        ("reeds.wind.02", "gale"),
    ]


def test_the_shipped_game_marks_what_the_rulebook_does_not_print() -> None:
    found = assumptions(["tang-garden"])
    assert found.assumed
    assert all(one.why and one.where.line > 0 for one in found.assumed)
    assert found.rulings
