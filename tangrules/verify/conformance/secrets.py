"""Nothing leaks: positions that look the same to a seat are the same to it in all that it is told.

Two ways give such positions. What a seat does not see is dealt anew (see `lots`): it must be shown, asked
and refused the same as before, and so it must after another seat's moves (see `consequences`). And where
another seat has moves that the seat cannot tell apart, it must be told the same of each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.diagnostics import RuleError
from tangrules.ir import Secret
from tangrules.play import moves
from tangrules.play.game_state import GameState
from tangrules.play.rules import Rules
from tangrules.play.seen import last_move_seen
from tangrules.runtime import driver
from tangrules.runtime.state import Answer
from tangrules.verify.conformance.consequences import nothing_follows
from tangrules.verify.conformance.lots import dealt_anew
from tangrules.verify.conformance.onlooker import watched
from tangrules.verify.conformance.problem import Check, Problem, shown
from tangrules.verify.conformance.trail import Trail, asked_at, chances
from tangrules.verify.conformance.witness import witness_of
from tangrules.verify.conformance.wrong_moves import wrong_answers

DEALS = 3
"""So often what a seat does not see is dealt anew at each position."""

TRIED_AT_MOST = 10
"""So many moves of a question are compared, and"""

REFUSED_AT_MOST = 6
"""so many refused ones."""


def nothing_leaks(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Compare a position with others that look the same to a seat."""
    state = trail.last
    seats = range(state.players) if state.over else state.pending
    for seat in seats:
        for number, other in enumerate(_dealt_anew(trail, seat)):
            found = _differs(state, other, seat, "what seat {} does not see")
            if found is not None:
                return found
            if number == 0 and not _hides(state, other):
                break  # nothing is hidden from this seat
    if state.over:
        return None
    return _moves_alike(state) or nothing_follows(trail, witness_of(trail).lots[len(trail.states) - 1])


def _dealt_anew(trail: Trail, seat: int) -> Iterator[GameState]:
    state = trail.last
    rng = chances(state, f"deal {seat}")
    lots = witness_of(trail).lots[len(trail.states) - 1]
    for _ in range(DEALS):
        yield GameState(trail.game, state.rules, dealt_anew(state, seat, lots, rng), state.beginning)


def _hides(state: GameState, other: GameState) -> bool:
    return state.rules.program.know >= 0 or state.key() != other.key()


def _differs(state: GameState, other: GameState, seat: int, why: str) -> Problem | None:
    """Return what tells a seat two positions apart."""
    span = asked_at(state)
    because = why.format(seat + 1)
    if other.view(seat) != state.view(seat):
        return Problem(f"the view of seat {seat + 1} shows {because}", span=span, key="view")
    if not state.over and other.score_pad(seat) != state.score_pad(seat):
        return Problem(f"the score pad tells seat {seat + 1} {because}", span=span, key="scores")
    if seat not in state.pending:
        return None
    one, two = state.decision_of(seat), other.decision_of(seat)
    if (one.name, one.prompt) != (two.name, two.prompt):
        return Problem(f"the question to seat {seat + 1} shows {because}", span=span, key="prompt")
    answers = one.options.answers
    try:
        others = two.options.answers
    except RuleError as error:
        failed = (f"with other hidden things a rule fails: {error.args[0]}",)
        return Problem(f"what seat {seat + 1} is offered depends on {because}", failed, span, "options")
    if tuple(answers) != tuple(others):
        only = _only(state, seat, answers, others)
        return Problem(f"what seat {seat + 1} is offered depends on {because}", only, span, "options")
    for wrong in wrong_answers(state, answers, chances(state, f"reasons {seat}"), REFUSED_AT_MOST):
        mine, theirs = state.why_not(wrong, seat=seat), other.why_not(wrong, seat=seat)
        if mine != theirs:
            details = (f"once it is said: {'; '.join(mine)}", f"once: {'; '.join(theirs)}")
            message = f"why seat {seat + 1} is refused a move depends on {because}"
            return Problem(message, details, span, "reasons")
    return None


def _only(
    state: GameState, seat: int, answers: Sequence[Answer], others: Sequence[Answer]
) -> tuple[str, ...]:
    options = state.decision_of(seat).options
    here = [options.option(answer).text for answer in answers if answer not in others]
    there = [options.option(answer).text for answer in others if answer not in answers]
    lines = [f"only here: {shown(here)}"] if here else []
    lines += [f"only there: {shown(there)}"] if there else []
    return tuple(lines or ["the order differs"])


# ------------------------------------------------------------------------------ moves that look alike


def _moves_alike(state: GameState) -> Problem | None:
    """Of moves that a seat cannot tell apart it must be told the same."""
    mover = state.pending[0]
    afters = list(_afters(state, mover))
    for seat in range(state.players):
        if seat == mover:
            continue
        kinds: list[tuple[object, _After]] = []
        for after in afters:
            view = (after.state.view(seat), _asked(after.state))
            same = next((earlier for known, earlier in kinds if known == view), None)
            if same is None:
                kinds.append((view, after))
                continue
            found = _told_apart(state, same.state, after.state, seat)
            if found is not None and _looks_alike(state, same, after, seat):
                details = (*found.details, f"seat {mover + 1} did `{same.text}`, or `{after.text}`")
                return Problem(found.message, details, found.span or asked_at(state), found.key)
    return None


def _asked(state: GameState) -> tuple[tuple[int, str], ...]:
    """Return who is asked which question: everybody at the table knows that, whatever the answers are."""
    return tuple((seat, state.decision_of(seat).name) for seat in state.pending)


@attrs.frozen
class _After:
    """A move, and where it leads."""

    answer: Answer
    text: str
    state: GameState


def _afters(state: GameState, mover: int) -> Iterator[_After]:
    options = state.decision_of(mover).options
    some = list(options.answers)
    if len(some) > TRIED_AT_MOST:
        some = chances(state, "alike").sample(some, TRIED_AT_MOST)
    for answer in some:
        try:
            yield _After(answer, options.option(answer).text, state.play(answer, seat=mover))
        except RuleError:
            continue  # told by another check


def _looks_alike(state: GameState, one: _After, other: _After, seat: int) -> bool:
    """Whether a seat that watched could not tell two moves apart either."""
    if _laid_open(state) or _said_aloud(state, one.answer, other.answer):
        return False
    mover = state.pending[0]
    return watched(state, one.answer, mover, seat) == watched(state, other.answer, mover, seat)


def _laid_open(state: GameState) -> bool:
    """Whether a secret question gets its last answer: then all answers are told, also those without effect."""
    return isinstance(driver.open_decision(state.raw()), Secret) and len(state.pending) == 1


def _said_aloud(state: GameState, one: Answer, other: Answer) -> bool:
    """Whether what a player says aloud tells two answers apart: all but which hidden pieces are meant."""
    asked = driver.open_decision(state.raw())
    assert asked is not None
    if isinstance(asked, Secret) or state.rules.program.decisions[asked.decision].hidden:
        return False
    (index, picks, paid), (index_too, picks_too, paid_too) = (
        moves.split(asked, one),
        moves.split(asked, other),
    )
    if (index, paid) != (index_too, paid_too):
        return True
    kinds = moves.pick_types(state.rules.words, asked, index)
    both = zip(kinds, picks, picks_too, strict=True)
    return any(mine != theirs and (kind.element or kind).form != "piece" for kind, mine, theirs in both)


def _told_apart(before: GameState, one: GameState, other: GameState, seat: int) -> Problem | None:
    if last_move_seen(before, one, seat) != last_move_seen(before, other, seat):
        return Problem(f"the history tells seat {seat + 1} what it cannot see", key="history")
    return _differs(one, other, seat, "what another seat has chosen unseen by seat {}")


def nothing_hidden(rules: Rules) -> str:
    """Say that all is open."""
    program = rules.program
    secret = any(
        isinstance(instruction, Secret) for verb in program.verbs for instruction in verb.code.instructions
    )
    closed = any(zone.visibility != "public" for zone in program.zones)
    return "" if secret or closed else "nothing is hidden in this game"


SECRETS = Check("secrets", "nobody is told what it does not see", "some", nothing_leaks, nothing_hidden)
