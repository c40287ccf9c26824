"""Checks a combination of packs for every number of players that it allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from tangrules.cli.console import counted
from tangrules.diagnostics import Diagnostic, Reporter, Severity
from tangrules.link.complete import seat_counts
from tangrules.packs import Pack, load_packs, sources_of

_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


@attrs.frozen
class Checked:
    """What was found, in the order of the files; `players` are the seat counts that were looked at."""

    names: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str] = attrs.field(repr=False)
    players: tuple[int, ...] = ()

    @property
    def is_faulty(self) -> bool:
        """Whether there is more than notes."""
        return any(found.severity is not Severity.NOTE for found in self.diagnostics)

    @property
    def told(self) -> str:
        """One line: what was checked, and how it came out."""
        counts = [
            counted(sum(found.severity is severity for found in self.diagnostics), word)
            for severity, word in _WORDS.items()
            if any(found.severity is severity for found in self.diagnostics)
        ]
        seats = _seats(self.players)
        return f"{' + '.join(self.names)}: {', '.join(counts) or 'no faults'}{seats}"


def check(names: Sequence[str], players: int | None = None) -> Checked:
    """Check packs together, for one number of players or for all that they allow."""
    reporter = Reporter()
    packs = load_packs(names, reporter)
    sources = sources_of(packs)
    told = tuple(pack.name for pack in _chosen(packs, names))
    if reporter.has_errors:
        return Checked(told, reporter.diagnostics, sources)
    counts = seat_counts(packs, players)
    found = {count: _findings(packs, count) for count in counts}
    return Checked(told, _merged(reporter.diagnostics, found), sources, tuple(counts))


def _chosen(packs: Sequence[Pack], names: Sequence[str]) -> list[Pack]:
    from tangrules.packs.finding import main_file

    wanted = [main_file(name).absolute().resolve() for name in names]
    return [pack for pack in packs if pack.path.absolute().resolve() in wanted]


def _findings(packs: Sequence[Pack], players: int) -> tuple[Diagnostic, ...]:
    """Return what linking and checking find at one number of players."""
    from tangrules.check import elaborate
    from tangrules.link import blame_replacements, link
    from tangrules.lower.layout import lay_out

    reporter = Reporter()
    model = link(packs, players, reporter)
    made = elaborate(model, reporter) if model is not None else None
    if made is not None and not reporter.has_errors:
        lay_out(made)
    blame_replacements(packs, reporter)
    return reporter.diagnostics


def _merged(first: Sequence[Diagnostic], found: Mapping[int, Sequence[Diagnostic]]) -> tuple[Diagnostic, ...]:
    """Return each finding once; of those that not all seat counts have, it is said which have them."""
    whole = Reporter()
    for diagnostic in first:
        whole.add(diagnostic)
    for diagnostic in dict.fromkeys(each for some in found.values() for each in some):
        counts = [count for count, some in found.items() if diagnostic in some]
        if len(counts) < len(found):
            said = f"{diagnostic.message} (with {_listed(counts)})"
            diagnostic = attrs.evolve(diagnostic, message=said)
        whole.add(diagnostic)
    return whole.diagnostics


def _listed(counts: Sequence[int]) -> str:
    if len(counts) > 1 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    told = " or ".join(str(count) for count in counts)
    return f"{told} player" if told == "1" else f"{told} players"


def _seats(players: Sequence[int]) -> str:
    return f" for {_listed(players)}" if players else ""
