"""Diagnostics as text for people, in the manner of a compiler:

error[E-NAME] boats.tang:12:10: there is no zone called `harbor`
  12 |     move b to harbor
     |               ^^^^^^ expected the name of a zone
     = did you mean `harbour`?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tangrules.diagnostics.diagnostic import Diagnostic, Severity
from tangrules.diagnostics.excerpt import Excerpt, SourceLines
from tangrules.diagnostics.visible import sentence, visible

_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_BOLD = "1"
_GUTTER = "34"


def render_text(diags: Iterable[Diagnostic], sources: Mapping[str, str], *, color: bool = False) -> str:
    """Return all diagnostics with their lines of source, a blank line between them."""
    lines = SourceLines(sources)
    return "\n\n".join("\n".join(_Page(diag, lines, color).lines()) for diag in diags)


class _Page:
    """One diagnostic on its way to text: it fixes the gutter's width and the colours."""

    def __init__(self, diag: Diagnostic, lines: SourceLines, color: bool) -> None:
        self._diag = diag
        self._color = color
        self._tint = _COLOURS[diag.severity]
        self._excerpt = lines.excerpt(diag.span) if diag.span else None
        self._others = [(related, lines.excerpt(related.span)) for related in diag.related]
        shown = [self._excerpt, *(excerpt for _, excerpt in self._others)]
        self._digits = max((len(str(excerpt.number)) for excerpt in shown if excerpt), default=0)

    def lines(self) -> list[str]:
        hints = [sentence(hint) for hint in self._diag.hints]
        label = hints.pop(0) if self._excerpt and self._diag.expected else ""
        out = [self._head()]
        if self._excerpt:
            out += self._source(self._excerpt, label)
        out += [f"{self._gutter('=')} {hint}" for hint in hints]
        for related, excerpt in self._others:
            out.append(f"{self._gutter('=')} {sentence(str(related))}")
            if excerpt:
                out += self._source(excerpt, "")
        return out

    def _head(self) -> str:
        diag = self._diag
        place = f" {visible(str(diag.span))}" if diag.span else ""
        kind = self._paint(f"{diag.severity.value}[{diag.code}]", self._tint)
        return f"{kind}{place}: {self._paint(sentence(diag.message), _BOLD)}"

    def _source(self, excerpt: Excerpt, label: str) -> list[str]:
        carets = self._paint(f"{'^' * excerpt.carets} {label}".rstrip(), self._tint)
        return [
            f"{self._gutter('|', str(excerpt.number))} {excerpt.text}".rstrip(),
            f"{self._gutter('|')} {' ' * excerpt.indent}{carets}",
        ]

    def _gutter(self, bar: str, number: str = "") -> str:
        return self._paint(f"  {number:>{self._digits}} {bar}", _GUTTER)

    def _paint(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._color else text
