"""What both machines share: frames, the open decision, the halt, the limits.

Facts about running that the interpreter and compiled code must agree on, because states are interchangeable:

* Invoke stores the caller's frame as `(verb, pc + 1, locals live at pc)` and pushes the callee's, if it is
  framed.
* A suspended Choose or Secret stands as `(verb, pc, locals live at pc)`; a Secret keeps its `result` slot
  as well: the rows given so far, in seat order. A seat with a single answer gives it at once; a Secret
  starts with no rows whenever it is reached.
* A domain that holds an element twice offers it once. A waiver counts only where it is needed: the waivers
  of an answer cover what fails, and no fewer of them would.
* Latch with Outcome.GAME or more sets V[HALT] to 1, and no further instruction of the running verbs is
  done: the stack becomes the main verb's frame at `final_pc`, all locals 0, and V[HALT] 2 (stopped, latches
  halt no more).
* A failing rule raises RuleError; the caller, who ran a copy, throws the state away.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from tangrules.diagnostics.errors import IllegalMove, RuleError
from tangrules.diagnostics.span import Span
from tangrules.ir import KEEP_END, Choose, Outcome, Program, Reserved, Secret
from tangrules.runtime.state import Answer, Frame, State, Value
from tangrules.runtime.trail import never_rest, trail

PUSHES_AT_MOST = 10_000
"""So many framed verbs may begin between two answers."""

STEPS_AT_MOST = 1_000_000
"""So many instructions the interpreter does between two answers."""

DEPTH_AT_MOST = 500
"""So many verbs may be under way at once."""

NO_ANSWER = "has no answer to a secret choice"
"""What is said of a seat that is asked in secret and has nothing to answer."""


class Machine(Protocol):
    """Runs states of one program. The interpreter and compiled code are alike in all they do."""

    program: Program

    def run(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """Give an answer, if there is one, and go on until a decision is open or the game is over.

        `seat` says whose answer it is at a Secret; -1 is the first seat that has not answered.
        """

    def advance(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """The same as `run`, for an answer that is known to be legal."""

    def answers(self, state: State, seat: int = -1) -> Sequence[Answer]:
        """Return the legal answers of the open decision, of one seat at a Secret."""

    def value(self, state: State, index: int, args: Sequence[Value] = ()) -> Value:
        """Answer the question `values[index]`."""

    def legal(self, state: State, verb: int, args: Sequence[Value]) -> bool:
        """Whether a verb's requirements hold, doer first."""

    def call(self, state: State, verb: int, args: Sequence[Value]) -> None:
        """Run one verb on an otherwise empty stack, until it asks or is done."""

    def random_playout(self, state: State, rng: Random | int) -> int:
        """Play on to the end, answering at random; return how many decisions had several answers.

        `rng` is a generator, or the seed of a new one.
        """


def open_decision(state: State) -> Choose | Secret | None:
    """Return the instruction that waits for an answer, None when the game is over."""
    if not state.stack:
        return None
    verb, pc = state.stack[-1][:2]
    instruction = state.program.verbs[verb].code.instructions[pc]
    if not isinstance(instruction, (Choose, Secret)):
        raise ValueError("this state is not at a decision")
    return instruction


def live_frame(
    program: Program, verb: int, pc: int, go_on: int, values: Sequence[Value], keep: int = -1
) -> Frame:
    """Return the frame to store at `pc`, to go on at `go_on`: with the locals that live (and `keep`)."""
    live = program.verbs[verb].code.live.get(pc)
    if live is None:
        return verb, go_on, *values
    wanted = {*live, keep}
    return verb, go_on, *(value if slot in wanted else 0 for slot, value in enumerate(values))


def live_slots(program: Program, frame: Frame, *, top: bool) -> tuple[int, ...]:
    """Return the locals that matter in a frame at a decision; the top one asks, the others have called."""
    verb, pc = frame[:2]
    code = program.verbs[verb].code
    live = code.live.get(pc if top else pc - 1, tuple(range(program.verbs[verb].slots)))
    instruction = code.instructions[pc]
    return (*live, instruction.result) if top and isinstance(instruction, Secret) else live


def first_frame(program: Program, verb: int, args: Sequence[Value]) -> Frame:
    """Return the frame of a verb that begins, its arguments in its first slots."""
    slots: tuple[Value, ...] = (*args, *([0] * (program.verbs[verb].slots - len(args))))
    return verb, 0, *slots


def latch(state: State, outcome: int, seat: int, end: int) -> None:
    """Note that an end was reached. The strongest outcome stands; a seat stays, unless one wins or loses."""
    V = state.V
    if outcome <= V[Reserved.OUTCOME]:
        return
    if V[Reserved.OUTCOME] == Outcome.NONE or outcome in (Outcome.WINS, Outcome.LOSES):
        V[Reserved.OUTCOME_SEAT] = seat
    V[Reserved.OUTCOME] = outcome
    if end != KEEP_END:
        V[Reserved.OUTCOME_END] = end
    if outcome >= Outcome.GAME and V[Reserved.HALT] == 0:
        V[Reserved.HALT] = 1


def halted(state: State) -> bool:
    """Whether the game has just been stopped and the frames are still there."""
    return state.V[Reserved.HALT] == 1


def settle_halt(state: State) -> None:
    """Leave all verbs under way and go on with the scoring."""
    program = state.program
    state.V[Reserved.HALT] = 2
    state.stack[:] = [(program.main, program.final_pc, *([0] * program.verbs[program.main].slots))]


def leave(state: State, seat: int) -> None:
    """Note that a seat is out."""
    if seat >= 0:
        state.V[Reserved.OUT] |= 1 << seat


def in_play(state: State) -> tuple[int, ...]:
    """Return the seats that have not left."""
    out, seats = state.V[Reserved.OUT], range(state.program.players)
    return tuple([seat for seat in seats if not out >> seat & 1] if out else seats)


def secret_seat(waiting: Sequence[int], seat: int) -> int:
    """The seat that answers a secret choice: the one named, or (for -1) the first of those that are waited for."""
    if seat == -1 and waiting:
        return waiting[0]
    if seat not in waiting:
        raise IllegalMove(f"seat {seat + 1} has nothing to answer now")
    return seat


def too_deep() -> RuleError:
    """Return the error for verbs that call each other without end."""
    return RuleError(f"more than {DEPTH_AT_MOST} verbs were under way at once (E-FUEL)")


def too_long() -> RuleError:
    """Return the error for an answer whose consequences do not end."""
    return RuleError("what follows this answer does not end (E-FUEL)")


def located(error: RuleError, state: State, origin: int) -> RuleError:
    """Return the error with the rule's place and the verbs under way, unless it has a place already."""
    if error.span is not None:
        return error
    program = state.program
    names = [program.verbs[frame[0]].name for frame in reversed(state.stack)]
    span = None
    if 0 <= origin < len(program.origins):
        place = program.origins[origin]
        span = Span.at(place.file, place.line, place.column)
    return RuleError(never_rest(names) or str(error.args[0]), span, trail(names))
