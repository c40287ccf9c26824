"""A whole state that a seat might be looking at: the pieces it cannot tell apart are dealt anew.

Why the deal is right. A view fixes, for each kind of piece, which places hold a back of that kind and which
pieces of it the seat has not placed; there are as many of one as of the other. Every way to put the ones
into the others agrees with all that the seat sees. If the hidden pieces of a kind came to their places by
chance alone, or through choices of others that looked at nothing which tells them apart, each way is as
likely as any other: a hidden place is named by how it was filled, and chance treats the pieces alike. So a
uniform deal, a random order of the unplaced pieces along the places, has exactly the law of the state given
the view. Places that show something of their pieces are filled first: whatever they get, there are equally
many ways to fill the others. It is an approximation where others chose among pieces that they could see (a
card kept is likelier a good one).

Where pieces of one kind came from separate decks, all know which may lie where. That is in a position's
past, not in a view of it. So a state with a past is sampled lot by lot (see `mixing`). Of a view alone, and
of a state without a past, unplaced pieces of a kind are dealt together, each only to where the rules could
ever bring it (see `whereabouts`). Places to which fewer pieces can come are filled first, so the deal is
uniform as long as such sets of pieces lie within each other or apart; where they overlap it is near to it.

Numbers that the seat does not see are set to what they are at the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from tangrules.diagnostics.errors import UsageError
from tangrules.ir import Program
from tangrules.play.arguments import is_instance, seat_given, seed_given, shown
from tangrules.play.game_state import Beginning, GameState
from tangrules.play.mixing import lots_of
from tangrules.play.views import HIDDEN, Back, Shown, View, behind_backs
from tangrules.play.whereabouts import Pieces, bits
from tangrules.runtime.chance import below
from tangrules.runtime.state import BOX, Frame, State, Value


def sample(view: View | GameState, *, seat: int | None = None, seed: int = 0) -> GameState:
    """Return a random state that looks to a seat as a view does; of a state, a seat is to be named.

    It can be played on and thawed as any state, but has no past: no history, no save. Chance in it comes from
    `seed`, too. The seat must have to answer, or the game be over: else a view does not tell what is under way.
    """
    if not is_instance(view, (View, GameState)):
        raise UsageError(f"view is {shown(view)}: give what `state.view` returns, or a state and a seat")
    seed_given(seed)
    table = deal(view, seat=seat, seed=seed)
    game = view.game if isinstance(view, GameState) else view.rules.game
    return GameState(game, view.rules, table, Beginning(seed))


def deal(view: View | GameState, *, seat: int | None = None, seed: int = 0) -> State:
    """Return the numbers behind a sample. Nothing is checked that `sample` checks."""
    lots: Lots | None = None
    if isinstance(view, GameState):
        if seat is None:
            raise UsageError("seat is missing: sample needs to know who is looking")
        seat_given(seat, view.players)
        lots = _lots(view, seat)
        view = view.view(seat)
    if not view.over and not view.stack:
        raise UsageError(f"seat {view.seat + 1} is not asked anything now: there is nothing to go on from")
    dealt, rng = _deal(view, lots, seed)
    return _state(view, dealt, rng)


@attrs.frozen
class Lots:
    """The lot of each piece, and of the piece behind each back: all seats know these."""

    of_pieces: tuple[int, ...]
    of_backs: tuple[int, ...]


def _lots(state: GameState, seat: int) -> Lots | None:
    lots = lots_of(state)
    if lots is None:
        return None
    hidden = behind_backs(state.rules, state.raw(), seat)
    return Lots(lots, tuple(lots[piece] for piece in hidden))


def _deal(view: View, lots: Lots | None, seed: int) -> tuple[list[int], int]:
    """Return a piece for each back, and the generator's next state."""
    program = view.program
    groups: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for piece in _unplaced(view):
        lot = 0 if lots is None else lots.of_pieces[piece]
        groups.setdefault((program.pieces[piece].kind, lot), ([], []))[0].append(piece)
    for place, back in enumerate(view.backs):
        groups[back.kind, 0 if lots is None else lots.of_backs[place]][1].append(place)
    dealt = [BOX] * len(view.backs)
    rng = seed
    reachable = _reachable(view) if lots is None else [_EVERY] * len(view.backs)
    for _, (pieces, places) in sorted(groups.items()):
        for left in range(len(pieces), 1, -1):
            rng, at = below(rng, left)
            pieces[left - 1], pieces[at] = pieces[at], pieces[left - 1]
        for place, piece in _dealt(view, pieces, places, reachable).items():
            dealt[place] = piece
    return dealt, rng


def _dealt(view: View, pieces: list[int], places: list[int], reachable: list[Pieces]) -> dict[int, int]:
    """Give each place one of the pieces, which are in a random order: those first that not all would do for."""
    whole = bits(pieces, len(view.program.pieces))
    lists: dict[tuple[Shown, Pieces], list[int]] = {}

    def fitting(place: int, reach: Pieces) -> list[int]:
        back = view.backs[place]
        key = back.shown, reach & whole
        if key not in lists:
            lists[key] = [p for p in pieces if reach >> p & 1 and _fits(view.program, p, back)]
        return lists[key]

    found = matched({place: fitting(place, reachable[place]) for place in places})
    if found is None:
        found = matched({place: fitting(place, _EVERY) for place in places})
    assert found is not None  # as it lies, it fits
    return found


def matched(fitting: Mapping[int, Sequence[int]]) -> dict[int, int] | None:
    """Give each place one of the things that fit, the first that is left; none if there are not enough for all."""
    holders: dict[int, int] = {}
    begun: dict[int, int] = {}  # how far each list has been given away, by its identity
    for place in sorted(fitting, key=lambda place: len(fitting[place])):
        things = fitting[place]
        at = begun.get(id(things), 0)
        while at < len(things) and things[at] in holders:
            at += 1
        begun[id(things)] = at
        if at < len(things):
            holders[things[at]] = place
        elif not _place_found(place, fitting, holders, set()):
            return None
    return {place: thing for thing, place in holders.items()}


def _place_found(
    place: int, fitting: Mapping[int, Sequence[int]], holders: dict[int, int], tried: set[int]
) -> bool:
    """Give a place a thing that is free, or one whose holder can have another one instead."""
    free = next((thing for thing in fitting[place] if thing not in holders), None)
    if free is not None:
        holders[free] = place
        return True
    for thing in fitting[place]:
        if thing not in tried:
            tried.add(thing)
            if _place_found(holders[thing], fitting, holders, tried):
                holders[thing] = place
                return True
    return False


_EVERY: Pieces = -1
"""All pieces: each bit is set."""


def _reachable(view: View) -> list[Pieces]:
    """Return the pieces that the rules could bring to where each back is."""
    where = view.rules.whereabouts
    found = [_EVERY] * len(view.backs)
    for number, zone in enumerate(view.program.zones):
        if zone.visibility == "public" or zone.alias or zone.storage in ("value", "list"):
            continue
        parts = 3 if zone.storage == "deck" else 1
        for instance in range(zone.count):
            first = zone.base + parts * instance
            if zone.storage == "space":
                there: Sequence[int] = (view.V[first],)
            else:
                there = [item for part in view.Z[first : first + parts] for item in part]
            for item in there:
                if -2 - len(found) < item < BOX:
                    found[-2 - item] = where[number][instance]
    return found


def _fits(program: Program, piece: int, back: Back) -> bool:
    return all(program.tables[column].values[piece] == value for column, value in back.shown)


def _unplaced(view: View) -> list[int]:
    """Return the pieces that stand nowhere in the view."""
    placed = set(view.box)
    for zone in view.program.zones:
        if zone.storage == "space":
            there = [value for value in view.V[zone.base : zone.base + zone.count] if value >= 0]
            placed.update(value >> 2 if zone.posed else value for value in there)
        elif zone.storage in ("set", "row", "pile", "deck"):
            entries = zone.count * (3 if zone.storage == "deck" else 1)
            for z in range(zone.base, zone.base + entries):
                placed.update(view.Z[z])
    return [piece for piece in range(len(view.program.pieces)) if piece not in placed]


def _state(view: View, dealt: list[int], rng: int) -> State:
    program = view.program
    stack = [_frame(program, frame, dealt) for frame in view.stack]
    return State(program, _numbers(program, view, dealt), _containers(program, view, dealt), stack, rng)


def _containers(program: Program, view: View, dealt: list[int]) -> list[tuple[int, ...]]:
    Z = [program.z_initial[z] if known == (HIDDEN,) else known for z, known in enumerate(view.Z)]
    for zone in program.zones:
        parts = {"deck": 3, "set": 1, "row": 1, "pile": 1}.get(zone.storage, 0)
        for z in range(zone.base, zone.base + parts * zone.count):
            pieces = [_piece(dealt, item) for item in Z[z]]
            is_sorted = zone.storage == "set" or (zone.storage == "deck" and (z - zone.base) % 3 == 1)
            Z[z] = tuple(sorted(pieces) if is_sorted else pieces)
    return Z


def _numbers(program: Program, view: View, dealt: list[int]) -> list[int]:
    V = [
        initial if value == HIDDEN else value
        for value, initial in zip(view.V, program.v_initial, strict=True)
    ]
    for zone in program.zones:
        if zone.storage == "space" and not zone.alias:
            for offset in range(zone.base, zone.base + zone.count):
                if V[offset] < BOX:
                    V[offset] = _piece(dealt, V[offset]) * (4 if zone.posed else 1)
    if program.know >= 0:
        for place, piece in enumerate(dealt):
            V[program.know + piece] = view.backs[place].knowers
    return V


def _frame(program: Program, frame: Frame, dealt: list[int]) -> Frame:
    """Return a frame with the pieces among its arguments dealt; its other locals are no backs."""
    verb, pc, *slots = frame
    for slot, kind in enumerate(program.verbs[verb].types):
        if "piece" in (kind.form, kind.element.form if kind.element else ""):
            slots[slot] = _value(slots[slot], dealt)
    return (verb, pc, *slots)


def _value(value: Value, dealt: list[int]) -> Value:
    if isinstance(value, tuple):
        return tuple(_piece(dealt, item) for item in value)
    return _piece(dealt, value)


def _piece(dealt: list[int], item: int) -> int:
    """Return the piece dealt to a back; anything else stays as it is."""
    return dealt[-2 - item] if -2 - len(dealt) < item < BOX else item
