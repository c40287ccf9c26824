"""Codes, spans and rendering of what scenario authors are told, and the library's exceptions.

What renders is fetched when it is first asked for: most games are played without a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.diagnostics.diagnostic import Diagnostic, Related, Severity
from tangrules.diagnostics.errors import (
    ChanceError,
    IllegalMove,
    RuleError,
    SaveError,
    ScenarioError,
    TangError,
    UsageError,
)
from tangrules.diagnostics.reporter import Reporter
from tangrules.diagnostics.span import Span
from tangrules.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:
    from tangrules.diagnostics.as_github import render_github
    from tangrules.diagnostics.as_json import render_json
    from tangrules.diagnostics.as_sarif import render_sarif
    from tangrules.diagnostics.as_text import render_text

__all__ = [
    "ChanceError",
    "Diagnostic",
    "IllegalMove",
    "Related",
    "Reporter",
    "RuleError",
    "SaveError",
    "ScenarioError",
    "Severity",
    "Span",
    "TangError",
    "UsageError",
    "did_you_mean",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
]

_RENDERING = {
    f"render_{form}": f"tangrules.diagnostics.as_{form}" for form in ("github", "json", "sarif", "text")
}


def __getattr__(name: str) -> object:
    if name not in _RENDERING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_RENDERING[name]), name)
    globals()[name] = found
    return found
