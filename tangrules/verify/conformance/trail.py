"""A game as the checks see it: all its positions, and how to play such a game again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from random import Random

import attrs

from tangrules.diagnostics import IllegalMove, RuleError, Span
from tangrules.ir import Program
from tangrules.play.game import Game
from tangrules.play.game_state import GameState, Move
from tangrules.runtime import driver
from tangrules.runtime.state import Answer, Entry


@attrs.frozen
class Trail:
    """The positions of one game, the first one before any move. There are none if the game cannot begin."""

    game: Game
    players: int
    seed: int
    states: tuple[GameState, ...] = attrs.field(repr=False)

    @property
    def last(self) -> GameState:
        """The position that the game has come to."""
        return self.states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was played."""
        return self.last.history if self.states else ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was played, as the journal keeps it."""
        return entries_of(self.last) if self.states else ()

    @property
    def program(self) -> Program:
        """The rules that were played by."""
        return self.game.rules(self.players).program

    def up_to(self, index: int) -> Trail:
        """Return the game as far as one of its positions."""
        return attrs.evolve(self, states=self.states[: index + 1])


def begin(game: Game, players: int, seed: int) -> Trail:
    """Return a game at its first position. Raises RuleError if its rules fail before that."""
    return Trail(game, players, seed, (game.start(players=players, seed=seed),))


def replayed(game: Game, players: int, seed: int, entries: Iterable[Entry]) -> Trail:
    """Play the moves that are still possible, by whoever is asked, and leave out the others."""
    try:
        states = list(begin(game, players, seed).states)
        for decision, seat, answer in entries:
            found = _after(states[-1], decision, seat, answer)
            if found is not None:
                states.append(found)
    except RuleError:
        return Trail(game, players, seed, ())
    return Trail(game, players, seed, tuple(states))


def _after(state: GameState, decision: int, seat: int, answer: Answer) -> GameState | None:
    choice = driver.open_decision(state.raw())
    if choice is None or choice.decision != decision:
        return None
    try:
        return state.play(answer, seat=seat if seat in state.pending else state.pending[0])
    except (IllegalMove, RuleError):
        return None


def entries_of(state: GameState) -> tuple[Entry, ...]:
    """Return the journal of a position."""
    return state.raw().journal or ()


def whole(state: GameState) -> tuple[object, ...]:
    """Return all that a position consists of, the generator and the past included."""
    raw = state.raw()
    return state.key(), tuple(raw.P), raw.rng, raw.source, raw.journal


def chances(state: GameState, salt: str) -> Random:
    """Return a generator that depends on the position alone, so that a check looks alike at it each time."""
    return Random(zlib.crc32(f"{salt} {state.key()[1:]}".encode()))


def asked_at(state: GameState) -> Span | None:
    """Return the sentence of the scenario that asks the open question."""
    choice = driver.open_decision(state.raw())
    return None if choice is None else place(state.rules.program, choice.origin)


def place(program: Program, origin: int) -> Span | None:
    """Return a place in the scenario."""
    if not 0 <= origin < len(program.origins):
        return None
    found = program.origins[origin]
    return Span.at(found.file, found.line, found.column) if found.file else None
