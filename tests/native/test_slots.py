"""What answers put in slots is told by the picks of a choice."""

from __future__ import annotations

import pytest

from tangrules import ir
from tangrules.native.kinds import NUMBER
from tangrules.native.slots import LIST, slots_of
from tests.emit.random_verbs import random_program
from tests.play import programs


@pytest.mark.parametrize("seed", [1001, 1019])
def test_a_list_is_picked_where_no_types_are_told(seed: int) -> None:
    made = random_program(seed)
    assert all(decision.picks == () for decision in made.decisions)
    slots = slots_of(made)
    found = [
        (pick.amount is None, slots[f"s{index}_{pick.slot}"])
        for index, verb in enumerate(made.verbs)
        for done in verb.code.instructions
        if isinstance(done, ir.Choose)
        for alternative in done.alternatives
        for pick in alternative.picks
    ]
    assert (False, LIST) in found
    assert set(found) <= {(False, LIST), (True, NUMBER)}


def test_one_element_is_a_number() -> None:
    made = programs.duel()
    assert slots_of(made)["s1_1"] == NUMBER
