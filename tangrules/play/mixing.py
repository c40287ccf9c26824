"""Which pieces nobody could tell apart: those that were mixed, in one game's past.

Where pieces of one kind go into several decks, everybody knows which lie in which, though nobody sees them.
A position does not tell that; the past does. So the game is played once more in the interpreter, and pieces
that were mixed are put into one lot. They are mixed when a deck is shuffled; when one of them leaves a hidden
place unseen, with all that lay there; and when chance, or a secret answer, takes one of several.

Lots are rather too large than too small: one that is too small would tell what is hidden.
"""

from __future__ import annotations

from collections import OrderedDict

from tangrules.ir import Program
from tangrules.play.game_state import GameState
from tangrules.play.silent import SilentTracer
from tangrules.runtime.chance import PICK
from tangrules.runtime.state import BOX, Answer, Entry, State

_KEPT = 4


def lots_of(state: GameState) -> tuple[int, ...] | None:
    """Return the lot of each piece: the least piece that it was mixed with. None if the past is not known."""
    journal = state.raw().journal
    if journal is None:
        return None
    key = id(state.rules), state.beginning.seed, id(state.beginning.source)
    known = _known.get(key)
    if known is None or known.rules is not state.rules or journal[: len(known.played)] != known.played:
        known = _known[key] = Mixing(state)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    known.follow(journal)
    return known.lots.all()


class Lots:
    """Pieces in lots, which are joined."""

    def __init__(self, pieces: int) -> None:
        self._next = list(range(pieces))

    def of(self, piece: int) -> int:
        """Return the lot of a piece."""
        while self._next[piece] != piece:
            piece = self._next[piece]
        return piece

    def join(self, pieces: tuple[int, ...]) -> None:
        """Put pieces, with all that they were mixed with, into one lot."""
        lots = {self.of(piece) for piece in pieces}
        for lot in lots:
            self._next[lot] = min(lots)

    def all(self) -> tuple[int, ...]:
        """Return the lot of each piece."""
        return tuple(self.of(piece) for piece in range(len(self._next)))


def bags_of(program: Program) -> tuple[int, ...]:
    """Return where shuffled parts of decks are."""
    decks = (zone for zone in program.zones if zone.storage == "deck")
    return tuple(z for zone in decks for z in range(zone.base + 1, zone.base + 3 * zone.count, 3))


class Mixing(SilentTracer):
    """Hears a game in the interpreter, and goes on from where it came to last."""

    def __init__(self, state: GameState) -> None:
        self.rules = state.rules
        self.source = state.beginning.source  # kept, so that no other one gets its identity
        self.played: tuple[Entry, ...] = ()
        program = state.rules.program
        self.lots = Lots(len(program.pieces))
        self._program = program
        self._bags = bags_of(program)
        self._open = _open_places(program)
        self._seen: dict[int, tuple[int, ...]] = {}
        self._unseen: set[int] = set()
        self._machine = state.rules.stepping(self)
        self._state = state.rules.blank(state.beginning.seed, self.source)
        self._machine.run(self._state)
        self._look(self._state)

    def follow(self, journal: tuple[Entry, ...]) -> None:
        """Play on to the end of a journal."""
        for _, seat, answer in journal[len(self.played) :]:
            self._machine.advance(self._state, answer, seat)
            self._look(self._state)
        self.played = journal

    # ------------------------------------------------------------------------------ tracer

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """Look at the bags."""
        self._look(state)

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        """Note what chance has picked: it may be a piece that nobody sees."""
        if name == PICK:
            self._unseen.add(item)

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        """Note what has been chosen in secret."""
        asked = self._program.decisions[decision]
        if asked.secret or asked.hidden:
            for pick in answer:
                self._unseen.update(pick if isinstance(pick, tuple) else (pick,))

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        """Join a piece that goes somewhere unseen with those that it might be."""
        if new in self._open:
            return
        if old not in self._open and old != BOX:
            self.lots.join((piece, *self._at(state, old)))
        elif piece in self._unseen:
            kind = self._program.pieces[piece].kind
            alike = (other for other in self._at(state, old) if self._program.pieces[other].kind == kind)
            self.lots.join((piece, *alike))

    def _at(self, state: State, place: int) -> list[int]:
        return [piece for piece, there in enumerate(state.P) if there == place]

    def _look(self, state: State) -> None:
        for z in self._bags:
            if self._seen.get(z) is not state.Z[z]:
                self._seen[z] = state.Z[z]
                self.lots.join(state.Z[z])


def _open_places(program: Program) -> frozenset[int]:
    """Return the places, as a state's `P` names them, that all seats see."""
    found: set[int] = set()
    for zone in program.zones:
        if zone.alias or zone.visibility != "public":
            continue
        if zone.storage == "space":
            found.update(range(zone.base, zone.base + zone.count))
        elif zone.storage == "deck":
            found.update(-2 - z for z in range(zone.base, zone.base + 3 * zone.count, 3))
        elif zone.storage in ("set", "row", "pile"):
            found.update(-2 - z for z in range(zone.base, zone.base + zone.count))
    return frozenset(found)


_known: OrderedDict[tuple[int, int, int], Mixing] = OrderedDict()
