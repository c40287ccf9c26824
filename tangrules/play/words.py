"""Numbers as people write them, and back: pieces by name, cells as r3c5, seats from 1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tangrules.diagnostics.errors import UsageError
from tangrules.diagnostics.suggest import did_you_mean
from tangrules.ir import NIL, GridDef, Program, TypeInfo, ZoneDef
from tangrules.runtime.state import Value

SIDES = ("north", "east", "south", "west")
NOTHING = "nothing"
NONE = "none"

_PARTS_AT_MOST = 12

_CELL = re.compile(r"(?<!\w)r(\d{1,4})c(\d{1,4})(?!\w)")
_NUMBER = re.compile(r"-?\d{1,12}(?!\w)")


class Words:
    """The words of one program. Vocabularies are made when first asked for."""

    program: Program

    def __init__(self, program: Program) -> None:
        self.program = program
        self._grids = {zone.name: zone for zone in program.zones if zone.grid is not None}
        self._vocabularies: dict[TypeInfo, Mapping[str, int]] = {}

    def text(self, kind: TypeInfo, value: Value) -> str:
        """Return how a value of a type is written."""
        if isinstance(value, tuple):
            element = kind.element or kind
            return " + ".join(self.text(element, item) for item in value) or NONE
        if value == NIL or (value < 0 and kind.form != "number"):
            return NOTHING
        return self._one(kind, value)

    def read(self, kind: TypeInfo, text: str) -> tuple[int, str] | None:
        """Return the value at the beginning of a text (in lower case) and what follows it."""
        if kind.form == "number":
            found = _NUMBER.match(text)
            return (int(found[0]), text[found.end() :].lstrip()) if found else None
        vocabulary = self.vocabulary(kind)
        words = text.split(" ", 7)[:7]
        for length in range(len(words), 0, -1):
            phrase = " ".join(words[:length])
            for ending in (phrase, phrase.rstrip(",")):
                if ending in vocabulary:
                    return vocabulary[ending], text[len(ending) :].lstrip()
        return None

    def vocabulary(self, kind: TypeInfo) -> Mapping[str, int]:
        """Return all values of a type by their text, in lower case. Numbers have none."""
        if kind not in self._vocabularies:
            known = {self._one(kind, value).casefold(): value for value in self._all(kind)}
            self._vocabularies[kind] = {**known, NOTHING: -1} if kind.optional else known
        return self._vocabularies[kind]

    def instance(self, zone: ZoneDef, index: int) -> str:
        """Return the name of a zone's instance, as in `seat 1.level[red]`."""
        sizes = list(zone.sizes) or ([] if zone.count <= 1 or zone.per_seat else [zone.count])
        if zone.per_seat:
            sizes.insert(0, self.program.players)
        places: list[int] = []
        for size in reversed(sizes):
            index, place = divmod(index, size)
            places.insert(0, place)
        owner = f"seat {places.pop(0) + 1}." if zone.per_seat else ""
        if zone.grid is not None and zone.per_seat:
            return f"{owner}{zone.name}[{_place(zone.grid, places[0])}]"
        named = [
            self.text(kind, self._member(kind, place))
            for kind, place in zip(zone.index, places, strict=False)
        ]
        counted = [f" {place + 1}" for place in places[len(named) :]]
        return owner + zone.name + (f"[{', '.join(named)}]" if named else "") + "".join(counted)

    def index_of(self, zone: ZoneDef, part: int | str, seat: int) -> int:
        """Return which instance of a zone a part's name means, `red` in `level[red]`; of several seats' this one's.

        UsageError says which parts there are.
        """
        owner = f"seat {seat + 1}." if zone.per_seat else ""
        begin = f"{owner}{zone.name}["
        names = {self.instance(zone, index): index for index in range(zone.count)}
        parts = {
            name.removeprefix(begin).removesuffix("]"): index
            for name, index in names.items()
            if name.startswith(begin)
        }
        wanted = " ".join(str(part).split())
        if wanted in parts:
            return parts[wanted]
        if not parts:
            raise UsageError(f"`{zone.name}` has no parts with names, so there is no `{wanted}`")
        listed = ", ".join(f"`{name}`" for name in list(parts)[:_PARTS_AT_MOST])
        more = f" and {len(parts) - _PARTS_AT_MOST} more" if len(parts) > _PARTS_AT_MOST else ""
        hint = did_you_mean(wanted, parts) or f"there are {listed}{more}"
        raise UsageError(f"`{zone.name}` has no part `{wanted}`: {hint}")

    def _member(self, kind: TypeInfo, place: int) -> int:
        """Return which thing an index of a zone stands for: icons and pieces are counted in their sets."""
        members = {"icon": self.program.icon_sets, "piece": self.program.kinds}.get(kind.form, {})
        return members[kind.name][place] if kind.name in members else place

    def zone_of_offset(self, offset: int) -> tuple[ZoneDef, int] | None:
        """Return the value zone or space that `V[offset]` belongs to, and the instance."""
        for zone in self.program.zones:
            if (
                not zone.alias
                and zone.storage in ("value", "space")
                and zone.base <= offset < zone.base + zone.count
            ):
                return zone, offset - zone.base
        return None

    def cell(self, grid: str, cell: int) -> str:
        """Return a cell's name; where each player has a grid, with its owner: `seat 2.r3c5`."""
        zone = self._grid(grid)
        if zone is None or zone.grid is None:
            return str(cell)
        seat, local = divmod(cell, zone.grid.width * zone.grid.height)
        return f"{f'seat {seat + 1}.' if zone.per_seat else ''}{_place(zone.grid, local)}"

    def is_missing(self, grid: str, cell: int) -> bool:
        """Whether a cell is one that its grid is drawn without."""
        zone = self._grid(grid)
        if zone is None or zone.grid is None:
            return False
        return cell % (zone.grid.width * zone.grid.height) in zone.grid.missing

    def no_such_cell(self, text: str) -> str:
        """Say which cells there are, if a text names one that no grid has; else nothing."""
        for row, column in ((int(found[1]), int(found[2])) for found in _CELL.finditer(text.casefold())):
            grids = [zone.grid for zone in self._grids.values() if zone.grid is not None]
            if not grids or any(row < grid.height and column < grid.width for grid in grids):
                continue
            rows, columns = max(grid.height for grid in grids), max(grid.width for grid in grids)
            last = f"r{rows - 1}c{columns - 1}"
            return f"there is no cell r{row}c{column}: they go from r0c0 to {last}"
        return ""

    def _grid(self, name: str) -> ZoneDef | None:
        return self._grids.get(name) or next(iter(self._grids.values()), None)

    def _one(self, kind: TypeInfo, value: int) -> str:
        program = self.program
        match kind.form:
            case "icon":
                return program.icons[value]
            case "piece":
                return program.pieces[value].name
            case "cell":
                return self.cell(kind.name, value)
            case "edge":
                return f"{self.cell(kind.name, value >> 2)} {SIDES[value & 3]}"
            case "area":
                return f"{self.cell(kind.name, value >> 3)} area {(value & 7) + 1}"
            case "site":
                piece, _, index = program.sites[value]
                return f"{program.pieces[piece].name} site {index + 1}"
            case "slot":
                zone, index = program.slots[value]
                return self.instance(program.zones[zone], index)
            case "seat":
                return f"seat {value + 1}"
            case "side":
                return SIDES[value]
            case "yesno":
                return "yes" if value else "no"
            case _:
                return str(value)

    def _all(self, kind: TypeInfo) -> Sequence[int]:
        program = self.program
        match kind.form:
            case "icon":
                return program.icon_sets.get(kind.name, range(len(program.icons)))
            case "piece":
                return program.kinds.get(kind.name, range(len(program.pieces)))
            case "cell" | "edge" | "area":
                return range(self._cells(kind.name) * {"cell": 1, "edge": 4, "area": 8}[kind.form])
            case "site":
                return range(len(program.sites))
            case "slot":
                return range(len(program.slots))
            case "seat":
                return range(program.players)
            case "side" | "turn":
                return range(4)
            case "yesno":
                return range(2)
            case _:
                return ()

    def _cells(self, name: str) -> int:
        zone = self._grid(name)
        return 0 if zone is None else zone.count


def _place(grid: GridDef, cell: int) -> str:
    row, column = divmod(cell, grid.width)
    return f"r{row}c{column}"


def in_range(program: Program, words: Words, kind: TypeInfo, value: int) -> bool:
    """Whether a number may be a value of a type."""
    if kind.form in ("number", "text", "list"):
        return True
    return (value == -1 and kind.optional) or value in words.vocabulary(kind).values()
