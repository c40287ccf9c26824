"""What a check is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from tangrules.diagnostics import Severity, Span
from tangrules.play.rules import Rules
from tangrules.verify.conformance.trail import Trail


@attrs.frozen
class Problem:
    """What is wrong at the last position of a trail, or at position `at` of it.

    move: the seat and the text of a move that was tried from there. key: problems of a check that have the
    same one are the same. check: under which other check's name it goes.
    """

    message: str
    details: tuple[str, ...] = ()
    span: Span | None = None
    key: str = ""
    move: tuple[int, str] | None = None
    at: int | None = None
    severity: Severity = Severity.ERROR
    check: str = ""


UNTESTED = Problem("nothing was looked at")
"""What a check returns for a game that has nothing to look at."""

Look: TypeAlias = Callable[[Trail, Problem | None], Problem | None]
"""Looks at the last position of a trail. A problem that is given was found before: it looks for that one."""

Idle: TypeAlias = Callable[[Rules], str]
"""Says why a check has nothing to look at in a game; empty if it has."""


def never_idle(_rules: Rules) -> str:
    """There is always something to look at."""
    return ""


@attrs.frozen
class Check:
    """when: "each" position, "some" positions of a game, or the "whole" game, once it has been played."""

    name: str
    says: str
    when: str
    look: Look
    idle: Idle = never_idle


def shown(items: list[str], most: int = 6) -> str:
    """Return the first of some texts on one line."""
    more = [f"and {len(items) - most} more"] if len(items) > most else []
    return ", ".join([*items[:most], *more])
