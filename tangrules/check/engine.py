"""The ids of what the engine itself brings along: its own numbers, verbs and questions."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.types import NUMBER, SEAT, Ty

OWN_NUMBERS: tuple[tuple[str, int, Ty], ...] = (
    ("turn", ir.Reserved.TURN, NUMBER),
    ("round", ir.Reserved.ROUND, NUMBER),
    ("outcome", ir.Reserved.OUTCOME, NUMBER),
    ("outcome_seat", ir.Reserved.OUTCOME_SEAT, SEAT.maybe()),
    ("outcome_end", ir.Reserved.OUTCOME_END, NUMBER),
    ("halt", ir.Reserved.HALT, NUMBER),
    ("current", ir.Reserved.CURRENT, SEAT.maybe()),
    ("out", ir.Reserved.OUT, NUMBER),
)
"""Name, offset in V and type of the numbers that every game has."""

NOTHING_AT_FIRST = ("outcome_seat", "outcome_end", "current")


@attrs.define
class Engine:
    """Zones by the name of an own number; verbs and values by what they are for.

    `settle`, `main`, `turn_begins`: what happens at a settle point, in a whole game, at the start of a turn;
    `turn_verb`: the verb whose call is a turn; `in_play`: the value that leaves out who has left; `once`: the
    zone that remembers whether an action was done; `after`: the verb that goes on once an action's first
    choice is answered; `raw`: a verb without the rules that hear it; `advance`: one step on a track; `made`:
    values made when first needed, such as what lists the sites on a grid.
    """

    zones: dict[str, int] = attrs.Factory(dict)
    settle: int = -1
    main: int = -1
    turn_verb: int | None = None
    turn_begins: int = -1
    in_play: int | None = None
    once: dict[str, int] = attrs.Factory(dict)
    after: dict[str, int] = attrs.Factory(dict)
    raw: dict[str, int] = attrs.Factory(dict)
    advance: dict[str, int] = attrs.Factory(dict)
    made: dict[str, int] = attrs.Factory(dict)

    def load(self, name: str) -> ir.Expr:
        """One of the engine's own numbers."""
        return ir.Load(self.zones[name], ir.Const(0))

    def store(self, name: str, value: ir.Expr, origin: int) -> ir.Stmt:
        return ir.Store(self.zones[name], ir.Const(0), value, origin)
