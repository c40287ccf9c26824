"""Zones that are no grids, as an onlooker sees them: rows of a panel, and what lies on single cells."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import attrs

from tangrules.draw.looks import Looks
from tangrules.draw.pieces import PieceReader
from tangrules.draw.scene import Entry, Piece, Row
from tangrules.ir import NIL, Add, Block, Const, Expr, If, Op, Stmt, TypeInfo, ZoneDef
from tangrules.play.words import Words
from tangrules.runtime.state import State

MOST_ENTRIES = 24
"""A zone with more instances shows only those that hold something."""


class ZoneReader:
    """Reads the zones of one state for one onlooker."""

    def __init__(self, state: State, looks: Looks, pieces: PieceReader, words: Words) -> None:
        self._state = state
        self._program = state.program
        self._looks = looks
        self._pieces = pieces
        self._words = words
        self._tracks = {
            verb.name: verb.body for verb in self._program.verbs if verb.name.startswith("#advance_")
        }

    # ------------------------------------------------------------------------------ a whole zone

    def row(self, zone: ZoneDef, seat: int) -> Row | None:
        """Return a zone, or the part of it that a seat has, as a row; nothing where nothing needs saying."""
        minor = not self._looks.has_look(zone.name)
        tints = self._tints(zone)
        count = self._per_instance(zone)
        shares = zone.count // self._program.players if zone.per_seat else zone.count
        first = seat * shares if zone.per_seat else 0
        entries = [
            self._entry(zone, seat, first + k * count, count, self._label(zone, k))
            for k in range(shares // count)
        ]
        if tints:
            entries = [attrs.evolve(entry, colour=tint) for entry, tint in zip(entries, tints, strict=False)]
        if minor and all(_is_idle(entry) for entry in entries):
            return None
        if len(entries) > MOST_ENTRIES or (minor and zone.storage in ("value", "list")):
            entries = [entry for entry in entries if not _is_idle(entry)]
        label, tint = self._looks.zone(zone.name)
        return Row(zone.name, label, tint, tuple(entries), minor)

    def _tints(self, zone: ZoneDef) -> list[str]:
        """Return the colours of the icons that number a zone, where one icon set does."""
        if len(zone.index) != 1 or zone.index[0].form != "icon":
            return []
        return [self._looks.icon(icon).colour for icon in self._program.icon_sets.get(zone.index[0].name, ())]

    def _per_instance(self, zone: ZoneDef) -> int:
        """Return how many places an instance has: the slots of a side belong together."""
        if zone.storage == "space" and zone.index and zone.index[-1].form == "number" and zone.sizes:
            return zone.sizes[-1]
        return 1

    def _label(self, zone: ZoneDef, number: int) -> str:
        kinds = zone.index[:-1] if self._per_instance(zone) > 1 or self._has_slots(zone) else zone.index
        sizes = zone.sizes[: len(kinds)]
        if not kinds or prod(sizes) <= 0:
            return ""
        places: list[int] = []
        for size in reversed(sizes):
            number, place = divmod(number, size)
            places.insert(0, place)
        return ", ".join(self._index_text(kind, place) for kind, place in zip(kinds, places, strict=True))

    def _has_slots(self, zone: ZoneDef) -> bool:
        return zone.storage == "space" and bool(zone.index) and zone.index[-1].form == "number"

    def _index_text(self, kind: TypeInfo, place: int) -> str:
        """Return the name of the place-th value that may number a zone."""
        members: tuple[int, ...] = ()
        if kind.form == "icon":
            members = self._program.icon_sets.get(kind.name, ())
        elif kind.form == "piece":
            members = self._program.kinds.get(kind.name, ())
        return self._words.text(kind, members[place] if place < len(members) else place).replace("_", " ")

    def _entry(self, zone: ZoneDef, seat: int, at: int, count: int, label: str) -> Entry:
        match zone.storage:
            case "space":
                places = tuple(piece for k in range(count) for piece in self.pieces(zone, at + k))
                return Entry(label, "places", places, count=sum(piece is not None for piece in places))
            case "deck" | "pile":
                return self._stack(zone, at, label)
            case "set" | "row":
                held = self._state.Z[zone.base + at]
                return Entry(label, "pieces", tuple(self._known_first(zone, at, held)), count=len(held))
        return self._number(zone, seat, at, label)

    # ------------------------------------------------------------------------------ pieces

    def pieces(self, zone: ZoneDef, instance: int, seat: int = -1) -> Iterator[Piece | None]:
        """Yield the pieces in one instance of a zone; None for a free place. `seat`: whose the zone is."""
        for piece in self._lying(zone, instance):
            yield attrs.evolve(piece, owner=seat) if piece is not None and piece.owner < 0 <= seat else piece

    def _lying(self, zone: ZoneDef, instance: int) -> Iterator[Piece | None]:
        match zone.storage:
            case "space":
                content = self._state.V[zone.base + instance]
                if content < 0:
                    yield None
                else:
                    number, turn = divmod(content, 4) if zone.posed else (content, -1)
                    yield self._pieces.piece(number, zone, instance, turn)
            case "set" | "row" | "pile":
                held = self._state.Z[zone.base + instance]
                yield from self._known_first(zone, instance, held if zone.storage != "pile" else held[-1:])
            case "deck":
                entry = self._stack(zone, instance, "")
                yield from entry.pieces if entry.pieces else ()
            case _:
                pass

    def _known_first(self, zone: ZoneDef, instance: int, held: tuple[int, ...]) -> list[Piece]:
        """Return pieces as they lie, or, where their order would tell about hidden ones, the known ones
        first.
        """
        seen = [self._pieces.piece(piece, zone, instance) for piece in held]
        return sorted(seen, key=lambda piece: piece.hidden) if zone.storage == "set" else seen

    def _stack(self, zone: ZoneDef, at: int, label: str) -> Entry:
        Z = self._state.Z
        if zone.storage == "pile":
            held = Z[zone.base + at]
            top = held[-1:]
        else:
            runs = Z[zone.base + 3 * at : zone.base + 3 * at + 3]
            held = runs[2] + runs[1] + runs[0]
            top = runs[0][-1:]
        shown = [self._pieces.piece(piece, zone, at) for piece in top if self._pieces.knows(piece, zone)]
        if not shown and held:
            kinds = {self._program.pieces[piece].kind for piece in held}
            shown = [self._pieces.back(zone.holds.name or min(kinds))]
        return Entry(label, zone.storage, tuple(shown), count=len(held))

    # ------------------------------------------------------------------------------ numbers

    def is_seen(self, zone: ZoneDef, seat: int) -> bool:
        """Whether the onlooker may read what numbers a seat has in a zone."""
        return self._pieces.sees_numbers(zone, seat)

    def told(self, zone: ZoneDef, instance: int, seat: int = -1) -> list[str]:
        """Return what a zone of numbers says of one cell (and seat), nothing where it is as at first."""
        if zone.storage not in ("value", "list"):
            return []
        entry = self._number(zone, seat, instance, "")
        return [] if _is_idle(entry) else [entry.text]

    def _number(self, zone: ZoneDef, seat: int, at: int, label: str) -> Entry:
        if not self._pieces.sees_numbers(zone, seat):
            return Entry(label, "note", text="?")
        if zone.storage == "list":
            held = self._state.Z[zone.base + at]
            return Entry(label, "note", count=len(held), text=self._words.text(zone.holds, held))
        value = self._state.V[zone.base + at]
        text = self._words.text(zone.holds, value)
        if zone.holds.form == "yesno":
            return Entry(label, "flag", value=value, text=text)
        if zone.holds.form != "number":
            return Entry(label, "note", value=value, text=text)
        if f"#advance_{zone.name}" in self._tracks:
            marks = tuple(sorted(_marks(self._tracks[f"#advance_{zone.name}"])))
            return Entry(label, "track", value=value, low=zone.low, high=zone.high, marks=marks, text=text)
        return Entry(label, "number", value=value, low=zone.low, high=zone.high, text=text)


def _is_idle(entry: Entry) -> bool:
    """Whether an entry is empty, zero or no: not worth a line."""
    match entry.form:
        case "flag":
            return not entry.value
        case "number" | "track":
            return entry.value in (0, NIL)
        case "note":
            return entry.text in ("none", "nothing", "?") or (entry.text == "" and not entry.count)
    return entry.count == 0


def _marks(body: tuple[Stmt, ...]) -> Iterator[int]:
    """Yield the spaces of a track where something happens.

    They are the numbers that the verb that advances it compares with.
    """
    for stmt in body:
        if isinstance(stmt, Block):
            yield from _marks(stmt.body)
        elif isinstance(stmt, If):
            mark = _equal_to(stmt.test)
            if mark is not None:
                yield mark
            elif any(isinstance(inner, Add) for inner in stmt.then):
                yield from _marks(stmt.then)


def _equal_to(test: Expr) -> int | None:
    if isinstance(test, Op) and test.op == "eq":
        match test.args:
            case (_, Const(value=int() as number)):
                return number
    return None
