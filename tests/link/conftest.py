"""The fixture `linked` links a case: several files in one text, put into a folder of the test's own.

A line `-- storms.tang` opens each file, as on the pages of the diagnostics. A case whose files hold no game
is about the small game beside this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from tangrules.diagnostics import Reporter, render_text
from tangrules.link import Model, link
from tangrules.packs import Pack, load_packs, sources_of

HERE = Path(__file__).parent
_OPENING = re.compile(r"^-- (\S+\.(?:tang|toml))$", re.MULTILINE)
_MAIN = re.compile(r"^(?:game|module|mix) ", re.MULTILINE)


@attrs.frozen
class Linked:
    """What came of a case."""

    model: Model | None
    packs: list[Pack]
    report: str

    @property
    def good(self) -> Model:
        """The model of a case that must be linked without a word."""
        assert self.report == ""
        assert self.model is not None
        return self.model


@pytest.fixture
def linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Linked]:
    """Return a function that links the packs of a case, all or those chosen."""
    monkeypatch.chdir(tmp_path)

    def linked(case: str, players: int = 3, chosen: list[str] | None = None) -> Linked:
        mains = _write(case, tmp_path)
        reporter = Reporter()
        packs = load_packs([f"./{name}" for name in chosen or mains], reporter)
        model = None if reporter.has_errors else link(packs, players, reporter)
        return Linked(model, packs, render_text(reporter.diagnostics, sources_of(packs)))

    return linked


def _files_of(case: str) -> dict[str, str]:
    parts = _OPENING.split(case)
    files = {name: text.strip("\n") + "\n" for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    if not any(re.search("^game ", text, re.MULTILINE) for text in files.values()):
        for name in ("boats.tang", "boats.toml"):
            files.setdefault(name, (HERE / name).read_text(encoding="utf-8"))
    return files


def _write(case: str, folder: Path) -> list[str]:
    files = _files_of(case)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return sorted(name for name, text in files.items() if name.endswith(".tang") and _MAIN.search(text))
