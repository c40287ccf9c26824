"""A whole position as one SVG picture: the same scene gives the same bytes."""

from __future__ import annotations

from tangrules.draw.drawing import Drawing, shortened, text_width
from tangrules.draw.palette import colour, seat_colour
from tangrules.draw.scene import Badge, Board, Panel, Scene
from tangrules.draw.svg_board import board_size, cell_size, draw_board
from tangrules.draw.svg_marks import KEY, key, key_width
from tangrules.draw.svg_panel import badge_disc, common_panel, seat_panel
from tangrules.draw.svg_piece import FAINT, INK

_BACKGROUND = "#f6f0e1"
_MARGIN = 24
_GAP = 20
_BOARD_ROOM = 576
_PANEL = 430
_HEAD = 44
_SHEET_CELL = 30


def draw_svg(scene: Scene) -> str:
    """Return a scene as an SVG document that needs nothing else."""
    drawing = Drawing()
    left_wide, left_bottom = _boards(drawing, [board for board in scene.boards if board.seat < 0])
    right = _MARGIN + (left_wide + _GAP if left_wide else 0)
    columns = 1 if left_wide or len(scene.seats) < 2 else 2
    right_bottom = _panels(drawing, scene, right, columns)
    wide = right + columns * (_PANEL + _GAP) - _GAP + _MARGIN
    bottom = max(left_bottom, right_bottom)
    if scene.common.rows:
        bottom = max(bottom, _common(drawing, scene.common, left_wide, left_bottom, right_bottom, wide))
    bottom = _legend(drawing, scene.legend, bottom + 4, wide)
    _head(drawing, scene, wide)
    return drawing.page(wide, bottom + _MARGIN - 8, _title(scene), _BACKGROUND)


def _name(scene: Scene) -> str:
    return " · ".join(filter(None, (scene.title, scene.joined_told)))


def _title(scene: Scene) -> str:
    told = [_name(scene)]
    told += [f"round {scene.round}"] if scene.round else []
    told += [f"turn {scene.turn}"] if scene.turn else []
    return ", ".join(told + (["the game is over"] if scene.over else []))


def _head(drawing: Drawing, scene: Scene, wide: float) -> None:
    drawing.text(_MARGIN, 30, scene.title, size=22, fill=INK, bold=True, anchor="start")
    told = _title(scene).removeprefix(_name(scene)).lstrip(", ")
    drawing.text(wide - _MARGIN, 31, told, size=13, fill=FAINT, anchor="end")
    if scene.joined_told:
        x = _MARGIN + text_width(scene.title, 24) + 8
        room = wide - _MARGIN - text_width(told, 14) - 12 - x
        named = shortened(f"· {scene.joined_told}", 14, room)
        drawing.text(x, 31, named, size=13, fill=INK, bold=True, anchor="start")


def _boards(drawing: Drawing, boards: list[Board]) -> tuple[float, float]:
    """Draw the common grids one under the other; return how wide they are and where they end."""
    widest, y = 0.0, float(_MARGIN + _HEAD - 16)
    for board in boards:
        if len(boards) > 1:
            drawing.text(_MARGIN, y + 8, board.label, size=12, fill=FAINT, bold=True, anchor="start")
            y += 18
        cell = cell_size(board, _BOARD_ROOM)
        wide, high = board_size(board, cell)
        draw_board(drawing, board, _MARGIN, y, cell)
        if board.signs:
            key(drawing, board.signs, _MARGIN + 18, y + high + 6)
            high += KEY
        widest, y = max(widest, wide), y + high + _GAP
    return widest, y - _GAP


def _panels(drawing: Drawing, scene: Scene, x: float, columns: int) -> float:
    """Draw the seats' panels and boards in columns; return where the longest ends."""
    bottoms = [float(_MARGIN + _HEAD - 16)] * columns
    for panel in scene.seats:
        column = bottoms.index(min(bottoms))
        left, y = x + column * (_PANEL + _GAP), bottoms[column]
        y += seat_panel(drawing, panel, left, y, _PANEL) + 12
        own = [board for board in scene.boards if board.seat == panel.seat]
        y += _sheets(drawing, [board for board in own if board.sheet], left, y)
        for board in own:
            if not board.sheet:
                y += _own_board(drawing, board, left, y) + 12
        bottoms[column] = y
    return max(bottoms) - 12


def _own_board(drawing: Drawing, board: Board, x: float, y: float) -> float:
    tint = colour(seat_colour(board.seat)).dark
    drawing.text(x + 4, y + 6, board.label, size=11, fill=tint, bold=True, anchor="start")
    if board.signs:
        key(drawing, board.signs, x + 14 + text_width(board.label, 12), y + 6)
    cell = cell_size(board, _PANEL - 40)
    draw_board(drawing, board, x, y + 12, cell)
    return board_size(board, cell)[1] + 12


def _sheets(drawing: Drawing, boards: list[Board], x: float, y: float) -> float:
    """Draw the sheets of a seat side by side in a frame of its colour; return how high they came out."""
    if not boards:
        return 0
    tint = colour(seat_colour(boards[0].seat)).dark
    inner = Drawing()
    left, top, deepest = x + 8, y + 8.0, 0.0
    for board in boards:
        cell = min(_SHEET_CELL, cell_size(board, _PANEL - 40))
        wide, high = board_size(board, cell)
        wide = max(wide, key_width(board.signs), text_width(board.label, 11)) + 8
        if left + wide > x + _PANEL and left > x + 8:
            left, top, deepest = x + 8, top + deepest, 0.0
        inner.text(left, top + 6, board.label, size=11, fill=tint, bold=True, anchor="start")
        draw_board(inner, board, left, top + 12, cell)
        key(inner, board.signs, left + 18, top + 12 + high + 9)
        left, deepest = left + wide, max(deepest, 12 + high + KEY + 8)
    high = top + deepest - y
    drawing.rect(x, y - 8, _PANEL, high + 8, fill="#fbf7ec", stroke=tint, line=1.2, round_=8)
    drawing.add(inner)
    return high + 12


def _common(
    drawing: Drawing, panel: Panel, left_wide: float, left_bottom: float, right_bottom: float, wide: float
) -> float:
    """Draw the common zones where there is room: below the boards, or below all."""
    if left_wide >= _PANEL and left_bottom <= right_bottom + 200:
        y = left_bottom + 12
        return y + common_panel(drawing, panel, _MARGIN, y, left_wide)
    y = max(left_bottom, right_bottom) + 12
    return y + common_panel(drawing, panel, _MARGIN, y, wide - 2 * _MARGIN)


def _legend(drawing: Drawing, legend: tuple[Badge, ...], y: float, wide: float) -> float:
    """Explain letters and colours, as far as they do not explain themselves."""
    x = float(_MARGIN)
    line = y + 16
    for badge in legend:
        if badge.letters.casefold() == badge.name.casefold():
            continue
        step = 26 + text_width(badge.name, 10) + 10
        if x + step > wide - _MARGIN and x > _MARGIN:
            x, line = _MARGIN, line + 22
        badge_disc(drawing, badge, x + 8, line, 8)
        drawing.text(x + 21, line, badge.name, size=10, fill=INK, anchor="start")
        x += step
    return line + 12 if legend else y
