"""What is marked on cells: crosses, rings and other signs, numbers, and the line that explains them."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.draw.drawing import Drawing, text_width
from tangrules.draw.palette import colour, seat_colour
from tangrules.draw.scene import Badge, Mark
from tangrules.draw.svg_piece import FAINT, INK, fitting

KEY = 16
"""How high the line is that explains the signs."""

_SHAPES = ("×", "○", "◆", "△", "□")


def draw_marks(drawing: Drawing, marks: Sequence[Mark], x: float, y: float, size: float) -> None:
    """Draw the marks on a cell. Those of several seats stand side by side, each in its seat's colour."""
    if any(mark.seat >= 0 for mark in marks):
        _side_by_side(drawing, marks, x, y, size)
        return
    told = [mark for mark in marks if mark.text not in _SHAPES]
    for mark in marks:
        if mark.text in _SHAPES:
            sign(drawing, mark.text, x + size / 2, y + size / 2, size / 2, _ink(mark.colour))
    for at, mark in enumerate(told):
        font = fitting(mark.text, max(size * 0.2, 9), size * 0.9)
        drawing.text(
            x + size / 2, y + size - 8 - 10 * at, mark.text, size=font, fill=_ink(mark.colour), bold=True
        )


def _side_by_side(drawing: Drawing, marks: Sequence[Mark], x: float, y: float, size: float) -> None:
    """Draw marks as small tags along the lower edge of a cell, in rows."""
    r = min(8.0, size * 0.13)
    across = max(int((size - 4) / (2 * r + 2)), 1)
    for at, mark in enumerate(marks):
        cx = x + 3 + r + at % across * (2 * r + 2)
        cy = y + size - 3 - r - at // across * (2 * r + 2)
        tint = colour(seat_colour(mark.seat)) if mark.seat >= 0 else colour("white")
        drawing.rect(cx - r, cy - r, 2 * r, 2 * r, fill=tint.fill, stroke=tint.dark, line=0.8, round_=r * 0.4)
        if mark.text in _SHAPES:
            sign(drawing, mark.text, cx, cy, r, tint.ink)
        else:
            drawing.text(
                cx, cy, mark.text, size=fitting(mark.text, r * 1.3, r * 1.9), fill=tint.ink, bold=True
            )


def sign(drawing: Drawing, text: str, x: float, y: float, half: float, ink: str) -> None:
    """Draw a sign on a square of twice `half`."""
    line = max(half * 0.16, 1.2)
    r = half * 0.68
    match text:
        case "×":
            drawing.segment((x - r, y - r), (x + r, y + r), stroke=ink, line=line)
            drawing.segment((x - r, y + r), (x + r, y - r), stroke=ink, line=line)
        case "○":
            drawing.circle(x, y, half * 0.86, fill="none", stroke=ink, line=line)
        case "◆":
            near = half * 0.34
            drawing.polygon([(x, y - near), (x + near, y), (x, y + near), (x - near, y)], fill=ink)
        case "△":
            drawing.polygon([(x, y - r), (x + r, y + r), (x - r, y + r)], fill="none", stroke=ink, line=line)
        case "□":
            drawing.rect(x - r, y - r, 2 * r, 2 * r, fill="none", stroke=ink, line=line)
        case _:
            drawing.text(x, y, text, size=fitting(text, half * 1.2, half * 1.8), fill=ink, bold=True)


def key(drawing: Drawing, signs: Sequence[Badge], x: float, y: float) -> None:
    """Explain signs in a line."""
    for badge in signs:
        wide = _sign_width(badge)
        sign(drawing, badge.letters, x + wide / 2, y, 6, _ink(badge.colour))
        drawing.text(x + wide + 4, y, badge.name, size=9.5, fill=FAINT, anchor="start")
        x += key_width([badge])


def key_width(signs: Sequence[Badge]) -> float:
    """Return how wide the line is that explains signs."""
    return sum(_sign_width(badge) + text_width(badge.name, 9.5) + 14 for badge in signs)


def _sign_width(badge: Badge) -> float:
    return max(12.0, text_width(badge.letters, 10))


def _ink(tint: str) -> str:
    return colour(tint).dark if tint else INK
