"""The examples on the page of each code: the first is reported for it, the second is clean."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from tangrules import emit, interpret
from tangrules.diagnostics import RuleError
from tangrules.diagnostics.catalogue import CODES
from tangrules.lower.pipeline import build
from tangrules.runtime.state import new_state
from tests.docs.generator import generate

REPORTED_IN_PLAY = {"E-FUEL"}

REPORTED = [code for code in CODES if code not in REPORTED_IN_PLAY]

UNCALLED = {"W-UNCALLED"}
"""A piece of a game calls little of what it declares."""


@pytest.mark.parametrize("code", REPORTED)
def test_the_bad_example_is_reported(code: str, tmp_path: Path) -> None:
    found = generate.codes_of(generate.write_example(CODES[code].bad, tmp_path))
    assert found - UNCALLED - {code} == set()
    assert code in found


@pytest.mark.parametrize("code", REPORTED)
def test_the_good_example_is_clean(code: str, tmp_path: Path) -> None:
    generate.write_example(CODES[code].bad, tmp_path)  # it may be about packs that only the bad one shows
    found = generate.codes_of(generate.write_example(CODES[code].good, tmp_path))
    assert found <= UNCALLED


@pytest.mark.parametrize("example", ["bad", "good"])
def test_what_does_not_come_to_rest_is_reported_in_play(example: str, tmp_path: Path) -> None:
    paths = generate.write_example(getattr(CODES["E-FUEL"], example), tmp_path)
    program = build([str(path) for path in paths], 2)
    failing = pytest.raises(RuleError, match="E-FUEL") if example == "bad" else nullcontext()
    for machine in (interpret.Machine(program), emit.compile(program)):
        with failing:
            machine.run(new_state(program, 1))


def test_each_code_that_has_a_page_is_reported_somewhere() -> None:
    assert set(CODES) - generate.reported_codes() <= REPORTED_IN_PLAY
