"""Running: frames, loops, calls, halts, limits, chance asked of the caller, events."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tangrules import ir
from tangrules.diagnostics import ChanceError, IllegalMove, RuleError
from tangrules.interpret import Machine
from tangrules.ir import Const, Load, Local, ZoneDef
from tangrules.lower.flatten import flatten
from tangrules.play.recorder import Recorder
from tangrules.runtime import driver
from tangrules.runtime.chance import Caller, NeedChance
from tangrules.runtime.state import Answer, State, Value, new_state
from tests.play import programs
from tests.play.programs import op

SUM = 9


def verb(name: str, body: ir.Body, params: Sequence[str] = ("you",), **rest: object) -> ir.VerbDef:
    kinds = (programs.SEAT,) * len(params)
    return ir.VerbDef(name, tuple(params), kinds, 8, body, flatten(body)[0], **rest)  # type: ignore[arg-type]


def program_of(*verbs: ir.VerbDef, **rest: object) -> ir.Program:
    """A program with one number, `sum`, from -5 to 100, and a list."""
    zones = (
        ZoneDef("sum", "value", SUM, 1, low=-5, high=100),
        ZoneDef("log", "list", 0, 1, holds=ir.TypeInfo("list", element=programs.NUMBER)),
    )
    return programs.program("sums", 2, [0, 0, 0, -1, -1, 0, -1, 0, 0, 0], 1, verbs=verbs, zones=zones, **rest)


def run(*verbs: ir.VerbDef, **rest: object) -> State:
    program = program_of(*verbs, **rest)
    state = new_state(program)
    Machine(program).run(state)
    return state


def add(value: ir.Expr | int) -> ir.Add:
    return ir.Add(0, Const(0), Const(value) if isinstance(value, int) else value)


def test_loops_run_over_what_was_there_at_their_start() -> None:
    grown = ir.Store(1, Const(0), op("concat", Load(1, Const(0)), Const((9,))))
    body = (
        ir.Store(1, Const(0), Const((1, 2, 3))),
        ir.ForEach(1, Load(1, Const(0)), (grown, add(Local(1))), 2, 3),
        ir.Repeat(Const(2), (add(10),), 4),
    )
    state = run(verb("main", body, ()))
    assert state.V[SUM] == 26
    assert state.Z == [(1, 2, 3, 9, 9, 9)]


def test_leaving_a_block_skips_the_rest_of_it() -> None:
    leave = ir.ForEach(
        1, Const((1, 2, 3)), (ir.If(op("eq", Local(1), 2), (ir.Exit(5),)), add(Local(1))), 2, 3
    )
    assert run(verb("main", (ir.Block(5, (leave, add(50))), add(4)), ())).V[SUM] == 5


def test_a_number_stays_within_its_bounds_when_added_to() -> None:
    assert run(verb("main", (add(70), add(70)), ())).V[SUM] == 100
    assert run(verb("main", (add(-70),), ())).V[SUM] == -5


def test_setting_a_number_out_of_bounds_fails_with_the_rule_s_place() -> None:
    with pytest.raises(RuleError, match="sum cannot be 101: it goes from -5 to 100") as caught:
        run(verb("main", (ir.Store(0, Const(0), Const(101), origin=1),), ()))
    assert str(caught.value.span) == "hand.tang:7:5"
    assert caught.value.trail == ("in main",)


def test_a_checked_call_is_passed_over_where_a_requirement_fails() -> None:
    main = verb("main", (ir.Invoke(1, (Const(0),), True), ir.Invoke(1, (Const(1),), True)), ())
    only_one = ir.Condition(op("eq", Local(0), 1), "one")
    assert run(main, verb("called", (add(7),), requirements=(only_one,))).V[SUM] == 7


def test_the_caller_s_locals_survive_a_call() -> None:
    body = (ir.Let(1, Const(5)), ir.Invoke(1, (Const(0),)), add(Local(1)))
    assert run(verb("main", body, ()), verb("called", (ir.Let(1, Const(70)),))).V[SUM] == 5


def test_a_halt_leaves_all_verbs_and_goes_on_with_the_scoring() -> None:
    calls = (ir.Invoke(1, (Const(1),)), add(30))
    final = (add(1),)
    main = verb("main", calls + final, ())
    stop = verb("called", (ir.Latch(ir.Outcome.WINS, Local(0), 0), add(60)))
    state = run(main, stop, final_pc=2)
    assert state.V[SUM] == 1
    assert state.V[ir.Reserved.HALT] == 2
    assert state.V[ir.Reserved.OUTCOME_SEAT] == 1


def test_the_strongest_outcome_stands_and_the_first_seat_is_kept() -> None:
    latches = (
        ir.Latch(ir.Outcome.ROUND, Const(1), 4),
        ir.Latch(ir.Outcome.TURN, Const(0), 5),
        ir.Latch(ir.Outcome.ROUND, Const(0), 6),
    )
    state = run(verb("main", latches, ()))
    assert state.V[2:5] == [ir.Outcome.ROUND, 1, 4]


def test_endless_calls_are_stopped() -> None:
    with pytest.raises(RuleError, match="verbs were under way at once") as caught:
        run(verb("main", (ir.Invoke(1, (Const(0),)),), ()), verb("called", (ir.Invoke(1, (Const(0),)),)))
    assert caught.value.trail == ("in called", "and so on, 500 times around", "in main")


def test_endless_work_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "STEPS_AT_MOST", 1_000)
    inner = ir.Repeat(Const(10_000), (ir.Repeat(Const(10_000), (add(1),), 2),), 1)
    with pytest.raises(RuleError, match="does not end"):
        run(verb("main", (inner,), ()))


def test_an_illegal_answer_is_refused() -> None:
    machine, state = Machine(programs.duel()), new_state(programs.duel())
    machine.run(state)
    with pytest.raises(IllegalMove):
        machine.run(state, (0, 9))


def test_running_on_at_an_open_decision_changes_nothing() -> None:
    for program in (programs.duel(), programs.cards(), programs.bids()):
        machine, state = Machine(program), new_state(program)
        machine.run(state)
        machine.run(state, machine.answers(state)[0])
        before = state.key()
        machine.run(state)
        assert state.key() == before


def test_secret_answers_may_come_in_any_order() -> None:
    program = programs.bids((3, 3, 3))
    machine, first = Machine(program), new_state(program)
    machine.run(first)
    second = first.copy()
    for seat in (0, 1, 2):
        machine.run(first, (seat,), seat)
    for seat in (2, 0, 1):
        machine.run(second, (seat,), seat)
    assert first == second
    assert first.V[9:12] == [3, 3, 1]


def test_half_answered_secrets_are_equal_whoever_came_first() -> None:
    program = programs.bids((3, 3, 3))
    machine, first = Machine(program), new_state(program)
    machine.run(first)
    second = first.copy()
    for seat in (0, 2):
        machine.run(first, (1,), seat)
    for seat in (2, 0):
        machine.run(second, (1,), seat)
    assert first == second
    assert machine.seats(first) == (1,)


def test_a_seat_with_one_secret_answer_is_not_asked() -> None:
    program = programs.bids((3, 3, 0))
    machine, state = Machine(program), new_state(program)
    machine.run(state)
    assert machine.seats(state) == (0, 1)


def test_nobody_is_asked_twice_in_secret() -> None:
    program = programs.bids()
    machine, state = Machine(program), new_state(program)
    machine.run(state)
    machine.run(state, (1,), 0)
    with pytest.raises(IllegalMove, match="seat 1 has nothing to answer now"):
        machine.run(state, (1,), 0)


def test_a_verb_can_be_called_by_itself() -> None:
    program = programs.duel()
    machine, state = Machine(program), new_state(program)
    machine.call(state, 1, (1,))
    assert machine.seats(state) == (1,)
    machine.run(state, (0, 4))
    assert state.V[9 + 4] == 5
    assert not state.stack


def test_legality_of_a_verb_is_asked_with_its_doer() -> None:
    called = verb("called", (), requirements=(ir.Condition(op("eq", Local(0), 1)),))
    program = program_of(verb("main", (), ()), called)
    machine = Machine(program)
    assert [machine.legal(new_state(program), 1, (seat,)) for seat in (0, 1)] == [False, True]


def play_with_a_caller(wanted: Sequence[int]) -> State:
    program = programs.cards()
    machine, state = Machine(program), new_state(program)
    state.source = Caller()
    queue = list(wanted)
    while True:
        try:
            machine.run(state)
        except NeedChance as need:
            state.source = Caller(queue.pop(0) if need.name == "deck" else None)
            continue
        return state


def test_the_caller_decides_chance_one_draw_at_a_time() -> None:
    state = play_with_a_caller([6, 2])
    assert state.Z[3] == (2, 6)
    assert state.Z[1] == (0, 1, 3, 4, 5, 7)


def test_the_caller_cannot_decide_the_impossible() -> None:
    with pytest.raises(ChanceError, match="6 is not among 0, 1, 2, 3, 4, 5, 7"):
        play_with_a_caller([6, 6])


class Listener(Recorder):
    """Notes events as tuples."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.heard: list[tuple[object, ...]] = []

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        self.heard.append(("entered", verb, args))

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        self.heard.append(("changed", zone, index, old, new, origin))

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        self.heard.append(("moved", piece, old, new, origin))

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        self.heard.append(("answered", decision, seat, answer, forced, origin))


def test_a_tracer_hears_calls_answers_moves_and_changes() -> None:
    program = programs.duel()
    listener = Listener(program)
    machine, state = Machine(program, listener), new_state(program)
    machine.run(state)
    machine.run(state, (0, 4))
    assert listener.heard == [
        ("entered", 1, (0,)),
        ("answered", 0, 0, (0, 4), False, 1),
        ("moved", 0, -1, 13, 1),
        ("entered", 1, (1,)),
    ]


def test_a_tracer_hears_old_and_new_numbers() -> None:
    program = programs.bids()
    listener = Listener(program)
    machine, state = Machine(program, listener), new_state(program)
    machine.run(state)
    machine.run(state, (2,))
    machine.run(state, (1,))
    assert ("changed", 0, 0, 3, 1, 1) in listener.heard
    assert ("answered", 0, 2, (0,), True, 1) in listener.heard
