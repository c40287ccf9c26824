"""Which answers a written one fits.

The parts of a written answer are the label of an alternative and things that are picked, in order; what need
not be said may be left out. Several things of one pick of several are written one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tangrules.ir import Alternative, Choose, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.words import Words
from tangrules.runtime.state import Answer, State, Value

PASSING = ("pass", "no", "none", "done")
"""Words for any alternative that passes."""


@attrs.frozen
class Part:
    """A part of a written answer: it may be a label, or a value (`kind` None: no value)."""

    label: str
    kind: TypeInfo | None = None
    value: Value = -1


def fitting(
    words: Words, choice: Choose | Secret, answers: Sequence[Answer], parts: Sequence[Part]
) -> list[Answer]:
    """Return the answers that fit best: those with nothing more in their picks of several than is written."""
    ranked = [(_fit(words, choice, answer, tuple(parts)), answer) for answer in answers]
    best = max((rank for rank, _ in ranked), default=0)
    return [answer for rank, answer in ranked if rank == best and rank > 0]


def alike(words: Words, state: State, choice: Choose | Secret, answers: Sequence[Answer]) -> bool:
    """Whether answers differ only in which of several pieces that look alike is taken from the same place."""
    return len({_look(words, state, choice, answer) for answer in answers}) == 1


def _fit(words: Words, choice: Choose | Secret, answer: Answer, parts: tuple[Part, ...]) -> int:
    """0: no fit. 1: there is more in a pick of several. 2: a fit."""
    index, picks, _ = moves.split(choice, answer)
    kinds = moves.pick_types(words, choice, index)
    pairs = tuple(zip(kinds, picks, strict=True))
    fit = _fit_picks(pairs, parts)
    if parts and _is_label(moves.alternatives(choice)[index], parts[0].label):
        fit = max(fit, _fit_picks(pairs, parts[1:]))
    return fit


def _is_label(alternative: Alternative, label: str) -> bool:
    if not label:
        return False
    return label == alternative.label or (alternative.passes and label in PASSING)


def _fit_picks(pairs: tuple[tuple[TypeInfo, Value], ...], parts: tuple[Part, ...]) -> int:
    if not pairs:
        return 0 if parts else 2
    (kind, pick), later = pairs[0], pairs[1:]
    if isinstance(pick, tuple):
        return _fit_several(kind, pick, later, parts)
    fit = _fit_picks(later, parts)
    if parts and _is_value(parts[0], kind, pick):
        fit = max(fit, _fit_picks(later, parts[1:]))
    return fit


def _fit_several(
    kind: TypeInfo, pick: tuple[int, ...], later: tuple[tuple[TypeInfo, Value], ...], parts: tuple[Part, ...]
) -> int:
    """Let a pick of several things take as many of the parts as it holds."""
    element = kind.element or kind
    fit, named = 0, 0
    for taken in range(len(parts) + 1):
        if taken:
            part = parts[taken - 1]
            items = part.value if isinstance(part.value, tuple) else (part.value,)
            if not all(item in pick and _is_value(part, element, item) for item in items):
                break
            named += len(items)
        exact = 2 if named == len(pick) else 1
        fit = max(fit, min(exact, _fit_picks(later, parts[taken:])))
    return fit


def _is_value(part: Part, kind: TypeInfo, pick: int) -> bool:
    if part.kind is None:
        return False
    if isinstance(part.value, tuple):
        return pick in part.value and _is_of(part.kind.element or part.kind, kind)
    return part.value == pick and _is_of(part.kind, kind)


def _is_of(given: TypeInfo, wanted: TypeInfo) -> bool:
    """Whether values of two types may be the same thing: numbers of different forms mean different things."""
    if given.form != wanted.form:
        return {given.form, wanted.form} == {"number", "turn"}
    return given.form != "cell" or given.name == wanted.name or not (given.name and wanted.name)


def _look(words: Words, state: State, choice: Choose | Secret, answer: Answer) -> tuple[object, ...]:
    index, picks, mask = moves.split(choice, answer)
    kinds = moves.pick_types(words, choice, index)
    looks = [
        tuple(sorted(_look_of(state, kind.element or kind, item) for item in pick))
        if isinstance(pick, tuple)
        else _look_of(state, kind, pick)
        for kind, pick in zip(kinds, picks, strict=True)
    ]
    return index, mask, *looks


def _look_of(state: State, kind: TypeInfo, item: int) -> tuple[int, ...]:
    """Return what can be seen of a thing: of a piece its look, its place and its changing fields."""
    if kind.form != "piece" or item < 0:
        return (item,)
    fields = [
        state.V[zone.base + item]
        for zone in state.program.zones
        if zone.attribute and zone.storage == "value"
    ]
    return state.program.pieces[item].species, state.P[item], *fields
