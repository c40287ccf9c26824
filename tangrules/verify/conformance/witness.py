"""A game played once more and heard, for what only that tells: turns, chance, what is mixed.

It is the same game: whoever hears it compares each position with that of the game itself.
"""

from __future__ import annotations

from collections import OrderedDict

from tangrules.play.game_state import GameState
from tangrules.play.mixing import Lots as Mixed
from tangrules.play.mixing import bags_of
from tangrules.play.recorder import Recorder
from tangrules.runtime.state import State, Value
from tangrules.verify.conformance.trail import Trail

_KEPT = 4

Lots = tuple[int, ...]
"""For each piece the lot it belongs to: the least piece that it has been mixed with."""


def witness_of(trail: Trail) -> Witness:
    """Return the witness of a game, brought up to its last position."""
    first = trail.states[0]
    known = _known.get(id(first))
    if known is None or known.first is not first or not known.fits(trail):
        known = _known[id(first)] = Witness(trail)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    known.follow(trail)
    return known


class Witness(Recorder):
    """Hears a game in the interpreter, and goes on from where it came to last.

    For each position: `lots` are the pieces that have been mixed, `turns` how many each seat has begun.
    `outcomes` is what chance gave in the whole game.
    """

    def __init__(self, trail: Trail) -> None:
        rules = trail.last.rules
        super().__init__(rules.program)
        self.first: GameState = trail.states[0]
        self.lots: list[Lots] = []
        self.turns: list[tuple[int, ...]] = []
        self._program = rules.program
        self._entries = trail.entries[:0]
        self._bags = bags_of(rules.program)
        self._seen: dict[int, tuple[int, ...]] = {}
        self._mixed = Mixed(len(rules.program.pieces))
        self._is_mixed = False
        self._begun = [0] * rules.program.players
        self._machine = rules.stepping(self)
        self._state = rules.blank(trail.seed)
        self._machine.run(self._state)
        self._note(self.first)

    def fits(self, trail: Trail) -> bool:
        """Whether a game begins as the one that was played here, or goes on from it."""
        common = min(len(self._entries), len(trail.entries))
        return self._entries[:common] == trail.entries[:common]

    def follow(self, trail: Trail) -> None:
        """Play on to the last position of a game."""
        entries = trail.entries
        for number, (_, seat, answer) in enumerate(entries[len(self.lots) - 1 :], len(self.lots)):
            self._machine.advance(self._state, answer, seat)
            self._note(trail.states[number])
        if len(entries) > len(self._entries):
            self._entries = entries

    # ------------------------------------------------------------------------------ tracer

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """Look at the bags."""
        self._look(state)

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        """Note a turn."""
        if self._program.verbs[verb].is_turn and isinstance(args[0], int):
            self._begun[args[0]] += 1

    # ------------------------------------------------------------------------------ lots

    def _note(self, played: GameState) -> None:
        if self._state.key() != played.key()[1:] or self._state.rng != played.raw().rng:
            raise AssertionError(f"heard step by step, move {len(self.lots)} leads elsewhere")
        self._look(self._state)
        self.lots.append(self._mixed.all() if self._is_mixed or not self.lots else self.lots[-1])
        self.turns.append(tuple(self._begun))
        self._is_mixed = False

    def _look(self, state: State) -> None:
        for z in self._bags:
            bag = state.Z[z]
            if self._seen.get(z) is not bag:
                self._seen[z] = bag
                self._mixed.join(bag)
                self._is_mixed = True


_known: OrderedDict[int, Witness] = OrderedDict()
