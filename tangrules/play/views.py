"""What one seat may see of a state, and no more.

A zone is public, private (its seat sees it) or secret; a piece that a seat knows is seen wherever it is.
What is hidden stands in a view as a back: its kind, and which seats know it, for both show on a table.
Hidden numbers are HIDDEN.

A view is made from nothing but what the seat sees, so it may be given away: members of sets and bags are
put in an order that does not depend on which pieces they are, and backs are numbered by where they are. The
verbs under way are in it only while the seat itself has to answer, without what others answered in secret.
(Known limit: locals of those verbs that are not arguments have no type, so a piece that they remember is
not hidden.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import attrs

from tangrules.diagnostics.errors import UsageError
from tangrules.diagnostics.suggest import did_you_mean
from tangrules.ir import NIL, Program, Secret, TypeInfo, ZoneDef
from tangrules.play.arguments import is_instance, is_whole, seat_given
from tangrules.play.arguments import shown as told
from tangrules.play.decision import Decision, decision_of
from tangrules.play.rules import Rules
from tangrules.runtime import driver
from tangrules.runtime.pieces import owner
from tangrules.runtime.state import BOX, Frame, State, Value

HIDDEN = NIL - 1
"""Stands for a number, or the only element of a list, that the seat does not see."""


Shown: TypeAlias = tuple[tuple[int, Value], ...]
"""Columns of a piece, and what stands there."""


@attrs.frozen
class Back:
    """A piece that the seat cannot tell from others of its kind. `knowers` has a bit for each that can.

    `shown` is what can be seen of it all the same: columns (see `Program.tables`) and what is printed there.
    """

    kind: str
    knowers: int
    shown: Shown = ()


@attrs.frozen
class View:
    """A position as one seat sees it. `V` and `Z` are as in a state; `-2 - n` is the back `backs[n]`.

    Of a posed space with a back on it, the turn is not told. `decision` is there if the seat has to answer.
    """

    rules: Rules = attrs.field(repr=False, eq=False)
    seat: int
    over: bool
    V: tuple[int, ...] = attrs.field(repr=False)
    Z: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    box: tuple[int, ...] = attrs.field(repr=False)
    backs: tuple[Back, ...] = attrs.field(repr=False)
    stack: tuple[Frame, ...] = attrs.field(repr=False)
    decision: Decision | None

    @property
    def program(self) -> Program:
        """The program of this seat count."""
        return self.rules.program

    def see(self, zone: str, index: int | str = 0, part: str = "") -> tuple[int | Back, ...]:
        """Return what lies in, or is noted at, an instance of a zone. A deck's last is its top.

        The instance is a number (a seat, where each seat has the zone) or a name as in the scenario; behind a
        seat a name may follow. A name alone means a part of the viewer's own.
        """
        found = zone_named(self.program, zone)
        index = self._instance(found, index, part)
        if found.storage in ("value", "space"):
            entries: Iterable[int] = (self.V[found.base + index],)
        elif found.storage == "deck":
            top, bag, bottom = self.Z[found.base + 3 * index : found.base + 3 * index + 3]
            entries = bottom + bag + top
        else:
            entries = self.Z[found.base + index]
        if found.storage == "value" or found.storage == "list":
            return tuple(entries)
        return tuple(self.backs[-2 - entry] if entry < BOX else entry for entry in entries)

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse: what a seat sees would be sent with all that its decision looks into."""
        raise UsageError(
            "a view is not pickled, as its decision looks into the position: send a sample of it"
        )

    def _instance(self, zone: ZoneDef, index: int | str, part: str) -> int:
        if not is_instance(index, str) and not is_whole(index, 0, zone.count - 1):
            raise UsageError(f"there is no part {told(index)} of `{zone.name}`: {_parts(zone)}")
        if isinstance(index, int) and not part:
            return index
        seat = index if isinstance(index, int) else self.seat
        return self.rules.words.index_of(zone, part or index, seat)


def zone_named(program: Program, name: str) -> ZoneDef:
    """Return a zone, or say in a UsageError which one may be meant."""
    known = {zone.name: zone for zone in program.zones if not zone.name.startswith("#")}
    if not is_instance(name, str):
        raise UsageError(f"zone is {told(name)}: give its name")
    if name not in known:
        hint = did_you_mean(name, known) or f"there are {', '.join(sorted(known))}"
        raise UsageError(f"there is no zone `{name}`: {hint}")
    return known[name]


def _parts(zone: ZoneDef) -> str:
    return "it has one, 0" if zone.count == 1 else f"they are numbered from 0 to {zone.count - 1}"


def view_of(rules: Rules, state: State, seat: int) -> View:
    """Return what a seat may see of a state."""
    return _veiled(rules, state, seat)[0]


def behind_backs(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """Return, for each back in a seat's view of a state, which piece it really is: not for the seat."""
    codes = _veiled(rules, state, seat)[1].codes
    return tuple(sorted(codes, key=lambda piece: -codes[piece]))


def _veiled(rules: Rules, state: State, seat: int) -> tuple[View, _Veil]:
    seat_given(seat, state.program.players)
    asked = seat in rules.reference.seats(state)
    choice = driver.open_decision(state)
    veil = _Veil(state, seat)
    veil.containers()
    veil.spaces()
    veil.numbers()
    box = veil.unordered(piece for piece, place in enumerate(state.P) if place == BOX)
    view = View(
        rules,
        seat,
        not state.stack,
        tuple(veil.V),
        tuple(veil.Z),
        box,
        tuple(veil.backs),
        tuple(veil.frame(frame, top=frame is state.stack[-1]) for frame in state.stack) if asked else (),
        decision_of(rules, state, choice, seat) if asked and choice is not None else None,
    )
    return view, veil


def sees_piece(state: State, seat: int, piece: int) -> bool:
    """Whether a seat can tell which piece this is, where it lies."""
    return _Veil(state, seat).knows(piece)


def unseen(state: State, seat: int) -> tuple[int, ...]:
    """Return the pieces that a seat cannot tell apart from others, where they lie."""
    veil = _Veil(state, seat)
    return tuple(piece for piece in range(len(state.program.pieces)) if not veil.knows(piece))


def shown(state: State) -> dict[int, Shown]:
    """Return what all may see of pieces in hidden zones."""
    tables = state.program.tables
    return {
        piece: tuple((column, tables[column].values[piece]) for column in zone.shows)
        for zone in state.program.zones
        for index in range(zone.count if zone.shows else 0)
        for piece in _members(state, zone, index)
    }


def sees_zone(program: Program, zone: ZoneDef, index: int, seat: int) -> bool:
    """Whether a seat sees all that is in an instance of a zone."""
    if zone.visibility == "private" and zone.per_seat:
        return owner(zone, index, program.players) == seat
    return zone.visibility == "public"


class _Veil:
    """Replaces what a seat does not see, place by place, in an order that does not depend on it."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.program = state.program
        self.seat = seat
        self.V = list(state.V)
        self.Z = list(state.Z)
        self.backs: list[Back] = []
        self.codes: dict[int, int] = {}
        self.in_sight = self._in_sight()
        self.shown = shown(state)

    def knows(self, piece: int) -> bool:
        """Whether the seat can tell which piece this is."""
        return piece in self.in_sight or bool(self._knowers(piece) >> self.seat & 1)

    def containers(self) -> None:
        """Hide members of containers, and lists."""
        for zone in self.program.zones:
            parts = 3 if zone.storage == "deck" else 1
            for entry in range(zone.count * parts if zone.storage in _CONTAINERS else 0):
                z = zone.base + entry
                if zone.storage == "list":
                    if not sees_zone(self.program, zone, entry, self.seat):
                        self.Z[z] = (HIDDEN,)
                elif zone.storage == "set" or (zone.storage == "deck" and entry % 3 == 1):
                    self.Z[z] = self.unordered(self.Z[z])
                else:
                    self.Z[z] = tuple(self.code(piece) for piece in self.Z[z])

    def spaces(self) -> None:
        """Hide pieces on spaces."""
        for zone in self.program.zones:
            if zone.storage == "space":
                for offset in range(zone.base, zone.base + zone.count):
                    there = self.state.V[offset]
                    piece = there >> 2 if zone.posed else there
                    if there >= 0 and not self.knows(piece):
                        self.V[offset] = self.code(piece)

    def numbers(self) -> None:
        """Hide numbers, attributes of pieces that the seat cannot tell apart, and who knows those."""
        for zone in self.program.zones:
            for index in range(zone.count if zone.storage == "value" else 0):
                hidden = not sees_zone(self.program, zone, index, self.seat)
                if hidden or (zone.attribute and not self.knows(index)):
                    self.V[zone.base + index] = HIDDEN
        if self.program.know >= 0:
            for piece in range(len(self.program.pieces)):
                if not self.knows(piece):
                    self.V[self.program.know + piece] = HIDDEN

    def unordered(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """Return the known pieces, sorted, then the backs, by kind and by who knows them."""
        pieces = tuple(pieces)
        hidden = sorted((piece for piece in pieces if not self.knows(piece)), key=self._looks)
        known = tuple(sorted(piece for piece in pieces if self.knows(piece)))
        return known + tuple(self.code(piece) for piece in hidden)

    def code(self, piece: int) -> int:
        """Return what stands for a piece in the view."""
        if self.knows(piece):
            return piece
        if piece not in self.codes:
            self.backs.append(Back(*self._looks(piece)))
            self.codes[piece] = -1 - len(self.backs)
        return self.codes[piece]

    def frame(self, frame: Frame, *, top: bool) -> Frame:
        """Hide arguments that are pieces, and what others have answered in secret."""
        verb, pc, *slots = frame
        definition = self.program.verbs[verb]
        live = driver.live_slots(self.program, frame, top=top)
        for slot, kind in enumerate(definition.types):
            if slot in live:
                slots[slot] = self._argument(kind, slots[slot])
        instruction = definition.code.instructions[pc]
        if top and isinstance(instruction, Secret):
            slots[instruction.result] = ()
        return (verb, pc, *slots)

    def _argument(self, kind: TypeInfo, value: Value) -> Value:
        element = kind.element if kind.form == "list" else kind
        if element is None or element.form != "piece":
            return value
        if isinstance(value, tuple):
            return tuple(self.code(piece) if piece >= 0 else piece for piece in value)
        return self.code(value) if value >= 0 else value

    def _knowers(self, piece: int) -> int:
        return self.state.V[self.program.know + piece] if self.program.know >= 0 else 0

    def _looks(self, piece: int) -> tuple[str, int, Shown]:
        return self.program.pieces[piece].kind, self._knowers(piece), self.shown.get(piece, ())

    def _in_sight(self) -> frozenset[int]:
        """Return the pieces that lie where the seat sees them. If nothing is ever hidden, that is all."""
        if self.program.know < 0:
            return frozenset(range(len(self.program.pieces)))
        found: set[int] = set()
        for zone in self.program.zones:
            for index in range(0 if zone.alias or zone.storage in ("value", "list") else zone.count):
                if sees_zone(self.program, zone, index, self.seat):
                    found.update(_members(self.state, zone, index))
        return frozenset(found)


_CONTAINERS = ("set", "row", "pile", "deck", "list")


def _members(state: State, zone: ZoneDef, index: int) -> tuple[int, ...]:
    if zone.storage == "space":
        there = state.V[zone.base + index]
        return () if there < 0 else (there >> 2 if zone.posed else there,)
    if zone.storage == "deck":
        top, bag, bottom = state.Z[zone.base + 3 * index : zone.base + 3 * index + 3]
        return top + bag + bottom
    return state.Z[zone.base + index]
