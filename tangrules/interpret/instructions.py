"""What instructions do to the table: numbers, pieces, chance and knowledge. Control flow is in `machine`.

Each is a function of the activation, which it may alter, and the instruction; none of them touches the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from tangrules.diagnostics.errors import RuleError
from tangrules.interpret.evaluate import Evaluator, Locals, instance
from tangrules.interpret.operations import many, number
from tangrules.interpret.tracer import Tracer
from tangrules.ir import (
    NIL,
    Add,
    Cover,
    DrawOne,
    Expr,
    Latch,
    Leave,
    Let,
    PickOne,
    Put,
    Show,
    Shuffle,
    Store,
    To,
    ZoneDef,
)
from tangrules.runtime import chance, driver, pieces
from tangrules.runtime.state import State, Value


@attrs.define
class Activation:
    """A verb while one instruction of it is done: its frame, opened."""

    state: State
    evaluator: Evaluator
    tracer: Tracer | None
    verb: int
    pc: int
    slots: Locals

    def number(self, expression: Expr) -> int:
        """Return what an expression is, a number."""
        return number(self.value(expression))

    def many(self, expression: Expr) -> tuple[int, ...]:
        """Return what an expression is, a list."""
        return many(self.value(expression))

    def value(self, expression: Expr) -> Value:
        """Return what an expression is."""
        return self.evaluator.value(self.state, expression, self.slots)


def let(act: Activation, done: Let) -> None:
    """Set a local."""
    act.slots[done.slot] = act.value(done.value)


def store(act: Activation, done: Store) -> None:
    """Set a number, within its bounds, or a list."""
    zone = act.evaluator.program.zones[done.zone]
    index = instance(zone, act.number(done.index))
    if zone.storage == "list":
        items = act.many(done.value)
        _changed(act, done.zone, index, act.state.Z[zone.base + index], items, done.origin)
        act.state.Z[zone.base + index] = items
        return
    value = act.number(done.value)
    check_bounds(zone, value)
    _set_number(act, done.zone, index, value, done.origin)


def add(act: Activation, done: Add) -> None:
    """Change a number by so much, held within its bounds."""
    zone = act.evaluator.program.zones[done.zone]
    index = instance(zone, act.number(done.index))
    value = act.state.V[zone.base + index] + act.number(done.delta)
    _set_number(act, done.zone, index, max(zone.low, min(zone.high, value)), done.origin)


def check_bounds(zone: ZoneDef, value: int) -> None:
    """Refuse a number that a zone cannot hold."""
    if zone.low <= value <= zone.high or (zone.holds.optional and value in (-1, NIL)):
        return
    raise RuleError(f"{zone.name} cannot be {value}: it goes from {zone.low} to {zone.high}")


def put(act: Activation, done: Put) -> None:
    """Move pieces; nothing moves nothing."""
    moved = (act.number(done.pieces),) if done.single else act.many(done.pieces)
    for piece in moved:
        if piece >= 0:
            _move(act, piece, done.to, done.origin)


def cover(act: Activation, done: Cover) -> None:
    """Move a piece over what lies on a cell."""
    piece = act.number(done.piece)
    if piece < 0:
        return
    zone = act.evaluator.program.zones[done.to.zone]
    there = act.state.V[zone.base + instance(zone, act.number(done.to.index))]
    below = there >> 2 if zone.posed else there
    if there >= 0 and below != piece:
        _to_box(act, below, done.origin)
    _move(act, piece, done.to, done.origin)


def draw_one(act: Activation, done: DrawOne) -> None:
    """Find the piece that comes next."""
    zone = act.evaluator.program.zones[done.zone]
    index = instance(zone, act.number(done.index))
    if zone.storage == "deck":
        piece = chance.draw_one(act.state, zone.base + 3 * index)
    else:
        pile = act.state.Z[zone.base + index]
        piece = pile[-1] if pile else -1
    act.slots[done.slot] = piece
    if act.tracer is not None and piece >= 0:
        act.tracer.drew(act.state, piece, zone.name, done.origin)


def pick_one(act: Activation, done: PickOne) -> None:
    """Find one element of a list, by chance."""
    item = chance.pick_one(act.state, act.many(done.items))
    act.slots[done.slot] = item
    if act.tracer is not None:
        act.tracer.drew(act.state, item, chance.PICK, done.origin)


def shuffle(act: Activation, done: Shuffle) -> None:
    """Mix a deck."""
    zone = act.evaluator.program.zones[done.zone]
    z = zone.base + 3 * instance(zone, act.number(done.index))
    pieces.shuffle(act.state, z)
    pieces.forget(act.state, zone, z)


def show(act: Activation, done: Show) -> None:
    """Let seats know pieces."""
    shown, seats = act.value(done.pieces), act.value(done.seats)
    pieces.show(
        act.state,
        (shown,) if isinstance(shown, int) else shown,
        (seats,) if isinstance(seats, int) else seats,
    )


def leave(act: Activation, done: Leave) -> None:
    """Note that a seat is out."""
    driver.leave(act.state, act.number(done.seat))


def latch(act: Activation, done: Latch) -> None:
    """Note that an end was reached."""
    seat = act.number(done.seat)
    driver.latch(act.state, done.outcome, seat, done.end)
    if act.tracer is not None:
        act.tracer.latched(act.state, done.outcome, seat, done.end, done.origin)


Effect: TypeAlias = Callable[..., None]

EFFECTS: dict[type, Effect] = {
    Let: let,
    Store: store,
    Add: add,
    Put: put,
    Cover: cover,
    DrawOne: draw_one,
    PickOne: pick_one,
    Shuffle: shuffle,
    Show: show,
    Leave: leave,
    Latch: latch,
}


def _set_number(act: Activation, zone: int, index: int, value: int, origin: int) -> None:
    offset = act.evaluator.program.zones[zone].base + index
    old = act.state.V[offset]
    act.state.V[offset] = value
    _changed(act, zone, index, old, value, origin)


def _changed(act: Activation, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
    if act.tracer is not None:
        act.tracer.changed(act.state, zone, index, old, new, origin)


def _to_box(act: Activation, piece: int, origin: int) -> None:
    old = act.state.P[piece]
    pieces.put_box(act.state, piece)
    if act.tracer is not None:
        act.tracer.moved(act.state, piece, old, act.state.P[piece], origin)


def _move(act: Activation, piece: int, to: To, origin: int) -> None:
    if to.zone < 0:
        _to_box(act, piece, origin)
        return
    state = act.state
    zone = act.evaluator.program.zones[to.zone]
    index = instance(zone, act.number(to.index))
    old = state.P[piece]
    if zone.storage == "space" and zone.posed:
        turn = 0 if to.turn is None else act.number(to.turn)
        pieces.put_posed(state, piece, zone.base + index, turn)
    elif zone.storage == "space":
        pieces.put_space(state, piece, zone.base + index)
    elif zone.storage == "deck":
        _put_deck(state, piece, zone.base + 3 * index, to.position)
    elif zone.storage == "set":
        pieces.put_set(state, piece, zone.base + index)
    elif to.position == "bottom":
        pieces.put_bottom(state, piece, zone.base + index)
    else:
        pieces.put_top(state, piece, zone.base + index)
    pieces.learn(state, piece, zone, index, to.position)
    if act.tracer is not None:
        act.tracer.moved(state, piece, old, state.P[piece], origin)


def _put_deck(state: State, piece: int, z: int, position: str) -> None:
    if position == "bag":
        pieces.put_bag(state, piece, z)
    elif position == "bottom":
        pieces.put_deck_bottom(state, piece, z)
    else:
        pieces.put_top(state, piece, z)
