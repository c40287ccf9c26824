"""Reads the items of a file one by one, where the whole can't be read, so that one mistake does not hide another."""

from __future__ import annotations

from tangrules.syntax.chunks import Chunk
from tangrules.syntax.lines import Slip, Survey
from tangrules.syntax.mistakes import explain
from tangrules.syntax.mistakes.depth import NOTHING_UNDER
from tangrules.syntax.parts import Problem
from tangrules.syntax.reading import Read, Stuck, problems, read
from tangrules.syntax.vocabulary import ITEM_WORDS


def piecewise(found: Survey, chunks: list[Chunk], file: str, at_most: int) -> list[Slip | Problem]:
    """Read the chunks of a file one by one, those without slips, until enough mistakes are found."""
    mistakes: list[Slip | Problem] = []
    faulty = [slip.line for slip in found.slips]
    pending = [chunk for chunk in reversed(chunks) if chunk.role != "edition"]
    while pending and len(mistakes) < at_most:
        chunk = pending.pop()
        inner = chunk.inner()
        if any(map(chunk.holds, faulty)):
            pending.extend(reversed(inner))
            continue
        result = read(chunk.text, file)
        if isinstance(result, Read):
            mistakes += map(chunk.placed, problems(result))
            continue
        stuck = chunk.located(result)
        if inner and any(part.holds(stuck.line) for part in inner):
            pending.extend(reversed(inner))
        else:
            slip = explain(chunk, stuck)
            mistakes.append(slip)
            if slip.message == NOTHING_UNDER:
                _pass_over(chunk, pending)
    return mistakes


def as_one(found: Survey, file: str) -> Slip:
    """Explain a mistake that none of the chunks of a file has alone."""
    chunk = Chunk("edition", tuple(found.lines))
    result = read(chunk.text, file)
    return explain(chunk, result if isinstance(result, Stuck) else Stuck("end", "", len(found.lines), 1))


def _pass_over(chunk: Chunk, pending: list[Chunk]) -> None:
    """Leave out what begins no declaration right below: lines that were meant to stand under this one."""
    while pending and chunk.lines[-1].bits and pending[-1].lines[0].first not in ITEM_WORDS:
        chunk = pending.pop()
