"""Seats are alike where the rules are.

What can be checked of that without knowing what an author means:

* Turned seats. All that belongs to a seat is given to the next one, and who is on turn goes along: then
  each question about a seat, its score and its place must be what they were for the seat before. Rules that
  name a seat by its number are not alike, and games with such rules are left out. A difference comes from
  rules that go by the number of a seat, mostly to break a tie: a warning.
* Equal turns. Where the only turns are those of a round, and the game ended at the end of a round, by its
  bound or by an end that finishes the round, and nobody left, each seat has had as many turns: a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tangrules.diagnostics import RuleError, Severity
from tangrules.ir import Invoke, Outcome, Program, Reserved, ValueDef, ZoneDef
from tangrules.play.result import ranking_of, scores_of
from tangrules.play.rules import Rules
from tangrules.runtime.state import State, Value
from tangrules.verify.conformance.problem import UNTESTED, Check, Problem
from tangrules.verify.conformance.trail import Trail, place
from tangrules.verify.conformance.witness import witness_of

# ------------------------------------------------------------------------------ turned seats


def turned(state: State) -> State:
    """Return a position in which each seat has what the seat before it had. What is under way is left out."""
    program = state.program
    new = state.copy()
    for zone in program.zones:
        if zone.alias:
            continue
        if zone.storage in ("value", "space"):
            _turn_numbers(program, zone, state, new)
        else:
            _turn_lists(program, zone, state, new)
    if program.know >= 0:
        for offset in range(program.know, program.know + len(program.pieces)):
            new.V[offset] = _mask(program, state.V[offset])
    for reserved in (Reserved.CURRENT, Reserved.OUTCOME_SEAT):
        new.V[reserved] = _seat(program, state.V[reserved])
    new.V[Reserved.OUT] = _mask(program, state.V[Reserved.OUT])
    return State(program, new.V, new.Z, [])


def _turn_numbers(program: Program, zone: ZoneDef, old: State, new: State) -> None:
    for index in range(zone.count):
        value = old.V[zone.base + index]
        if zone.storage == "value" and zone.holds.form == "seat":
            value = _seat(program, value)
        new.V[zone.base + _index(program, zone, index)] = value


def _turn_lists(program: Program, zone: ZoneDef, old: State, new: State) -> None:
    parts = 3 if zone.storage == "deck" else 1
    of_seats = zone.storage == "list" and (zone.holds.element or zone.holds).form == "seat"
    for index in range(zone.count):
        for part in range(parts):
            items = old.Z[zone.base + index * parts + part]
            if of_seats:
                items = tuple(sorted(_seat(program, item) for item in items))
            new.Z[zone.base + _index(program, zone, index) * parts + part] = items


def _index(program: Program, zone: ZoneDef, index: int) -> int:
    """Return where the part of a zone goes: to the same part of the next seat."""
    if not zone.per_seat:
        return index
    return (index + zone.count // program.players) % zone.count


def _seat(program: Program, seat: int) -> int:
    return (seat + 1) % program.players if seat >= 0 else seat


def _mask(program: Program, mask: int) -> int:
    top = mask >> (program.players - 1) & 1
    return (mask << 1 | top) & ((1 << program.players) - 1)


def seats_are_alike(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Questions about a seat have the same answers when the seats are turned."""
    state = trail.last
    rules, raw = state.rules, state.raw()
    raw.stack.clear()
    other = turned(raw)
    for name, origin, ask in _questions(rules):
        for seat in range(state.players):
            try:
                here, there = ask(raw, seat), ask(other, _seat(rules.program, seat))
            except RuleError:
                continue
            if here != there:
                return _unlike(rules.program, name, origin, seat, (here, there))
    return None


Ask = Callable[[State, int], object]


def _questions(rules: Rules) -> Iterator[tuple[str, int, Ask]]:
    """Yield what can be asked of each seat: a name, where it stands, and how."""
    for index, value in enumerate(rules.program.values):
        if _is_of_a_seat(value):

            def ask(state: State, seat: int, index: int = index) -> object:
                return rules.machine.value(state, index, (seat,))

            yield value.name.replace("#", ""), value.origin, ask
    yield "the place in the ranking", -1, lambda state, seat: _place(rules, state, seat)


def _is_of_a_seat(value: ValueDef) -> bool:
    alone = value.per_seat and len(value.params) == 1
    return alone and value.result.form in ("number", "yesno", "icon")


def _place(rules: Rules, state: State, seat: int) -> Value:
    groups = ranking_of(rules.machine, state, scores_of(rules.machine, state))
    return next(number for number, group in enumerate(groups) if seat in group)


def _unlike(program: Program, name: str, origin: int, seat: int, found: tuple[object, object]) -> Problem:
    after = _seat(program, seat)
    details = (
        f"seat {seat + 1} has {found[0]}; with all it has given to seat {after + 1}, that one has {found[1]}",
    )
    message = f"{name} depends on the number of the seat"
    return Problem(message, details, place(program, origin), name, severity=Severity.WARNING)


def one_seat(rules: Rules) -> str:
    """Say that there is nobody to compare a seat with."""
    program = rules.program
    return "there is one seat" if program.players == 1 else ""


# ------------------------------------------------------------------------------ equal turns


def turns_are_equal(trail: Trail, _known: Problem | None = None) -> Problem | None:
    """Each seat has had as many turns as any other when a round is over."""
    state = trail.last
    V = state.raw().V
    if not state.over or V[Reserved.OUT] or V[Reserved.OUTCOME] not in (Outcome.NONE, Outcome.ROUND):
        return UNTESTED
    counts = witness_of(trail).turns[len(trail.states) - 1]
    if len(set(counts)) == 1:
        return None
    told = ", ".join(f"seat {seat + 1} {count}" for seat, count in enumerate(counts))
    program = trail.program
    verb = next(verb for verb in program.verbs if verb.is_turn)
    message = "the last round was finished, and not all seats have had as many turns"
    return Problem(message, (told,), place(program, verb.origin), "turns", severity=Severity.WARNING)


def turns_are_free(rules: Rules) -> str:
    """Say why turns need not be equal."""
    program = rules.program
    if program.players == 1:
        return "there is one seat"
    turns = {number for number, verb in enumerate(program.verbs) if verb.is_turn}
    if not turns:
        return "no verb is a turn"
    callers = [
        verb.name
        for verb in program.verbs
        for instruction in verb.code.instructions
        if isinstance(instruction, Invoke) and instruction.verb in turns
    ]
    return "" if callers == ["round"] else "turns are not only those of a round"


SEATS = Check("seats", "seats are alike where the rules are", "some", seats_are_alike, one_seat)
TURNS = Check("turns", "each seat has as many turns", "whole", turns_are_equal, turns_are_free)
