"""Somebody can act, or the game is over; what is offered is accepted, all else is refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics import IllegalMove, RuleError
from tangrules.play.decision import Options
from tangrules.play.game_state import GameState
from tangrules.runtime import driver
from tangrules.runtime.state import Answer
from tangrules.verify.conformance.problem import Check, Problem
from tangrules.verify.conformance.trail import Trail, asked_at, chances
from tangrules.verify.conformance.wrong_moves import wrong_answers

TRIED_AT_MOST = 40
"""So many offered moves of a question are carried out, and"""

REFUSED_AT_MOST = 16
"""so many that are not offered are tried."""

CALLERS_AT_MOST = 6
"""So many of the verbs under way are told where a rule fails."""


def someone_can_act(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Each seat that is asked must have an answer."""
    state = trail.last
    if state.over:
        return None
    if not state.pending:
        return Problem("the game is not over, and nobody is asked", span=asked_at(state), key="nobody")
    for seat in state.pending:
        try:
            found = len(state.decision_of(seat).options)
        except RuleError as error:
            return rule_failed("a rule fails while the answers are looked for", error, "answers")
        if not found:
            message = f"seat {seat + 1} is asked, and there is no answer"
            return Problem(message, span=asked_at(state), key="no answer")
    return None


def offered_means_accepted(trail: Trail, known: Problem | None = None) -> Problem | None:
    """Whatever is offered can be played, and nothing else can."""
    state = trail.last
    if state.over:
        return _still_accepts(state)
    for seat in state.pending:
        options = state.decision_of(seat).options
        try:
            answers = options.answers
        except RuleError:
            return None  # told by the check of who can act
        found = _accepted(state, seat, options, answers, known) or _refused(state, seat, options, answers)
        if found is not None:
            return found
    return None


def rule_failed(message: str, error: RuleError, key: str, move: tuple[int, str] | None = None) -> Problem:
    """Return the problem of a rule that failed.

    One that does not end, or that asks a player who has no answer, goes under the name of that check.
    """
    endless, stuck = "E-FUEL" in str(error.args[0]), driver.NO_ANSWER in str(error.args[0])
    told = str(error.args[0]).replace(" (E-FUEL)", "")
    if endless:
        message, key = "what follows does not end", "endless"
    else:
        key = f"{key} {error.span}"
    return Problem(
        f"{message}: {told}",
        called_by(error),
        error.span,
        key,
        move,
        check="ends" if endless else "acts" if stuck else "",
    )


def called_by(error: RuleError) -> tuple[str, ...]:
    """Return how a rule that failed came to run, its nearest callers alone."""
    lines = [line for line in error.trail if "#" not in line]
    return (*lines[:CALLERS_AT_MOST], "…") if len(lines) > CALLERS_AT_MOST else tuple(lines)


def carry_out(state: GameState, seat: int, answer: Answer) -> GameState | Problem:
    """Play an offered move, or say why that is not possible."""
    text = state.decision_of(seat).options.option(answer).text
    try:
        return state.play(answer, seat=seat)
    except IllegalMove as error:
        return Problem(
            f"`{text}` is offered and refused", error.reasons, asked_at(state), "offered", (seat, text)
        )
    except RuleError as error:
        return rule_failed(f"`{text}` is offered, and then a rule fails", error, "rule", (seat, text))
    except Exception as error:  # a fault of the engine: it is told like any other
        message = f"`{text}` is offered, and the engine fails: {type(error).__name__}: {error}"
        return Problem(message, (), asked_at(state), f"engine {type(error).__name__}", (seat, text))


def _accepted(
    state: GameState, seat: int, options: Options, answers: Sequence[Answer], known: Problem | None
) -> Problem | None:
    tried: Sequence[Answer] = answers
    if known is None and len(answers) > TRIED_AT_MOST:
        tried = chances(state, "offered").sample(list(answers), TRIED_AT_MOST)
    for answer in tried:
        found = carry_out(state, seat, answer)
        if isinstance(found, Problem):
            return found
    for answer in tried[:REFUSED_AT_MOST]:
        found_text = _unreadable(state, seat, options, answer)
        if found_text is not None:
            return found_text
    return None


def _unreadable(state: GameState, seat: int, options: Options, answer: Answer) -> Problem | None:
    """A move must mean itself when it is typed, else a replay would go astray."""
    text = options.option(answer).text
    try:
        meant = options.find(text).answer
    except IllegalMove as error:
        details = (str(error.args[0]), *error.reasons)
        return Problem(f"`{text}` is offered, and not understood", details, asked_at(state), "text")
    if meant != answer:
        details = (f"typed it means `{options.option(meant).text}`",)
        return Problem(f"`{text}` is offered, and means another move", details, asked_at(state), "text")
    return None


def _refused(state: GameState, seat: int, options: Options, answers: Sequence[Answer]) -> Problem | None:
    before = state.key()
    for wrong in wrong_answers(state, answers, chances(state, f"refused {seat}"), REFUSED_AT_MOST):
        told = _told(options, wrong)
        try:
            state.play(wrong, seat=seat)
        except IllegalMove:
            pass
        except Exception as error:  # whatever it is, it is no refusal
            message = f"{told} is not offered, and trying it fails: {type(error).__name__}: {error}"
            return Problem(message, span=asked_at(state), key="wrong fails")
        else:
            move = (seat, told)
            return Problem(f"{told} is not offered, and accepted", (), asked_at(state), "wrong", move)
        if not any(state.why_not(wrong, seat=seat)):
            message = f"{told} is refused without a reason"
            return Problem(message, span=asked_at(state), key="no reason")
        if state.key() != before:
            message = f"{told} is refused, and the position has changed"
            return Problem(message, span=asked_at(state), key="changed")
    return None


def _told(options: Options, answer: Answer) -> str:
    try:
        return options.option(answer).text
    except (IndexError, TypeError, ValueError, AssertionError, KeyError):
        return str(answer)


def _still_accepts(state: GameState) -> Problem | None:
    try:
        state.play((0,))
    except IllegalMove:
        return None
    return Problem("the game is over, and a move is accepted", key="over")


ACTS = Check("acts", "somebody can act, or the game is over", "each", someone_can_act)
OFFERED = Check(
    "offered",
    "a move is accepted if, and only if, it is offered; what is refused is refused with a reason",
    "some",
    offered_means_accepted,
)
