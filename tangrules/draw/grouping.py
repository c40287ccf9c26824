"""Pieces that look alike, told once."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.draw.looks import row_name
from tangrules.draw.scene import Piece


def grouped(pieces: Sequence[Piece]) -> list[tuple[Piece, int, str]]:
    """Return each look once, with how many there are and how they are called."""
    found: dict[tuple[object, ...], tuple[Piece, int]] = {}
    for piece in pieces:
        key = (piece.species, piece.kind, piece.notes, piece.owner, piece.facing)
        first, times = found.get(key, (piece, 0))
        found[key] = (first, times + 1)
    return [
        (piece, times, row_name(piece.name) if times > 1 else piece.name) for piece, times in found.values()
    ]
