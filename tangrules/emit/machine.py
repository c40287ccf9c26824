"""The machine that runs compiled code. It has the interface of the interpreter's, and the same states and
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NoReturn, cast

from tangrules.diagnostics.errors import IllegalMove, RuleError, UsageError
from tangrules.emit.effects import add_row, open_rows, rows_by_seat
from tangrules.emit.fuel import FUEL, HALT
from tangrules.emit.loader import Loaded, load
from tangrules.emit.origins import explained
from tangrules.ir import Choose, Program, Secret
from tangrules.runtime import driver
from tangrules.runtime.chance import Caller
from tangrules.runtime.state import Answer, Frame, State, Value

DONE, ASKS, STOPPED, CALLS = range(4)
"""What a function of a framed verb returns."""


class Machine:
    """Runs the states of one program; it holds nothing of any state."""

    program: Program

    def __init__(self, program: Program, loaded: Loaded | None = None) -> None:
        self.program = program
        self.loaded = loaded or load(program)
        names = self.loaded.names
        self._run: dict[int, Callable[..., int]] = names["RUN"]
        self._take: dict[tuple[int, int], Callable[..., int]] = names["TAKE"]
        self._ask: dict[tuple[int, int], Callable[..., list[Answer]]] = names["ASK"]
        self._seat: dict[tuple[int, int], Callable[..., Any]] = names["SEAT"]
        self._fuel: list[int] = names["F"]
        self._secret = self._ask.keys() - self._take.keys()

    # ------------------------------------------------------------------ the interface of machines

    def run(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """Give an answer, if there is one, and go on until a decision is open or the game is over."""
        if answer is not None and not self.is_legal(state, answer, seat):
            if not state.stack:
                raise IllegalMove("the game is over")
            raise IllegalMove(f"{answer} is not a legal answer now")
        self.advance(state, answer, seat)

    def advance(self, state: State, answer: Answer | None = None, seat: int = -1) -> None:
        """The same as `run`, for an answer that is known to be legal."""
        if isinstance(state.source, Caller):
            raise UsageError("only the interpreter can ask the caller for chance")
        self._fuel[0] = FUEL
        try:
            if answer is None:
                if self._is_asking_in_secret(state):
                    return
                self._go_on(state)
            else:
                self._answer(state, answer, seat)
        except Exception as error:
            self._fail(error, state)

    def answers(self, state: State, seat: int = -1) -> Sequence[Answer]:
        """Return the legal answers of the open decision, of one seat at a Secret."""
        if not state.stack:
            return ()
        frame = state.stack[-1]
        at = frame[0], frame[1]
        if at not in self._take and isinstance(driver.open_decision(state), Secret):
            seat = driver.secret_seat(self.seats(state), seat)
        try:
            return tuple(self._ask[at](state, frame, seat))
        except Exception as error:
            self._fail(error, state)

    def seats(self, state: State) -> tuple[int, ...]:
        """Return the seats that may answer now: one at a Choose, all that have not answered at a Secret."""
        choice = driver.open_decision(state)
        if choice is None:
            return ()
        frame = state.stack[-1]
        found = self._seat[frame[0], frame[1]](state, frame)
        if isinstance(choice, Choose):
            return (cast(int, found),)
        answered = rows_by_seat(_rows(frame, choice), 1 + len(choice.alternative.picks))
        return tuple(seat for seat in found if seat not in answered)

    def is_legal(self, state: State, answer: Answer, seat: int = -1) -> bool:
        """Whether an answer is legal now."""
        return answer in self.answers(state, seat)

    def value(self, state: State, index: int, args: Sequence[Value] = ()) -> Value:
        """Answer the question `values[index]`."""
        function, needs = self.loaded.value(index)
        try:
            return cast(Value, function(*[getattr(state, name) for name in needs], *args))
        except Exception as error:
            self._fail(error, state, self.program.values[index].origin)

    def legal(self, state: State, verb: int, args: Sequence[Value]) -> bool:
        """Whether a verb's requirements hold, doer first."""
        if not self.program.verbs[verb].requirements:
            return True
        function, needs = self.loaded.legal(verb)
        try:
            return bool(function(*[getattr(state, name) for name in needs], *args))
        except Exception as error:
            self._fail(error, state)

    def call(self, state: State, verb: int, args: Sequence[Value]) -> None:
        """Run one verb on an otherwise empty stack, until it asks or is done."""
        if self.program.verbs[verb].framed:
            state.stack[:] = [driver.first_frame(self.program, verb, args)]
            self.advance(state)
            return
        state.stack.clear()
        self._fuel[0] = FUEL
        try:
            if self.loaded.names[f"verb_{verb}"](state, state.V, state.Z, state.P, *args):
                driver.settle_halt(state)
                self._go_on(state)
        except Exception as error:
            self._fail(error, state)

    def random_playout(self, state: State, rng: Random | int) -> int:
        """Play a state at random to the end; return how many decisions had more than one answer."""
        play = self.loaded.play()
        self._fuel[0] = FUEL
        game = self.loaded.game(rng)
        try:
            while self._is_asking_in_secret(state):
                found = self.answers(state)
                if len(found) > 1:
                    game[1] += 1
                self._answer(state, found[int(game[0]() * len(found)) if len(found) > 1 else 0], -1)
            self._go_on(state, play, (game,))
        except Exception as error:
            self._fail(error, state)
        return cast(int, game[1])

    # ------------------------------------------------------------------ running

    def _go_on(
        self,
        state: State,
        functions: dict[int, Callable[..., int]] | None = None,
        extra: tuple[Any, ...] = (),
    ) -> None:
        """Run the frames on the stack, the top one first."""
        functions = functions or self._run
        V, Z, P, stack = state.V, state.Z, state.P, state.stack
        while stack:
            if V[HALT] == 1:
                driver.settle_halt(state)
            frame = stack.pop()
            base = len(stack)
            result = functions[frame[0]](state, V, Z, P, *extra, *frame[1:])
            if result and self._settle(state, result, base):
                return

    def _settle(self, state: State, result: int, base: int) -> bool:
        """Deal with a verb that was left before its end; whether a decision is open."""
        if result == STOPPED:
            driver.settle_halt(state)
            return False
        state.stack[base:] = state.stack[: base - 1 if base else None : -1]
        if len(state.stack) > driver.DEPTH_AT_MOST:
            raise driver.too_deep()
        return result == ASKS

    def _answer(self, state: State, answer: Answer, seat: int) -> None:
        frame = state.stack[-1]
        take = self._take.get((frame[0], frame[1]))
        if take is None:
            self._answer_in_secret(state, answer, seat)
            return
        stack = state.stack
        stack.pop()
        base = len(stack)
        result = take(state, state.V, state.Z, state.P, frame, answer)
        if not (result and self._settle(state, result, base)):
            self._go_on(state)

    # ------------------------------------------------------------------ secret choices

    def _answer_in_secret(self, state: State, answer: Answer, seat: int) -> None:
        choice = driver.open_decision(state)
        assert isinstance(choice, Secret)
        frame = state.stack[-1]
        width = 1 + len(choice.alternative.picks)
        flat = add_row(
            _rows(frame, choice), width, driver.secret_seat(self.seats(state), seat), cast(Any, answer)
        )
        opened = open_rows(flat, width, self._seat[frame[0], frame[1]](state, frame))
        at = choice.result + 2
        if opened is None:
            state.stack[-1] = _with(frame, frame[1], at, flat)
            return
        state.stack[-1] = _with(frame, frame[1] + 1, at, opened)
        self._go_on(state)

    def _is_asking_in_secret(self, state: State) -> bool:
        """Whether a secret choice has begun: its rows are a list then, not 0."""
        if not state.stack:
            return False
        frame = state.stack[-1]
        if (frame[0], frame[1]) not in self._secret:
            return False
        done = self.program.verbs[frame[0]].code.instructions[frame[1]]
        return isinstance(done, Secret) and isinstance(frame[2 + done.result], tuple)

    # ------------------------------------------------------------------ errors

    def _fail(self, error: Exception, state: State, origin: int | None = None) -> NoReturn:
        """Raise what went wrong as an error of the rules, with its place in the scenario."""
        if isinstance(error, (RuleError, ZeroDivisionError, RecursionError)):
            raise explained(error, state, self.loaded, origin) from None
        raise error


def _with(frame: Frame, pc: int, at: int, value: Value) -> Frame:
    """The frame at another pc, with one of its locals changed."""
    slots: list[Value] = list(frame)[2:]
    slots[at - 2] = value
    return frame[0], pc, *slots


def _rows(frame: Any, choice: Secret) -> tuple[int, ...]:
    rows = frame[choice.result + 2]
    return rows if isinstance(rows, tuple) else ()


def compile(program: Program) -> Machine:
    """Compile a program, or find it compiled in the cache."""
    return Machine(program)
