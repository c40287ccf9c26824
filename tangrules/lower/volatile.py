"""Regions kept across a question: by the time it is answered the board may have changed."""

from __future__ import annotations

from collections.abc import Iterator

from tangrules import ir
from tangrules.check.world import World
from tangrules.lower.liveness import Slots, live_before


def check_volatile(world: World, verbs: tuple[ir.VerbDef, ...]) -> None:
    """Reports locals that hold a region and are read after somebody may have been asked (E-VOLATILE)."""
    for number, builder in sorted(world.verb_builders.items()):
        if not builder.volatile:
            continue
        kept = frozenset(slot for live in _after_asking(verbs, verbs[number].code) for slot in live)
        for slot, (name, span) in builder.volatile.items():
            if slot in kept:
                message = f"`{name}` is read after a question, and its region may have changed by then"
                hint = "the region asked for anew after the question"
                world.reporter.error("E-VOLATILE", message, span, expected=hint)


def _after_asking(verbs: tuple[ir.VerbDef, ...], code: ir.Code) -> Iterator[Slots]:
    """What is still read after each point at which somebody may be asked."""
    before = live_before(code.instructions, code.targets)
    for pc, instruction in enumerate(code.instructions):
        match instruction:
            case ir.Choose():
                yield from (before[target] for target in code.targets[pc])
            case ir.Secret():
                yield before[pc + 1]
            case ir.Invoke(verb=verb) if verbs[verb].framed:
                yield before[pc + 1]
