"""One thing that a scenario author is told. Plain data: rendering and collecting live elsewhere."""

from __future__ import annotations

from enum import Enum

import attrs

from tangrules.diagnostics.span import Span


class Severity(Enum):
    """How bad it is: an error stops the scenario, a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class Related:
    """Another place that takes part, for instance the other side of a clash."""

    span: Span
    message: str

    def __str__(self) -> str:
        return f"also here: {self.span}" + (f": {self.message}" if self.message else "")


@attrs.frozen
class Diagnostic:
    """A finding: a code, one sentence of what is wrong, where, what was expected, and a way out.

    `expected` completes the word "expected" ("the name of a zone"); `suggestion` is a sentence of its own.
    """

    code: str
    message: str
    span: Span | None
    severity: Severity = Severity.ERROR
    expected: str = ""
    suggestion: str = ""
    related: tuple[Related, ...] = ()

    @property
    def hints(self) -> tuple[str, ...]:
        """What was expected and what to do, as far as they are known."""
        expected = self.expected
        if expected and not expected.startswith("expected "):
            expected = f"expected {expected}"
        return tuple(hint for hint in (expected, self.suggestion) if hint)
