"""Panels as vector shapes: the zones of a seat or of nobody, one under the other."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.draw.drawing import Drawing, shortened, text_width
from tangrules.draw.grouping import grouped
from tangrules.draw.palette import colour, seat_colour
from tangrules.draw.scene import Entry, Panel, Piece, Row, laid_out
from tangrules.draw.svg_piece import FAINT, INK, OUTLINE, badge_disc, chip, chip_width, printed

LINE = 25
_SMALL, _TEXT = 10, 10.5
_LABEL = 128
_PRINTED = 58


def seat_panel(drawing: Drawing, panel: Panel, x: float, y: float, wide: float) -> float:
    """Draw what belongs to a seat; return how high it came out."""
    tint = colour(seat_colour(panel.seat))
    inner = Drawing()
    high = 36 + _rows(inner, panel.rows, x + 12, y + 36, wide - 24) + 6
    drawing.rect(
        x, y, wide, high, fill="#fbf7ec", stroke=tint.dark if panel.on_turn else "#cbbfa5",
        line=2.6 if panel.on_turn else 1.2, round_=8,
    )  # fmt: skip
    drawing.rect(x + 1, y + 1, wide - 2, 27, fill=tint.fill, round_=7)
    told = f"Seat {panel.seat + 1}"
    drawing.text(x + 12, y + 14.5, told, size=13, fill=tint.ink, bold=True, anchor="start")
    state = "out" if panel.out else ("on turn" if panel.on_turn else ("to answer" if panel.asked else ""))
    if state:
        at = x + 22 + text_width(told, 14)
        drawing.polygon([(at, y + 9), (at, y + 20), (at + 8, y + 14.5)], fill=tint.ink)
        drawing.text(at + 14, y + 14.5, state, size=11, fill=tint.ink, anchor="start")
    if panel.score is not None:
        told = f"{panel.score}{' + ?' * panel.more_hidden}"
        points = f"{told} point{'s' * (told != '1')}"
        drawing.text(x + wide - 12, y + 14.5, points, size=12, fill=tint.ink, bold=True, anchor="end")
    drawing.add(inner)
    return high


def common_panel(drawing: Drawing, panel: Panel, x: float, y: float, wide: float) -> float:
    """Draw the common zones; return how high they came out."""
    inner = Drawing()
    high = 12 + _rows(inner, panel.rows, x + 12, y + 12, wide - 24) + 2
    drawing.rect(x, y, wide, high, fill="#fbf7ec", stroke="#cbbfa5", line=1.2, round_=8)
    drawing.add(inner)
    return high


def _rows(drawing: Drawing, rows: Sequence[Row], x: float, y: float, wide: float) -> float:
    start = y
    few: list[str] = []
    for row in rows:
        if row.minor and all(entry.form in ("number", "flag", "note") for entry in row.entries):
            few += [_short(row, entry) for entry in row.entries]
            continue
        if row.entries and all(entry.form == "track" for entry in row.entries):
            y += _tracks(drawing, row, x, y, wide)
        elif laid_out(row):
            y += _printed(drawing, row, x, y, wide)
        else:
            y += _row(drawing, row, x, y, wide)
    if few:
        drawing.text(x, y + 9, shortened(" · ".join(few), 9.5, wide), size=9.5, fill=FAINT, anchor="start")
        y += 20
    return y - start


def _short(row: Row, entry: Entry) -> str:
    name = f"{row.label} {entry.label}".rstrip()
    return name if entry.form == "flag" else f"{name} {entry.text}"


def _label(drawing: Drawing, row: Row, x: float, y: float) -> None:
    tint = FAINT if row.minor or not row.colour else colour(row.colour).dark
    label = shortened(row.label, _SMALL, _LABEL - 4)
    drawing.text(x, y, label, size=_SMALL, fill=tint, bold=not row.minor, anchor="start")


# ------------------------------------------------------------------------------ rows


def _tracks(drawing: Drawing, row: Row, x: float, y: float, wide: float) -> float:
    for at, entry in enumerate(row.entries):
        middle = y + at * 20 + 9
        name = shortened(entry.label or row.label, _SMALL, _LABEL - 4)
        drawing.text(x, middle, name, size=_SMALL, fill=INK, anchor="start")
        _track(drawing, row, entry, x + _LABEL, middle, wide - _LABEL - 30)
        drawing.text(x + wide, middle, entry.text, size=12, fill=INK, bold=True, anchor="end")
    return len(row.entries) * 20 + 5


def _track(drawing: Drawing, row: Row, entry: Entry, x: float, y: float, wide: float) -> None:
    spaces = entry.high - entry.low + 1
    tint = colour(entry.colour or (row.colour if row.colour not in ("", "white") else "teal"))
    if spaces > 60:
        drawing.rect(x, y - 4, wide, 8, fill="#e7dfcb", round_=4)
        reached = wide * (entry.value - entry.low) / max(entry.high - entry.low, 1)
        drawing.rect(x, y - 4, max(reached, 1), 8, fill=tint.fill, round_=4)
        return
    step = wide / spaces
    for space in range(spaces):
        at = x + space * step
        reached_here = entry.low + space <= entry.value
        fill = tint.fill if reached_here else "#efe8d6"
        drawing.rect(at + 0.5, y - 7, step - 1, 14, fill=fill, stroke="#b9ad94", line=0.7, round_=2)
        if entry.low + space in entry.marks:
            half = min(4.5, step * 0.3)
            middle = at + step / 2
            points = [(middle, y - half), (middle + half, y), (middle, y + half), (middle - half, y)]
            drawing.polygon(points, fill="#ecd585", stroke="#8c6d12", line=0.8)
        if entry.low + space == entry.value:
            drawing.rect(at + 0.5, y - 8, step - 1, 16, fill="none", stroke=tint.dark, line=2, round_=3)


def _row(drawing: Drawing, row: Row, x: float, y: float, wide: float) -> float:
    """Draw a row of chips that wraps."""
    _label(drawing, row, x, y + 10)
    flow = _Flow(drawing, x + _LABEL, y, x + wide)
    for entry in row.entries:
        if entry.label:
            flow.words(entry.label, FAINT)
        _entry(flow, entry)
    return flow.bottom - y + 5


def _entry(flow: _Flow, entry: Entry) -> None:
    match entry.form:
        case "deck" | "pile":
            flow.stack(entry)
        case "pieces" | "places":
            pieces = [piece for piece in entry.pieces if piece is not None]
            for piece, times, name in grouped(pieces):
                flow.chip(piece, times, name)
            if not pieces:
                flow.words("–", FAINT)
        case "number" | "track":
            flow.words(entry.text, INK, bold=True)
        case _:
            flow.words(entry.text, INK)


class _Flow:
    """Places things from left to right, and on to the next line."""

    def __init__(self, drawing: Drawing, x: float, y: float, right: float) -> None:
        self._drawing = drawing
        self._left = x
        self._right = right
        self._x = x
        self._y = y

    @property
    def bottom(self) -> float:
        return self._y + 20

    def words(self, text: str, fill: str, *, bold: bool = False) -> None:
        text = shortened(text, _TEXT, self._right - self._left)
        self._make_room(text_width(text, _TEXT))
        self._drawing.text(self._x, self._y + 10, text, size=_TEXT, fill=fill, bold=bold, anchor="start")
        self._x += text_width(text, _TEXT) + 6

    def chip(self, piece: Piece, times: int, name: str) -> None:
        self._make_room(chip_width(piece, times, name))
        self._x += chip(self._drawing, piece, times, name, self._x, self._y) + 5

    def stack(self, entry: Entry) -> None:
        """Draw a pile of pieces with its number, and what is seen on top."""
        top = next((piece for piece in entry.pieces if piece is not None), None)
        shown = top is not None and not top.hidden
        wide = 30 + (chip_width(top, 1, top.name) + 5 if top is not None and shown else 0)
        self._make_room(wide)
        tint = colour(top.badge.colour if top is not None else "gray")
        for at in (4, 2, 0):
            self._drawing.rect(
                self._x + at, self._y + 4 - at, 20, 16, fill=tint.fill if entry.count else "none",
                stroke=OUTLINE, line=0.8, round_=2,
            )  # fmt: skip
        self._drawing.text(
            self._x + 10,
            self._y + 12,
            str(entry.count),
            size=10,
            fill=tint.ink if entry.count else FAINT,
            bold=True,
        )
        if top is not None and shown:
            chip(self._drawing, top, 1, top.name, self._x + 30, self._y)
        self._x += wide + 8

    def _make_room(self, wide: float) -> None:
        if self._x > self._left and self._x + wide > self._right:
            self._x = self._left
            self._y += LINE


# ------------------------------------------------------------------------------ pieces to be laid


def _printed(drawing: Drawing, row: Row, x: float, y: float, wide: float) -> float:
    _label(drawing, row, x, y + 10)
    step = _PRINTED + 30
    left, at, top = x + _LABEL, x + _LABEL, y
    for label, piece in laid_out(row):
        if at + step > x + wide and at > left:
            at, top = left, top + _PRINTED + 34
        middle = at + _PRINTED / 2
        drawing.text(middle, top + 6, shortened(label, 9.5, step), size=9.5, fill=FAINT)
        if piece is None:
            drawing.rect(
                at, top + 14, _PRINTED, _PRINTED, fill="none", stroke="#b9ad94", line=1.2, dash="4 4"
            )
        else:
            printed(drawing, piece, at, top + 14, _PRINTED)
            drawing.text(middle, top + 22 + _PRINTED, shortened(piece.name, 9, step), size=9, fill=INK)
        at += step
    return top - y + _PRINTED + 36


__all__ = ["badge_disc", "common_panel", "seat_panel"]
