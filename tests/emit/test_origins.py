"""A failure in compiled code points at the rule's line and names the verbs under way."""

from __future__ import annotations

import attrs
import pytest

from tangrules import ir
from tangrules.diagnostics.errors import RuleError
from tangrules.emit.machine import Machine
from tangrules.interpret import Machine as Interpreter
from tangrules.ir import Const, Load, Local
from tangrules.runtime.state import new_state
from tests.emit.lockstep import compiled
from tests.play.programs import SEAT, op, program, verb

ORIGINS = tuple(ir.Origin("hand.tang", line, 1, f"rule {line}") for line in range(10))
NUMBER = ir.ZoneDef("sum", "value", 9, 1, low=0, high=5)


def program_of(*bodies: ir.Body, framed: bool = False) -> ir.Program:
    """Verbs of these bodies; each calls the next one as its last statement."""
    verbs = []
    for index, body in enumerate(bodies):
        last = index == len(bodies) - 1
        call = () if last else (ir.Invoke(index + 1, (Local(0),), origin=9),)
        verbs.append(verb(f"verb{index}", 6, (*body, *call), framed=framed or index == 0))
    return attrs.evolve(
        program("hand", 2, [0, 0, 0, -1, -1, 0, -1, 0, -1, 0], 0, verbs=tuple(verbs), zones=(NUMBER,)),
        origins=ORIGINS,
    )


def failure(machine: Machine | Interpreter) -> RuleError:
    with pytest.raises(RuleError) as caught:
        machine.run(new_state(machine.program))
    return caught.value


FAILING = {
    "division": (ir.Let(1, Const(1), 2), ir.Store(0, Const(0), op("div", 3, Load(0, Const(0))), 3)),
    "bounds": (ir.Store(0, Const(0), Const(6), 4),),
    "no part": (ir.Store(0, op("sub", Load(0, Const(0)), 1), Const(1), 5),),
    "missing": (ir.If(op("eq", op("surely", op("sub", Load(0, Const(0)), 1)), 0), (), (), 6),),
    "in a loop": (
        ir.ForEach(2, Const((1, 0)), (ir.Store(0, Const(0), op("div", 4, Local(2)), 7),), 3, 4, 8),
    ),
}


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("name", FAILING)
def test_the_same_error_at_the_same_place(name: str, framed: bool) -> None:
    made = program_of((), (), FAILING[name], framed=framed)
    wanted, got = failure(Interpreter(made)), failure(compiled(made))
    assert str(got) == str(wanted)
    assert (got.span, got.trail) == (wanted.span, wanted.trail)
    assert got.span is not None
    assert got.trail == ("in verb2", "in verb1", "in verb0")


@pytest.mark.parametrize("framed", [True, False])
def test_verbs_without_end(framed: bool) -> None:
    again = ir.Invoke(1, (Local(0),), origin=2)
    body = verb("again", 2, (again,), framed=framed)
    made = program_of((), framed=True)
    main = verb("main", 2, (again,), framed=True)
    made = attrs.evolve(made, verbs=(main, body))
    for machine in (Interpreter(made), compiled(made)):
        assert "E-FUEL" in str(failure(machine))


def test_loops_without_end() -> None:
    body: ir.Body = (ir.Add(0, Const(0), Const(1)),)
    for depth in range(4):
        body = (ir.Repeat(Const(10_000), body, depth + 1),)
    made = program_of(body)
    assert "E-FUEL" in str(failure(compiled(made)))


def test_values_point_at_their_own_line() -> None:
    asked = ir.ValueDef("v", ("n",), (SEAT,), ir.TypeInfo("number"), False, 1, op("div", 1, Local(0)), 3)
    made = attrs.evolve(program_of(()), values=(asked,))
    for machine in (Interpreter(made), compiled(made)):
        with pytest.raises(RuleError, match=r"hand\.tang:3:1: a division by zero"):
            machine.value(new_state(made), 0, (0,))
