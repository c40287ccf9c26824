"""A program made ready to be played: its two machines, its words and its first position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from tangrules.ir import Program
from tangrules.play.words import Words
from tangrules.runtime.chance import Source
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import State, new_state

if TYPE_CHECKING:
    from tangrules import interpret
    from tangrules.interpret.tracer import Tracer
    from tangrules.play.game import Game
    from tangrules.play.whereabouts import Pieces


class Rules:
    """One program. `machine` plays, `reference` answers questions; both read the same states."""

    program: Program

    def __init__(
        self, program: Program, *, compiled: bool = True, native: bool = False, game: Game | None = None
    ) -> None:
        self.program = program
        self._game = game
        self._compiled = compiled
        self._native = native
        self._blank = new_state(program)

    @property
    def game(self) -> Game:
        """The game that these are rules of, or one of this program alone."""
        if self._game is None:
            from tangrules.play.game import Game

            self._game = Game.of(self.program, compiled=self._compiled, native=self._native)
        return self._game

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import rules_of

        return rules_of, (self.game, self.program.players, self.program.fingerprint)

    @cached_property
    def reference(self) -> interpret.Machine:
        """The interpreter of this program."""
        return _interpreter(self.program)

    @cached_property
    def machine(self) -> Machine:
        """The machine that plays: compiled code, native code if that is asked for, else the interpreter."""
        if self._native:
            return _compile_natively(self.program)
        return _compile(self.program) if self._compiled else self.reference

    @cached_property
    def whereabouts(self) -> Mapping[int, tuple[Pieces, ...]]:
        """The pieces that the rules could ever bring to each instance of a zone, by the zone's number."""
        from tangrules.play.whereabouts import whereabouts  # late: only samples ask for it

        return whereabouts(self.program)

    @cached_property
    def words(self) -> Words:
        """The words of this program."""
        return Words(self.program)

    def stepping(self, tracer: Tracer | None = None) -> interpret.Machine:
        """Return a machine that plays step by step and tells a tracer, or judges a single answer; it is quick at both."""
        if self.machine is self.reference:
            return _interpreter(self.program, tracer)
        from tangrules.play.aided import Aided

        return Aided(self.machine, tracer)

    def blank(self, seed: int, source: Source | None = None) -> State:
        """Return a game before its first instruction."""
        state = self._blank.copy()
        state.rng = seed
        state.source = source
        return state

    def begin(self, seed: int, source: Source | None = None, *, journal: bool) -> State:
        """Return a game at its first decision."""
        state = self.blank(seed, source)
        state.journal = () if journal else None
        self.machine.run(state)
        return state


def _interpreter(program: Program, tracer: Tracer | None = None) -> interpret.Machine:
    """Return an interpreter. It is imported when it is first needed: most games are played without it."""
    from tangrules.interpret import Machine

    return Machine(program, tracer)


def _compile(program: Program) -> Machine:
    """Compile a program. The compiler is imported when it is first needed."""
    from tangrules.emit.machine import compile

    return compile(program)


def _compile_natively(program: Program) -> Machine:
    """Compile a program to machine code, or find it in the cache."""
    from tangrules.native import Machine, load

    return Machine(program, load(program))
