"""The history of a rule as text, in the manner of a rulebook with its expansions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tangrules.explain.amended import Amended, Sentence

_WIDTH = 100


def as_text(rule: Amended) -> str:
    """Return the first text, the changes in order, how the rule stands now, and the clauses behind it."""
    return "\n".join(_lines(rule))


def _lines(rule: Amended) -> Iterator[str]:
    yield rule.title
    yield from _sentence(f"  {rule.first.pack}", rule.first)
    if rule.changes:
        yield ""
        yield "changed by"
        yield from _numbered(rule.changes)
        yield ""
        if rule.stands:
            yield "as it stands"
            yield from (f"  {line}" for line in rule.stands)
        else:
            yield "it was removed, and is no longer there"
    if rule.about:
        yield ""
        yield "in force beside it"
        yield from _numbered(rule.about)
    if rule.lifted:
        yield ""
        yield "no longer in force, or taken away by"
        yield from _numbered(rule.lifted)
    if rule.clauses:
        yield ""
        yield "clauses"
        for clause, says in rule.clauses.items():
            yield from textwrap.wrap(
                f"@{clause}: {says}", _WIDTH, initial_indent="  ", subsequent_indent="    "
            )


def _numbered(sentences: Sequence[Sentence]) -> Iterator[str]:
    for number, sentence in enumerate(sentences, start=1):
        yield from _sentence(f"  {number}. {sentence.pack}: {sentence.does}", sentence)


def _sentence(head: str, sentence: Sentence) -> Iterator[str]:
    yield f"{head}, {sentence.place}"
    yield from (f"       {line}" for line in sentence.lines)
