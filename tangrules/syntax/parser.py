"""From the text of a file to its tree. A file with a mistake gives diagnostics and no tree."""

from __future__ import annotations

from tangrules.diagnostics import Diagnostic, Reporter, Span
from tangrules.syntax import tree
from tangrules.syntax.beginning import header_slips
from tangrules.syntax.chunks import cut
from tangrules.syntax.lines import Slip, survey
from tangrules.syntax.parts import Problem
from tangrules.syntax.reading import Read, problems, read
from tangrules.syntax.source import clean, read_source

MAX_ERRORS = 20
"""So many mistakes of one file are reported at most."""


def parse_bytes(data: bytes, file: str, reporter: Reporter) -> tree.File | None:
    """Return the tree of a file's bytes, or report why there is none."""
    text = read_source(data, file, reporter)
    return None if text is None else _parse(text, file, reporter)


def parse(text: str, file: str, reporter: Reporter) -> tree.File | None:
    """Return the tree of a file's text, or report why there is none."""
    cleaned = clean(text, file, reporter)
    return None if cleaned is None else _parse(cleaned, file, reporter)


def _parse(text: str, file: str, reporter: Reporter) -> tree.File | None:
    found = survey(text)
    chunks = cut(found)
    result = None if found.slips else read(text + "\n", file)
    mistakes: list[Slip | Problem] = [*found.slips, *header_slips(chunks)]
    if isinstance(result, Read):
        mistakes += problems(result)
    else:
        from tangrules.syntax.piecewise import as_one, piecewise  # late: most files have no mistakes

        mistakes += piecewise(found, chunks, file, MAX_ERRORS)
        mistakes = mistakes or [as_one(found, file)]
    told = [_told(mistake, file) for mistake in mistakes]
    told.sort(key=lambda mistake: mistake.span or Span.at(file, 1, 1))
    for mistake in told[:MAX_ERRORS]:
        reporter.add(mistake)
    return result.file if isinstance(result, Read) and not mistakes else None


def _told(mistake: Slip | Problem, file: str) -> Diagnostic:
    if isinstance(mistake, Problem):
        span = mistake.span
    else:
        span = Span(file, mistake.line, mistake.column, mistake.line, mistake.end)
    expected, suggestion = mistake.expected, mistake.suggestion
    return Diagnostic(mistake.code, mistake.message, span, expected=expected, suggestion=suggestion)
