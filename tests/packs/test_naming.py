"""How messages call files: those of shipped packs alike on every machine, others as their authors know them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tangrules.packs import naming, shipped
from tangrules.packs.naming import located, shown

HOME = Path(__file__).resolve().parents[2] / "scenarios"
BUILD = HOME / "tang_garden" / "build.tang"
SHIPPED = (shipped.scenarios_folder() or HOME) / "tang_garden" / "build.tang"
"""The same file where this package has it: in an installed one, that is elsewhere."""


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the scenarios for those of an installed wheel."""
    monkeypatch.setattr(shipped, "_PACKAGE", HOME.parent)
    monkeypatch.setattr(naming, "scenarios_folder", lambda: HOME)
    monkeypatch.setattr(shipped, "scenarios_folder", lambda: HOME)


def test_shipped_files_are_told_from_the_folder_of_the_scenarios_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(SHIPPED) == "tang_garden/build.tang"


def test_in_a_checkout_they_are_told_as_one_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HOME.parent)
    assert shown(BUILD) == "scenarios/tang_garden/build.tang"


@pytest.mark.usefixtures("installed")
def test_where_an_environment_lies_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HOME.parent)
    assert shown(BUILD) == "tang_garden/build.tang"


@pytest.mark.usefixtures("installed")
def test_a_file_of_ones_own_of_the_same_name_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "tang_garden" / "build.tang"
    own.parent.mkdir()
    own.write_text("tang 1\n")
    assert shown(own) == "tang_garden/build.tang"
    assert shown(BUILD) == BUILD.as_posix()


def test_files_of_ones_own_are_told_from_the_working_folder_or_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert shown(tmp_path / "deep" / "mine.tang") == "mine.tang"
    assert shown(Path("mine.tang")) == "mine.tang"
    assert shown(Path("../mine.tang")) == "../mine.tang"
    assert shown(tmp_path / "mine.tang") == (tmp_path / "mine.tang").as_posix()


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
def test_a_working_folder_that_is_gone_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert shown(Path("mine.tang")) == "mine.tang"


def test_a_name_leads_back_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert located("tang_garden/build.tang") == SHIPPED.as_posix()
    assert located("mine.tang") == "mine.tang"
    (tmp_path / "tang_garden").mkdir()
    (tmp_path / "tang_garden" / "build.tang").write_text("tang 1\n")
    assert located("tang_garden/build.tang") == "tang_garden/build.tang"
