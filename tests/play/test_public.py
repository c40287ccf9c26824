"""The door of the package: its names, and that opening it does no work."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tangrules

NAMES = [
    "Caller", "ChanceError", "Decision", "Diagnostic", "Game", "IllegalMove", "NeedChance", "Option",
    "Playout", "Replay", "Result", "RuleError", "SaveError", "ScenarioError", "ScorePad", "Scripted",
    "State",
    "TangError", "Thawed", "UsageError", "View", "__version__", "load", "replay", "sample",
]  # fmt: skip


def test_the_public_names_are_these() -> None:
    assert tangrules.__all__ == NAMES == sorted(NAMES)
    assert len(NAMES) <= 25
    assert dir(tangrules) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_name_can_be_had(name: str) -> None:
    assert getattr(tangrules, name) is getattr(tangrules, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = tangrules.nonsense


def test_importing_fetches_nothing() -> None:
    program = "import sys, tangrules; print([m for m in sys.modules if m.startswith(('tangrules.', 'attr'))])"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
