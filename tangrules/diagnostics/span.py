"""Where something stands in a scenario's text.

Lines and columns count from 1, columns in characters (code points); the end column is the first one after
the span.
"""

from __future__ import annotations

import attrs


@attrs.frozen(order=True)
class Span:
    """A stretch of one file. Spans are ordered by file, then by place."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def at(cls, file: str, line: int, column: int) -> Span:
        """Return the span of the one character at this place."""
        return cls(file, line, column, line, column + 1)

    def to(self, other: Span) -> Span:
        """Return the least span that holds both; a span of another file is left out."""
        if self.file != other.file:
            return self
        start = min((self.line, self.column), (other.line, other.column))
        end = max((self.end_line, self.end_column), (other.end_line, other.end_column))
        return Span(self.file, *start, *end)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
