"""Puts packs together into one model: the door of this stage.

Everything that packs declare is gathered first; then their changes are applied, thing by thing; then the
whole is checked. So it does not matter which of two packs that never met comes first, and one run reports all
faults.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics import Reporter, Severity
from tangrules.link.assemble import assemble
from tangrules.link.cites import check_citations
from tangrules.link.collect import collect
from tangrules.link.complete import check_complete, check_seat_blocks, horizon_of, seat_counts, seat_range
from tangrules.link.declared import Declarations, declare
from tangrules.link.exclusive import Prover
from tangrules.link.labels import check_labels
from tangrules.link.model import Model
from tangrules.link.opposed import check_opposed
from tangrules.link.orders import apply_orders
from tangrules.link.parts import patch_parts
from tangrules.link.sweep import sweep
from tangrules.link.targets import check_targets
from tangrules.link.uncalled import check_uncalled, reached_names
from tangrules.link.unmoved import check_unmoved
from tangrules.link.wholes import patch_wholes
from tangrules.packs import Pack
from tangrules.syntax import tree


def link(packs: Sequence[Pack], players: int, reporter: Reporter) -> Model | None:
    """Link packs, as `load_packs` returns them, for a number of players; nothing where there are errors."""
    if not any(pack.form == "game" for pack in packs):
        return None  # as `load_packs` has reported
    seat_counts(packs, players)  # raises where these packs cannot be played so
    low, high = seat_range(packs)
    errors_before = _errors(reporter)
    placed = collect(packs, players)
    found = declare(placed, reporter)
    patch_wholes(found, placed, reporter)
    sweep(found)
    check_labels(found, reporter)
    prover = Prover(*_symbols(found), players)
    patch_parts(found, placed, prover, reporter)
    check_citations(packs, reporter)
    check_targets(found, reporter)
    check_complete(found, packs, reporter)
    check_seat_blocks(packs, reporter)
    check_opposed(found, prover, reporter)
    apply_orders(found)
    if _errors(reporter) > errors_before:
        return None
    reached = reached_names(packs)
    check_uncalled(found, reached, reporter)
    check_unmoved(found, reached, reporter)
    return assemble(found, packs, players, (low, high), horizon_of(packs))


def _errors(reporter: Reporter) -> int:
    return sum(found.severity is Severity.ERROR for found in reporter.diagnostics)


def _symbols(found: Declarations) -> tuple[frozenset[str], frozenset[str]]:
    sets = {
        name: known.item for name, known in found.named("name").items() if isinstance(known.item, tree.Icons)
    }
    members = {
        member.name.text for icons in sets.values() for member in icons.members if not member.inclusion
    }
    return frozenset(members), frozenset(sets)
