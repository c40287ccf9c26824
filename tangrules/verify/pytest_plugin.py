"""A pytest plugin: examples and invariants in `.tang` files, and kept counterexamples, are tests.

A scenario is collected only when it is asked for: as a file on the command line,

    pytest my_game.tang -k "pays twice"

or by a pattern in the settings, for files in the folders that pytest looks into:

    [tool.pytest.ini_options]
    tang_files = ["scenarios/*.tang", "tests/*.replay"]

Each example is a test at the number of players it is for; each invariant is one, too: it is looked at in
random games (`tang_games` with each number of players). Parts of a pack are collected through its main file.
A failure shows the rule, its line in the file and the position.

Where no file is asked for, nothing of the engine is imported.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

SUFFIXES = (".tang", ".replay")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings."""
    parser.addini(
        "tang_files",
        "patterns of scenario files and counterexamples to collect, as seen from the root folder",
        type="args",
        default=[],
    )
    parser.addini(
        "tang_games",
        "in so many random games with each number of players invariants are looked at (default: 3)",
        default="3",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file that is asked for."""
    if file_path.suffix not in SUFFIXES:
        return None
    named = parent.session.isinitpath(file_path)
    if not named and not _is_wanted(file_path, parent.config):
        return None
    from tangrules.verify import pytest_items

    if file_path.suffix == ".replay":
        return pytest_items.ReplayFile.from_parent(parent, path=file_path)
    return pytest_items.ScenarioFile.from_parent(parent, path=file_path, named=named)


def _is_wanted(path: Path, config: pytest.Config) -> bool:
    patterns: list[str] = config.getini("tang_files")
    if not patterns:
        return False
    try:
        seen = path.relative_to(config.rootpath).as_posix()
    except ValueError:
        return False
    return any(fnmatch(seen, pattern) for pattern in patterns)
