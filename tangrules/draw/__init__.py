"""Pictures of a position: as text for a terminal, and as SVG, from the program and the state alone."""

from __future__ import annotations

from tangrules.draw.reading import read_scene
from tangrules.draw.scene import Scene
from tangrules.draw.svg import draw_svg
from tangrules.draw.text import draw_text

__all__ = ["Scene", "draw_svg", "draw_text", "read_scene"]
