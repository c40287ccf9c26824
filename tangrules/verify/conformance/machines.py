"""Compiled rules and the interpreter agree: the same answers, and the same positions after each of them."""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.diagnostics import RuleError
from tangrules.play.game_state import GameState
from tangrules.play.result import scores_of, winners_of
from tangrules.play.rules import Rules
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import Answer, State
from tangrules.verify.conformance.problem import Check, Problem, shown
from tangrules.verify.conformance.trail import Trail, asked_at, chances

STEPS = 3
"""So many moves of a question are carried out by both."""

Outcome = tuple[object, ...]


def machines_agree(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Compare what both machines make of a position."""
    state = trail.last
    if state.over:
        return _results(state)
    if len(trail.states) == 1:
        found = _beginnings(trail)
        if found is not None:
            return found
    for seat in state.pending:
        found = _answers(state, seat) or _steps(state, seat)
        if found is not None:
            return found
    return None


def _beginnings(trail: Trail) -> Problem | None:
    rules = trail.last.rules
    one, two = (_outcome(machine, rules.blank(trail.seed)) for machine in _both(rules))
    return None if one == two else _apart("begin differently", trail.last, one, two)


def _answers(state: GameState, seat: int) -> Problem | None:
    one, two = (_found(machine, state.raw(), seat) for machine in _both(state.rules))
    if isinstance(one, str) or isinstance(two, str):
        return None if one == two else _apart("offer different moves", state, (one,), (two,))
    if sorted(map(repr, one)) == sorted(map(repr, two)):
        return None
    options = state.decision_of(seat).options
    first = [options.option(answer).text for answer in one if answer not in two]
    second = [options.option(answer).text for answer in two if answer not in one]
    details = (f"compiled alone: {shown(first) or 'none'}", f"interpreted alone: {shown(second) or 'none'}")
    message = "compiled and interpreted rules offer different moves"
    return Problem(message, details, asked_at(state), "answers")


def _found(machine: Machine, raw: State, seat: int) -> tuple[Answer, ...] | str:
    try:
        return tuple(machine.answers(raw, seat))
    except RuleError as error:
        return str(error.args[0])


def _steps(state: GameState, seat: int) -> Problem | None:
    options = state.decision_of(seat).options
    try:
        some = list(options.answers)
    except RuleError:
        return None
    if len(some) > STEPS:
        some = chances(state, "machines").sample(some, STEPS)
    for answer in some:
        one, two = (_outcome(machine, state.raw(), answer, seat) for machine in _both(state.rules))
        if one != two:
            found = _apart("come to different positions", state, one, two)
            text = options.option(answer).text
            return Problem(found.message, found.details, found.span, "steps", (seat, text))
    return None


def _outcome(machine: Machine, raw: State, answer: Answer | None = None, seat: int = -1) -> Outcome:
    """Return what a machine makes of an answer: a position, or the failure of a rule."""
    try:
        if answer is None:
            machine.run(raw)
        else:
            machine.advance(raw, answer, seat)
    except RuleError as error:
        return ("a rule fails", str(error.args[0]))
    return tuple(raw.V), tuple(raw.Z), tuple(raw.stack), raw.rng, tuple(raw.P)


def _results(state: GameState) -> Problem | None:
    raw, program = state.raw(), state.rules.program
    found = []
    for machine in _both(state.rules):
        scores = scores_of(machine, raw)
        values = [machine.value(raw, value, ()) for _, value, _ in program.invariants]
        found.append((scores, winners_of(machine, raw, scores), values))
    if found[0] == found[1]:
        return None
    return _apart("score differently", state, found[0], found[1])


def _apart(what: str, state: GameState, one: Outcome, two: Outcome) -> Problem:
    names = ("numbers", "containers", "verbs under way", "generator", "places")
    details = tuple(_difference(one, two, names)) if len(one) == len(two) == len(names) else ()
    if not details:
        details = (f"compiled: {str(one)[:200]}", f"interpreted: {str(two)[:200]}")
    return Problem(f"compiled and interpreted rules {what}", details, asked_at(state), what)


def _difference(one: Outcome, two: Outcome, names: tuple[str, ...]) -> Iterator[str]:
    for name, mine, theirs in zip(names, one, two, strict=True):
        if mine == theirs:
            continue
        if isinstance(mine, tuple) and isinstance(theirs, tuple) and len(mine) == len(theirs):
            pairs = enumerate(zip(mine, theirs, strict=True))
            at = next(index for index, (left, right) in pairs if left != right)
            yield f"{name} differ at {at}: compiled {mine[at]}, interpreted {theirs[at]}"
        else:
            yield f"{name} differ: compiled {mine}, interpreted {theirs}"[:300]


def _both(rules: Rules) -> tuple[Machine, Machine]:
    return rules.machine, rules.reference


def not_compiled(rules: Rules) -> str:
    """Say that there is one machine alone."""
    return "the rules are not compiled" if rules.machine is rules.reference else ""


COMPILED = Check(
    "compiled", "compiled and interpreted rules are the same", "few", machines_agree, not_compiled
)
