"""The front of the pipeline in one call: names of packs in, a program out, or one error with every fault found."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tangrules import ir
from tangrules.check import elaborate
from tangrules.diagnostics import Diagnostic, Reporter, ScenarioError
from tangrules.link import Model, link
from tangrules.lower.layout import lay_out
from tangrules.packs import Pack, load_packs, sources_of


@attrs.frozen
class Built:
    """A program with what it was made from, for tools that show the stages."""

    packs: tuple[Pack, ...]
    model: Model
    program: ir.Program
    warnings: tuple[Diagnostic, ...]


def build_all(names: Sequence[str], players: int, *, examples: bool = True) -> Built:
    """Every stage for these packs (shipped names or paths) and this number of players.

    Raises ScenarioError with all faults, UsageError for a pack that is not there or a seat count out of range.
    """
    reporter = Reporter()
    packs = tuple(load_packs(names, reporter))
    sources = dict(sources_of(packs))
    reporter.raise_if_errors(sources)
    model = link(packs, players, reporter)
    reporter.raise_if_errors(sources)
    if model is None:
        raise ScenarioError(reporter.diagnostics, sources)
    made = elaborate(model, reporter, examples=examples)
    reporter.raise_if_errors(sources)
    if made is None:
        raise ScenarioError(reporter.diagnostics, sources)
    return Built(packs, model, lay_out(made), tuple(reporter.diagnostics))


def build(names: Sequence[str], players: int) -> ir.Program:
    """The program of these packs for this number of players, without its examples."""
    return build_all(names, players, examples=False).program
