"""Answers that are not offered: legal ones, changed in all ways in which a caller could get one wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tangrules.ir import Choose, Secret
from tangrules.play import moves
from tangrules.play.game_state import GameState
from tangrules.runtime import driver
from tangrules.runtime.state import Answer, Value

FAR = 1_000_003
_ROUNDS = 4


def wrong_answers(state: GameState, answers: Sequence[Answer], rng: Random, most: int) -> list[Answer]:
    """Return answers of the right and of the wrong shape that are not among those offered."""
    choice = driver.open_decision(state.raw())
    if choice is None or not answers:
        return []
    offered = set(answers)
    found: dict[Answer, None] = {}
    for _ in range(_ROUNDS):
        base, other = rng.choice(answers), rng.choice(answers)
        for changed in (*_reshaped(choice, base), *_repicked(state, choice, base, other, rng)):
            if changed not in offered:
                found[changed] = None
    listed = list(found)
    return listed if len(listed) <= most else rng.sample(listed, most)


def _reshaped(choice: Choose | Secret, base: Answer) -> Iterator[Answer]:
    yield ()
    yield (*base, 0)
    yield base[:-1]
    if isinstance(choice, Choose):
        for index in (-1, len(choice.alternatives), *range(len(choice.alternatives))):
            yield (index, *base[1:])
            yield (index,)
        yield ((), *base[1:])


def _repicked(
    state: GameState, choice: Choose | Secret, base: Answer, other: Answer, rng: Random
) -> Iterator[Answer]:
    words = state.rules.words
    index, picks, mask = moves.split(choice, base)
    other_index, other_picks, _ = moves.split(choice, other)
    for at, kind in enumerate(moves.pick_types(words, choice, index)):
        known = list(words.vocabulary(kind.element or kind).values())
        for value in _values(picks[at], known, rng):
            yield moves.join(choice, index, (*picks[:at], value, *picks[at + 1 :]), mask)
        if other_index == index:
            yield moves.join(choice, index, (*picks[:at], *other_picks[at:]), mask)
    if moves.alternatives(choice)[index].waivers:
        yield moves.join(choice, index, picks, mask ^ 1)
        yield moves.join(choice, index, picks, -1)


def _values(pick: Value, known: Sequence[int], rng: Random) -> Iterator[Value]:
    if isinstance(pick, int):
        yield from (pick - 1, pick + 1, -1, FAR, (pick,))
        if known:
            yield rng.choice(known)
        return
    yield tuple(reversed(pick))
    yield pick + pick[:1]
    yield pick[1:]
    yield (*pick, FAR)
    if known:
        yield (*pick, rng.choice(known))
        yield tuple(known)
