"""What generated code calls to move pieces and to ask chance: the rules of `tangrules.runtime`, for one step
at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import TypeAlias

from tangrules.diagnostics.errors import RuleError
from tangrules.runtime import chance, driver, pieces
from tangrules.runtime.state import State

Numbers: TypeAlias = tuple[int, ...]
Table: TypeAlias = list[Numbers]

TOP, BOTTOM, BAG, DECK_BOTTOM = range(4)

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_SAFE = (1 << 64) - (1 << 32)
"""Numbers below are below every limit of a draw from at most 2**32 things."""


# ------------------------------------------------------------------------------ pieces


def take_from(Z: Table, z: int, piece: int) -> None:
    """Remove a piece from the container `Z[z]`, or from any part of the deck that begins there."""
    part = z
    while piece not in Z[part]:
        part += 1
    items = Z[part]
    if items[-1] == piece:
        items = items[:-1]
    else:
        at = items.index(piece)
        items = items[:at] + items[at + 1 :]
    Z[part] = items
    if part == z + 1 and not items and Z[z + 2]:
        Z[z], Z[z + 2] = Z[z + 2] + Z[z], ()


def insort(items: Numbers, piece: int) -> Numbers:
    """A sorted tuple with one more element."""
    if not items or items[-1] <= piece:
        return (*items, piece)
    at = bisect_left(items, piece)
    return (*items[:at], piece, *items[at:])


def deck_bottom(Z: Table, z: int, piece: int) -> None:
    """Put a piece under a deck."""
    run = z + 2 if Z[z + 1] else z
    Z[run] = (piece, *Z[run])


def take(V: list[int], Z: Table, P: list[int], piece: int) -> None:
    """Remove a piece from where it is; `P` is left to the caller."""
    place = P[piece]
    if place >= 0:
        V[place] = -1
    elif place != -1:
        take_from(Z, -2 - place, piece)


def box_all(V: list[int], Z: Table, P: list[int], moved: Numbers) -> None:
    """Move pieces to the box."""
    for piece in moved:
        if piece >= 0:
            take(V, Z, P, piece)
            P[piece] = -1


def put_all(V: list[int], Z: Table, P: list[int], moved: Numbers, z: int, how: int, part: int) -> None:
    """Move pieces to the container at `Z[z]`, one after the other."""
    place = -2 - z
    distinct = set(moved)
    plain = how != DECK_BOTTOM and len(distinct) == len(moved) and min(moved) >= 0
    if not plain or place in map(P.__getitem__, moved):
        for piece in moved:
            if piece >= 0:
                take(V, Z, P, piece)
                P[piece] = place
                _put(Z, piece, z, how, part)
        return
    _take_all(V, Z, P, moved, distinct)
    for piece in moved:
        P[piece] = place
    if how == TOP:
        Z[z] = Z[z] + tuple(moved)
    elif how == BOTTOM:
        Z[z] = tuple(moved)[::-1] + Z[z]
    else:
        Z[z + part] = tuple(sorted(Z[z + part] + tuple(moved)))


def _take_all(V: list[int], Z: Table, P: list[int], moved: Numbers, distinct: set[int]) -> None:
    first = P[moved[0]]
    if first < -1 and len(Z[-2 - first]) == len(distinct) and distinct.issuperset(Z[-2 - first]):
        Z[-2 - first] = ()
        return
    for piece in moved:
        if P[piece] != -1:
            take(V, Z, P, piece)


def _put(Z: Table, piece: int, z: int, how: int, part: int) -> None:
    if how == TOP:
        Z[z] = (*Z[z], piece)
    elif how == BOTTOM:
        Z[z] = (piece, *Z[z])
    elif how == BAG:
        Z[z + part] = insort(Z[z + part], piece)
    else:
        deck_bottom(Z, z, piece)


def shuffle(S: State, zone: int, z: int) -> None:
    """Mix all parts of a deck; nobody knows its order any more."""
    pieces.shuffle(S, z)
    pieces.forget(S, S.program.zones[zone], z)


def show(S: State, shown: int | Numbers, seats: int | Numbers) -> None:
    """Let seats know pieces."""
    pieces.show(
        S,
        (shown,) if isinstance(shown, int) else shown,
        (seats,) if isinstance(seats, int) else seats,
    )


# ------------------------------------------------------------------------------ chance


def below(S: State, n: int) -> int:
    """A number from 0 to n - 1, all equally likely, from the state's own generator."""
    if n <= 1:
        return 0
    rng = S.rng
    while True:
        rng = (rng + _STEP) & _MASK
        bits = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
        bits ^= bits >> 31
        if bits < _SAFE or bits < (1 << 64) - (1 << 64) % n:
            S.rng = rng
            return bits % n


def draw_one(S: State, Z: Table, z: int) -> int:
    """The piece that comes next from a deck, or nothing."""
    if S.source is not None:
        return chance.draw_one(S, z)
    top = Z[z]
    if top:
        return top[-1]
    bag = Z[z + 1]
    if bag:
        return bag[below(S, len(bag))]
    return Z[z + 2][-1] if Z[z + 2] else -1


def pick_one(S: State, items: Numbers) -> int:
    """One of some things, or nothing."""
    if not items:
        return -1
    if S.source is not None:
        return chance.pick_one(S, items)
    return items[below(S, len(items))]


# ------------------------------------------------------------------------------ the rest


def no_secret(seat: int) -> None:
    """Fail because a seat has nothing to answer."""
    raise RuleError(f"seat {seat + 1} {driver.NO_ANSWER}")


def rows_by_seat(flat: Numbers, width: int) -> dict[int, Numbers]:
    """The rows of a secret choice."""
    return {flat[at]: flat[at : at + width] for at in range(0, len(flat), width)}


def add_row(flat: Numbers, width: int, seat: int, answer: Numbers) -> Numbers:
    """The rows of a secret choice with one more, in the order of the seats."""
    rows = rows_by_seat(flat, width)
    rows[seat] = (seat, *answer)
    return tuple([part for other in sorted(rows) for part in rows[other]])


def open_rows(flat: Numbers, width: int, seats: Numbers) -> Numbers | None:
    """All rows in the order in which the seats were asked, or None while one is missing."""
    rows = rows_by_seat(flat, width)
    if not rows.keys() >= set(seats):
        return None
    return tuple([part for seat in seats for part in rows[seat]])


def leave(V: list[int], seat: int) -> None:
    """Note that a seat is out."""
    if seat >= 0:
        V[7] |= 1 << seat


def latch(S: State, outcome: int, seat: int, end: int) -> None:
    """Note that an end was reached."""
    driver.latch(S, outcome, seat, end)


def no_part(S: State, zone: int, index: int) -> None:
    """Fail because an instance of a zone does not exist."""
    name = S.program.zones[zone].name
    raise RuleError(f"{name} has no part {index}" if index >= 0 else f"{name} of nothing")


def bad_value(S: State, zone: int, value: int) -> None:
    """Fail because a zone cannot hold a number."""
    found = S.program.zones[zone]
    raise RuleError(f"{found.name} cannot be {value}: it goes from {found.low} to {found.high}")


def taken(S: State, piece: int, zone: int, content: int) -> None:
    """Fail because a space is not free."""
    raise pieces.taken(S, piece, content >> 2 if S.program.zones[zone].posed else content)


def too_long() -> int:
    """Fail because what was started does not end."""
    raise driver.too_long()


EFFECTS: tuple[Callable[..., object], ...] = (
    take_from,
    insort,
    deck_bottom,
    box_all,
    put_all,
    shuffle,
    show,
    draw_one,
    pick_one,
    no_secret,
    add_row,
    open_rows,
    leave,
    latch,
    no_part,
    bad_value,
    taken,
    too_long,
)
