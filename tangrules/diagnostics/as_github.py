"""Diagnostics as workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tangrules.diagnostics.diagnostic import Diagnostic, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render_github(diags: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
    """Return one annotation a line."""
    del sources  # taken so that all renderers can be called alike
    return "\n".join(_annotation(diag) for diag in diags)


def _annotation(diag: Diagnostic) -> str:
    properties = {"title": diag.code}
    if span := diag.span:
        properties = {"file": span.file, "line": str(span.line), "col": str(span.column), **properties}
    settings = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    lines = [diag.message, *diag.hints, *map(str, diag.related)]
    return f"::{_COMMANDS[diag.severity]} {settings}::" + _data("\n".join(lines))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
