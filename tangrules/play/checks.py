"""What must hold of the numbers in a save: sizes, bounds, places of pieces, frames that fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tangrules.diagnostics.errors import RuleError, SaveError
from tangrules.ir import NIL, Choose, Invoke, Outcome, Program, Reserved, Secret, ZoneDef
from tangrules.play.history import moves_of
from tangrules.play.rules import Rules
from tangrules.play.words import Words, in_range
from tangrules.runtime import driver
from tangrules.runtime.state import Frame, State, Value

if TYPE_CHECKING:
    from tangrules.play.saves import Save


def state_of(save: Save, rules: Rules) -> State:
    """Return the state of a save whose shape is right, or say what is wrong with it."""
    program = rules.program
    _sizes(save, program)
    _numbers(save, rules)
    _containers(save, rules)
    _each_once(save, program)
    stack = [_frame(rules, frame, top=frame is save.stack[-1]) for frame in save.stack]
    _calls(program, stack)
    _journal(save, rules)
    state = State(program, list(save.V), list(save.Z), stack, journal=save.journal)
    _question(rules, state)
    return state


def _sizes(save: Save, program: Program) -> None:
    for name, found, right in (
        ("V", len(save.V), program.v_size),
        ("Z", len(save.Z), program.z_size),
    ):
        if found != right:
            raise _damaged(f"{name} has {found} entries and must have {right}")
    if len(save.stack) > driver.DEPTH_AT_MOST:
        raise _damaged(f"{len(save.stack)} verbs are under way")


def _numbers(save: Save, rules: Rules) -> None:
    program = rules.program
    free = set(range(Reserved.SIZE))
    for zone in program.zones:
        if zone.storage in ("value", "space"):
            for index in range(zone.count):
                offset = zone.base + index
                if save.V[offset] != program.v_initial[offset] and not _fits(rules, zone, save.V[offset]):
                    name = rules.words.instance(zone, index)
                    raise _damaged(f"{name} cannot be {save.V[offset]}")
                free.add(offset)
    if program.know >= 0:
        known = range(program.know, program.know + len(program.pieces))
        if any(not 0 <= save.V[offset] < 1 << program.players for offset in known):
            raise _damaged("what the seats know is out of range")
        free.update(known)
    for offset, (found, initial) in enumerate(zip(save.V, program.v_initial, strict=True)):
        if found != initial and offset not in free:
            raise _damaged(f"V[{offset}] never changes, and is {found} in place of {initial}")
    _reserved(save, program)


def _reserved(save: Save, program: Program) -> None:
    ranges = {
        "turns begun": (Reserved.TURN, 0, 1 << 31),
        "rounds begun": (Reserved.ROUND, 0, 1 << 31),
        "the outcome": (Reserved.OUTCOME, Outcome.NONE, Outcome.ALL_LOSE),
        "the outcome's seat": (Reserved.OUTCOME_SEAT, -1, program.players - 1),
        "the end reached": (Reserved.OUTCOME_END, -1, max(0, len(program.ends) - 1)),
        "the halt": (Reserved.HALT, 0, 2),
        "the seat on turn": (Reserved.CURRENT, -1, program.players - 1),
        "the seats that left": (Reserved.OUT, 0, (1 << program.players) - 1),
    }
    for name, (offset, low, high) in ranges.items():
        if not low <= save.V[offset] <= high:
            raise _damaged(f"{name} cannot be {save.V[offset]}")


def _fits(rules: Rules, zone: ZoneDef, value: int) -> bool:
    if zone.storage == "space":
        return value == -1 or _may_hold(rules, zone, value >> 2 if zone.posed else value)
    if zone.holds.form in ("number", "text", "list"):
        return zone.low <= value <= zone.high or (zone.holds.optional and value in (NIL, -1))
    return in_range(rules.program, rules.words, zone.holds, value)


def _may_hold(rules: Rules, zone: ZoneDef, piece: int) -> bool:
    program = rules.program
    if not 0 <= piece < len(program.pieces):
        return False
    return zone.holds.name not in program.kinds or piece in program.kinds[zone.holds.name]


def _containers(save: Save, rules: Rules) -> None:
    for zone in rules.program.zones:
        parts = {"deck": 3, "set": 1, "row": 1, "pile": 1, "list": 1}.get(zone.storage, 0)
        for index in range(zone.count * parts):
            found = save.Z[zone.base + index]
            name = rules.words.instance(zone, index // parts)
            if zone.storage == "list":
                element = zone.holds.element or zone.holds
                if not all(in_range(rules.program, rules.words, element, item) for item in found):
                    raise _damaged(f"{name} holds what it cannot")
                continue
            if not all(_may_hold(rules, zone, piece) for piece in found):
                raise _damaged(f"{name} holds pieces that it cannot")
            is_sorted = zone.storage == "set" or (zone.storage == "deck" and index % 3 == 1)
            if is_sorted and any(a >= b for a, b in pairwise(found)):
                raise _damaged(f"{name} is not in order")


def _each_once(save: Save, program: Program) -> None:
    """Every piece is in one place."""
    places: list[int] = list(save.box)
    for zone in program.zones:
        if zone.alias:
            continue
        if zone.storage == "space":
            there = [value for value in save.V[zone.base : zone.base + zone.count] if value >= 0]
            places += [value >> 2 if zone.posed else value for value in there]
        elif zone.storage in ("set", "row", "pile", "deck"):
            entries = zone.count * (3 if zone.storage == "deck" else 1)
            for z in range(zone.base, zone.base + entries):
                places += save.Z[z]
    counts = [0] * len(program.pieces)
    for piece in places:
        if not 0 <= piece < len(counts):
            raise _damaged(f"there is no piece {piece}")
        counts[piece] += 1
    for definition, count in zip(program.pieces, counts, strict=True):
        if count != 1:
            raise _damaged(f"{definition.name} is " + ("nowhere" if count == 0 else f"in {count} places"))


def _frame(rules: Rules, saved: Sequence[Value], *, top: bool) -> Frame:
    program = rules.program
    if len(saved) < 2:
        raise _damaged("a frame is too short")
    verb, pc, *slots = saved
    if isinstance(verb, tuple) or not 0 <= verb < len(program.verbs):
        raise _damaged(f"there is no verb {_shown(verb)}")
    definition = program.verbs[verb]
    if isinstance(pc, tuple) or not 0 <= pc < len(definition.code.instructions):
        raise _damaged(f"{definition.name} has no instruction {_shown(pc)}")
    if len(slots) != definition.slots:
        raise _damaged(f"{definition.name} has {len(slots)} locals and must have {definition.slots}")
    live = driver.live_slots(program, (verb, pc, *slots), top=top)
    for slot, value in enumerate(slots):
        if slot not in live and value != 0:
            raise _damaged(f"local {slot} of {definition.name} does not matter any more, and is not 0")
    _arguments(program, rules.words, verb, slots, live)
    return (verb, pc, *slots)


def _arguments(
    program: Program, words: Words, verb: int, slots: Sequence[Value], live: Sequence[int]
) -> None:
    definition = program.verbs[verb]
    for slot, kind in enumerate(definition.types[: len(slots)]):
        value = slots[slot]
        if slot in live and isinstance(value, int) and not in_range(program, words, kind, value):
            raise _damaged(f"{definition.params[slot]} of {definition.name} cannot be {value}")


def _calls(program: Program, stack: list[Frame]) -> None:
    """Each frame but the top one has just called the one above it; the top one asks."""
    for below, above in pairwise(stack):
        code = program.verbs[below[0]].code.instructions
        call = code[below[1] - 1] if below[1] > 0 else None
        if not isinstance(call, Invoke) or call.verb != above[0]:
            names = program.verbs[below[0]].name, program.verbs[above[0]].name
            raise _damaged(f"{names[0]} has not called {names[1]} there")
    if stack:
        verb, pc = stack[-1][:2]
        if not isinstance(program.verbs[verb].code.instructions[pc], Choose | Secret):
            raise _damaged(f"{program.verbs[verb].name} does not ask anything there")


def _journal(save: Save, rules: Rules) -> None:
    program = rules.program
    for decision, seat, _ in save.journal:
        if not 0 <= decision < len(program.decisions) or not 0 <= seat < program.players:
            raise _damaged(f"the history names decision {decision} and seat {seat}, which do not exist")
    try:
        moves_of(rules, save.journal)
    except (IndexError, KeyError, TypeError, ValueError, AssertionError):
        raise _damaged("the history holds what is no answer") from None


def _question(rules: Rules, state: State) -> None:
    """The open question must have somebody to answer it, and an answer."""
    if not state.stack:
        return
    try:
        seats = rules.reference.seats(state)
        fine = bool(seats) and all(0 <= seat < state.program.players for seat in seats)
        fine = fine and all(
            next(rules.reference.each_answer(state, seat), None) is not None for seat in seats
        )
    except (RuleError, IndexError, TypeError, ValueError, AssertionError, KeyError):
        fine = False
    if not fine:
        raise _damaged("the open question cannot be asked")


def _shown(value: Value) -> str:
    return str(list(value) if isinstance(value, tuple) else value)


def _damaged(what: str) -> SaveError:
    return SaveError(f"this save is damaged: {what}")
