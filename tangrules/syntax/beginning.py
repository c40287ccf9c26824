"""Mistakes in the first two lines of a file."""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.syntax.chunks import Chunk
from tangrules.syntax.lines import Slip

EDITION = 1
"""The edition of the language that this version reads."""

_FORMS = (
    '`game boats "Boats"`, `module tides "Tides"` or `mix harbour "Harbour"`; '
    "further files of a pack have `part of boats`"
)


def header_slips(chunks: list[Chunk]) -> Iterator[Slip]:
    """Look at the edition, and whether the line after it is there."""
    if not chunks:
        yield Slip(
            "E-EDITION",
            "the file is empty",
            1,
            1,
            2,
            "`tang 1` in the first line",
            f"then comes a line such as {_FORMS}",
        )
        return
    first = chunks[0].lines[0]
    if chunks[0].role != "edition":
        message = "the file does not say for which edition of the language it is written"
        yield Slip("E-EDITION", message, first.number, 1, first.end, "`tang 1` as the first line")
    else:
        yield from _edition(chunks[0])
    if not any(chunk.role == "pack" for chunk in chunks[:2]):
        after = chunks[1].lines[0] if chunks[0].role == "edition" and len(chunks) > 1 else first
        yield Slip(
            "E-SYNTAX",
            "the file does not say what it is",
            after.number,
            1,
            after.end,
            "the second line of the file",
            f"write one of {_FORMS}",
        )


def _edition(chunk: Chunk) -> Iterator[Slip]:
    line = chunk.lines[0]
    words = [bit.text for bit in line.bits]
    if words == ["tang", str(EDITION)]:
        if len(chunk.lines) > 1 and any(other.bits for other in chunk.lines[1:]):
            other = next(other for other in chunk.lines[1:] if other.bits)
            yield Slip(
                "E-SYNTAX",
                "this line begins too far right",
                other.number,
                1,
                other.end,
                "",
                "begin it at the left margin",
            )
    elif words[0] == "tang" and len(words) == 2 and words[1].isdigit():
        bit = line.bits[1]
        yield Slip(
            "E-EDITION",
            f"edition {bit.text} is not known to this version",
            line.number,
            bit.column,
            bit.end,
            "edition 1",
            "write `tang 1`, or install a newer version of the program",
        )
    else:
        message = "the first line names the edition of the language, and nothing else"
        yield Slip("E-EDITION", message, line.number, 1, line.end, "`tang 1`")
