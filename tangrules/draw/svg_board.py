"""Grids as vector shapes, with the places that lie around them."""

from __future__ import annotations

import attrs

from tangrules.draw.drawing import Drawing
from tangrules.draw.palette import colour, seat_colour
from tangrules.draw.scene import Board, Cell, Piece, Strip
from tangrules.draw.svg_marks import draw_marks
from tangrules.draw.svg_piece import BASE, FAINT, OUTLINE, badge_disc, disc, fitting, printed

BAND = 46
"""How deep a strip beside the grid is."""
LABEL = 18
"""Room for the names of rows and columns."""

_EMPTY = "#e7dfcb"
_LARGEST, _SMALLEST = 72, 26


@attrs.frozen
class Place:
    """Where a board is drawn: its outer corner, the size of a cell, how many strips lie on each side."""

    x: float
    y: float
    cell: float
    bands: int

    @property
    def margin(self) -> float:
        """From the outer corner to the grid."""
        return LABEL + self.bands * BAND + (8 if self.bands else 0)


def bands_of(board: Board) -> int:
    """Return how many strips lie on the side that has most."""
    return max([0, *(sum(strip.side == side for strip in board.strips) for side in range(4))])


def cell_size(board: Board, room: float) -> float:
    """Return how large cells may be if the board is to be about `room` wide."""
    return max(_SMALLEST, min(_LARGEST, room / max(board.width, 1)))


def board_size(board: Board, cell: float) -> tuple[float, float]:
    """Return the size of a board with all around it. The names on a sheet stand on two sides alone."""
    margin = Place(0, 0, cell, bands_of(board)).margin
    margins = margin if board.sheet else 2 * margin
    return board.width * cell + margins, board.height * cell + margins


def draw_board(drawing: Drawing, board: Board, x: float, y: float, cell: float) -> None:
    """Draw a grid, its strips and the names of its rows and columns."""
    place = Place(x, y, cell, bands_of(board))
    left, top = x + place.margin, y + place.margin
    for column in range(board.width):
        middle = left + (column + 0.5) * cell
        for at in (top - LABEL / 2, top + board.height * cell + LABEL / 2)[: 1 if board.sheet else 2]:
            drawing.text(middle, at, f"c{board.left + column}", size=10, fill=FAINT)
    for row in range(board.height):
        middle = top + (row + 0.5) * cell
        for at in (left - LABEL / 2, left + board.width * cell + LABEL / 2)[: 1 if board.sheet else 2]:
            drawing.text(at, middle, f"r{board.top + row}", size=10, fill=FAINT)
    for each in sorted(board.cells, key=lambda each: each.piece is not None):  # taken cells over free ones
        x_of_cell, y_of_cell = left + (each.column - board.left) * cell, top + (each.row - board.top) * cell
        _cell(drawing, each, x_of_cell, y_of_cell, cell)
    for side in range(4):
        strips = [strip for strip in board.strips if strip.side == side]
        for band, strip in enumerate(strips):
            _strip(drawing, board, strip, band, place)


def _cell(drawing: Drawing, cell: Cell, x: float, y: float, size: float) -> None:
    piece = cell.piece
    if piece is None:
        _backdrop(drawing, cell, x, y, size)
    elif piece.hidden:
        _backdrop(drawing, cell, x, y, size)
        tint = colour(piece.badge.colour)
        drawing.rect(x + 3, y + 3, size - 6, size - 6, fill=tint.fill, stroke=OUTLINE, round_=4)
    elif piece.edges or piece.areas or piece.spots or piece.turn >= 0:
        printed(drawing, piece, x, y, size)
    else:
        _backdrop(drawing, cell, x, y, size)
        disc(drawing, piece, x + size / 2, y + size / 2, size * 0.36)
    layers = [token for token in cell.tokens if piece is not None and token.kind == piece.kind]
    for at, layer in enumerate(layers):
        inset = size * (0.17 + 0.05 * at)
        printed(drawing, layer, x + inset, y + inset, size - 2 * inset)
    for at, token in enumerate(token for token in cell.tokens if token not in layers):
        _token(drawing, token, x, y, size, at, covered=piece is not None)
    draw_marks(drawing, cell.marks, x, y, size)


def _backdrop(drawing: Drawing, cell: Cell, x: float, y: float, size: float) -> None:
    """Draw an empty cell: in the colour of what is printed there, with its letters."""
    tint = colour(cell.backdrop[0].colour) if cell.backdrop else None
    drawing.rect(x, y, size, size, fill=tint.fill if tint else _EMPTY, stroke="#cfc4ab", line=1)
    for at, badge in enumerate(cell.backdrop):
        font = fitting(badge.letters, min(size * 0.3, 12), size * 0.42)
        middle = (x + 2 + font * 0.6, y + 2 + font * 0.6 + font * 1.3 * at)
        if at == 0 and tint:
            drawing.text(*middle, badge.letters, size=font, fill=tint.ink)
        else:
            badge_disc(drawing, badge, *middle, font * 0.6)


def _token(
    drawing: Drawing, token: Piece, x: float, y: float, size: float, at: int, *, covered: bool
) -> None:
    """Draw what lies on a cell: in the middle of a free one, in the corner of one that is taken."""
    r = size * (0.13 if covered else 0.23)
    cx = x + size / 2 + at * r * 1.3 if not covered else x + r + 2 + at * r * 2
    cy = y + size / 2 if not covered else y + size - r - 2
    tint = colour(token.badge.colour)
    rim = colour(seat_colour(token.owner)).dark if token.owner >= 0 else tint.dark
    half = r * 0.92
    drawing.rect(
        cx - half,
        cy - half,
        2 * half,
        2 * half,
        fill=tint.fill,
        stroke=rim,
        line=2.4 if token.owner >= 0 else 1.2,
        round_=half * 0.4,
    )
    if not token.hidden:
        letters = token.badge.letters
        drawing.text(cx, cy, letters, size=r * (1.0 if len(letters) < 3 else 0.7), fill=tint.ink, bold=True)


# ------------------------------------------------------------------------------ strips


def _strip(drawing: Drawing, board: Board, strip: Strip, band: int, place: Place) -> None:
    length = (board.width if strip.side in (0, 2) else board.height) * place.cell
    count = max(len(strip.places), 1)
    gap = 10
    long = min((length - (count - 1) * gap) / count, 150)
    start = (length - count * long - (count - 1) * gap) / 2
    away = LABEL + 6 + band * BAND
    left, top = place.x + place.margin, place.y + place.margin
    wide, high = board.width * place.cell, board.height * place.cell
    box: tuple[float, float, float, float]
    for at, piece in enumerate(strip.places):
        along = start + at * (long + gap)
        deep = BAND - 8
        match strip.side:
            case 0:
                box = (left + along, top - away - deep, long, deep)
            case 1:
                box = (left + wide + away, top + along, deep, long)
            case 2:
                box = (left + along, top + high + away, long, deep)
            case _:
                box = (left - away - deep, top + along, deep, long)
        _place(drawing, piece, *box)


def _place(drawing: Drawing, piece: Piece | None, x: float, y: float, w: float, h: float) -> None:
    if piece is None:
        drawing.rect(x, y, w, h, fill="none", stroke="#b9ad94", line=1.2, round_=6, dash="4 4")
        return
    tint = colour(piece.badge.colour)
    drawing.rect(x, y, w, h, fill=tint.fill if piece.hidden else BASE, stroke=tint.dark, line=1.4, round_=6)
    if piece.hidden:
        return
    badges = piece.icons or (piece.badge,)
    step = min(30.0, (max(w, h) - 8) / len(badges))
    r = min(13.0, step * 0.46, min(w, h) * 0.42)
    for at, badge in enumerate(badges):
        offset = (at - (len(badges) - 1) / 2) * step
        if w >= h:
            badge_disc(drawing, badge, x + w / 2 + offset, y + h / 2, r)
        else:
            badge_disc(drawing, badge, x + w / 2, y + h / 2 + offset, r)
