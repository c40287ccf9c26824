"""Collects what a stage finds, so that one run reports as much as makes sense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from tangrules.diagnostics.diagnostic import Diagnostic, Related, Severity
from tangrules.diagnostics.errors import ScenarioError
from tangrules.diagnostics.span import Span


@attrs.define(eq=False)
class Reporter:
    """Diagnostics in the order of the text; the same one twice counts once."""

    _found: dict[Diagnostic, None] = attrs.field(factory=dict, init=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic that was made elsewhere."""
        self._found.setdefault(diagnostic)

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        expected: str = "",
        suggestion: str = "",
        related: Iterable[Related] = (),
    ) -> None:
        """Report what makes the scenario unplayable."""
        self.add(Diagnostic(code, message, span, Severity.ERROR, expected, suggestion, tuple(related)))

    def warning(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        expected: str = "",
        suggestion: str = "",
        related: Iterable[Related] = (),
    ) -> None:
        """Report what is playable, but probably not meant."""
        self.add(Diagnostic(code, message, span, Severity.WARNING, expected, suggestion, tuple(related)))

    def note(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        expected: str = "",
        suggestion: str = "",
        related: Iterable[Related] = (),
    ) -> None:
        """Report what is merely good to know."""
        self.add(Diagnostic(code, message, span, Severity.NOTE, expected, suggestion, tuple(related)))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them: first those without a place, then by file and place, then as they were found."""
        return tuple(sorted(self._found, key=_place))

    @property
    def has_errors(self) -> bool:
        """Whether one of them is an error."""
        return any(found.severity is Severity.ERROR for found in self._found)

    def raise_if_errors(self, sources: Mapping[str, str]) -> None:
        """Raise a ScenarioError with everything collected if one of them is an error."""
        if self.has_errors:
            raise ScenarioError(self.diagnostics, sources)


def _place(diagnostic: Diagnostic) -> tuple[bool, tuple[str, int, int]]:
    span = diagnostic.span
    return (span is not None, (span.file, span.line, span.column) if span else ("", 0, 0))
