"""What is to be seen of a position, as plain data: the reading makes it, text and SVG draw it.

Sides run clockwise from north: 0, 1, 2, 3. A seat of -1 is nobody's. What the onlooker may not see is not
in here.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Badge:
    """How a thing is drawn small: a few letters and a colour. `name` is what the legend says."""

    letters: str
    colour: str
    name: str


@attrs.frozen
class Area:
    """A printed area of a piece as it lies: the sides it touches, none for one inside."""

    badge: Badge
    sides: tuple[int, ...]


@attrs.frozen
class Spot:
    """A printed site of a piece, with what stands on it."""

    badge: Badge
    piece: Piece | None


@attrs.frozen
class Piece:
    """A piece as it lies. A hidden one has no name: only its kind is known.

    `edges` are the icons on its sides as they lie, or empty; `icons` is what else is printed on it; `parts`
    are the pieces that it is made of, row by row; `extras` are the icons that only some of its kind have.
    """

    name: str
    kind: str
    badge: Badge
    edges: tuple[Badge | None, ...] = ()
    areas: tuple[Area, ...] = ()
    spots: tuple[Spot, ...] = ()
    icons: tuple[Badge, ...] = ()
    extras: tuple[Badge, ...] = ()
    parts: tuple[tuple[Badge, ...], ...] = ()
    turn: int = -1
    owner: int = -1
    facing: int = -1
    notes: tuple[str, ...] = ()
    species: int = -1  # pieces that look alike have the same
    hidden: bool = False


@attrs.frozen
class Mark:
    """What a flag or a number says of a cell: its sign or text, and the seat where others have one there, too."""

    text: str
    colour: str = ""
    seat: int = -1


@attrs.frozen
class Cell:
    """A cell of a grid: what is printed on it, the piece on it, and what zones indexed by it hold."""

    row: int
    column: int
    piece: Piece | None = None
    tokens: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    backdrop: tuple[Badge, ...] = ()


@attrs.frozen
class Strip:
    """A zone's places along one side of a grid; free ones are None."""

    label: str
    side: int
    places: tuple[Piece | None, ...]


@attrs.frozen
class Board:
    """A grid, or the part of a large one that is in use: from row `top` and column `left` on.

    `plain`: nothing is printed on its pieces and no other pieces lie on its cells. `sheet`: a seat's own copy of a
    grid on which only marks are made. `signs` tell what the marks mean: a sign, its colour and a zone's name.
    """

    name: str
    label: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    top: int = 0
    left: int = 0
    strips: tuple[Strip, ...] = ()
    seat: int = -1
    plain: bool = False
    sheet: bool = False
    signs: tuple[Badge, ...] = ()


@attrs.frozen
class Entry:
    """One instance of a zone.

    form: pieces (`count` of them), pile (the top one and the count), deck (the count), places (free ones are
    None), number, track (`value` between `low` and `high`), flag, note.
    """

    label: str
    form: str
    pieces: tuple[Piece | None, ...] = ()
    count: int = 0
    value: int = 0
    low: int = 0
    high: int = 0
    marks: tuple[int, ...] = ()
    text: str = ""
    colour: str = ""  # of the icon that numbers this instance


@attrs.frozen
class Row:
    """A zone with its instances. `minor`: a zone without a look, kept for the rules rather than the eye."""

    name: str
    label: str
    colour: str
    entries: tuple[Entry, ...]
    minor: bool = False


MOST_LAID_OUT = 12


def laid_out(row: Row) -> list[tuple[str, Piece | None]]:
    """Return the places of a row whose pieces are to be seen as they would lie, each with a label.

    None for a free place; no places at all for a row of other things, or of too many.
    """
    if not all(entry.form in ("places", "pieces") for entry in row.entries):
        return []
    places = [(entry.label, piece) for entry in row.entries for piece in entry.pieces or (None,)]
    sided = any(piece is not None and piece.edges and not piece.hidden for _, piece in places)
    return places if sided and len(places) <= MOST_LAID_OUT else []


@attrs.frozen
class Panel:
    """What belongs to a seat, or to nobody. `score` is what the score pad would say now, as far as it is seen."""

    seat: int
    rows: tuple[Row, ...]
    on_turn: bool = False
    asked: bool = False
    out: bool = False
    score: int | None = None
    more_hidden: bool = False


_NAMED_AT_MOST = 3


@attrs.frozen
class Scene:
    """A position. `joined` are the titles of the packs beside the game."""

    title: str
    round: int
    turn: int
    over: bool
    boards: tuple[Board, ...]
    common: Panel
    seats: tuple[Panel, ...]
    legend: tuple[Badge, ...]
    joined: tuple[str, ...] = ()

    @property
    def joined_told(self) -> str:
        """The packs beside the game as a few words, empty if there are none."""
        if len(self.joined) <= _NAMED_AT_MOST:
            return ", ".join(self.joined)
        return f"{', '.join(self.joined[: _NAMED_AT_MOST - 1])} and {len(self.joined) - _NAMED_AT_MOST + 1} more packs"
