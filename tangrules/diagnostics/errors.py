"""The exceptions that the library raises, all of them.

    TangError
     +-- ScenarioError   the text of a scenario is wrong; carries its diagnostics
     +-- UsageError      a bad argument, a missing file, a bad seed (also a ValueError)
     +-- IllegalMove     the move is not allowed here (also a ValueError)
     +-- SaveError       a damaged or foreign save (also a ValueError)
     +-- ChanceError     scripted chance does not fit the draw (also a ValueError)
     +-- RuleError       a rule failed, or used up its budget, while running (also a RuntimeError)

They can be pickled: the fields beyond the message travel in the instance's dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tangrules.diagnostics.diagnostic import Diagnostic, Severity
from tangrules.diagnostics.span import Span

SHOWN_AT_MOST = 20
"""So many diagnostics are printed by a ScenarioError; all of them are in `.diagnostics`."""

_GRAVITY = {severity: rank for rank, severity in enumerate(Severity)}


class TangError(Exception):
    """Any failure that this library reports."""


class ScenarioError(TangError):
    """A scenario that cannot be played. `diagnostics` says why, `sources` holds the texts they point into."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, str] | None = None) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources or {})
        super().__init__(self.diagnostics, self.sources)

    def __str__(self) -> str:
        worst_first = sorted(self.diagnostics, key=lambda found: _GRAVITY[found.severity])
        from tangrules.diagnostics.as_text import render_text  # late: most games are played without a word

        text = render_text(worst_first[:SHOWN_AT_MOST], self.sources)
        left_out = len(worst_first) - SHOWN_AT_MOST
        return f"{text}\n\nand {left_out} more" if left_out > 0 else text


class UsageError(TangError, ValueError):
    """The library was called wrongly; the message names the argument."""


class IllegalMove(TangError, ValueError):
    """A move that is not allowed now. The state is as it was; `reasons` are the rules' own sentences."""

    reasons: tuple[str, ...]

    def __init__(self, message: str, reasons: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)

    def __str__(self) -> str:
        return "\n  - ".join([str(self.args[0]), *self.reasons])


class SaveError(TangError, ValueError):
    """A save that is damaged, or was made with other rules."""


class RuleError(TangError, RuntimeError):
    """A rule that failed while it ran.

    `span` is the scenario's line, `trail` says how it came to run, the nearest caller first.
    """

    span: Span | None
    trail: tuple[str, ...]

    def __init__(self, message: str, span: Span | None = None, trail: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.span = span
        self.trail = tuple(trail)

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return "\n  ".join([f"{place}{self.args[0]}", *self.trail])


class ChanceError(TangError, ValueError):
    """Scripted chance that does not fit: a card that is not in the deck, a roll that no die shows."""
