"""From the elaborated world to a complete program: code, effects, the first state, knowledge masks."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check import Elaborated
from tangrules.check.game import FINAL_LABEL
from tangrules.check.world import World
from tangrules.lower.effects import with_effects
from tangrules.lower.flatten import flatten
from tangrules.lower.volatile import check_volatile


def lay_out(made: Elaborated) -> ir.Program:
    """The program of an elaborated model."""
    world, model = made.world, made.world.model
    main = world.engine.main
    flat, final = _flat(world, main)
    verbs = with_effects(flat, main)
    check_volatile(world, verbs)
    know = _knowledge(world)
    slots = [z for z in world.zones.values() if z.form == "slots"]
    return ir.Program(
        name=model.name, title=model.title, packs=model.packs, players=world.players, joined=model.joined,
        horizon=model.horizon, fingerprint=model.fingerprint,
        icons=tuple(world.icons), icon_sets=dict(world.icon_sets),
        pieces=tuple(world.pieces),
        kinds={k.name: tuple(k.pieces) for k in world.kinds.values()},
        tables=tuple(world.tables), zones=tuple(world.zone_defs),
        values=tuple(v for v in world.value_defs if v is not None), verbs=verbs,
        decisions=tuple(world.decisions),
        scores=made.scores, ranks=made.ranks, ties_shared=made.shared, grades=_grades(world),
        ends=tuple((n, r.item.outcome) for n, r in model.ends.items()),
        examples=made.examples, invariants=made.invariants,
        origins=tuple(world.origins), main=main, final_pc=final,
        v_size=world.v_size, z_size=world.z_size,
        v_initial=tuple(world.v_initial.get(i, 0) for i in range(world.v_size)),
        z_initial=tuple(world.z_initial), know=know,
        sites=tuple(world.sites),
        site_base=world.zone_defs[world.site_zone].base if world.sites else -1,
        slots=tuple(world.slots), slot_base=world.zone_defs[slots[0].id].base if slots else -1,
        looks={n: (look.text or "", look.colour or "") for n, look in model.looks.items()},
        layouts=tuple((name, grid, table) for name, (grid, _, table) in world.layouts.items()),
    )  # fmt: skip


def _flat(world: World, main: int) -> tuple[list[ir.VerbDef], int]:
    verbs: list[ir.VerbDef] = []
    final = 0
    for number, verb in enumerate(world.verb_defs):
        assert verb is not None
        code, starts = flatten(verb.body)
        if number == main:
            final = starts[FINAL_LABEL]
        verbs.append(attrs.evolve(verb, code=code))
    return verbs, final


def _knowledge(world: World) -> int:
    """Room for who knows which piece, if anything is ever hidden."""
    if all(z.visibility == "public" for z in world.zone_defs):
        return -1
    first = world.v_size
    world.v_size += len(world.pieces)
    return first


def _grades(world: World) -> tuple[tuple[int, str], ...]:
    rule = world.model.grades
    return () if rule is None else tuple((g.at_least, g.title) for g in rule.item.grades)
