"""What a program says about looks: letters and colours of icons, kinds and zones, and what is printed.

The program has columns of numbers, not of types, so it is found out here which columns hold icons: those
whose numbers are all members of one icon set. Where a scenario gives no look, the first letters of the name
stand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from tangrules.draw.scene import Badge
from tangrules.ir import Program, StaticTable, To
from tangrules.ir.walk import nodes

_DERIVED = ("area_indices", "area_icon", "area_sides", "area_at")
_LONGEST = 4


class Looks:
    """The looks of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._badges: dict[str, Badge] = {}
        self._columns = _columns_by_kind(program)
        self._sets = [frozenset(members) for members in program.icon_sets.values()]
        self._pieces: dict[int, Badge] = {}

    # ------------------------------------------------------------------------------ badges

    def icon(self, icon: int) -> Badge:
        """Return the badge of an icon."""
        return self._named(self.program.icons[icon], self._neighbours(icon))

    def kind(self, name: str) -> Badge:
        """Return the badge of a kind of pieces: that of its back."""
        return self._named(name, ())

    def piece(self, piece: int) -> Badge:
        """Return the badge of a piece: its own look, else that of its first icon, else its first letters."""
        if piece not in self._pieces:
            self._pieces[piece] = self._piece(piece)
        return self._pieces[piece]

    def zone(self, name: str) -> tuple[str, str]:
        """Return how a zone is called and its colour."""
        letters, tint = self.program.looks.get(name, ("", ""))
        return letters or name.replace("_", " "), tint

    def has_look(self, name: str) -> bool:
        """Whether the scenario says how a thing looks."""
        return name in self.program.looks

    def layouts_of(self, grid: str) -> list[StaticTable]:
        """Return the layouts that are drawn on a grid: those with a look, or without any the only one."""
        drawn = [(name, table) for name, of, table in self.program.layouts if of == grid]
        chosen = [table for name, table in drawn if self.has_look(name) and name not in self.program.icons]
        if not chosen and len(drawn) == 1:
            chosen = [drawn[0][1]]
        return [self.program.tables[table] for table in chosen]

    def _piece(self, piece: int) -> Badge:
        made = self.program.pieces[piece]
        row = row_name(made.name)
        for name in (made.name, row, made.table):
            if name in self.program.looks:
                letters, tint = self.program.looks[name]
                return Badge(letters or _initials(row), tint or self.kind(made.kind).colour, made.name)
        for column in self._icon_columns(made.kind):
            icon = column.values[piece]
            if isinstance(icon, int) and icon >= 0:
                badge = self.icon(icon)
                return Badge(badge.letters, badge.colour, made.name)
        return Badge(_initials(row), self.kind(made.kind).colour, made.name)

    def _named(self, name: str, others: Sequence[str]) -> Badge:
        if name not in self._badges:
            letters, tint = self.program.looks.get(name, ("", ""))
            self._badges[name] = Badge(
                letters or _short(name, others), tint or "gray", name.replace("_", " ")
            )
        return self._badges[name]

    def _neighbours(self, icon: int) -> list[str]:
        """Return the other icons of the sets that an icon is in: their letters should differ."""
        near = {other for members in self._sets if icon in members for other in members}
        return [self.program.icons[other] for other in sorted(near - {icon})]

    # ------------------------------------------------------------------------------ what is printed

    def icons_of(self, piece: int) -> tuple[Badge, ...]:
        """Return what is printed on a piece apart from its sides, areas and sites, field by field."""
        kind = self.program.pieces[piece].kind
        found: list[Badge] = []
        for column in (*self._icon_columns(kind), *self._icon_lists(kind)):
            value = column.values[piece]
            for icon in (value,) if isinstance(value, int) else value:
                if icon >= 0:
                    found.append(self.icon(icon))
        return tuple(found)

    def extras_of(self, piece: int) -> tuple[Badge, ...]:
        """Return the icons of a piece that not all of its kind have: fields that may be nothing, and lists.

        The first field is left out: it gives the piece its colour and letters.
        """
        kind = self.program.pieces[piece].kind
        found: list[Badge] = []
        for column in self._icon_columns(kind)[1:]:
            if any(column.values[other] == -1 for other in self.program.kinds[kind]):
                icon = column.values[piece]
                found += [self.icon(icon)] if isinstance(icon, int) and icon >= 0 else []
        for column in self._icon_lists(kind):
            icons = column.values[piece]
            found += [self.icon(icon) for icon in icons] if isinstance(icons, tuple) else []
        return tuple(found)

    def edges_of(self, piece: int, turn: int) -> tuple[Badge | None, ...]:
        """Return the icons on the sides of a piece as it lies, nothing for kinds without any."""
        column = self._edge_columns.get(self.program.pieces[piece].kind)
        if column is None:
            return ()
        first = (piece * 4 + turn) * 4
        icons = [column.values[first + side] for side in range(4)]
        return tuple(self.icon(icon) if isinstance(icon, int) and icon >= 0 else None for icon in icons)

    def areas_of(self, piece: int, turn: int) -> tuple[tuple[Badge, tuple[int, ...]], ...]:
        """Return the printed areas of a piece as it lies, each with the sides that it touches."""
        column = self._area_columns.get(self.program.pieces[piece].kind)
        areas = () if column is None else column.values[piece]
        assert isinstance(areas, tuple)
        return tuple((self.icon(area >> 4), _sides(area, turn)) for area in areas)

    def parts_of(self, piece: int) -> tuple[tuple[Badge, ...], ...]:
        """Return the pieces that a piece is made of, row by row."""
        column = self._part_columns.get(self.program.pieces[piece].kind)
        value = () if column is None else column.values[piece]
        assert isinstance(value, tuple)
        if len(value) < 2:
            return ()
        width, badges = value[0], [self.piece(part) for part in value[1:]]
        return tuple(tuple(badges[at : at + width]) for at in range(0, len(badges), width))

    @cached_property
    def filled(self) -> frozenset[int]:
        """The zones into which rules put pieces."""
        bodies = tuple(verb.body for verb in self.program.verbs)
        return frozenset(node.zone for node in nodes(bodies) if isinstance(node, To))

    @cached_property
    def _part_columns(self) -> dict[str, StaticTable]:
        """The column of each kind made of parts: a width, then the parts in the order of laying."""
        found: dict[str, StaticTable] = {}
        for kind in self._columns:
            laid = self._table(f"{kind}.laid.parts")
            pieces = self.program.kinds.get(kind, ())
            for column in self._plain_columns(kind) if laid is not None else ():
                values = [column.values[piece] for piece in pieces]
                if laid is not None and all(
                    isinstance(value, tuple) and value[1:] == laid.values[piece * 4]
                    for piece, value in zip(pieces, values, strict=True)
                ):
                    found.setdefault(kind, column)
        return found

    def _table(self, name: str) -> StaticTable | None:
        return next((table for table in self.program.tables if table.name == name), None)

    @cached_property
    def sites(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The sites of each piece that has some: (site, icon)."""
        found: dict[int, tuple[tuple[int, int], ...]] = {}
        for site, (piece, icon, _) in enumerate(self.program.sites):
            if piece >= 0:
                found[piece] = (*found.get(piece, ()), (site, icon))
        return found

    def is_printed(self, kind: str) -> bool:
        """Whether pieces of a kind have sides, areas or sites to look at."""
        if kind in self._edge_columns or kind in self._area_columns:
            return True
        return any(piece in self.sites for piece in self.program.kinds.get(kind, ()))

    @cached_property
    def _edge_columns(self) -> dict[str, StaticTable]:
        length = len(self.program.pieces) * 16
        found: dict[str, StaticTable] = {}
        for kind, columns in self._columns.items():
            for field, column in columns:
                if field not in _DERIVED and length <= len(column.values) <= length + 4:
                    found.setdefault(kind, column)
        return found

    @cached_property
    def _area_columns(self) -> dict[str, StaticTable]:
        """The column of each kind that packs areas: an icon and the sides it touches, `icon * 16 + sides`."""
        found: dict[str, StaticTable] = {}
        for kind in self._columns:
            for column in self._plain_columns(kind):
                if self._packs_areas(kind, column):
                    found.setdefault(kind, column)
        return found

    def _packs_areas(self, kind: str, column: StaticTable) -> bool:
        """Whether a column packs areas: each icon is then the one on the sides that its area touches."""
        edges = self._edge_columns.get(kind)
        is_named = column.name == f"{kind}.areas"
        if edges is None and not is_named:
            return False
        touches = False
        for piece in self.program.kinds.get(kind, ()):
            areas = column.values[piece]
            if not isinstance(areas, tuple):
                return False
            for area in areas:
                if not 0 <= area >> 4 < len(self.program.icons):
                    return False
                for side in _sides(area, 0):
                    touches = True
                    if edges is not None and edges.values[piece * 16 + side] != area >> 4:
                        return False
        return touches or is_named

    def _icon_columns(self, kind: str) -> list[StaticTable]:
        return [column for column in self._plain_columns(kind) if self._holds_icons(kind, column, int)]

    def _icon_lists(self, kind: str) -> list[StaticTable]:
        return [column for column in self._plain_columns(kind) if self._holds_icons(kind, column, tuple)]

    def _plain_columns(self, kind: str) -> list[StaticTable]:
        length = len(self.program.pieces)
        return [
            column
            for field, column in self._columns.get(kind, ())
            if field not in _DERIVED and length <= len(column.values) <= length + 1
        ]

    def _holds_icons(self, kind: str, column: StaticTable, form: type) -> bool:
        """Whether a column has icons, all of one set. Sites and areas are told apart by what they number."""
        used: set[int] = set()
        for piece in self.program.kinds.get(kind, ()):
            value = column.values[piece]
            if not isinstance(value, form):
                return False
            used.update([value] if isinstance(value, int) else value)
        used.discard(-1)
        field = column.name.rpartition(".")[2]
        named = self.program.icon_sets.get(field)
        sets = [frozenset(named)] if named else self._sets
        if not used or column.values[-1] not in (-1, ()) or self._is_sites(kind, column):
            return False
        return any(used <= members for members in sets)

    def _is_sites(self, kind: str, column: StaticTable) -> bool:
        """Whether a column numbers the sites or packs the areas of its pieces."""
        if column is self._area_columns.get(kind):
            return True
        return all(
            column.values[piece] == tuple(site for site, _ in self.sites.get(piece, ()))
            for piece in self.program.kinds.get(kind, ())
        )


def _sides(area: int, turn: int) -> tuple[int, ...]:
    """Return the sides that a packed area touches when its piece is turned."""
    return tuple(sorted((side + turn) % 4 for side in range(4) if area >> side & 1))


def row_name(piece: str) -> str:
    """Return the name of the row that made a piece: without the number of the copy."""
    row, _, copy = piece.rpartition("_")
    return row if row and copy.isdecimal() else piece


def _columns_by_kind(program: Program) -> dict[str, list[tuple[str, StaticTable]]]:
    found: dict[str, list[tuple[str, StaticTable]]] = {}
    for table in program.tables:
        kind, dot, field = table.name.partition(".")
        if dot and kind in program.kinds:
            found.setdefault(kind, []).append((field, table))
    return found


def _initials(name: str) -> str:
    words = [word for word in name.split("_") if word]
    if len(words) > 1:
        return "".join(word[0] for word in words)[:3].capitalize()
    return name[:2].capitalize()


def _short(name: str, others: Iterable[str]) -> str:
    """Return the first letters of a name, as many as tell it from others."""
    others = list(others)
    for length in range(1, min(_LONGEST, len(name)) + 1):
        start = name[:length]
        if not any(other.startswith(start) for other in others):
            return start.capitalize()
    return _initials(name)
