"""Files that are the same to the byte are parsed once; files with faults each time, for the faults have to be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import syntax
from tangrules.diagnostics import Reporter
from tangrules.packs import load_packs

TEXT = 'tang 1\ngame pond "Pond"\nplayers 2\nzone fish: counter 0 .. 9 = 3\n'


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are parsed."""
    names: list[str] = []
    parse = syntax.parse_bytes

    def counted(data: bytes, name: str, reporter: Reporter):
        names.append(name)
        return parse(data, name, reporter)

    monkeypatch.setattr(syntax, "parse_bytes", counted)
    return names


def test_a_file_is_parsed_once_and_anew_when_it_has_changed(tmp_path: Path, parsed: list[str]) -> None:
    path = tmp_path / "pond.tang"
    path.write_text(TEXT)
    one, other = (load_packs([path], Reporter())[0] for _ in range(2))
    assert len(parsed) == 1
    assert one.files == other.files
    path.write_text(TEXT.replace("= 3", "= 4"))
    changed = load_packs([path], Reporter())[0]
    assert len(parsed) == 2
    assert changed.files != one.files


def test_faults_are_told_each_time(tmp_path: Path, parsed: list[str]) -> None:
    path = tmp_path / "pond.tang"
    path.write_text(TEXT + "zone zone\n")
    told = []
    for _ in range(2):
        reporter = Reporter()
        load_packs([path], reporter)
        told.append(reporter.diagnostics)
    assert len(parsed) == 2
    assert told[0] == told[1]
    assert told[0][0].span is not None
    assert told[0][0].span.line == 5
