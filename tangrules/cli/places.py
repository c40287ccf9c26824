"""Where pieces and sites are, in the words of the board: as hints beside moves."""

from __future__ import annotations

from tangrules.ir import TypeInfo
from tangrules.play.game_state import GameState

_DEEPEST = 4


class Places:
    """The places of one position. Nothing is told of what lies anywhere but on a grid."""

    def __init__(self, state: GameState) -> None:
        self._state = state.raw()
        self._program = state.rules.program
        self._words = state.rules.words

    def of(self, kind: TypeInfo, value: int) -> str:
        """Return the cell of a piece or a site, nothing for what is nowhere on a grid."""
        if value < 0:
            return ""
        if kind.form == "site":
            piece, icon, _ = self._program.sites[value]
            cell = self._cell_of(piece)
            named = self._program.icons[icon].replace("_", " ") if icon >= 0 else ""
            return f"{named} at {cell}" if cell else ""
        return self._cell_of(value) if kind.form == "piece" else ""

    def _cell_of(self, piece: int, depth: int = 0) -> str:
        place = self._state.P[piece]
        if place < 0 or depth > _DEEPEST:
            return ""
        for zone in self._program.zones:
            if zone.grid is not None and zone.base <= place < zone.base + zone.count:
                return self._words.cell(zone.name, place - zone.base)
        base = self._program.site_base
        if base >= 0 and base <= place < base + len(self._program.sites):
            return self._cell_of(self._program.sites[place - base][0], depth + 1)
        return ""
