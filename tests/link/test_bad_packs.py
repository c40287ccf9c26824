"""Each file in tests/bad/link is a case with faults, and beside it stands what is reported, to the letter.

Set TANG_REFRESH=1 to write the reports anew, and read them in the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = sorted((Path(__file__).parent.parent / "bad" / "link").glob("*.tang"))


@pytest.mark.parametrize("case", CASES, ids=[path.stem for path in CASES])
def test_the_report_is_exact(case: Path, linked: Callable[..., Any]) -> None:
    report = linked(case.read_text(encoding="utf-8")).report + "\n"
    expected = case.with_suffix(".txt")
    if os.environ.get("TANG_REFRESH"):
        expected.write_text(report, encoding="utf-8")
    assert report == expected.read_text(encoding="utf-8")


def test_no_report_is_without_its_case() -> None:
    reports = {path.stem for path in CASES[0].parent.glob("*.txt")} if CASES else set()
    assert reports == {path.stem for path in CASES}
