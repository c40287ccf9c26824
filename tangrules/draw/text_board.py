"""Grids as text: boxes a person can play from, or a compact table where pieces are mere tokens."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.draw.canvas import BOLD, DIM, PLAIN, Canvas, Run, Style, width_of, wrap
from tangrules.draw.palette import seat_colour
from tangrules.draw.scene import Badge, Board, Cell, Mark, Piece, Spot

ARROWS = ("↑", "→", "↓", "←")
_NARROWEST, _WIDEST, _WIDEST_OF_PLAIN = 5, 12, 8


def board_canvas(board: Board, width: int) -> Canvas:
    """Return a grid with its labels, at most `width` wide where its columns allow it."""
    return _compact(board) if board.plain else _boxes(board, width)


def piece_canvas(piece: Piece, inner: int = 9) -> Canvas:
    """Return a single piece as a box."""
    lines = piece_lines(piece, (), (), inner)
    canvas = Canvas()
    canvas.put(0, 0, "┌" + "─" * inner + "┐", DIM)
    for at, runs in enumerate(lines, start=1):
        canvas.put(at, 0, "│", DIM)
        canvas.put_runs(at, 1, runs)
        canvas.put(at, inner + 1, "│", DIM)
    canvas.put(len(lines) + 1, 0, "└" + "─" * inner + "┘", DIM)
    return canvas


# ------------------------------------------------------------------------------ boxes


def _boxes(board: Board, width: int) -> Canvas:
    margin = 1 + len(f"r{board.top + board.height - 1}")
    edged = any(cell.piece is not None and cell.piece.edges for cell in board.cells)
    inner = min(
        _WIDEST if edged else _WIDEST_OF_PLAIN,
        max(_NARROWEST, (width - margin - 1) // max(board.width, 1) - 1),
    )
    by_place = {(cell.row - board.top, cell.column - board.left): cell for cell in board.cells}
    canvas = Canvas()
    for column in range(board.width):
        label = f"c{board.left + column}"
        canvas.put(0, margin + 1 + column * (inner + 1) + (inner - len(label)) // 2, label, DIM)
    line = 1
    for row in range(board.height):
        cells = [by_place.get((row, column)) for column in range(board.width)]
        above = [by_place.get((row - 1, column)) for column in range(board.width)]
        drawn = [_cell_lines(cell, inner, edged) if cell is not None else [] for cell in cells]
        height = max([3 if edged else 1, *(len(lines) for lines in drawn)])
        _rule(canvas, line, margin, above, cells, inner)
        canvas.put(line + 1 + height // 2, 0, f"r{board.top + row}", DIM)
        for column, cell in enumerate(cells):
            left = margin + column * (inner + 1)
            before = cells[column - 1] if column else None
            for at in range(height):
                if cell is not None or before is not None:
                    canvas.put(line + 1 + at, left, "│", DIM)
                if cell is not None:
                    canvas.put(line + 1 + at, left + inner + 1, "│", DIM)
            for at, runs in enumerate(_padded(drawn[column], height)):
                canvas.put_runs(line + 1 + at, left + 1, runs)
        line += height + 1
    last = [by_place.get((board.height - 1, column)) for column in range(board.width)]
    _rule(canvas, line, margin, last, [None] * board.width, inner)
    return canvas


def _padded(lines: list[list[Run]], height: int) -> list[list[Run]]:
    """Stretch a cell's lines: the first and the last stay outside, the others in the middle."""
    if not lines or len(lines) >= height:
        return lines
    missing = height - len(lines)
    top: list[list[Run]] = [[] for _ in range(missing // 2)]
    bottom: list[list[Run]] = [[] for _ in range(missing - missing // 2)]
    return [lines[0], *top, *lines[1:-1], *bottom, lines[-1]]


def _rule(
    canvas: Canvas,
    line: int,
    margin: int,
    above: Sequence[Cell | None],
    below: Sequence[Cell | None],
    inner: int,
) -> None:
    """Draw the line between two rows of cells, as far as there are cells."""
    known = [a is not None or b is not None for a, b in zip(above, below, strict=True)]
    for column, there in enumerate(known):
        if there:
            canvas.put(line, margin + column * (inner + 1) + 1, "─" * inner, DIM)
    for corner in range(len(known) + 1):
        up = _has(above, corner - 1) or _has(above, corner)
        down = _has(below, corner - 1) or _has(below, corner)
        left = corner > 0 and known[corner - 1]
        right = corner < len(known) and known[corner]
        sign = _CORNERS.get((up, right, down, left), "")
        if sign:
            canvas.put(line, margin + corner * (inner + 1), sign, DIM)


_CORNERS = {
    (False, True, True, False): "┌", (False, False, True, True): "┐", (True, True, False, False): "└",
    (True, False, False, True): "┘", (True, True, True, False): "├", (True, False, True, True): "┤",
    (False, True, True, True): "┬", (True, True, False, True): "┴", (True, True, True, True): "┼",
}  # fmt: skip


def _has(cells: Sequence[Cell | None], column: int) -> bool:
    return 0 <= column < len(cells) and cells[column] is not None


def _cell_lines(cell: Cell, inner: int, edged: bool) -> list[list[Run]]:
    """Return what is on a cell; on a board of pieces without edges nothing is left free for these."""
    if cell.piece is not None:
        lines = piece_lines(cell.piece, cell.tokens, cell.marks, inner)
        return lines if edged else [line for line in lines if line]
    items: list[list[Run]] = [[(badge.letters, Style(badge.colour))] for badge in cell.backdrop]
    items += [_token_runs(token) for token in cell.tokens]
    items += [[mark_run(mark)] for mark in cell.marks]
    lines = [_centred(line, inner) for line in wrap(items or [[("·", DIM)]], inner)]
    return [[], *lines, []] if edged else lines


# ------------------------------------------------------------------------------ pieces


def piece_lines(piece: Piece, tokens: Sequence[Piece], marks: Sequence[Mark], inner: int) -> list[list[Run]]:
    """Return a piece in lines of `inner` cells: its edges' letters outside, what is on it in the middle."""
    edges = _edge_runs(piece)
    west, east = edges[3], edges[1]
    room = inner - 2 * max(width_of(west), width_of(east), 1)
    items = _inside(piece) + [[mark_run(mark)] for mark in marks]
    middle = wrap(items, room) or [[]]
    lines = [_centred(edges[0], inner)]
    for at, runs in enumerate(middle):
        is_centre = at == (len(middle) - 1) // 2
        line = _fitted(_centred(runs, inner), inner)
        lines.append(_with_sides(line, west, east, inner) if is_centre else line)
    beside: list[Run] = [run for token in tokens for run in _token_runs(token, on=piece.kind)]
    bottom = _centred(edges[2], inner)
    lines.append(_over(bottom, beside) if beside else bottom)
    return lines


def _edge_runs(piece: Piece) -> list[list[Run]]:
    if not piece.edges:
        return [[], [], [], []]
    return [
        [] if edge is None else [(edge.letters + _which_area(piece, side), Style(edge.colour, bold=True))]
        for side, edge in enumerate(piece.edges)
    ]


def _which_area(piece: Piece, side: int) -> str:
    """Return the number of a side's area where a piece has several areas with the same icon."""
    mine = next((area for area in piece.areas if side in area.sides), None)
    if mine is None:
        return ""
    alike = [area for area in piece.areas if area.badge == mine.badge]
    return str(alike.index(mine) + 1) if len(alike) > 1 else ""


def _inside(piece: Piece) -> list[list[Run]]:
    items: list[list[Run]] = []
    for area in piece.areas:
        if not area.sides:
            items.append([(f"({area.badge.letters})", Style(area.badge.colour, bold=True))])
    if not any(piece.edges) and not piece.areas:
        turned = ARROWS[piece.turn] if piece.turn >= 0 else ""
        items.append([*_own_runs(piece), (turned, PLAIN)])
    return items + [spot_runs(spot) for spot in piece.spots] + [[badge_run(badge)] for badge in piece.extras]


def spot_runs(spot: Spot) -> list[Run]:
    """Return a site and what stands on it: `[o]`, or `[o:Ar1↑]`."""
    runs: list[Run] = [("[", DIM), (spot.badge.letters, Style(spot.badge.colour))]
    if spot.piece is not None:
        runs += [(":", DIM), *piece_runs(spot.piece)]
    return [*runs, ("]", DIM)]


def piece_runs(piece: Piece) -> list[Run]:
    """Return a piece in a few letters: whose it is, where it looks, what stands on it."""
    return _own_runs(piece) + [run for spot in piece.spots for run in spot_runs(spot)]


def _own_runs(piece: Piece) -> list[Run]:
    if piece.hidden:
        return [("▒", Style(piece.badge.colour))]
    tint = seat_colour(piece.owner) if piece.owner >= 0 else piece.badge.colour
    runs: list[Run] = [(piece.badge.letters, Style(tint, bold=True))]
    if piece.owner >= 0:
        runs.append((str(piece.owner + 1), Style(tint)))
    if piece.facing >= 0:
        runs.append((ARROWS[piece.facing], Style(tint)))
    return runs


def badge_run(badge: Badge) -> Run:
    """Return a badge's letters in its colour."""
    return badge.letters, Style(badge.colour)


def mark_run(mark: Mark) -> Run:
    """Return a mark on a cell: its text, with the number of the seat where others can have one there, too."""
    if mark.seat < 0:
        return mark.text, Style(mark.colour, bold=True)
    return f"{mark.text}{mark.seat + 1}", Style(seat_colour(mark.seat), bold=True)


def _token_runs(token: Piece, on: str = "") -> list[Run]:
    """Return what lies on a cell; of a layer of the kind that it lies upon, all that is printed on it."""
    tint = seat_colour(token.owner) if token.owner >= 0 else token.badge.colour
    layer = token.extras if token.kind == on else ()
    runs: list[Run] = [("(", Style(tint)), (token.badge.letters, Style(tint))]
    for badge in layer:
        runs += [(" ", PLAIN), badge_run(badge)]
    whose = str(token.owner + 1) if token.owner >= 0 else ""
    return [*runs, (f"{whose})", Style(tint))]


def sign_runs(board: Board) -> list[list[Run]]:
    """Explain the signs on a grid, as items."""
    return [[(sign.letters, Style(sign.colour, bold=True)), (f" {sign.name}", DIM)] for sign in board.signs]


def _centred(runs: Sequence[Run], inner: int) -> list[Run]:
    if not runs:
        return []
    left = max(0, (inner - width_of(runs)) // 2)
    return [(" " * left, PLAIN), *runs]


def _fitted(runs: list[Run], inner: int) -> list[Run]:
    """Cut off what does not fit."""
    left = inner
    kept: list[Run] = []
    for text, style in runs:
        size = width_of([(text, style)])
        if size > left:
            kept.append((text[: max(left - 1, 0)] + "…"[:left], style))
            break
        kept.append((text, style))
        left -= size
    return kept


def _with_sides(line: list[Run], west: list[Run], east: list[Run], inner: int) -> list[Run]:
    line = _over(line, west)
    gap = inner - width_of(east) - width_of(line)
    return [*line, (" " * gap, PLAIN), *east] if gap >= 0 else line


def _over(line: list[Run], start: list[Run]) -> list[Run]:
    """Write `start` over the spaces that a line begins with."""
    if not start:
        return line
    room = width_of(start)
    spaces = line[0][0] if line and not line[0][0].strip() else ""
    rest = line[1:] if spaces else line
    return [*start, (" " * max(len(spaces) - room, 0), PLAIN), *rest]


# ------------------------------------------------------------------------------ compact


def _compact(board: Board) -> Canvas:
    drawn = {cell: _compact_runs(cell) for cell in board.cells}
    size = max([1, *(width_of(runs) for runs in drawn.values())])
    margin = 1 + len(f"r{board.top + board.height - 1}")
    step = max(size, len(f"c{board.left + board.width - 1}")) + 1
    canvas = Canvas()
    for column in range(board.width):
        canvas.put(0, margin + column * step, f"c{board.left + column}", DIM)
    for row in range(board.height):
        canvas.put(row + 1, 0, f"r{board.top + row}", DIM)
    for cell, runs in drawn.items():
        canvas.put_runs(cell.row - board.top + 1, margin + (cell.column - board.left) * step, runs)
    return canvas


def _compact_runs(cell: Cell) -> list[Run]:
    marks = [mark_run(mark) for mark in cell.marks]
    piece = cell.piece
    if piece is None:
        backdrop = [(badge.letters, Style(badge.colour)) for badge in cell.backdrop[:1]]
        return [*(backdrop or [("·", DIM)]), *marks]
    if piece.hidden:
        return [("▒", Style(piece.badge.colour)), *marks]
    tint = seat_colour(piece.owner) if piece.owner >= 0 else piece.badge.colour
    return [(piece.badge.letters, Style(tint, bold=True)), *marks]


__all__ = [
    "ARROWS", "BOLD", "badge_run", "board_canvas", "piece_canvas", "piece_lines", "piece_runs", "sign_runs",
]  # fmt: skip
