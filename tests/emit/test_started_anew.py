"""Zones that start anew with a verb, in compiled code: the same examples as in the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import emit
from tangrules.lower.pipeline import build_all
from tangrules.verify.examples import run_example

PROGRAM = build_all([str(Path(__file__).parent.parent / "check" / "games" / "anew.tang")], 2).program


@pytest.mark.parametrize("example", PROGRAM.examples, ids=[example.title for example in PROGRAM.examples])
def test_the_example_holds(example) -> None:
    assert [str(failure) for failure in run_example(PROGRAM, example, emit.compile(PROGRAM)).failures] == []
