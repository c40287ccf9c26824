"""The order in which a model is elaborated: nouns, signatures, bodies, then what ends a game."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tangrules import ir
from tangrules.check import nouns, places
from tangrules.check.anew import check_anew
from tangrules.check.cycles import check_cycles
from tangrules.check.ends import check_ends
from tangrules.check.examples import define_examples
from tangrules.check.game import define_main, define_settle
from tangrules.check.geometry import check_areas, declare_piece_cells
from tangrules.check.layouts import declare_layouts
from tangrules.check.leaks import check_leaks, with_audience
from tangrules.check.once import check_once
from tangrules.check.prices import part_prices
from tangrules.check.questions import declare_values, define_values
from tangrules.check.regions import declare_regions, define_regions
from tangrules.check.scoring import check_grades, define_invariants, define_scores, define_winner
from tangrules.check.seats import check_seats, declare_leaving
from tangrules.check.tables import declare_pieces
from tangrules.check.units import note_authors
from tangrules.check.unset import check_unset
from tangrules.check.verbs import declare_verbs, define_turn_begins, define_verbs
from tangrules.check.vocabulary import check_names
from tangrules.check.work import check_work
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
    note_authors(world)
    check_names(world)
    if not all(_is_sound(world, declare) for declare in NOUNS):
        return None
    if not _is_sound(world, *SIGNATURES):
        return None
    for define in BODIES:
        define(world)
    scores = define_scores(world)
    check_grades(world)
    ranks, shared = define_winner(world)
    invariants = define_invariants(world)
    defined = define_examples(world) if examples else ()
    if not _is_sound(world, *JUDGEMENTS):
        return None
    return Elaborated(world, with_audience(world, scores), ranks, shared, defined, invariants)


def _is_sound(world: World, *stages: Callable[[World], None]) -> bool:
    """Runs stages; whether no fault is known after them."""
    for stage in stages:
        stage(world)
    return not world.reporter.has_errors


def _shapes(world: World) -> None:
    """What fields and tables may speak of."""
    nouns.declare_icons(world)
    places.declare_grids(world)
    nouns.declare_kinds(world)
    world.declare_own_numbers()
    nouns.declare_fields(world)


def _zones(world: World) -> None:
    places.declare_spaces(world)
    declare_piece_cells(world)
    declare_layouts(world)
    places.declare_containers(world)
    check_areas(world)


NOUNS = (_shapes, declare_pieces, _zones)
"""Each is read only if the one before is sound: its faults would only echo."""

SIGNATURES = (check_once, declare_leaving, declare_verbs, declare_regions, declare_values, check_anew)
BODIES = (define_regions, define_values, define_verbs, define_settle, define_turn_begins, define_main)
JUDGEMENTS = (part_prices, check_seats, check_leaks, check_unset, check_ends, check_cycles, check_work)
"""What can be told only when all texts are known."""
