"""A printed file before it is laid out: sentences with their place in the source, and what is under them."""

from __future__ import annotations

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax.pretty import Doc, doc


@attrs.frozen
class Entry:
    """A sentence, the line of the source where it begins and ends, and the sentences under it.

    `short` entries may take a single simple sentence into their own line. Line 0 is no place.
    """

    text: Doc
    first: int = 0
    last: int = 0
    body: tuple[Entry, ...] = ()
    short: bool = False
    simple: bool = False


def simple(span: Span, *parts: str | Doc) -> Entry:
    """Make an entry without a body."""
    return Entry(doc(*parts), span.line, span.end_line, simple=True)


def block(span: Span, body: tuple[Entry, ...], *parts: str | Doc, short: bool = False) -> Entry:
    """Make an entry with a body."""
    return Entry(doc(*parts), span.line, span.line, body, short)
