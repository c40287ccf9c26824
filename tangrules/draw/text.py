"""A whole position as text: grids, what lies around them, common zones, a panel for each seat, legend."""

from __future__ import annotations

from collections.abc import Iterable

from tangrules.draw.canvas import BOLD, DIM, PLAIN, Canvas, Run, Style
from tangrules.draw.palette import seat_colour
from tangrules.draw.scene import Board, Panel, Row, Scene, laid_out
from tangrules.draw.text_board import badge_run, board_canvas, piece_canvas, sign_runs
from tangrules.draw.text_panel import entry_items, panel_canvas, row_lines, strip_lines

WIDTH = 110
"""Lines are so long at most, where a board is not wider by itself."""

_PANEL = 26
_GAP = 2


def draw_text(
    scene: Scene, *, width: int = WIDTH, colours: bool = False, ascii_only: bool = False, legend: bool = True
) -> str:
    """Return a scene as text of at most `width` columns, with a terminal's colours if wanted."""
    canvas = Canvas()
    _head(canvas, scene)
    for board in scene.boards:
        if board.seat < 0:
            _board(canvas, scene, board, width)
    _common(canvas, scene.common, width)
    _seats(canvas, scene, width)
    if legend:
        _legend(canvas, scene, width)
    return canvas.text(colours=colours, ascii_only=ascii_only)


def _head(canvas: Canvas, scene: Scene) -> None:
    column = canvas.put(0, 0, scene.title, BOLD)
    if scene.joined_told:
        column = canvas.put(0, column, f" · {scene.joined_told}", BOLD)
    if scene.round:
        column = canvas.put(0, column, f" · round {scene.round}", PLAIN)
    if scene.turn:
        column = canvas.put(0, column, f" · turn {scene.turn}", PLAIN)
    if scene.over:
        canvas.put(0, column, " · the game is over", BOLD)


def _board(canvas: Canvas, scene: Scene, board: Board, width: int) -> None:
    if len([other for other in scene.boards if other.seat < 0]) > 1:
        canvas.put(canvas.height + 1, 0, board.label, BOLD)
    canvas.paste(canvas.height + 1, 0, board_canvas(board, width))
    _lines(canvas, entry_items(sign_runs(board), "  ", width))
    lines = strip_lines(board, width)
    if lines:
        _lines(canvas, [[], *lines])


def _lines(canvas: Canvas, lines: Iterable[list[Run]], column: int = 0) -> None:
    for runs in lines:
        canvas.put_runs(canvas.height, column, runs or [("", PLAIN)])


# ------------------------------------------------------------------------------ common zones


def _common(canvas: Canvas, panel: Panel, width: int) -> None:
    major = [row for row in panel.rows if not row.minor]
    minor = [row for row in panel.rows if row.minor]
    if not panel.rows:
        return
    _lines(canvas, [[]])
    indent = 2 + max(len(row.label) for row in panel.rows)
    for row in (*major, *minor):
        if laid_out(row):
            _printed_row(canvas, row, indent, width)
        else:
            _lines(canvas, row_lines(row, indent, width))


def _printed_row(canvas: Canvas, row: Row, indent: int, width: int) -> None:
    top = canvas.height
    canvas.put(top, 0, row.label, Style(row.colour))
    column, bottom = indent, top
    for label, piece in laid_out(row):
        if piece is None:
            continue
        drawn = piece_canvas(piece)
        step = max(11, len(piece.name), len(label)) + _GAP
        if column + step - _GAP > width and column > indent:
            column, top = indent, bottom + 1
        canvas.put(top, column, label, DIM)
        canvas.paste(top + 1, column, drawn)
        canvas.put(top + 1 + drawn.height, column, piece.name, Style(piece.badge.colour))
        bottom = max(bottom, top + 1 + drawn.height)
        column += step


# ------------------------------------------------------------------------------ seats


def _seats(canvas: Canvas, scene: Scene, width: int) -> None:
    own = [board for board in scene.boards if board.seat >= 0]
    sheets = all(board.sheet for board in own)
    drawn = {board: board_canvas(board, width - 2) for board in own}
    panel = max([_PANEL, *(sheet.width for sheet in drawn.values())])
    fitting = (width + _GAP) // (panel + _GAP) if own else width // _PANEL
    abreast = max(1, min(len(scene.seats), fitting)) if sheets else 1
    room = (width - (abreast - 1) * _GAP) // abreast
    room = min(room, 52) if abreast == 1 and not own else room
    for first in range(0, len(scene.seats), abreast):
        top = canvas.height + 1
        for at, seat in enumerate(scene.seats[first : first + abreast]):
            column = panel_canvas(seat, room)
            for board in own:
                if board.seat == seat.seat:
                    _own_board(column, board, drawn[board], room)
            canvas.paste(top, at * (room + _GAP), column)


def _own_board(canvas: Canvas, board: Board, drawn: Canvas, room: int) -> None:
    """Add a board of a seat below its panel, its name first."""
    indent = 0 if board.sheet else 2
    name: list[Run] = [(board.label, Style(seat_colour(board.seat)))]
    if board.signs:
        name = [(f"{board.label}:", Style(seat_colour(board.seat)))]
    _lines(canvas, entry_items([name, *sign_runs(board)], "  ", room), indent)
    canvas.paste(canvas.height, indent, drawn)


def _legend(canvas: Canvas, scene: Scene, width: int) -> None:
    items: list[list[Run]] = []
    for badge in scene.legend:
        if badge.letters.casefold() != badge.name.casefold():
            items.append([badge_run(badge), (f" {badge.name}", DIM)])
    if items:
        _lines(canvas, [[], *entry_items(items, "  ", width)])
