"""Zones that are no grids as lines of text: common rows, places around a board, panels of the seats."""

from __future__ import annotations

from collections.abc import Iterable

from tangrules.draw.canvas import BOLD, DIM, PLAIN, Canvas, Run, Style, width_of
from tangrules.draw.grouping import grouped
from tangrules.draw.looks import row_name
from tangrules.draw.palette import seat_colour
from tangrules.draw.scene import Board, Entry, Panel, Piece, Row
from tangrules.draw.text_board import badge_run, piece_runs
from tangrules.play.words import SIDES


def entry_items(items: Iterable[list[Run]], gap: str, room: int) -> list[list[Run]]:
    """Return items in lines of at most `room` cells, `gap` between them."""
    lines: list[list[Run]] = []
    for item in items:
        if lines and width_of(lines[-1]) + len(gap) + width_of(item) <= room:
            lines[-1] += [(gap, PLAIN), *item]
        else:
            lines.append(list(item))
    return lines


def row_lines(row: Row, indent: int, width: int) -> list[list[Run]]:
    """Return a row of the common zones: its name, then its entries, wrapped."""
    style = DIM if row.minor else Style(row.colour)
    items = [item for entry in row.entries for item in _entry_parts(entry, bool(entry.label))]
    lines = entry_items(items or [[("–", DIM)]], "  ", width - indent)
    label = row.label
    first: list[Run] = [(label, style), (" " * max(indent - width_of([(label, style)]), 1), PLAIN), *lines[0]]
    return [first, *([(" " * indent, PLAIN), *line] for line in lines[1:])]


def strip_lines(board: Board, width: int) -> list[list[Run]]:
    """Return the places around a board, side by side."""
    lines: list[list[Run]] = []
    indent = 7
    for side, name in enumerate(SIDES):
        items: list[list[Run]] = []
        for strip in board.strips:
            if strip.side == side:
                items.append([(strip.label, DIM)])
                items += [_place(place) for place in strip.places]
        for at, line in enumerate(entry_items(items, " ", width - indent)):
            lines.append([(name.ljust(indent) if not at else " " * indent, BOLD), *line])
    return lines


def _place(place: Piece | None) -> list[Run]:
    if place is None:
        return [("[ ]", DIM)]
    if place.hidden:
        return [("[", DIM), *piece_runs(place), ("]", DIM)]
    icons = place.icons or (place.badge,)
    runs: list[Run] = [("[", DIM)]
    for at, badge in enumerate(icons):
        runs += [(" ", PLAIN)] * bool(at) + [badge_run(badge)]
    return [*runs, ("]", DIM)]


# ------------------------------------------------------------------------------ entries


def _entry_parts(entry: Entry, labelled: bool) -> list[list[Run]]:
    """Return an entry as items that may be wrapped between."""
    head: list[Run] = [(f"{entry.label} ", DIM)] if labelled else []
    match entry.form:
        case "deck":
            top = [p for p in entry.pieces if p is not None and not p.hidden]
            shown: list[Run] = [(" top ", DIM), *_named(top[0], 1)] if top else []
            return [[*head, (str(entry.count), BOLD if entry.count else DIM), *shown]]
        case "pile":
            top = [p for p in entry.pieces if p is not None and not p.hidden]
            on_top: list[Run] = [(", on top ", DIM), *_named(top[0], 1)] if top else []
            return [[*head, (str(entry.count), BOLD if entry.count else DIM), *on_top]]
        case "pieces":
            return _piece_parts(entry, head)
        case "places":
            named = [[("–", DIM)] if piece is None else _named(piece, 1) for piece in entry.pieces]
            return [[*head, *named[0]], *named[1:]] if named else [head]
        case "track":
            return [[*head, *track_runs(entry)]]
        case "flag":
            return [[*head, ("yes" if entry.value else "no", PLAIN if entry.value else DIM)]]
    words = entry.text.split(" + ")
    return [[*head, (words[0], PLAIN)], *([(word, PLAIN)] for word in words[1:])]


def _piece_parts(entry: Entry, head: list[Run]) -> list[list[Run]]:
    pieces = [piece for piece in entry.pieces if piece is not None]
    parts = [_named(piece, times) for piece, times, _ in grouped(pieces)]
    if not parts:
        return [[*head, ("–", DIM)]]
    return [[*head, *parts[0]], *parts[1:]]


def _named(piece: Piece, times: int) -> list[Run]:
    """Return a piece by name, with what is printed on it where that says more."""
    if piece.hidden:
        many = f" ×{times}" if times > 1 else ""
        return [("▒", Style(piece.badge.colour)), (f" {piece.kind}{many}", DIM)]
    name = row_name(piece.name) if times > 1 else piece.name
    runs: list[Run] = [(name, Style(piece.badge.colour))]
    if times > 1:
        runs.append((f" ×{times}", PLAIN))
    rows = piece.parts or [[edge for edge in piece.edges if edge is not None] or piece.icons]
    if rows[0]:
        runs.append((" (", DIM))
        for number, row in enumerate(rows):
            runs += [(" / ", DIM)] * bool(number)
            for at, badge in enumerate(row):
                runs += [(" ", PLAIN)] * bool(at) + [badge_run(badge)]
        runs.append((")", DIM))
    if piece.notes:
        runs.append((f" {', '.join(piece.notes)}", DIM))
    return runs


def track_runs(entry: Entry) -> list[Run]:
    """Return a track as a bar: a sign for each space above the lowest, marks as diamonds."""
    runs: list[Run] = []
    if entry.high - entry.low <= 24:
        for space in range(entry.low + 1, entry.high + 1):
            reached = space <= entry.value
            sign = ("◆" if reached else "◇") if space in entry.marks else ("●" if reached else "·")
            runs.append((sign, BOLD if reached else DIM))
        runs.append((" ", PLAIN))
    return [*runs, (str(entry.value), BOLD)]


# ------------------------------------------------------------------------------ panels


def panel_canvas(panel: Panel, room: int) -> Canvas:
    """Return what belongs to a seat, in a column of `room` cells."""
    canvas = Canvas()
    _panel_head(canvas, panel, room)
    numbers: list[list[Run]] = []
    for row in panel.rows:
        if row.minor and all(entry.form in ("number", "flag", "note") for entry in row.entries):
            numbers += [item for entry in row.entries for item in _short(row, entry)]
        elif row.entries and all(entry.form == "track" for entry in row.entries):
            _tracks(canvas, row)
        else:
            _panel_row(canvas, row, room)
    for runs in entry_items(numbers, "  ", room):
        canvas.put_runs(canvas.height, 0, runs)
    return canvas


def _panel_head(canvas: Canvas, panel: Panel, room: int) -> None:
    tint = Style(seat_colour(panel.seat), bold=True)
    marker = "▶" if panel.on_turn else ("·" if panel.asked else " ")
    column = canvas.put(0, 0, f"{marker} seat {panel.seat + 1}", tint)
    told = "out" if panel.out else ("on turn" if panel.on_turn else ("to answer" if panel.asked else ""))
    if told:
        column = canvas.put(0, column, f" · {told}", tint)
    if panel.score is not None:
        told = f"score {panel.score}{' + ?' * panel.more_hidden}"
        canvas.put(0, max(column + 1, room - len(told)), told, BOLD)


def _tracks(canvas: Canvas, row: Row) -> None:
    names = [entry.label or row.label for entry in row.entries]
    indent = max(len(name) for name in names) + 1
    for name, entry in zip(names, row.entries, strict=True):
        line = canvas.height
        canvas.put(line, 0, name, Style(entry.colour or row.colour))
        canvas.put_runs(line, indent, track_runs(entry))


def _panel_row(canvas: Canvas, row: Row, room: int) -> None:
    parts = [item for entry in row.entries for item in _entry_parts(entry, bool(entry.label))]
    head: list[Run] = [(row.label, DIM if row.minor else Style(row.colour))]
    for at, runs in enumerate(entry_items([head, *(parts or [[("–", DIM)]])], " ", room - 2)):
        canvas.put_runs(canvas.height, 2 if at else 0, runs)


def _short(row: Row, entry: Entry) -> list[list[Run]]:
    name = f"{row.label} {entry.label}".rstrip()
    if entry.form == "flag":
        return [[(name, DIM)]]
    first, *rest = entry.text.split(" + ")
    return [[(f"{name} ", DIM), (first, PLAIN)], *([(word, PLAIN)] for word in rest)]
