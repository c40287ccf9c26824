"""Moves of pieces between places, for the interpreter and for compiled code alike.

Every `put_…` takes the piece from where it is first. The facts a move keeps: a piece is in one place, `P`
says which; a space holds at most one piece; sets and bags are sorted; a deck whose bag is empty has no
bottom run (it is one run, the top one), so that equal decks are equal tuples.

What seats know of a piece is one bit mask each, at `V[program.know + piece]`. Compiled code, which knows the
destination's visibility, writes it in place; `learn` is the rule.
"""

from __future__ import annotations

from bisect import insort

from tangrules.diagnostics.errors import RuleError
from tangrules.ir import ZoneDef
from tangrules.runtime.state import BOX, State


def take(state: State, piece: int) -> None:
    """Remove a piece from where it is; it is in the box then."""
    place = state.P[piece]
    if place >= 0:
        state.V[place] = -1
    elif place != BOX:
        _take_from(state.Z, -2 - place, piece)
    state.P[piece] = BOX


def put_box(state: State, piece: int) -> None:
    """Move a piece to the box."""
    take(state, piece)


def put_space(state: State, piece: int, offset: int) -> None:
    """Move a piece to the space at `V[offset]`, which must be free."""
    take(state, piece)
    if state.V[offset] != -1:
        raise taken(state, piece, state.V[offset])
    state.V[offset] = piece
    state.P[piece] = offset


def put_posed(state: State, piece: int, offset: int, turn: int) -> None:
    """Move a piece, turned, to the posed space at `V[offset]`, which must be free."""
    take(state, piece)
    if state.V[offset] != -1:
        raise taken(state, piece, state.V[offset] >> 2)
    state.V[offset] = piece * 4 + turn
    state.P[piece] = offset


def cover_space(state: State, piece: int, offset: int) -> None:
    """Move a piece to a space; what lay there goes to the box."""
    take(state, piece)
    if state.V[offset] >= 0:
        take(state, state.V[offset])
    put_space(state, piece, offset)


def cover_posed(state: State, piece: int, offset: int, turn: int) -> None:
    """Move a piece, turned, to a posed space; what lay there goes to the box."""
    take(state, piece)
    if state.V[offset] >= 0:
        take(state, state.V[offset] >> 2)
    put_posed(state, piece, offset, turn)


def put_set(state: State, piece: int, z: int) -> None:
    """Move a piece to the sorted set `Z[z]`."""
    take(state, piece)
    members = list(state.Z[z])
    insort(members, piece)
    state.Z[z] = tuple(members)
    state.P[piece] = -2 - z


def put_top(state: State, piece: int, z: int) -> None:
    """Move a piece to the end of a row, or on top of a pile or of the deck whose first entry is `Z[z]`."""
    take(state, piece)
    state.Z[z] = (*state.Z[z], piece)
    state.P[piece] = -2 - z


def put_bottom(state: State, piece: int, z: int) -> None:
    """Move a piece to the start of a row or under a pile."""
    take(state, piece)
    state.Z[z] = (piece, *state.Z[z])
    state.P[piece] = -2 - z


def put_deck_bottom(state: State, piece: int, z: int) -> None:
    """Move a piece under the deck whose first entry is `Z[z]`."""
    take(state, piece)
    run = z + 2 if state.Z[z + 1] else z
    state.Z[run] = (piece, *state.Z[run])
    state.P[piece] = -2 - z


def put_bag(state: State, piece: int, z: int) -> None:
    """Mix a piece into the deck whose first entry is `Z[z]`."""
    put_set(state, piece, z + 1)
    state.P[piece] = -2 - z


def shuffle(state: State, z: int) -> None:
    """Mix all parts of the deck whose first entry is `Z[z]`."""
    Z = state.Z
    Z[z + 1] = tuple(sorted(Z[z] + Z[z + 1] + Z[z + 2]))
    Z[z] = Z[z + 2] = ()


def learn(state: State, piece: int, zone: ZoneDef | None, index: int, position: str = "top") -> None:
    """Note who knows a piece that has just been put into instance `index` of a zone; None is the box.

    Public: everybody. Private: its seat, too. Secret, and the box: nobody new. Mixed into a deck that is
    not public: nobody any more.
    """
    know = state.program.know
    if know < 0 or zone is None:
        return
    if zone.visibility == "public":
        state.V[know + piece] = (1 << state.program.players) - 1
    elif position == "bag":
        state.V[know + piece] = 0
    elif zone.visibility == "private" and zone.per_seat:
        state.V[know + piece] |= 1 << owner(zone, index, state.program.players)


def forget(state: State, zone: ZoneDef, z: int) -> None:
    """Note that nobody can tell apart the pieces of a deck that has just been shuffled."""
    know = state.program.know
    if know >= 0 and zone.visibility != "public":
        for piece in state.Z[z + 1]:
            state.V[know + piece] = 0


def show(state: State, pieces: tuple[int, ...], seats: tuple[int, ...]) -> None:
    """Let seats know pieces."""
    know = state.program.know
    if know < 0:
        return
    mask = sum(1 << seat for seat in set(seats))
    for piece in pieces:
        if piece >= 0:
            state.V[know + piece] |= mask


def owner(zone: ZoneDef, index: int, players: int) -> int:
    """Return the seat that instance `index` of a zone with one part for each seat belongs to."""
    return index // (zone.count // players)


def taken(state: State, piece: int, there: int) -> RuleError:
    """Return the error for a piece put on a space that is not free."""
    pieces = state.program.pieces
    return RuleError(f"{pieces[piece].name} was moved to a space that {pieces[there].name} is on")


def _take_from(Z: list[tuple[int, ...]], z: int, piece: int) -> None:
    for part in (z, z + 1, z + 2):
        if piece in Z[part]:
            at = Z[part].index(piece)
            Z[part] = Z[part][:at] + Z[part][at + 1 :]
            if part == z + 1 and not Z[part] and Z[z + 2]:
                Z[z], Z[z + 2] = Z[z + 2] + Z[z], ()
            return
    raise AssertionError(f"piece {piece} is not in container {z}")
