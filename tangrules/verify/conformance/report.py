"""What verifying came to."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tangrules.diagnostics import Diagnostic, Severity, Span


@attrs.frozen
class Finding:
    """Something that a check found, with the shortest game that shows it.

    games: in how many games it was found. replay: the game as a replay; empty for a remark about many games.
    file: where the replay was kept, if it was.
    """

    check: str
    message: str
    severity: Severity
    span: Span | None
    players: int
    details: tuple[str, ...] = ()
    seed: int = 0
    moves: tuple[str, ...] = ()
    replay: str = attrs.field(default="", repr=False)
    games: int = 1
    file: str = ""

    @property
    def code(self) -> str:
        """The code under which it is reported."""
        return f"V-{self.check.upper()}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What else is to be said of it, line by line."""
        if not self.replay:
            return self.details
        seats, moves = _counted(self.players, "player"), _counted(len(self.moves), "move")
        played = f"shortest game found: {seats}, seed {self.seed}, {moves}"
        listed = [f"  {move}" for move in self.moves[-_SHOWN_AT_MOST:]]
        if len(self.moves) > _SHOWN_AT_MOST:
            listed.insert(0, "  …")
        kept = [f"kept in {self.file}"] if self.file else []
        games = [f"found in {self.games} games"] if self.games > 1 else []
        return (*self.details, played, *listed, *games, *kept)

    def diagnostic(self) -> Diagnostic:
        """Return it as the tools report it."""
        text = "; ".join(line.strip() for line in self.lines)
        return Diagnostic(self.code, self.message, self.span, self.severity, suggestion=text)


_SHOWN_AT_MOST = 8


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@attrs.frozen
class Tally:
    """How often a check looked at games of a number of players; `idle` says why it did not."""

    check: str
    says: str
    players: int
    looks: int
    idle: str = ""


@attrs.frozen
class Report:
    """What was played and found. `clean`: something was looked at, and nothing but remarks was found."""

    title: str
    names: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    moves: int
    tallies: tuple[Tally, ...]
    findings: tuple[Finding, ...]
    sources: Mapping[str, str] = attrs.field(factory=dict, repr=False)

    @property
    def looks(self) -> int:
        """How often all checks have looked."""
        return sum(tally.looks for tally in self.tallies)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are more than remarks."""
        return tuple(found for found in self.findings if found.severity is not Severity.NOTE)

    @property
    def clean(self) -> bool:
        """Whether the games were looked at and no fault was found."""
        return not self.faults and self.looks > 0

    def of(self, check: str) -> tuple[Finding, ...]:
        """Return the findings of one check."""
        return tuple(found for found in self.findings if found.check == check)

    def __str__(self) -> str:
        from tangrules.verify.conformance.rendering import as_text

        return as_text(self)
