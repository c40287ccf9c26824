"""Pieces as an onlooker sees them, with what is printed on them, what stands on them and how they lie."""

from __future__ import annotations

from tangrules.draw.looks import Looks
from tangrules.draw.scene import Area, Piece, Spot
from tangrules.ir import NIL, ZoneDef
from tangrules.runtime.state import State

_DEEPEST = 4
"""So many pieces standing on sites of each other are followed."""


class PieceReader:
    """Reads the pieces of one state for one onlooker; None sees what every seat knows."""

    def __init__(self, state: State, looks: Looks, viewer: int | None) -> None:
        self._state = state
        self._program = state.program
        self._looks = looks
        self._wanted = (1 << self._program.players) - 1 if viewer is None else 1 << viewer
        self.viewer = viewer
        self._attributes = [zone for zone in self._program.zones if zone.attribute]

    def knows(self, piece: int, zone: ZoneDef) -> bool:
        """Whether the onlooker knows a piece that lies in a zone."""
        if zone.visibility == "public" or self._program.know < 0:
            return True
        return self._state.V[self._program.know + piece] & self._wanted == self._wanted

    def sees_numbers(self, zone: ZoneDef, seat: int) -> bool:
        """Whether the onlooker may read a zone that holds numbers."""
        if zone.visibility == "public":
            return True
        return zone.visibility == "private" and self.viewer is not None and self.viewer == seat

    def piece(self, piece: int, zone: ZoneDef, _instance: int = -1, turn: int = -1, depth: int = 0) -> Piece:
        """Return a piece in a zone, as it is seen."""
        if not self.knows(piece, zone):
            return self.back(self._program.pieces[piece].kind)
        made = self._program.pieces[piece]
        lies = max(turn, 0)
        owner, facing, notes = self._marks(piece)
        return Piece(
            made.name,
            made.kind,
            self._looks.piece(piece),
            edges=self._looks.edges_of(piece, lies),
            areas=tuple(Area(badge, sides) for badge, sides in self._looks.areas_of(piece, lies)),
            spots=self._spots(piece, zone, depth),
            icons=self._looks.icons_of(piece),
            extras=self._looks.extras_of(piece),
            parts=self._looks.parts_of(piece),
            turn=turn,
            owner=owner,
            facing=facing,
            notes=notes,
            species=made.species,
        )

    def back(self, kind: str) -> Piece:
        """Return a piece of which only the kind is seen."""
        return Piece("", kind, self._looks.kind(kind), hidden=True)

    def _spots(self, piece: int, zone: ZoneDef, depth: int) -> tuple[Spot, ...]:
        found: list[Spot] = []
        for site, icon in self._looks.sites.get(piece, ()):
            holds = self._state.V[self._program.site_base + site] if self._program.site_base >= 0 else -1
            standing = None
            if holds >= 0 and depth < _DEEPEST:
                standing = self.piece(holds, zone, depth=depth + 1)
            found.append(Spot(self._looks.icon(icon), standing))
        return tuple(found)

    def _marks(self, piece: int) -> tuple[int, int, tuple[str, ...]]:
        """Return a piece's owner, the side it faces, and what else of it is not as at first."""
        owner = facing = -1
        notes: list[str] = []
        kind = self._program.pieces[piece].kind
        for zone in self._attributes:
            holder, _, field = zone.name.partition(".")
            if holder != kind or not self.sees_numbers(zone, -1) or zone.storage == "list":
                continue
            value = self._state.V[zone.base + piece]
            if zone.holds.form == "seat" and owner < 0:
                owner = value
            elif zone.holds.form == "side" and facing < 0:
                facing = value
            elif value != self._first_value(zone, piece) and value != NIL:
                notes.append(self._told(zone, field, value))
        return owner, facing, tuple(notes)

    def _first_value(self, zone: ZoneDef, piece: int) -> int:
        return self._program.v_initial[zone.base + piece]

    def _told(self, zone: ZoneDef, field: str, value: int) -> str:
        match zone.holds.form:
            case "yesno":
                return field if value else f"not {field}"
            case "icon" if value >= 0:
                return f"{field} {self._program.icons[value]}"
            case "piece" if value >= 0:
                return f"{field} {self._program.pieces[value].name}"
        return f"{field} {value}" if value >= 0 else f"{field} nothing"
