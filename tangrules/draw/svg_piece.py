"""Single pieces as vector shapes: printed ones, standing ones as discs, and chips."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from tangrules.draw.drawing import Drawing, Point, shortened, text_width
from tangrules.draw.palette import Colour, colour, seat_colour
from tangrules.draw.scene import Area, Badge, Piece, Spot

BASE = "#f3ead4"
OUTLINE = "#7d6f57"
INK = "#2b2620"
FAINT = "#9a8f7c"

_PART = 7.0
"""How wide the parts of a piece are drawn in a chip."""

_DIRECTIONS: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def printed(drawing: Drawing, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw a piece as it lies on a square of `size`."""
    drawing.rect(x, y, size, size, fill=BASE)
    if piece.hidden or (not any(piece.edges) and not piece.areas):
        _blank(drawing, piece, x, y, size)
    _sides(drawing, piece, x, y, size)
    _areas(drawing, piece.areas, x, y, size)
    drawing.rect(x, y, size, size, fill="none", stroke=OUTLINE, line=1.2)
    for side, edge in enumerate(piece.edges):
        if edge is not None:
            dx, dy = _DIRECTIONS[side]
            at = (x + size / 2 + dx * size * 0.405, y + size / 2 + dy * size * 0.405)
            drawing.text(*at, edge.letters, size=size * 0.15, fill=colour(edge.colour).dark, bold=True)
    _extras(drawing, piece.extras, x, y, size)
    for spot, (cx, cy) in zip(piece.spots, _spread(len(piece.spots), x, y, size), strict=True):
        site(drawing, spot, cx, cy, size * (0.17 if len(piece.spots) < 2 else 0.13))


def _extras(drawing: Drawing, extras: Sequence[Badge], x: float, y: float, size: float) -> None:
    """Draw what else is printed on a piece in its upper right corner, from right to left."""
    r = size * 0.105
    for at, badge in enumerate(extras):
        badge_disc(drawing, badge, x + size - r * 1.3 - at * r * 2.1, y + r * 1.3, r)


def _blank(drawing: Drawing, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw a piece on which nothing is printed: its letters, and how it is turned."""
    tint = _tint(piece)
    drawing.rect(x + 2, y + 2, size - 4, size - 4, fill=tint.fill, round_=size * 0.08)
    letters = piece.badge.letters
    if piece.spots:
        drawing.text(x + size * 0.18, y + size * 0.2, letters, size=size * 0.2, fill=tint.ink, bold=True)
        return
    font = fitting(letters, size * 0.3, size * 0.8)
    drawing.text(x + size / 2, y + size / 2, letters, size=font, fill=tint.ink, bold=True)
    if piece.turn >= 0:
        pointer(drawing, x + size / 2, y + size / 2, size * 0.3, piece.turn, tint.ink)


def _sides(drawing: Drawing, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw the sides that belong to no area as strips that run towards the middle."""
    taken = {side for area in piece.areas for side in area.sides}
    for side, edge in enumerate(piece.edges):
        if edge is not None and side not in taken:
            fill = colour(edge.colour).fill
            drawing.polygon(_trapezoid(side, x, y, size), fill=fill)


def _areas(drawing: Drawing, areas: Sequence[Area], x: float, y: float, size: float) -> None:
    joined = [area for area in areas if len(area.sides) != 1]
    for area in areas:
        for side in area.sides:
            fill = colour(area.badge.colour).fill
            drawing.polygon(_triangle(side, x, y, size), fill=fill, stroke=fill, line=0.7)
    for area in joined[:1]:
        drawing.circle(x + size / 2, y + size / 2, size * 0.24, fill=colour(area.badge.colour).fill)


def _triangle(side: int, x: float, y: float, size: float) -> list[Point]:
    a, b = _corners(side, x, y, size)
    return [a, b, (x + size / 2, y + size / 2)]


def _trapezoid(side: int, x: float, y: float, size: float) -> list[Point]:
    """Return the outer part of a side's triangle."""
    (ax, ay), (bx, by) = _corners(side, x, y, size)
    cx, cy = x + size / 2, y + size / 2
    deep = 0.62
    return [
        (ax, ay),
        (bx, by),
        (bx + (cx - bx) * deep, by + (cy - by) * deep),
        (ax + (cx - ax) * deep, ay + (cy - ay) * deep),
    ]


def _corners(side: int, x: float, y: float, size: float) -> tuple[Point, Point]:
    corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    return corners[side], corners[(side + 1) % 4]


def _spread(count: int, x: float, y: float, size: float) -> list[Point]:
    """Return where so many sites lie on a piece."""
    cx, cy = x + size / 2, y + size / 2
    if count < 2:
        return [(cx, cy)] * count
    away = size * 0.19
    turn = pi if count == 2 else -pi / 2
    return [
        (cx + away * cos(turn + 2 * pi * k / count), cy + away * sin(turn + 2 * pi * k / count))
        for k in range(count)
    ]


# ------------------------------------------------------------------------------ standing pieces


def site(drawing: Drawing, spot: Spot, x: float, y: float, r: float) -> None:
    """Draw a printed site, and the piece on it."""
    tint = colour(spot.badge.colour)
    if spot.piece is None:
        drawing.circle(x, y, r * 0.85, fill="#fffdf6", stroke=tint.dark, line=1.4)
        letters = spot.badge.letters
        drawing.text(x, y, letters, size=fitting(letters, r * 1.0, r * 1.4), fill=tint.dark, bold=True)
        return
    disc(drawing, spot.piece, x, y, r * 1.45)


def disc(drawing: Drawing, piece: Piece, x: float, y: float, r: float) -> None:
    """Draw a standing piece: its letters, a ring in its owner's colour, a pointer to where it looks."""
    tint = colour(piece.badge.colour)
    ring = colour(seat_colour(piece.owner)).dark if piece.owner >= 0 else tint.dark
    if piece.facing >= 0:
        pointer(drawing, x, y, r * 1.04, piece.facing, ring)
    drawing.circle(x, y, r + 1.6, fill="#fffdf6")
    drawing.circle(x, y, r, fill=tint.fill, stroke=ring, line=2.4 if piece.owner >= 0 else 1.4)
    letters = "" if piece.hidden else piece.badge.letters
    held = next((spot.piece for spot in piece.spots if spot.piece is not None), None)
    if held is not None:
        disc(drawing, held, x, y + r * 0.1, r * 0.72)
    else:
        drawing.text(x, y, letters, size=fitting(letters, r * 0.95, r * 1.6), fill=tint.ink, bold=True)


def pointer(drawing: Drawing, x: float, y: float, r: float, side: int, fill: str) -> None:
    """Draw an arrowhead at the rim of a disc."""
    dx, dy = _DIRECTIONS[side]
    tip = (x + dx * r * 1.5, y + dy * r * 1.5)
    base = (x + dx * r * 0.9, y + dy * r * 0.9)
    wide = r * 0.55
    drawing.polygon(
        [tip, (base[0] - dy * wide, base[1] + dx * wide), (base[0] + dy * wide, base[1] - dx * wide)],
        fill=fill,
    )


def _tint(piece: Piece) -> Colour:
    return colour(seat_colour(piece.owner) if piece.owner >= 0 else piece.badge.colour)


def fitting(text: str, size: float, room: float) -> float:
    """Return a font size at which a text fits into `room`, `size` at most."""
    needed = text_width(text, size)
    return size if needed <= room or not needed else size * room / needed


# ------------------------------------------------------------------------------ chips


def badge_disc(drawing: Drawing, badge: Badge, x: float, y: float, r: float) -> None:
    """Draw an icon as a small disc."""
    tint = colour(badge.colour)
    drawing.circle(x, y, r, fill=tint.fill, stroke=tint.dark, line=0.8)
    drawing.text(
        x, y, badge.letters, size=fitting(badge.letters, r * 1.05, r * 1.7), fill=tint.ink, bold=True
    )


def chip_width(piece: Piece, times: int, name: str) -> float:
    """Return how wide a chip is."""
    told = _chip_text(piece, times, name)
    icons = _PART * len(piece.parts[0]) + 2 if piece.parts else 16 * len(_chip_badges(piece))
    return 8 + icons + text_width(told, 9.5) + (4 if told else 0)


def chip(drawing: Drawing, piece: Piece, times: int, name: str, x: float, y: float) -> float:
    """Draw a piece by name with its icons, 20 high; return its width."""
    wide = chip_width(piece, times, name)
    tint = colour(piece.badge.colour)
    drawing.rect(x, y, wide, 20, fill="#fffdf6", stroke=tint.dark, line=0.8, round_=5)
    at = x + 12
    if piece.parts:
        _parts(drawing, piece, x + 5, y + 10)
        at += _PART * len(piece.parts[0]) + 2
    for badge in () if piece.parts else _chip_badges(piece):
        badge_disc(drawing, badge, at, y + 10, 7)
        at += 16
    told = _chip_text(piece, times, name)
    if told:
        drawing.text(at - 5, y + 10, told, size=9.5, fill=FAINT if piece.hidden else INK, anchor="start")
    return wide


def _parts(drawing: Drawing, piece: Piece, x: float, middle: float) -> None:
    """Draw what a piece is made of as a small pattern."""
    high = min(_PART, 18 / len(piece.parts))
    top = middle - high * len(piece.parts) / 2
    for number, row in enumerate(piece.parts):
        for at, badge in enumerate(row):
            fill, line = colour(badge.colour).fill, colour(badge.colour).dark
            drawing.rect(x + at * _PART, top + number * high, _PART, high, fill=fill, stroke=line, line=0.5)


def _chip_badges(piece: Piece) -> tuple[Badge, ...]:
    if piece.hidden:
        return (piece.badge,)
    return tuple(edge for edge in piece.edges if edge is not None) or piece.icons or (piece.badge,)


def _chip_text(piece: Piece, times: int, name: str) -> str:
    words = [name, *piece.notes] if not piece.hidden else ["hidden"]
    many = f" ×{times}" if times > 1 else ""
    return shortened(", ".join(words) + many, 9.5, 220)
