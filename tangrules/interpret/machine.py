"""The reference machine: it does one instruction at a time and writes the frame back after each.

Every verb runs on the state's stack, plain ones too, so a run may be left before any draw (see
`chance.Caller`) and there is no Python recursion between verbs. Nothing is written before the expressions
of an instruction are evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from tangrules.diagnostics.errors import IllegalMove, RuleError
from tangrules.interpret import answers, operations
from tangrules.interpret.evaluate import Evaluator, Locals
from tangrules.interpret.instructions import EFFECTS, Activation
from tangrules.interpret.tracer import Tracer
from tangrules.ir import (
    Again,
    Alternative,
    Choose,
    Instruction,
    Invoke,
    Jump,
    JumpUnless,
    Next,
    Program,
    Return,
    Secret,
)
from tangrules.runtime import driver
from tangrules.runtime.state import Answer, State, Value


class Machine:
    """Runs the states of one program; it holds nothing of any state."""

    program: Program

    def __init__(self, program: Program, tracer: Tracer | None = None) -> None:
        self.program = program
        self.tracer = tracer
        self.evaluator = Evaluator(program)

    def run(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """Give an answer, if there is one, and go on until a decision is open or the game is over."""
        if answer is not None and not self.is_legal(state, answer, seat):
            raise IllegalMove(f"{answer} is not a legal answer now" if state.stack else "the game is over")
        self.advance(state, answer, seat)

    def advance(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """The same as `run`, for an answer that is known to be legal."""
        try:
            if answer is None:
                asking = self._is_asking_in_secret(state)
            else:
                asking = self._answer(self._open(state), answer, seat)
            if not asking:
                self._go_on(state)
        except RuleError as error:
            raise driver.located(error, state, self._origin(state)) from None
        except RecursionError:
            raise driver.located(driver.too_deep(), state, self._origin(state)) from None

    def answers(self, state: State, seat: int = -1) -> Sequence[Answer]:
        """Return the legal answers of the open decision, of one seat at a Secret."""
        return tuple(self.each_answer(state, seat))

    def each_answer(self, state: State, seat: int = -1) -> Iterator[Answer]:
        """Give the legal answers of the open decision one by one, of one seat at a Secret."""
        choice = driver.open_decision(state)
        if choice is None:
            return iter(())
        slots = self._open(state).slots
        if isinstance(choice, Choose):
            return answers.choose_answers(self.evaluator, state, choice, slots)
        return answers.secret_answers(
            self.evaluator, state, choice, slots, driver.secret_seat(self.seats(state), seat)
        )

    def seats(self, state: State) -> tuple[int, ...]:
        """Return the seats that may answer now: one at a Choose, all that have not answered at a Secret."""
        choice = driver.open_decision(state)
        if choice is None:
            return ()
        act = self._open(state)
        if isinstance(choice, Choose):
            return (act.number(choice.seat),)
        answered = _rows(choice, act.slots[choice.result])
        return tuple(seat for seat in act.many(choice.seats) if seat not in answered)

    def is_legal(self, state: State, answer: Answer, seat: int = -1) -> bool:
        """Whether an answer is legal now."""
        choice = driver.open_decision(state)
        if choice is None:
            return False
        slots = self.slots_of(state, seat)
        if isinstance(choice, Secret):
            return answers.is_legal(self.evaluator, state, choice.alternative, slots, answer)
        if not answer or isinstance(answer[0], tuple) or not 0 <= answer[0] < len(choice.alternatives):
            return False
        alternative = choice.alternatives[answer[0]]
        if alternative.passes and answers.is_compelled(self.evaluator, state, choice, slots):
            return False
        return answers.is_legal(self.evaluator, state, alternative, slots, answer[1:])

    def masks(self, state: State, alternative: Alternative, picks: Answer, seat: int = -1) -> list[int]:
        """Return the sets of waivers with which these picks are legal, [0] if they are legal as they are."""
        slots = self.slots_of(state, seat)
        for pick, given in zip(alternative.picks, picks, strict=True):
            slots[pick.slot] = given
        return answers.masks(self.evaluator, state, alternative, slots)

    def slots_of(self, state: State, seat: int = -1) -> Locals:
        """Return the locals at the open decision; at a Secret those of one seat."""
        choice = driver.open_decision(state)
        slots = self._open(state).slots
        if isinstance(choice, Secret):
            slots[choice.seat] = driver.secret_seat(self.seats(state), seat)
        return slots

    def value(self, state: State, index: int, args: Sequence[Value] = ()) -> Value:
        """Answer the question `values[index]`."""
        try:
            return self.evaluator.call(state, index, args)
        except RuleError as error:
            raise driver.located(error, state, self.program.values[index].origin) from None

    def legal(self, state: State, verb: int, args: Sequence[Value]) -> bool:
        """Whether a verb's requirements hold, doer first."""
        return self.evaluator.legal(state, verb, args)

    def call(self, state: State, verb: int, args: Sequence[Value]) -> None:
        """Run one verb on an otherwise empty stack, until it asks or is done."""
        state.stack[:] = [driver.first_frame(self.program, verb, args)]
        self.run(state)

    def random_playout(self, state: State, rng: Random | int) -> int:
        """Play on to the end, answering at random; return how many decisions had several answers."""
        rng = Random(rng) if isinstance(rng, int) else rng
        decisions = 0
        self.advance(state)
        while state.stack:
            found = self.answers(state)
            several = len(found) > 1
            self.advance(state, found[int(rng.random() * len(found)) if several else 0])
            decisions += several
        return decisions

    # ------------------------------------------------------------------------------ running

    def _go_on(self, state: State) -> None:
        pushes = steps = 0
        while state.stack:
            if driver.halted(state):
                driver.settle_halt(state)
            depth = len(state.stack)
            if self._step(state):
                return
            steps += 1
            if len(state.stack) > depth:
                pushes += self.program.verbs[state.stack[-1][0]].framed
            if len(state.stack) > driver.DEPTH_AT_MOST:
                raise driver.too_deep()
            if steps > driver.STEPS_AT_MOST or pushes > driver.PUSHES_AT_MOST:
                raise driver.too_long()

    def _step(self, state: State) -> bool:
        """Do one instruction; whether it stopped to ask."""
        act = self._open(state)
        instruction = self.program.verbs[act.verb].code.instructions[act.pc]
        if self.tracer is not None:
            self.tracer.step(state, act.verb, act.pc, getattr(instruction, "origin", 0))
        match instruction:
            case Invoke():
                self._invoke(act, instruction)
            case Return():
                state.stack.pop()
                if self.tracer is not None:
                    self.tracer.left(state, act.verb)
            case Choose():
                return self._choose(act, instruction)
            case Secret():
                return self._ask_secretly(act, instruction)
            case Jump() | JumpUnless() | Next() | Again():
                _move_on(act, instruction)
                self._close(act)
            case _:
                EFFECTS[type(instruction)](act, instruction)
                act.pc += 1
                self._close(act)
        return False

    def _open(self, state: State) -> Activation:
        if not state.stack:
            return Activation(state, self.evaluator, self.tracer, self.program.main, 0, [])
        verb, pc, *slots = state.stack[-1]
        return Activation(state, self.evaluator, self.tracer, verb, pc, slots)

    def _close(self, act: Activation) -> None:
        act.state.stack[-1] = (act.verb, act.pc, *act.slots)

    def _suspend(self, act: Activation, go_on: int, keep: int = -1) -> None:
        act.state.stack[-1] = driver.live_frame(self.program, act.verb, act.pc, go_on, act.slots, keep)

    def _invoke(self, act: Activation, call: Invoke) -> None:
        args = tuple(act.value(arg) for arg in call.args)
        if call.checked and not self.evaluator.legal(act.state, call.verb, args):
            act.pc += 1
            self._close(act)
            if self.tracer is not None:
                self.tracer.passed_over(act.state, call.verb, args, call.origin)
            return
        self._suspend(act, act.pc + 1)
        act.state.stack.append(driver.first_frame(self.program, call.verb, args))
        if self.tracer is not None:
            self.tracer.entered(act.state, call.verb, args, call.origin)

    # ------------------------------------------------------------------------------ decisions

    def _choose(self, act: Activation, choice: Choose) -> bool:
        found = self._found(act, choice)
        if not found:
            act.pc = self._targets(act)[-1]
            self._close(act)
            return False
        if len(found) == 1 and not choice.always:
            self._take(act, choice, found[0], forced=True)
            return False
        self._suspend(act, act.pc)
        return True

    def _found(self, act: Activation, choice: Choose) -> Sequence[Answer]:
        """Return the answers of a choice that has been reached: two are enough, for then it is asked."""
        return list(islice(answers.choose_answers(self.evaluator, act.state, choice, act.slots), 2))

    def _found_in_secret(self, act: Activation, choice: Secret, seat: int) -> Sequence[Answer]:
        """Return those of one seat of a secret choice."""
        return list(islice(answers.secret_answers(self.evaluator, act.state, choice, act.slots, seat), 2))

    def _take(self, act: Activation, choice: Choose, answer: Answer, *, forced: bool) -> None:
        seat = act.number(choice.seat)
        index = answer[0]
        if isinstance(index, tuple):
            raise IllegalMove("an answer begins with the number of its alternative")
        alternative = choice.alternatives[index]
        for pick, given in zip(alternative.picks, answer[1:], strict=False):
            act.slots[pick.slot] = given
        if alternative.waivers:
            act.slots[alternative.mask] = answer[-1]
        act.pc = self._targets(act)[index]
        self._close(act)
        if self.tracer is not None:
            self.tracer.answered(act.state, choice.decision, seat, answer, forced, choice.origin)

    def _targets(self, act: Activation) -> tuple[int, ...]:
        return self.program.verbs[act.verb].code.targets[act.pc]

    def _ask_secretly(self, act: Activation, choice: Secret) -> bool:
        """Begin a secret choice; seats with a single answer give it at once."""
        act.slots[choice.result] = ()
        for seat in act.many(choice.seats):
            found = self._found_in_secret(act, choice, seat)
            if not found:
                raise RuleError(f"seat {seat + 1} {driver.NO_ANSWER}")
            if len(found) == 1:
                self._add_row(act, choice, seat, found[0], forced=True)
        return not self._open_rows(act, choice)

    def _add_row(self, act: Activation, choice: Secret, seat: int, answer: Answer, *, forced: bool) -> None:
        rows = _rows(choice, act.slots[choice.result])
        rows[seat] = answer
        act.slots[choice.result] = _flat(rows, sorted(rows))
        if self.tracer is not None:
            self.tracer.answered(act.state, choice.decision, seat, answer, forced, choice.origin)

    def _open_rows(self, act: Activation, choice: Secret) -> bool:
        """Go on if every seat has answered; whether it was so."""
        seats = act.many(choice.seats)
        rows = _rows(choice, act.slots[choice.result])
        if set(seats) <= set(rows):
            act.slots[choice.result] = _flat(rows, seats)
            act.pc += 1
            self._close(act)
            return True
        self._suspend(act, act.pc, choice.result)
        return False

    def _answer(self, act: Activation, answer: Answer, seat: int) -> bool:
        """Take an answer; whether the decision still waits for others."""
        choice = driver.open_decision(act.state)
        assert choice is not None
        if isinstance(choice, Choose):
            self._take(act, choice, answer, forced=False)
            return False
        self._add_row(act, choice, driver.secret_seat(self.seats(act.state), seat), answer, forced=False)
        return not self._open_rows(act, choice)

    def _is_asking_in_secret(self, state: State) -> bool:
        """Whether a secret choice has begun and waits for more: its rows are a list then, not 0."""
        if not state.stack:
            return False
        act = self._open(state)
        instruction = self.program.verbs[act.verb].code.instructions[act.pc]
        return isinstance(instruction, Secret) and isinstance(act.slots[instruction.result], tuple)

    def _origin(self, state: State) -> int:
        if not state.stack:
            return -1
        verb, pc = state.stack[-1][:2]
        return getattr(self.program.verbs[verb].code.instructions[pc], "origin", -1)


def _move_on(act: Activation, instruction: Instruction) -> None:
    """Do an instruction that only says where to go on."""
    match instruction:
        case Jump(target):
            act.pc = target
        case JumpUnless(test, target):
            act.pc = act.pc + 1 if act.number(test) else target
        case Next(slot, kept, index, target):
            items, at = act.slots[kept], act.slots[index]
            assert isinstance(items, tuple)
            assert isinstance(at, int)
            if at < len(items):
                act.slots[slot], act.slots[index], act.pc = items[at], at + 1, act.pc + 1
            else:
                act.pc = target
        case Again(left, target):
            times = act.slots[left]
            assert isinstance(times, int)
            if times > 0:
                act.slots[left], act.pc = times - 1, act.pc + 1
            else:
                act.pc = target


def _rows(choice: Secret, flat: Value) -> dict[int, Answer]:
    """Return the rows of a secret choice by seat."""
    if isinstance(flat, int):
        return {}
    width = 1 + len(choice.alternative.picks)
    return {flat[at]: flat[at + 1 : at + width] for at in range(0, len(flat), width)}


def _flat(rows: dict[int, Answer], seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(operations.number(item) for seat in seats for item in (seat, *rows[seat]))
