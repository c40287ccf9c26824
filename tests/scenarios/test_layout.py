"""The shipped scenarios and the examples are laid out as `tangrules fmt` does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.diagnostics import Reporter
from tangrules.syntax import format_text

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for folder in ("scenarios", "examples") for path in (ROOT / folder).rglob("*.tang"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_shipped_file_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text, path.name, Reporter()) == text, f"run `tangrules fmt {path.relative_to(ROOT)}`"
