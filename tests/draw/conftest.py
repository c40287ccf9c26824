"""The meadow: a small scenario with one of everything that can be drawn, at its first decision."""

from __future__ import annotations

from pathlib import Path

import pytest

import tangrules


@pytest.fixture(scope="session")
def meadow() -> tangrules.State:
    """The position after the meadow's setup; seat 1 is on turn."""
    return tangrules.load(str(Path(__file__).parent / "meadow.tang")).start(players=2, seed=0)
