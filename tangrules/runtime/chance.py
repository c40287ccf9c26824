"""Chance: which of several equally likely things happens.

A state with no source draws from its own generator, SplitMix64, by rejection, so that every element is
exactly as likely and every platform draws the same. Sources are values: what is left of a script travels in
the state, and a copied state draws on its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from tangrules.diagnostics.errors import ChanceError
from tangrules.ir import Program
from tangrules.runtime.state import State

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15

PICK = "pick"
"""The name under which a script holds the outcomes of `pick` and `roll`."""


def next_random(rng: int) -> tuple[int, int]:
    """Return the generator's next state and 64 random bits."""
    rng = (rng + _STEP) & _MASK
    bits = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return rng, bits ^ (bits >> 31)


def below(rng: int, n: int) -> tuple[int, int]:
    """Return the generator's next state and a number below n, all alike. One choice costs nothing."""
    if n <= 1:
        return rng, 0
    limit = (1 << 64) - (1 << 64) % n
    while True:
        rng, bits = next_random(rng)
        if bits < limit:
            return rng, bits % n


class Source(Protocol):
    """Decides chance in place of the state's generator."""

    def choose(self, state: State, items: tuple[int, ...], name: str) -> int:
        """Return one of `items`, which is not empty; `name` is the deck's zone or `pick`."""

    def confirm(self, state: State, piece: int, name: str) -> None:
        """Hear which piece came from a deck without chance."""


def choose(state: State, items: tuple[int, ...], name: str) -> int:
    """Return one of `items`, all equally likely."""
    if state.source is not None:
        return state.source.choose(state, items, name)
    state.rng, index = below(state.rng, len(items))
    return items[index]


def pick_one(state: State, items: tuple[int, ...]) -> int:
    """Return one of `items`, or -1 if there are none."""
    return choose(state, items, PICK) if items else -1


def draw_one(state: State, z: int) -> int:
    """Return the piece that comes next from the deck at `Z[z]`, or -1. It stays there until it is moved."""
    Z = state.Z
    if not Z[z] and Z[z + 1]:
        return choose(state, Z[z + 1], "" if state.source is None else deck_name(state.program, z))
    run = Z[z] or Z[z + 2]
    if not run:
        return -1
    if state.source is not None:
        state.source.confirm(state, run[-1], deck_name(state.program, z))
    return run[-1]


def deck_name(program: Program, z: int) -> str:
    """Return the name of the deck zone that holds `Z[z]`."""
    for zone in program.zones:
        if zone.storage == "deck" and zone.base <= z < zone.base + 3 * zone.count:
            return zone.name
    return ""


@attrs.frozen
class Scripted:
    """Chance as written down: for each deck (by the name of its zone) and for `pick`, what comes next.

    Pieces and icons go by name; of several copies, a row's name means the first that is still there. When a
    queue is used up the state's own generator goes on, or, if the script is `strict`, the draw is refused.
    """

    queues: Mapping[str, tuple[int | str, ...]] = attrs.field(factory=dict)
    strict: bool = attrs.field(default=False, kw_only=True)

    @classmethod
    def of(cls, queues: Mapping[str, Sequence[int | str]], *, strict: bool = False) -> Scripted:
        """Return a script of any sequences."""
        return cls({name: tuple(queue) for name, queue in queues.items()}, strict=strict)

    def choose(self, state: State, items: tuple[int, ...], name: str) -> int:
        """Return what the script says comes next."""
        queue = self.queues.get(name, ())
        if queue:
            found = _found(state.program, queue[0], items, name)
            state.source = attrs.evolve(self, queues={**self.queues, name: queue[1:]})
            return found
        if self.strict:
            raise ChanceError(f"the script says nothing about the next {_what(name)}")
        state.rng, index = below(state.rng, len(items))
        return items[index]

    def confirm(self, state: State, piece: int, name: str) -> None:
        """Check that the script agrees with a card that lies on top."""
        if self.queues.get(name):
            self.choose(state, (piece,), name)


@attrs.frozen
class Caller:
    """Chance asked of whoever runs the game: the run stops with NeedChance, and goes on when `outcome` is
    given.

    Set `state.source = Caller(outcome)` and run the machine again, without an answer.
    """

    outcome: int | None = None

    def choose(self, state: State, items: tuple[int, ...], name: str) -> int:
        """Return the outcome that was given, or stop."""
        if self.outcome is None:
            raise NeedChance(items, name)
        if self.outcome not in items:
            raise ChanceError(
                f"{self.outcome} is not among {_listed(items)}, the outcomes of the next {_what(name)}"
            )
        state.source = Caller()
        return self.outcome

    def confirm(self, state: State, piece: int, name: str) -> None:
        """Nothing to ask."""


class NeedChance(Exception):
    """Not an error: the caller decides which of `items`, all equally likely, comes from the deck `name`."""

    items: tuple[int, ...]
    name: str

    def __init__(self, items: tuple[int, ...], name: str) -> None:
        super().__init__(items, name)
        self.items = items
        self.name = name


def _found(program: Program, entry: int | str, items: tuple[int, ...], name: str) -> int:
    for item in items:
        if item == entry or (isinstance(entry, str) and entry in _names(program, item, name)):
            return item
    if isinstance(entry, str):
        for item in items:
            row, _, copy = _names(program, item, name)[0].rpartition("_")
            if row == entry and copy.isdecimal():
                return item
    shown = _listed([_names(program, item, name)[0] for item in items])
    raise ChanceError(f"`{entry}` cannot be the next {_what(name)}: it holds {shown}")


def _names(program: Program, item: int, name: str) -> tuple[str, ...]:
    """Return how an outcome may be called. A pick may be of any type, so it is known by each of its names."""
    known = [str(item)]
    if 0 <= item < len(program.pieces):
        known.insert(0, program.pieces[item].name)
    if name == PICK and 0 <= item < len(program.icons):
        known.insert(0, program.icons[item])
    if name == PICK and 0 <= item < 4:
        known.append(("north", "east", "south", "west")[item])
    return tuple(known)


def _listed(items: Sequence[object]) -> str:
    shown = ", ".join(str(item) for item in items[:12])
    return f"{shown} and {len(items) - 12} more" if len(items) > 12 else shown


def _what(name: str) -> str:
    return "pick" if name == PICK else f"draw from {name}"
