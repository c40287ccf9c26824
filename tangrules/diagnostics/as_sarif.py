"""Diagnostics as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias
from urllib.parse import quote

from tangrules.diagnostics.catalogue import CODES
from tangrules.diagnostics.diagnostic import Diagnostic
from tangrules.diagnostics.span import Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

Json: TypeAlias = "dict[str, object]"


def render_sarif(diags: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
    """Return one run of the tool with its rules, the codes, and its results, the diagnostics."""
    del sources  # taken so that all renderers can be called alike
    found = list(diags)
    codes = sorted({diag.code for diag in found})
    run = {
        "tool": {"driver": {"name": "tangrules", "rules": [_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diag, codes.index(diag.code)) for diag in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> Json:
    if code not in CODES:
        return {"id": code}
    info = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": info.title},
        "fullDescription": {"text": info.explanation},
    }


def _result(diag: Diagnostic, rule: int) -> Json:
    result: Json = {
        "ruleId": diag.code,
        "ruleIndex": rule,
        "level": diag.severity.value,
        "message": {"text": "\n".join([diag.message, *diag.hints])},
    }
    if diag.span:
        result["locations"] = [{"physicalLocation": _location(diag.span)}]
    if diag.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(other.span),
                "message": {"text": other.message or "also here"},
            }
            for number, other in enumerate(diag.related, start=1)
        ]
    return result


def _location(span: Span) -> Json:
    return {
        "artifactLocation": {"uri": _uri(span.file)},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }


def _uri(file: str) -> str:
    """Write a path as a URI: a relative one stays relative to where the tool ran."""
    path = file.replace("\\", "/")
    if re.match(r"[A-Za-z]:/", path):
        return f"file:///{path[:2]}{quote(path[2:])}"
    return f"file://{quote(path)}" if path.startswith("/") else quote(path)
