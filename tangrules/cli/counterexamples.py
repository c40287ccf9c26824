"""Counterexamples that were kept, as tests: each holds when the check that once failed does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tangrules.cli.files import read_text
from tangrules.cli.options import load_game
from tangrules.cli.testing import Case
from tangrules.diagnostics import SaveError
from tangrules.ir import ExampleDef
from tangrules.play.replay import read as read_replay
from tangrules.verify.conformance import check_again, check_of
from tangrules.verify.conformance.counterexample import packs_of
from tangrules.verify.findings import ExampleResult, Failure

SUFFIX = ".replay"


def split(named: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return which of the files that were named are scenarios, and which are counterexamples."""
    kept = [name for name in named if name.lower().endswith(SUFFIX)]
    return [name for name in named if name not in kept], kept


def cases_of(kept: Sequence[str], words: str) -> list[Case]:
    """Look at counterexamples again. UsageError, or SaveError, for a file that is none."""
    cases: list[Case] = []
    for name in kept:
        text = read_text(name, "a counterexample")
        record, check = read_replay(text), check_of(text)
        title = f"the check {check.name} holds"
        if words.casefold() in title.casefold():
            failures = _failures(text, name)
            result = ExampleResult(ExampleDef(title, record.players, 1, ()), failures, len(record.moves))
            cases.append(Case(name, 1, title, {record.players: result}))
    return cases


def _failures(text: str, name: str) -> list[Failure]:
    game = load_game(packs_of(text, Path(name).parent))
    try:
        again = check_again(text, game)
    except SaveError as error:
        return [Failure(None, str(error))]
    if again.problem is None:
        return []
    span = again.problem.span
    place = (f"at {span}",) if span is not None else ()
    return [Failure(None, again.problem.message, (*place, *again.problem.details))]
