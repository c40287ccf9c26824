"""What the slots of a program hold that are filled from outside: by answers, and by whoever asks a question."""

from __future__ import annotations

from collections.abc import Iterator

from tangrules import ir
from tangrules.native.kinds import NUMBER, Kind

LIST = Kind("object", 0, NUMBER)
"""A list of numbers in a slot; while it does not matter, 0 stands there."""


def slots_of(program: ir.Program) -> dict[str, Kind]:
    """The kinds, by the names that generated code gives to slots."""
    found: dict[str, Kind] = {}
    for index, value in enumerate(program.values):
        for slot, type_ in enumerate(value.types):
            found[f"a{index}_{slot}"] = _kind(type_.form == "list")
    for index, verb in enumerate(program.verbs):
        for slot, type_ in enumerate(verb.types):
            found[f"s{index}_{slot}"] = _kind(type_.form == "list")
        for done in verb.code.instructions:
            for pick, is_list in _picks(program, done):
                found[f"s{index}_{pick.slot}"] = _kind(pick.amount is not None or is_list)
    return found


def _kind(is_list: bool) -> Kind:
    return LIST if is_list else NUMBER


def _picks(program: ir.Program, done: object) -> Iterator[tuple[ir.Pick, bool]]:
    """The picks of a choice, and whether one element is a list itself. Programs that are made by hand may not tell the
    types of their picks.
    """
    match done:
        case ir.Choose():
            alternatives = done.alternatives
        case ir.Secret():
            alternatives = (done.alternative,)
        case _:
            return
    types = program.decisions[done.decision].picks
    for index, alternative in enumerate(alternatives):
        row = types[index] if index < len(types) else ()
        for place, pick in enumerate(alternative.picks):
            yield pick, place < len(row) and row[place][1].form == "list"
