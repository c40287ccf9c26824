"""Codes, spans and rendering of what scenario authors are told, and the library's exceptions."""

from __future__ import annotations

from tangrules.diagnostics.as_github import render_github
from tangrules.diagnostics.as_json import render_json
from tangrules.diagnostics.as_sarif import render_sarif
from tangrules.diagnostics.as_text import render_text
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
