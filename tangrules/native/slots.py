"""What the slots of a program hold that are filled from outside: by answers, and by whoever asks a question."""

from __future__ import annotations

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
            for pick, type_ in _picks(program, done):
                found[f"s{index}_{pick.slot}"] = _kind(pick.amount is not None or type_.form == "list")
    return found


def _kind(is_list: bool) -> Kind:
    return LIST if is_list else NUMBER


def _picks(program: ir.Program, done: object) -> list[tuple[ir.Pick, ir.TypeInfo]]:
    """The picks of a choice, each with its type: a list may be one element among several lists."""
    match done:
        case ir.Choose():
            alternatives = done.alternatives
        case ir.Secret():
            alternatives = (done.alternative,)
        case _:
            return []
    types = program.decisions[done.decision].picks
    return [
        (pick, type_)
        for one, row in zip(alternatives, types, strict=False)
        for pick, (_, type_) in zip(one.picks, row, strict=False)
    ]
