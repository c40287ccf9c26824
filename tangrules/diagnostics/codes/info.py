"""What is known about one code."""

from __future__ import annotations

import textwrap

import attrs


def _flowing(text: str) -> str:
    """Join the lines of each paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _snippet(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


@attrs.frozen
class CodeInfo:
    """The page of a code. `bad` causes it and `good` is the same put right.

    In an example the line `-- boats.tang` opens a file; an example without such a line is a piece of one.
    """

    code: str
    title: str
    explanation: str = attrs.field(converter=_flowing)
    bad: str = attrs.field(converter=_snippet)
    good: str = attrs.field(converter=_snippet)
