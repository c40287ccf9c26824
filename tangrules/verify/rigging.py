"""Chance as an example writes it down: what comes next from one deck, or from the next picks and rolls."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tangrules.diagnostics.errors import ChanceError
from tangrules.ir import Program, TypeInfo
from tangrules.play.words import Words
from tangrules.runtime import chance
from tangrules.runtime.state import State
from tangrules.verify.findings import shortened

PICKS = -1
"""The queue of picks and rolls. A deck's queue goes by the place of its first entry in `Z`."""


@attrs.frozen
class Rigged:
    """An outcome that shall come next. `origin` is the line that says so."""

    value: int
    kind: TypeInfo
    origin: int


@attrs.frozen
class Rig:
    """A source of chance that follows queues; where one is used up, the state's generator goes on."""

    queues: Mapping[int, tuple[Rigged, ...]] = attrs.field(factory=dict)

    def after(self, key: int, outcomes: tuple[Rigged, ...]) -> Rig:
        """Return the source with more outcomes at the end of a queue."""
        return Rig({**self.queues, key: self.queues.get(key, ()) + outcomes})

    def left(self) -> tuple[Rigged, ...]:
        """Return the outcomes that did not come."""
        return tuple(outcome for queue in self.queues.values() for outcome in queue)

    def choose(self, state: State, items: tuple[int, ...], name: str) -> int:
        """Return what comes next. `items` of a deck lie in it, so their place tells which deck it is."""
        key = PICKS if name == chance.PICK else -2 - state.P[items[0]]
        queue = self.queues.get(key, ())
        if not queue:
            state.rng, index = chance.below(state.rng, len(items))
            return items[index]
        found = _found(state.program, queue[0], items)
        if found is None:
            words = Words(state.program)
            raise ChanceError(_cannot_come(words, queue[0], _holds(words, queue[0], items, key)))
        state.source = self._without_first(key)
        return found

    def confirm(self, state: State, piece: int, name: str) -> None:
        """Check that what lies on top is what shall come."""
        key = -2 - state.P[piece]
        queue = self.queues.get(key, ())
        if not queue:
            return
        if _found(state.program, queue[0], (piece,)) is None:
            words = Words(state.program)
            why = f"on top of `{_deck(words, key)}` lies {words.text(queue[0].kind, piece)}"
            raise ChanceError(_cannot_come(words, queue[0], why))
        state.source = self._without_first(key)

    def _without_first(self, key: int) -> Rig:
        return Rig({**self.queues, key: self.queues[key][1:]})


def _found(program: Program, wanted: Rigged, items: tuple[int, ...]) -> int | None:
    """Return the wanted outcome, or a piece that looks the same."""
    if wanted.value in items:
        return wanted.value
    if wanted.kind.form != "piece" or wanted.value < 0:
        return None
    look = program.pieces[wanted.value].species
    return next((item for item in items if program.pieces[item].species == look), None)


def _cannot_come(words: Words, wanted: Rigged, why: str) -> str:
    return f"`{words.text(wanted.kind, wanted.value)}` cannot come next: {why}"


def _holds(words: Words, wanted: Rigged, items: tuple[int, ...], key: int) -> str:
    listed = ", ".join(shortened([words.text(wanted.kind, item) for item in items]))
    source = "the next pick is one of" if key == PICKS else f"`{_deck(words, key)}` holds"
    return f"{source} {listed}"


def _deck(words: Words, key: int) -> str:
    """Return the name of the deck whose first entry is `Z[key]`."""
    for zone in words.program.zones:
        if zone.storage == "deck" and zone.base <= key < zone.base + 3 * zone.count:
            return words.instance(zone, (key - zone.base) // 3)
    return "the deck"
