"""The front of the pipeline in one call: names of packs in, a program out, or one error with every fault."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tangrules import cache, ir
from tangrules.diagnostics import Diagnostic, Reporter, ScenarioError
from tangrules.packs import Gathered, Pack, fingerprint, gather, load_packs, sources_of
from tangrules.uncollected import uncollected

if TYPE_CHECKING:
    from tangrules.link.model import Model


@attrs.frozen
class Built:
    """A program with what it was made from, for tools that show the stages."""

    packs: tuple[Pack, ...]
    model: Model
    program: ir.Program
    warnings: tuple[Diagnostic, ...]


@uncollected()
def build_all(names: Sequence[str], players: int, *, examples: bool = True) -> Built:
    """Every stage for these packs (shipped names or paths) and this number of players.

    Raises ScenarioError with all faults, UsageError for a pack that is not there or a wrong seat count.
    """
    from tangrules.check import elaborate
    from tangrules.link import blame_replacements, link
    from tangrules.lower.layout import lay_out

    reporter = Reporter()
    packs = tuple(load_packs(names, reporter))
    sources = dict(sources_of(packs))
    reporter.raise_if_errors(sources)
    model = link(packs, players, reporter)
    blame_replacements(packs, reporter)
    reporter.raise_if_errors(sources)
    if model is None:
        raise ScenarioError(reporter.diagnostics, sources)
    made = elaborate(model, reporter, examples=examples)
    blame_replacements(packs, reporter)
    reporter.raise_if_errors(sources)
    if made is None:
        raise ScenarioError(reporter.diagnostics, sources)
    program = lay_out(made)
    reporter.raise_if_errors(sources)
    return Built(packs, model, program, tuple(reporter.diagnostics))


def build(names: Sequence[str], players: int) -> ir.Program:
    """The program of these packs for this number of players, without its examples; kept between runs.

    Raises as `build_all` does.
    """
    reporter = Reporter()
    gathered = gather(names, reporter)
    key = _cache_key(gathered, players)
    kept = None if reporter.has_errors else cache.read("rules", key)
    if kept is not None:
        with uncollected():
            found = pickle.loads(kept)  # signed with this user's own key, see tangrules.cache
        if isinstance(found, ir.Program):
            return found
    program = build_all(names, players, examples=False).program
    cache.write("rules", key, pickle.dumps(program, protocol=5))
    return program


def _cache_key(gathered: Sequence[Gathered], players: int) -> str:
    """What the program depends on: the texts, the names by which messages call them, and the compiler."""
    names = [source.name for pack in gathered for source in pack.scripts]
    return "\n".join([cache.compiler_stamp(), fingerprint(gathered, players), str(players), *names])
