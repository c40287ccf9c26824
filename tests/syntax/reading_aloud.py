"""Helpers of these tests."""

from __future__ import annotations

from pathlib import Path

from tangrules.diagnostics import Diagnostic, Reporter, render_text
from tangrules.syntax import parse, tree

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.tang"))
HEAD = "tang 1\ngame boats\n"


def read(text: str) -> tree.File:
    """Read a text that has no mistake."""
    reporter = Reporter()
    file = parse(text, "sample.tang", reporter)
    assert file is not None, render_text(reporter.diagnostics, {"sample.tang": text})
    assert reporter.diagnostics == ()
    return file


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    """Read a text that has mistakes."""
    reporter = Reporter()
    assert parse(text, "sample.tang", reporter) is None
    return reporter.diagnostics


def at(text: str, node: object) -> str:
    """Cut the text that a node's span covers."""
    span = node.span  # type: ignore[attr-defined]
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, last = lines[span.line - 1][span.column - 1 :], lines[span.end_line - 1][: span.end_column - 1]
    return "\n".join([first, *lines[span.line : span.end_line - 1], last])
