"""What follows from a move tells a player nothing of what it does not see, unless it is shown to it.

The same move is played from two positions that look alike to a seat. Where it then sees a piece that it did not see
before, it is told what that one is, and all that follows from it. Where other pieces are moved, or something else is asked,
it may draw its conclusions, as at any table. But where all that differs is a number, a flag or a note, a rule has told
what is printed on hidden pieces, and nobody can check it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.diagnostics import RuleError, Severity
from tangrules.ir import Choose, Program
from tangrules.play import moves
from tangrules.play.game_state import GameState
from tangrules.play.views import unseen
from tangrules.runtime import driver
from tangrules.runtime.state import Answer
from tangrules.verify.conformance.lots import dealing, exchanged, instead
from tangrules.verify.conformance.problem import Problem
from tangrules.verify.conformance.trail import Trail, asked_at, chances
from tangrules.verify.conformance.witness import Lots

TRIED_AT_MOST = 6
"""So many moves of a question are played from both positions."""


def nothing_follows(trail: Trail, lots: Lots) -> Problem | None:
    """Play moves of the first seat that is asked, and look at what the others see then."""
    state = trail.last
    asked = driver.open_decision(state.raw())
    if not isinstance(asked, Choose):
        return None  # what is answered in secret is told when all have answered
    mover = state.pending[0]
    for seat in range(state.players):
        if seat == mover:
            continue
        other = dealing(state, seat, lots, chances(state, f"consequences {seat}"))
        if other == sorted(other):
            continue
        raw = state.raw()
        table = exchanged(raw, other, list(raw.V), list(raw.Z))
        dealt = GameState(trail.game, state.rules, table, state.beginning)
        for answer in _some(state, mover):
            if _is_told(state, dealt, asked, answer, other, seat):
                text = state.decision_of(mover).options.option(answer).text
                message = f"what follows from a move tells seat {seat + 1} what it does not see"
                details = (f"nothing is shown to it when seat {mover + 1} does `{text}`",)
                move = (mover, text)
                span = asked_at(state)
                return Problem(message, details, span, "consequences", move, severity=Severity.WARNING)
    return None


def _some(state: GameState, mover: int) -> Iterator[Answer]:
    answers = list(state.decision_of(mover).options.answers)
    if len(answers) > TRIED_AT_MOST:
        answers = chances(state, "consequences").sample(answers, TRIED_AT_MOST)
    yield from answers


def _is_told(
    state: GameState, dealt: GameState, asked: Choose, answer: Answer, other: list[int], seat: int
) -> bool:
    """Whether a seat sees other things after the same move, and was shown none of the pieces."""
    mover = state.pending[0]
    same = _with_other_pieces(state, asked, answer, other)
    if same not in dealt.decision_of(mover).options.answers:
        return False  # what is offered is looked at by itself
    try:
        one, two = state.play(answer, seat=mover), dealt.play(same, seat=mover)
    except RuleError:
        return False  # told by another check
    mine, theirs = one.view(seat), two.view(seat)
    if one.over or two.over or mine.Z != theirs.Z or one.pending != two.pending:
        return False
    differing = [at for at, (here, there) in enumerate(zip(mine.V, theirs.V, strict=True)) if here != there]
    if not differing or _spaces(state.rules.program).intersection(differing):
        return False
    return not (_newly_seen(state, one, seat) or _newly_seen(dealt, two, seat))


def _spaces(program: Program) -> frozenset[int]:
    """The words of the state in which pieces lie."""
    spaces = [zone for zone in program.zones if zone.storage == "space"]
    return frozenset(at for zone in spaces for at in range(zone.base, zone.base + zone.count))


def _with_other_pieces(state: GameState, asked: Choose, answer: Answer, other: list[int]) -> Answer:
    index, picks, mask = moves.split(asked, answer)
    kinds = moves.pick_types(state.rules.words, asked, index)
    changed = tuple(
        instead(pick, other) if (kind.element or kind).form == "piece" else pick
        for kind, pick in zip(kinds, picks, strict=True)
    )
    return moves.join(asked, index, changed, mask)


def _newly_seen(before: GameState, after: GameState, seat: int) -> bool:
    return not set(unseen(before.raw(), seat)) <= set(unseen(after.raw(), seat))
