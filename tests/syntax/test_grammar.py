"""The grammar has no conflicts, and Lark's tables, which tell of mistakes, are kept between processes."""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import lark
import pytest

from tangrules.syntax import grammar

READ = (
    "from tangrules.syntax import parse; from tangrules.diagnostics import Reporter; "
    "assert not parse('tang 1\\ngame x y\\n', 'x.tang', Reporter())"
)


def run(cache: Path) -> subprocess.Popen[bytes]:
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.Popen([sys.executable, "-c", READ], env=env)


def test_no_state_of_the_parser_has_a_conflict(caplog: pytest.LogCaptureFixture) -> None:
    lark.logger.addHandler(caplog.handler)
    level = lark.logger.level
    try:
        lark.logger.setLevel(logging.DEBUG)
        lark.Lark(grammar.grammar_text(), parser="lalr", postlex=grammar.Blocks(), debug=True)
    finally:
        lark.logger.setLevel(level)
        lark.logger.removeHandler(caplog.handler)
    assert caplog.messages == []


def test_the_tables_are_kept_and_may_be_made_by_several_processes_at_once(tmp_path: Path) -> None:
    assert [process.wait() for process in [run(tmp_path) for _ in range(3)]] == [0, 0, 0]
    (kept,) = (tmp_path / "tangrules").iterdir()
    assert kept.suffix == ".bin"


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 5000])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, content: bytes) -> None:
    assert run(tmp_path).wait() == 0
    (kept,) = (tmp_path / "tangrules").iterdir()
    kept.write_bytes(content)
    assert run(tmp_path).wait() == 0
    digest, tables = kept.read_bytes()[:32], kept.read_bytes()[32:]
    assert digest == hashlib.sha256(tables).digest()


def test_a_cache_folder_that_cannot_be_made_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert run(file).wait() == 0


@pytest.mark.timing
def test_kept_tables_load_quickly() -> None:
    grammar.parser()
    assert min(_load_time() for _ in range(5)) < 0.15


def _load_time() -> float:
    grammar.parser.cache_clear()
    start = time.process_time()
    grammar.parser()
    return time.process_time() - start
