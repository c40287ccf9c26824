"""Fixtures for running commands in this process, in an empty folder with the starter game in it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from tangrules.cli.main import main


@attrs.frozen
class Ran:
    """What a command did: its exit code and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder; no colours, a terminal of 100 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "TANGRULES_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command as the shell would, with lines to type."""

    def running(*arguments: str, typed: str | bytes = "") -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capfd.readouterr()
        code = main(list(arguments))
        printed = capfd.readouterr()
        return Ran(code, printed.out, printed.err)

    return running


@pytest.fixture
def race(run: Run, folder: Path) -> Path:
    """The starter game, as `new` writes it."""
    assert run("new", "race").code == 0
    return folder / "race.tang"


@pytest.fixture
def saved(run: Run, race: Path, folder: Path) -> Path:
    """A save of the starter game after two moves."""
    ran = run("play", "race.tang", "--seed", "1", typed="1\n2\nsave game.json\nquit\n")
    assert ran.code == 0
    return folder / "game.json"
