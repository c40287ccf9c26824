"""The cache gives back only what this user wrote, whole, and never stands in the way."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tangrules import cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TANGRULES_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def entry(folder: Path) -> Path:
    return next(p for p in folder.iterdir() if p.name.startswith("rules-"))


def test_what_is_written_is_read_back(folder: Path) -> None:
    assert cache.write("rules", "boats 2", b"sails")
    assert cache.read("rules", "boats 2") == b"sails"


def test_nothing_is_there_at_first(folder: Path) -> None:
    assert cache.read("rules", "boats 2") is None


def test_kinds_and_keys_are_kept_apart(folder: Path) -> None:
    cache.write("rules", "boats 2", b"sails")
    assert cache.read("rules", "boats 3") is None
    assert cache.read("code", "boats 2") is None


def test_a_changed_file_is_passed_over(folder: Path) -> None:
    cache.write("rules", "boats 2", b"sails")
    path = entry(folder)
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert cache.read("rules", "boats 2") is None


@pytest.mark.parametrize("length", [0, 1, 31, 32, 36])
def test_a_cut_file_is_passed_over(folder: Path, length: int) -> None:
    cache.write("rules", "boats 2", b"sails")
    path = entry(folder)
    path.write_bytes(path.read_bytes()[:length])
    assert cache.read("rules", "boats 2") is None


def test_an_entry_moved_to_another_key_is_passed_over(folder: Path) -> None:
    cache.write("rules", "boats 2", b"sails")
    old = entry(folder)
    cache.write("rules", "boats 3", b"oars")
    new = next(p for p in folder.iterdir() if p.name.startswith("rules-") and p != old)
    new.write_bytes(old.read_bytes())
    assert cache.read("rules", "boats 3") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system does not tell who may write")
def test_a_file_that_others_may_write_is_passed_over(folder: Path) -> None:
    cache.write("rules", "boats 2", b"sails")
    entry(folder).chmod(0o666)
    assert cache.read("rules", "boats 2") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system does not tell who may write")
def test_a_folder_that_others_may_write_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    assert not cache.write("rules", "boats 2", b"sails")


def test_an_empty_variable_switches_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TANGRULES_CACHE", "")
    assert cache.cache_folder() is None
    assert not cache.write("rules", "boats 2", b"sails")
    assert cache.read("rules", "boats 2") is None


def test_a_file_in_the_place_of_the_folder_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("here")
    monkeypatch.setenv("TANGRULES_CACHE", str(tmp_path / "file"))
    assert not cache.write("rules", "boats 2", b"sails")
    assert (tmp_path / "file").read_text() == "here"


def test_writers_side_by_side_leave_one_whole_entry(folder: Path) -> None:
    contents = [bytes([n]) * 50_000 for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda c: cache.write("rules", "boats 2", c), contents))
    assert cache.read("rules", "boats 2") in contents
    assert not [p for p in folder.iterdir() if p.name.startswith(".new-")]
