"""A vector drawing under way: shapes as SVG elements, in order.

Text is escaped, numbers are short and always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from tangrules.diagnostics.visible import visible, width

FONT = "Verdana, 'DejaVu Sans', sans-serif"
_CELL = 0.62
"""How wide a character is on average, in parts of the font's size."""

Point = tuple[float, float]


class Drawing:
    """Elements of a picture. Colours are given as CSS writes them."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, other: Drawing) -> None:
        """Draw another drawing over this one."""
        self._parts += other._parts

    def rect(
        self, x: float, y: float, w: float, h: float, *, fill: str, stroke: str = "none", line: float = 1,
        round_: float = 0, dash: str = "",
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        self._element(
            "rect", x=x, y=y, width=w, height=h, rx=round_ or None, fill=fill, stroke=stroke,
            stroke_width=None if stroke == "none" else line, stroke_dasharray=dash or None,
        )  # fmt: skip

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        *,
        fill: str,
        stroke: str = "none",
        line: float = 1,
        dash: str = "",
    ) -> None:
        """Draw a disc."""
        self._element(
            "circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke,
            stroke_width=None if stroke == "none" else line, stroke_dasharray=dash or None,
        )  # fmt: skip

    def polygon(self, points: Sequence[Point], *, fill: str, stroke: str = "none", line: float = 1) -> None:
        """Draw a filled shape."""
        told = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._element(
            "polygon", points=told, fill=fill, stroke=stroke, stroke_width=None if stroke == "none" else line
        )

    def segment(self, start: Point, end: Point, *, stroke: str, line: float = 1) -> None:
        """Draw a line."""
        self._element(
            "line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=stroke, stroke_width=line
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        fill: str,
        bold: bool = False,
        anchor: str = "middle",
    ) -> None:
        """Write one line; `y` is the middle of its height."""
        self._element(
            "text", x=x, y=y + size * 0.36, font_size=size, fill=fill,
            font_weight="bold" if bold else None, text_anchor=None if anchor == "start" else anchor,
            content=text,
        )  # fmt: skip

    def page(self, wide: float, high: float, title: str, background: str) -> str:
        """Return the whole picture as a document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}" role="img" font-family={quoteattr(FONT)}>'
        )
        return "\n".join(
            [
                head,
                f"<title>{escape(visible(title))}</title>",
                f'<rect width="{number(wide)}" height="{number(high)}" fill="{background}"/>',
                *self._parts,
                "</svg>\n",
            ]
        )

    def _element(self, tag: str, *, content: str | None = None, **attributes: float | str | None) -> None:
        told = "".join(
            f" {name.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
            for name, value in attributes.items()
            if value is not None
        )
        inner = "/>" if content is None else f">{escape(visible(content))}</{tag}>"
        self._parts.append(f"<{tag}{told}{inner}")


def number(value: float) -> str:
    """Return a number with at most two places after the point."""
    told = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if told in ("-0", "") else told


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is drawn."""
    return width(visible(text)) * size * _CELL


def shortened(text: str, size: float, room: float) -> str:
    """Cut a text so that it fits."""
    if text_width(text, size) <= room:
        return text
    kept = max(int(room / (size * _CELL)) - 1, 1)
    return text[:kept] + "…"
