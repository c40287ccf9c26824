"""What a seat sees happen during a move, step by step: more than it can see once the move is over.

Where a player has one answer only, it is given at once. So two moves may come to the same position in
another order, and whoever watched can tell them apart all the same.
"""

from __future__ import annotations

from tangrules.play.game_state import GameState
from tangrules.play.silent import SilentTracer
from tangrules.play.views import sees_piece, sees_zone
from tangrules.runtime.state import Answer, State, Value


def watched(state: GameState, answer: Answer, mover: int, seat: int) -> tuple[object, ...]:
    """Return what a seat sees happen when another one answers."""
    onlooker = _Onlooker(seat)
    table = state.raw()
    state.rules.stepping(onlooker).advance(table, answer, mover)
    return tuple(onlooker.events)


class _Onlooker(SilentTracer):
    def __init__(self, seat: int) -> None:
        self.events: list[object] = []
        self._seat = seat

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        """A piece, or its back, goes from one place to another."""
        seen = piece if sees_piece(state, self._seat, piece) else state.program.pieces[piece].kind
        self.events.append((seen, old, new))

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        """A number changes that the seat sees."""
        if sees_zone(state.program, state.program.zones[zone], index, self._seat):
            self.events.append((zone, index, old, new))
