"""Explains mistakes in an author's words: a list of rules, each for one kind of slip, tried in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tangrules.syntax.chunks import Chunk
from tangrules.syntax.lines import Slip
from tangrules.syntax.mistakes import declarations, depth, fallback, openings, sentences, signs, values
from tangrules.syntax.mistakes.scene import Scene, scene_of
from tangrules.syntax.reading import Stuck

__all__ = ["explain"]

Rule: TypeAlias = Callable[[Scene], Slip | None]

_RULES: tuple[Rule, ...] = (
    *depth.RULES,
    *signs.RULES,
    *openings.RULES,
    *declarations.RULES,
    *sentences.RULES,
    *values.RULES,
    *declarations.LATER_RULES,
    *sentences.LATER_RULES,
    fallback.missing_condition,
    fallback.missing_word,
    *values.LAST_RULES,
)
"""Rules for a certain slip come before rules that fit many."""


def explain(chunk: Chunk, stuck: Stuck) -> Slip:
    """Say what is wrong where the parser stopped, both in places of the file."""
    scene = scene_of(chunk, stuck)
    for rule in _RULES:
        slip = rule(scene)
        if slip:
            return slip
    return fallback.unfit(scene)
