"""The order in which a model is elaborated: nouns, signatures, bodies, then what stands at the end of a game."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import nouns, places
from tangrules.check.cycles import check_cycles
from tangrules.check.endings import (
    define_invariants,
    define_main,
    define_scores,
    define_settle,
    define_winner,
)
from tangrules.check.examples import define_examples
from tangrules.check.geometry import check_areas, declare_piece_cells
from tangrules.check.questions import declare_values, define_regions, define_values
from tangrules.check.seats import check_seats, declare_leaving
from tangrules.check.verbs import declare_verbs, define_verbs
from tangrules.check.world import World
from tangrules.diagnostics import Reporter
from tangrules.link.model import Model


@attrs.frozen
class Elaborated:
    """A checked world, and the tables of scoring and examples."""

    world: World
    scores: tuple[ir.ScoreDef, ...]
    ranks: tuple[ir.RankDef, ...]
    shared: bool
    examples: tuple[ir.ExampleDef, ...]
    invariants: tuple[tuple[str, int, int], ...]


def elaborate(model: Model, reporter: Reporter, *, examples: bool = True) -> Elaborated | None:
    """The elaborated world of a model, or None if faults were reported that leave nothing to go on with."""
    world = World(model, reporter, model.players)
    if not _nouns(world):
        return None
    declare_leaving(world)
    declare_verbs(world)
    declare_values(world)
    if reporter.has_errors:
        return None
    define_regions(world)
    define_values(world)
    define_verbs(world)
    define_settle(world)
    define_main(world)
    scores = define_scores(world)
    ranks, shared = define_winner(world)
    invariants = define_invariants(world)
    defined = define_examples(world) if examples else ()
    check_seats(world)
    check_cycles(world)
    if reporter.has_errors:
        return None
    return Elaborated(world, scores, ranks, shared, defined, invariants)


def _nouns(world: World) -> bool:
    """Icons, kinds, pieces and zones. Bodies are read only if these are sound: their faults would only echo."""
    nouns.declare_icons(world)
    places.declare_grids(world)
    nouns.declare_kinds(world)
    places.declare_engine(world)
    nouns.declare_fields(world)
    if world.reporter.has_errors:
        return False
    nouns.declare_pieces(world)
    if world.reporter.has_errors:
        return False
    places.declare_spaces(world)
    declare_piece_cells(world)
    places.declare_layouts(world)
    places.declare_containers(world)
    check_areas(world)
    return not world.reporter.has_errors
