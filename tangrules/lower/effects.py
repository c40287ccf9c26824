"""What a verb may do, through all it calls: ask somebody, or use chance."""

from __future__ import annotations

import attrs

from tangrules import ir

CHANCE = (ir.DrawOne, ir.PickOne, ir.Shuffle)


def with_effects(verbs: list[ir.VerbDef], main: int) -> tuple[ir.VerbDef, ...]:
    """The verbs with `framed` and `chance` set."""
    calls = [_calls(v) for v in verbs]
    asks = {n for n, v in enumerate(verbs) if _has(v, (ir.Choose, ir.Secret))}
    framed = _closure(asks, calls) | {main}
    chance = _closure({n for n, v in enumerate(verbs) if _has(v, CHANCE)}, calls)
    return tuple(attrs.evolve(v, framed=n in framed, chance=n in chance) for n, v in enumerate(verbs))


def _has(verb: ir.VerbDef, kinds: tuple[type, ...]) -> bool:
    return any(isinstance(i, kinds) for i in verb.code.instructions)


def _calls(verb: ir.VerbDef) -> set[int]:
    return {i.verb for i in verb.code.instructions if isinstance(i, ir.Invoke)}


def _closure(start: set[int], calls: list[set[int]]) -> set[int]:
    """All verbs that reach one of `start`."""
    found = set(start)
    changed = True
    while changed:
        changed = False
        for number, called in enumerate(calls):
            if number not in found and called & found:
                found.add(number)
                changed = True
    return found
