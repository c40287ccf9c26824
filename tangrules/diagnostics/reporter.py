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
    def found(self) -> tuple[Diagnostic, ...]:
        """All of them as they were found, nothing put together."""
        return tuple(self._found)

    def put_instead(self, causes: Iterable[Diagnostic], diagnostic: Diagnostic) -> None:
        """Tell one thing in place of several that follow from it."""
        for cause in causes:
            self._found.pop(cause, None)
        self.add(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them: first those without a place, then by file and place, then as they were found.

        A name that is not there is told once for each file, with the other places where it is used. What nobody
        calls is not told beside errors: what was misread may call it.
        """
        told = [found for found in self._found if found.code != "W-UNCALLED" or not self.has_errors]
        return tuple(_without_echoes(sorted(told, key=_place)))

    @property
    def has_errors(self) -> bool:
        """Whether one of them is an error."""
        return any(found.severity is Severity.ERROR for found in self._found)

    def raise_if_errors(self, sources: Mapping[str, str]) -> None:
        """Raise a ScenarioError with everything collected if one of them is an error."""
        if self.has_errors:
            raise ScenarioError(self.diagnostics, sources)


def _without_echoes(found: list[Diagnostic]) -> list[Diagnostic]:
    """Put what says the same of one name in one file together, at its first place."""
    first: dict[tuple[str, str], int] = {}
    echoes: dict[int, list[Span]] = {}
    kept: list[Diagnostic] = []
    for diagnostic in found:
        if diagnostic.code == "E-NAME" and diagnostic.span is not None:
            at = first.setdefault((diagnostic.message, diagnostic.span.file), len(kept))
            if at < len(kept):
                echoes.setdefault(at, []).append(diagnostic.span)
                continue
        kept.append(diagnostic)
    for at, places in echoes.items():
        kept[at] = attrs.evolve(kept[at], related=(*kept[at].related, _also(places)))
    return kept


def _also(places: list[Span]) -> Related:
    """Return the second place, with how many there are beyond it."""
    left = len(places) - 1
    return Related(places[0], f"and in {left} more place{'s' * (left > 1)}" if left else "")


def _place(diagnostic: Diagnostic) -> tuple[bool, tuple[str, int, int]]:
    span = diagnostic.span
    return (span is not None, (span.file, span.line, span.column) if span else ("", 0, 0))
