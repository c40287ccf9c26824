"""The state of a game in progress: numbers, tuples of numbers and frames, nothing else.

`V` and `Z` hold the table (see `tangrules.ir`), `stack` says what is being done, `rng` is the
generator. `P` says where each piece is; it is derived from `V` and `Z`, kept up to date by
`tangrules.runtime.pieces`.

A frame is `(verb, pc, *locals)`: a tuple that is replaced on change and never altered, so copies may share
it. Of a frame below the top, `pc` is where it goes on when the verb above returns (one past its Invoke); of
the top frame at a decision it is the Choose or Secret itself. Locals that do not matter any more
(`Code.live`) are stored as 0, the partial rows of a Secret excepted. So equal situations are equal states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tangrules.ir import Program

if TYPE_CHECKING:
    from tangrules.runtime.chance import Source

Value: TypeAlias = int | tuple[int, ...]
"""What a local or an expression holds."""

Frame: TypeAlias = tuple[int, int, *tuple[Value, ...]]
"""`(verb, pc, *locals)`."""

Answer: TypeAlias = tuple[Value, ...]
"""For a Choose `(alternative, pick…)` and perhaps the mask of waivers; for a Secret the picks alone."""

Entry: TypeAlias = tuple[int, int, Answer]
"""A line of the journal: the decision, the seat and its answer."""

BOX = -1
"""What `P` says of a piece that is in the box."""


class State:
    """A mutable state. Not hashed while it changes: `key()` is what equality and hash look at."""

    __slots__ = ("P", "V", "Z", "answer", "journal", "program", "rng", "source", "stack")

    program: Program
    V: list[int]
    Z: list[tuple[int, ...]]
    P: list[int]
    stack: list[Frame]
    rng: int
    source: Source | None
    answer: Answer | None
    journal: tuple[Entry, ...] | None

    def __init__(
        self,
        program: Program,
        V: list[int],
        Z: list[tuple[int, ...]],
        stack: list[Frame],
        rng: int = 0,
        source: Source | None = None,
        journal: tuple[Entry, ...] | None = None,
    ) -> None:
        self.program = program
        self.V = V
        self.Z = Z
        self.P = places(program, V, Z)
        self.stack = stack
        self.rng = rng
        self.source = source
        self.answer = None
        self.journal = journal

    def copy(self) -> State:
        """Return an independent state; tuples are shared, they never change."""
        new = State.__new__(State)
        new.program = self.program
        new.V = self.V[:]
        new.Z = self.Z[:]
        new.P = self.P[:]
        new.stack = self.stack[:]
        new.rng = self.rng
        new.source = self.source
        new.answer = self.answer
        new.journal = self.journal
        return new

    def key(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[Frame, ...]]:
        """Return what makes two positions the same: the table and the frames, not the generator."""
        return tuple(self.V), tuple(self.Z), tuple(self.stack)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.V == other.V and self.Z == other.Z and self.stack == other.stack

    def __repr__(self) -> str:
        where = "over" if not self.stack else f"in {self.program.verbs[self.stack[-1][0]].name}"
        return f"<State of {self.program.name}, {self.program.players} seats, {where}>"


def new_state(
    program: Program, seed: int = 0, source: Source | None = None, *, journal: bool = False
) -> State:
    """Return the state before the first instruction: all in the box, the main verb about to begin."""
    main: Frame = (program.main, 0, *([0] * program.verbs[program.main].slots))
    return State(
        program,
        list(program.v_initial),
        list(program.z_initial),
        [main],
        seed,
        source,
        () if journal else None,
    )


def places(program: Program, V: list[int], Z: list[tuple[int, ...]]) -> list[int]:
    """Return where each piece is, as `P` says it."""
    found = [BOX] * len(program.pieces)
    for zone in program.zones:
        if zone.alias:
            continue
        if zone.storage == "space":
            for offset in range(zone.base, zone.base + zone.count):
                if V[offset] >= 0:
                    found[V[offset] >> 2 if zone.posed else V[offset]] = offset
        elif zone.storage in ("set", "row", "pile"):
            for z in range(zone.base, zone.base + zone.count):
                for piece in Z[z]:
                    found[piece] = -2 - z
        elif zone.storage == "deck":
            for first in range(zone.base, zone.base + 3 * zone.count, 3):
                for piece in Z[first] + Z[first + 1] + Z[first + 2]:
                    found[piece] = -2 - first
    return found
