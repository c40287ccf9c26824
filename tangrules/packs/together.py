"""What the headers of chosen packs say about each other: what rules out what, and what is advised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tangrules.diagnostics import Related, Reporter
from tangrules.packs.order import needs_of
from tangrules.packs.pack import ONLY_ONE, Gathered, Relation
from tangrules.syntax.heading import Header, Name, PackLine


def because(named: Name, header: Header) -> str:
    """Return the reason and the clauses that a header gives where it names a pack, as they end a sentence."""
    return next((Relation.of(line).because for line, name in _said(header) if name is named), "")


def report_excluded(packs: Mapping[str, Gathered], reporter: Reporter) -> None:
    """Report each pair of packs that cannot be played together once, with what both say about it."""
    headers = {name: packs[name].header for name in sorted(packs)}
    done: set[frozenset[str]] = set()
    for name, header in headers.items():
        for line, excluded in _said(header, "excludes"):
            pair = frozenset((name, excluded.text))
            if excluded.text not in headers or pair in done:
                continue
            done.add(pair)
            other = excluded.text
            message = f"`{name}` cannot be played together with `{other}`{Relation.of(line).because}"
            related = [
                *_said_too(other, name, headers),
                *_brought_in(other, headers),
                *_brought_in(name, headers),
            ]
            hint = "leave one out"
            reporter.error("E-EXCLUDES", message, excluded.span, suggestion=hint, related=related)


def report_groups(packs: Mapping[str, Gathered], reporter: Reporter) -> None:
    """Report packs of a group of which a game can have one only."""
    headers = {name: packs[name].header for name in sorted(packs)}
    first: dict[str, tuple[str, Name]] = {}
    for name, header in headers.items():
        for line, group in _said(header, ONLY_ONE):
            other, there = first.setdefault(group.text, (name, group))
            if other == name:
                continue
            message = f"`{name}` cannot be played together with `{other}`{Relation.of(line).because}"
            already = Related(there.span, f"`{other}` is the one {group.text.replace('_', ' ')}")
            related = [already, *_brought_in(other, headers), *_brought_in(name, headers)]
            reporter.error("E-EXCLUDES", message, group.span, suggestion="leave one out", related=related)


def advise(headers: Mapping[str, Header], reporter: Reporter) -> None:
    """Tell what packs are recommended and not chosen, and what was chosen against advice."""
    for name in sorted(headers):
        for line, other in _said(headers[name], "recommends"):
            if other.text not in headers:
                message = f"`{name}` is better played with `{other.text}`{Relation.of(line).because}"
                reporter.note(
                    "N-RECOMMENDS", message, other.span, suggestion="choose it as well, if you like"
                )
        for line, other in _said(headers[name], "discourages"):
            if other.text in headers:
                message = f"`{name}` is better played without `{other.text}`{Relation.of(line).because}"
                reporter.note("N-DISCOURAGES", message, other.span, suggestion="leave one out, if you like")


def _said(header: Header, word: str | None = None) -> Iterator[tuple[PackLine, Name]]:
    for line in header.others:
        if word in (None, line.word):
            yield from ((line, name) for name in line.names)


def _said_too(other: str, name: str, headers: Mapping[str, Header]) -> Iterator[Related]:
    """Yield where the other pack is, or better, where it rules this one out as well."""
    lines = [(line, named) for line, named in _said(headers[other], "excludes") if named.text == name]
    for line, named in lines[:1]:
        yield Related(named.span, f"`{other}` says so too{Relation.of(line).because}")
    if not lines:
        yield Related(headers[other].name.span, f"`{other}` is here")


def _brought_in(name: str, headers: Mapping[str, Header]) -> Iterator[Related]:
    for asker, header in headers.items():
        for needed in needs_of(header):
            if needed.text == name:
                yield Related(needed.span, f"`{asker}` brings in `{name}`{because(needed, header)}")
