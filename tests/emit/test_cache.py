"""What was compiled is kept on disk, and read back only if it is whole and one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.emit import loader
from tangrules.emit.machine import compile
from tangrules.lower.pipeline import build, build_all
from tangrules.runtime.state import new_state
from tangrules.verify.examples import run_examples
from tests.play import programs


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TANGRULES_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the programs that are compiled from here on."""
    seen: list[str] = []
    real = loader.compile_program

    def noted(program):  # type: ignore[no-untyped-def]
        seen.append(program.name)
        return real(program)

    monkeypatch.setattr(loader, "compile_program", noted)
    return seen


def test_the_second_time_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = compilations(monkeypatch)
    for _ in range(2):
        machine = compile(programs.duel())
        machine.run(new_state(machine.program))
    assert seen == ["duel"]


def test_another_program_or_another_version_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = compilations(monkeypatch)
    compile(programs.duel())
    compile(programs.cards())
    compile(programs.cards(3))
    monkeypatch.setattr(loader, "compiler_stamp", lambda: "another version")
    compile(programs.duel())
    assert seen == ["duel", "cards", "cards", "duel"]


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 400])
def test_a_damaged_file_is_written_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    compile(programs.duel())
    (kept,) = [path for path in folder.iterdir() if path.name.startswith("emit-")]
    kept.write_bytes(damage)
    seen = compilations(monkeypatch)
    for _ in range(2):
        compile(programs.duel())
    assert seen == ["duel"]


def test_a_file_that_others_can_write_is_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile(programs.duel())
    (kept,) = [path for path in folder.iterdir() if path.name.startswith("emit-")]
    kept.chmod(0o666)
    seen = compilations(monkeypatch)
    compile(programs.duel())
    assert seen == ["duel"]


def test_what_is_not_a_compilation_is_not_used() -> None:
    assert loader.unpacked(b"") is None
    assert loader.unpacked(b"nonsense") is None
    packed = loader.packed(loader.compile_program(programs.duel()))
    assert loader.unpacked(packed[:-9]) is None
    assert loader.unpacked(packed) is not None


def test_no_folder_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TANGRULES_CACHE", "")
    seen = compilations(monkeypatch)
    compile(programs.duel())
    compile(programs.duel())
    assert seen == ["duel", "duel"]


def test_a_program_with_its_examples_is_another_compilation() -> None:
    classic = str(Path(__file__).parents[2] / "examples" / "tic_tac_toe.tang")
    compile(build([classic], 2))
    program = build_all([classic], 2).program
    results = run_examples(program, compile(program))
    assert results
    assert [failure for result in results for failure in result.failures] == []
