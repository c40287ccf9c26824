"""Mistakes of indentation: lines too far right or left, and blocks that are missing."""

from __future__ import annotations

from tangrules.syntax.lines import Bit, Line, Slip
from tangrules.syntax.mistakes.scene import Scene
from tangrules.syntax.states import BLOCK

_WITHOUT_STATEMENTS = {
    "piece": "a piece without fields has no `:` at its end",
    "track": "a track without marks has no `:` at its end",
    "table": "a table has one line for the names of its columns, and one for each piece",
    "layout": 'a layout has one text for each row of the grid, such as `"-rrc-"`',
    "grades": 'each grade has a line such as `60: "Master"`',
    "while": "what holds only then stands under it",
    "with": "what holds only together with that pack stands under it",
}

_OPTIONAL_BLOCKS = frozenset({"piece"})
"""What may have lines under it or not: only with them there is a `:`."""


NOTHING_UNDER = "nothing stands under this line"
"""What is said where the lines of a block are missing."""


def uneven(scene: Scene) -> Slip | None:
    """A line that goes back to a depth at which no block stands."""
    if scene.stuck.kind != "uneven":
        return None
    depths = {line.depth for line in scene.above if line.depth > scene.chunk.depth} | {_depth_above(scene)}
    wanted = " or ".join(str(depth) for depth in sorted(depths))
    return scene.slip(
        f"this line begins after {scene.line.depth} spaces, where no line above it begins",
        f"{wanted} spaces, as in the lines above it",
    )


def _depth_above(scene: Scene) -> int:
    line = _line_above(scene)
    return line.depth if line else 0


def _line_above(scene: Scene) -> Line | None:
    lines = [line for line in scene.chunk.lines if line.bits and line.number < scene.line.number]
    return lines[-1] if lines else None


def too_far_right(scene: Scene) -> Slip | None:
    """A line deeper than the one above, which begins no block."""
    if scene.stuck.kind != "indent":
        return None
    above = _line_above(scene)
    if above is None:
        return scene.slip("this line begins too far right", suggestion="begin it at the left margin")
    if above.first in _OPTIONAL_BLOCKS and not any(bit.text == ":" for bit in above.bits):
        last = above.bits[-1]
        end = Bit("sign", ":", last.line, last.end)
        return scene.slip("`:` is missing at the end of this line", "`:`", on=end)
    if any(bit.text == ":" for bit in above.bits) and above.bits[-1].text != ":":
        suggestion = (
            f"line {above.number} has its statement behind the `:`; put that in a line of its own too"
        )
    else:
        suggestion = f"begin it below the first word of line {above.number}"
    message = "this line begins further right than the line above, which has no block"
    return scene.slip(message, suggestion=suggestion)


def empty_block(scene: Scene) -> Slip | None:
    """`to build:` with nothing under it."""
    if BLOCK not in scene.wanted or scene.stuck.kind == "line end":
        return None
    line = _line_above(scene) if scene.stuck.kind == "word" else scene.line
    if line is None or not line.bits:
        return None
    if line.bits[-1].text == "=":
        suggestion = "put the value behind `=`, or a line for each case under it: `3 when your coins is 0`"
    else:
        suggestion = _WITHOUT_STATEMENTS.get(line.first, "if nothing is to happen, write `nothing happens`")
        below = scene.line
        if below.number > line.number and below.depth == line.depth and scene.is_item is False:
            suggestion = f"if line {below.number} belongs to it, begin that 4 spaces further right"
        if line.first in ("require", "law"):
            suggestion = 'it reads: `your coins >= 2 else "too few coins"`'
    expected = "lines that begin 4 spaces further right"
    return scene.slip(NOTHING_UNDER, expected, suggestion, on=_whole(line))


def _whole(line: Line) -> Bit:
    text = line.text[line.bits[0].column - 1 : line.end - 1]
    return Bit("line", text, line.number, line.bits[0].column)


RULES = (uneven, too_far_right, empty_block)
