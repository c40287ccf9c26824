"""Games written inside a test: `-- fair.tang` begins a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tangrules import Game
from tangrules.lower.pipeline import build_all

_OPENING = re.compile(r"^-- (\w+\.tang)$", re.MULTILINE)

Play = Callable[..., Game]


def written(text: str, folder: Path) -> list[str]:
    """Write the files of a text; return their paths."""
    _, *parts = _OPENING.split(text)
    paths = []
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        path = folder / name
        path.write_text(body.strip("\n") + "\n", encoding="utf-8")
        paths.append(str(path))
    return paths


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Play:
    """The game that files make together, for some numbers of seats."""

    def make(text: str, *seats: int) -> Game:
        paths = written(text, tmp_path)
        programs = [build_all(paths, players).program for players in seats or (2,)]
        return Game.of(*programs, compiled=request.param)

    return make
