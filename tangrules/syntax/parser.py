"""From the text of a file to its tree. A file with a mistake gives diagnostics and no tree.

Where the whole file can't be read, its items are read one by one, so that one mistake does not hide another.
"""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.diagnostics import Diagnostic, Reporter, Span
from tangrules.syntax import tree
from tangrules.syntax.chunks import Chunk, cut
from tangrules.syntax.declared import reserved_names
from tangrules.syntax.lines import Slip, Survey, survey
from tangrules.syntax.mistakes import explain
from tangrules.syntax.mistakes.depth import NOTHING_UNDER
from tangrules.syntax.mistakes.header import header_slips
from tangrules.syntax.parts import Problem
from tangrules.syntax.reading import Read, Stuck, read
from tangrules.syntax.source import clean, read_source
from tangrules.syntax.vocabulary import ITEM_WORDS

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
    mistakes = [_of_slip(slip, file) for slip in (*found.slips, *header_slips(chunks))]
    if isinstance(result, Read):
        mistakes += map(_of_problem, _problems(result))
    else:
        mistakes += _piecewise(found, chunks, file)
        mistakes = mistakes or [_of_slip(explain(*_as_one(found, file)), file)]
    mistakes.sort(key=lambda mistake: mistake.span or Span.at(file, 1, 1))
    for mistake in mistakes[:MAX_ERRORS]:
        reporter.add(mistake)
    return result.file if isinstance(result, Read) and not mistakes else None


def _piecewise(found: Survey, chunks: list[Chunk], file: str) -> list[Diagnostic]:
    """Read the chunks of a file one by one, those without slips."""
    mistakes: list[Diagnostic] = []
    faulty = [slip.line for slip in found.slips]
    pending = [chunk for chunk in reversed(chunks) if chunk.role != "edition"]
    while pending and len(mistakes) < MAX_ERRORS:
        chunk = pending.pop()
        inner = chunk.inner()
        if any(map(chunk.holds, faulty)):
            pending.extend(reversed(inner))
            continue
        result = read(chunk.text, file)
        if isinstance(result, Read):
            mistakes += (_of_problem(chunk.placed(problem)) for problem in _problems(result))
            continue
        stuck = chunk.located(result)
        if inner and any(part.holds(stuck.line) for part in inner):
            pending.extend(reversed(inner))
        else:
            slip = explain(chunk, stuck)
            mistakes.append(_of_slip(slip, file))
            if slip.message == NOTHING_UNDER:
                _pass_over(chunk, pending)
    return mistakes


def _pass_over(chunk: Chunk, pending: list[Chunk]) -> None:
    """Leave out what begins no declaration right below: lines that were meant to stand under this one."""
    while pending and chunk.lines[-1].bits and pending[-1].lines[0].first not in ITEM_WORDS:
        chunk = pending.pop()


def _as_one(found: Survey, file: str) -> tuple[Chunk, Stuck]:
    """Read the file as one chunk, for a mistake that none of its chunks has alone."""
    chunk = Chunk("edition", tuple(found.lines))
    result = read(chunk.text, file)
    return chunk, result if isinstance(result, Stuck) else Stuck("end", "", len(found.lines), 1)


def _problems(result: Read) -> Iterator[Problem]:
    yield from result.problems
    yield from reserved_names(result.file)


def _of_problem(problem: Problem) -> Diagnostic:
    return Diagnostic(
        problem.code,
        problem.message,
        problem.span,
        expected=problem.expected,
        suggestion=problem.suggestion,
    )


def _of_slip(slip: Slip, file: str) -> Diagnostic:
    span = Span(file, slip.line, slip.column, slip.line, slip.end)
    return Diagnostic(slip.code, slip.message, span, expected=slip.expected, suggestion=slip.suggestion)
