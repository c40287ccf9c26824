"""Colours by the names that a `look` may use, for SVG and for terminals, and one colour a seat."""

from __future__ import annotations

import attrs


@attrs.frozen
class Colour:
    """A colour: filled areas, the ink that is read on it, and the number of a 256-colour terminal."""

    fill: str
    ink: str
    dark: str
    terminal: int


_DARK_INK = "#2b2620"
_LIGHT_INK = "#ffffff"

COLOURS = {
    "black": Colour("#4a4641", _LIGHT_INK, "#26231f", 250),
    "blue": Colour("#6fa8d6", _DARK_INK, "#2c6090", 75),
    "brown": Colour("#b08a63", _DARK_INK, "#6f4e2e", 137),
    "cyan": Colour("#84cfd6", _DARK_INK, "#24757d", 80),
    "gray": Colour("#b3aea6", _DARK_INK, "#66615a", 246),
    "green": Colour("#8bbf72", _DARK_INK, "#3f7029", 71),
    "magenta": Colour("#cf6fae", _LIGHT_INK, "#8a2c69", 170),
    "orange": Colour("#eda356", _DARK_INK, "#a35a10", 215),
    "pink": Colour("#f2b3c4", _DARK_INK, "#ad4b69", 218),
    "purple": Colour("#a48cc9", _DARK_INK, "#5f4390", 141),
    "red": Colour("#d6695b", _LIGHT_INK, "#962b1e", 167),
    "teal": Colour("#5fb3a1", _DARK_INK, "#1f6f5f", 73),
    "white": Colour("#fbf8f1", _DARK_INK, "#6a6358", 255),
    "yellow": Colour("#ecd585", _DARK_INK, "#8c6d12", 221),
}

PLAIN = COLOURS["gray"]

_SEATS = ("red", "blue", "orange", "purple", "teal", "magenta")


def colour(name: str) -> Colour:
    """Return a colour by its name; gray for names that are not known."""
    return COLOURS.get({"grey": "gray"}.get(name, name), PLAIN)


def seat_colour(seat: int) -> str:
    """Return the name of a seat's colour."""
    return _SEATS[seat % len(_SEATS)]
