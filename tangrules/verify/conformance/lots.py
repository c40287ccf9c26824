"""Which pieces may be taken for each other, because they have been mixed together.

Where pieces of one kind go into several decks, everybody knows which lie in which. So what a seat does not
see is dealt anew among those places alone whose pieces have come from the same mixture (see `witness`).
Hidden numbers, flags and notes are set to something else that they could be.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tangrules.ir import NIL, Program, ZoneDef
from tangrules.play.game_state import GameState
from tangrules.play.views import HIDDEN, Shown, shown, unseen
from tangrules.runtime import driver
from tangrules.runtime.state import BOX, Frame, State, Value
from tangrules.verify.conformance.witness import Lots


def dealt_anew(state: GameState, seat: int, lots: Lots, rng: Random) -> State:
    """Return a position that looks the same to a seat: what it does not see is exchanged within the lots."""
    raw = state.raw()
    return exchanged(raw, dealing(state, seat, lots, rng), *_noted_anew(state, seat, rng))


def dealing(state: GameState, seat: int, lots: Lots, rng: Random) -> list[int]:
    """Return for each piece which one stands for it, where what a seat does not see is dealt anew."""
    raw = state.raw()
    program = raw.program
    groups: dict[tuple[str, int, Shown], list[int]] = {}
    printed = shown(raw)
    for piece in unseen(raw, seat):
        looks = program.pieces[piece].kind, lots[piece], printed.get(piece, ())
        groups.setdefault(looks, []).append(piece)
    other = list(range(len(program.pieces)))
    for pieces in groups.values():
        shuffled = pieces[:]
        rng.shuffle(shuffled)
        for piece, new in zip(pieces, shuffled, strict=True):
            other[piece] = new
    return other


def _noted_anew(state: GameState, seat: int, rng: Random) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return the numbers and lists of a position, those that a seat does not see changed."""
    raw, view = state.raw(), state.view(seat)
    V, Z = list(raw.V), list(raw.Z)
    for zone in raw.program.zones:
        places = range(zone.base, zone.base + zone.count)
        if zone.storage == "value":
            for place in places:
                if view.V[place] == HIDDEN:
                    V[place] = rng.choice(_might_be(raw.program, zone, V[place]))
        elif zone.storage == "list":
            for place in places:
                if view.Z[place] == (HIDDEN,):
                    Z[place] = rng.choice((Z[place], ()))
    return V, Z


def _might_be(program: Program, zone: ZoneDef, value: int) -> Sequence[int]:
    """Return what might stand in a hidden place: near the value, so that it is much like what it could be."""
    kind = zone.holds
    if value == NIL and not kind.optional:
        return (value,)  # a piece that has no such attribute
    found: Sequence[int]
    match kind.form:
        case "number":
            near = (value - 3, value - 1, value, value + 1, value + 3)
            found = [number for number in near if zone.low <= number <= zone.high]
        case "yesno":
            return (0, 1)
        case "icon":
            found = program.icon_sets[kind.name]
        case "seat":
            found = range(program.players)
        case _:
            return (value,)
    return (*found, NIL) if kind.optional else found


def exchanged(old: State, other: list[int], V: list[int], Z: list[tuple[int, ...]]) -> State:
    """Return a position with other pieces in their places; what is known of a place stays with it."""
    program = old.program
    for zone in program.zones:
        if zone.storage == "space" and not zone.alias:
            for offset in range(zone.base, zone.base + zone.count):
                V[offset] = _on_space(V[offset], other, posed=zone.posed)
        elif zone.storage in ("set", "row", "pile", "deck"):
            parts = 3 if zone.storage == "deck" else 1
            for part in range(parts * zone.count):
                pieces = [other[piece] for piece in Z[zone.base + part]]
                is_sorted = zone.storage == "set" or (zone.storage == "deck" and part % 3 == 1)
                Z[zone.base + part] = tuple(sorted(pieces) if is_sorted else pieces)
    if program.know >= 0:
        for piece, new in enumerate(other):
            V[program.know + new] = old.V[program.know + piece]
    top = len(old.stack) - 1
    stack = [_frame(program, frame, other, top=at == top) for at, frame in enumerate(old.stack)]
    return State(program, V, Z, stack, old.rng, old.source)


def _on_space(value: int, other: list[int], *, posed: bool) -> int:
    if value <= BOX:
        return value
    return other[value >> 2] << 2 | value & 3 if posed else other[value]


def _frame(program: Program, frame: Frame, other: list[int], *, top: bool) -> Frame:
    """Return a frame with other pieces among its arguments; what its other locals are is not known."""
    verb, pc, *slots = frame
    live = driver.live_slots(program, frame, top=top)
    for slot, kind in enumerate(program.verbs[verb].types):
        if slot in live and "piece" in (kind.form, kind.element.form if kind.element else ""):
            slots[slot] = instead(slots[slot], other)
    return (verb, pc, *slots)


def instead(value: Value, other: list[int]) -> Value:
    if isinstance(value, tuple):
        return tuple(other[item] if item >= 0 else item for item in value)
    return other[value] if value >= 0 else value
