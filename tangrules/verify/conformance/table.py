"""What must hold of the table at every position: pieces, declared invariants; and that the game ends."""

from __future__ import annotations

from tangrules.diagnostics import RuleError, Severity
from tangrules.ir import Const, Let, Op, Outcome, Program, Reserved
from tangrules.play.game_state import GameState
from tangrules.play.rules import Rules
from tangrules.runtime.state import BOX, State, places
from tangrules.verify.conformance.problem import Check, Problem
from tangrules.verify.conformance.trail import Trail, asked_at, place

HIGH = 100
"""A repetition that ends after so many times is none that a rulebook has thought of."""

# ------------------------------------------------------------------------------ pieces


def pieces_are_conserved(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Each piece is in exactly one place, and the table agrees with what is kept about it."""
    state = trail.last.raw()
    program = state.program
    for piece, where in enumerate(_places_of(state)):
        if len(where) > 1:
            return _astray(trail.last, piece, f"is in {len(where)} places")
        if (where or [BOX]) != [state.P[piece]]:
            return _astray(trail.last, piece, "is not where it is said to be")
    if places(program, state.V, state.Z) != state.P:
        return Problem("the table and the list of places differ", span=asked_at(trail.last), key="places")
    return None


def _astray(state: GameState, piece: int, how: str) -> Problem:
    name = state.rules.program.pieces[piece].name
    return Problem(f"the piece {name} {how}", span=asked_at(state), key=how)


def _places_of(state: State) -> list[list[int]]:
    """Return all places where each piece lies, as `State.P` counts them."""
    found: list[list[int]] = [[] for _ in state.program.pieces]
    for zone in state.program.zones:
        if zone.alias:
            continue
        if zone.storage == "space":
            for offset in range(zone.base, zone.base + zone.count):
                if state.V[offset] >= 0:
                    found[state.V[offset] >> 2 if zone.posed else state.V[offset]].append(offset)
        elif zone.storage in ("set", "row", "pile", "deck"):
            parts = 3 if zone.storage == "deck" else 1
            for entry in range(zone.count * parts):
                for piece in state.Z[zone.base + entry]:
                    found[piece].append(-2 - (zone.base + entry - entry % parts))
    return found


def no_pieces(rules: Rules) -> str:
    """Say that a game has no pieces."""
    return "" if rules.program.pieces else "the game has no pieces"


# ------------------------------------------------------------------------------ invariants


def invariants_hold(trail: Trail, known: Problem | None = None) -> Problem | None:
    """What the scenario declares to hold always does."""
    state = trail.last
    raw = state.raw()
    program = state.rules.program
    for name, value, origin in program.invariants:
        if known is not None and known.key != name:
            continue
        span = place(program, origin)
        try:
            holds = state.rules.machine.value(raw, value, ())
        except RuleError as error:
            return Problem(f"invariant {name} fails: {error.args[0]}", (), span, name)
        if not holds:
            return Problem(f"invariant {name} does not hold", _last_move(state), span, name)
    return None


def _last_move(state: GameState) -> tuple[str, ...]:
    if not state.history:
        return ("it does not hold at the first question",)
    move = state.history[-1]
    return (f"after seat {move.seat + 1}: {move.text}",)


def no_invariants(rules: Rules) -> str:
    """Say that nothing is declared."""
    return "" if rules.program.invariants else "the scenario declares no invariant"


# ------------------------------------------------------------------------------ the end


def the_game_ends(trail: Trail, known: Problem | None = None) -> Problem | None:
    """The game is over within its rounds, and no position comes back, from where it could go on for ever."""
    seen: dict[object, int] = {}
    limits = _limits(trail.program)
    for index, state in enumerate(trail.states):
        if state.raw().V[Reserved.ROUND] > trail.program.horizon:
            message = f"the game is in a round beyond the last one, {trail.program.horizon}"
            return Problem(message, span=asked_at(state), key="rounds", at=index)
        before = seen.setdefault(_without_limits(state, limits), index)
        if before != index:
            return _came_back(trail, before, index, known)
    return None


def _limits(program: Program) -> dict[int, frozenset[int]]:
    """Return for each verb the locals that count down what only a high limit ends, such as an offer."""
    return {
        number: frozenset(
            done.slot
            for done in verb.code.instructions
            if isinstance(done, Let) and isinstance(done.value, Op) and _is_high(done.value)
        )
        for number, verb in enumerate(program.verbs)
    }


def _is_high(value: Op) -> bool:
    first = value.args[0]
    times = first.value if isinstance(first, Const) else 0
    return value.op == "least" and isinstance(times, int) and times >= HIGH


def _without_limits(state: GameState, limits: dict[int, frozenset[int]]) -> object:
    _, numbers, containers, stack = state.key()
    frames = [
        tuple(0 if slot - 2 in limits[frame[0]] else value for slot, value in enumerate(frame))
        for frame in stack
    ]
    return numbers, containers, tuple(frames)


def _came_back(trail: Trail, before: int, index: int, known: Problem | None) -> Problem:
    moves = [f"seat {move.seat + 1}: {move.text}" for move in trail.moves[before:index]]
    severity = Severity.WARNING if known is None else known.severity
    message = "the same position comes back, so players can keep the game from ending"
    span = asked_at(trail.states[index])
    return Problem(message, (f"again and again: {'; '.join(moves)}",), span, "again", None, index, severity)


def goes_on(trail: Trail, most: int) -> Problem:
    """Return the problem of a game that has had too many moves."""
    repeated = the_game_ends(trail)
    if repeated is not None:
        details = (*repeated.details, f"after {most} moves the game was not over")
        return Problem(
            repeated.message, details, repeated.span, repeated.key, None, repeated.at, Severity.ERROR
        )
    turns = trail.last.raw().V[Reserved.ROUND]
    message = f"after {most} moves the game is not over, in round {turns} of {trail.program.horizon}"
    return Problem(message, span=asked_at(trail.last), key="moves")


def is_cut(state: GameState) -> bool:
    """Whether a game stopped at its last round, and no rule ended it."""
    return state.over and state.raw().V[Reserved.OUTCOME] == Outcome.NONE


PIECES = Check("pieces", "each piece is in exactly one place", "each", pieces_are_conserved, no_pieces)
INVARIANTS = Check("invariants", "declared invariants hold", "each", invariants_hold, no_invariants)
ENDS = Check("ends", "the game ends within its bound", "whole", the_game_ends)
