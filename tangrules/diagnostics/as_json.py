"""Diagnostics as one JSON document, for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import attrs

from tangrules.diagnostics.diagnostic import Diagnostic, Severity

VERSION = 1
"""Of the document's form; raised when a reader would have to change."""


def render_json(diags: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
    """Return the diagnostics and how many there are of each severity. Texts are not repeated in it."""
    del sources  # taken so that all renderers can be called alike
    found = list(diags)
    document = {
        "version": VERSION,
        "diagnostics": [_entry(diag) for diag in found],
        "counts": {severity.value: sum(diag.severity is severity for diag in found) for severity in Severity},
    }
    return json.dumps(document, indent=2)


def _entry(diag: Diagnostic) -> dict[str, object]:
    return {**attrs.asdict(diag), "severity": diag.severity.value}
