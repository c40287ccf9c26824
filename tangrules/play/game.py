"""A game that can be started: its packs, linked, and compiled for each number of seats when first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tangrules.diagnostics.errors import UsageError
from tangrules.ir import Program
from tangrules.play.game_state import Beginning, GameState
from tangrules.play.playout import Playout, play_out
from tangrules.play.rules import Rules
from tangrules.runtime.chance import Scripted

_SEEDS = 1 << 64
_FAR = 1 << 31


class Game:
    """Rules, ready to be played with any number of seats they allow."""

    def __init__(
        self, packs: Sequence[str], build: Callable[[int], Program], *, compiled: bool = True
    ) -> None:
        self._packs = tuple(packs)
        self._build = build
        self._compiled = compiled
        self._rules: dict[int, Rules] = {}

    @classmethod
    def of(cls, *programs: Program, compiled: bool = True) -> Game:
        """Return a game of programs that are there already, one for each number of seats."""
        by_seats = {program.players: program for program in programs}

        def build(players: int) -> Program:
            if players not in by_seats:
                counts = " or ".join(str(count) for count in sorted(by_seats))
                raise UsageError(f"players is {players}: this game is for {counts}")
            return by_seats[players]

        return cls(programs[0].packs, build, compiled=compiled)

    @property
    def packs(self) -> tuple[str, ...]:
        """What was loaded, as it was named."""
        return self._packs

    def rules(self, players: int) -> Rules:
        """Return the program for a number of seats, with its machines."""
        if players not in self._rules:
            if not _is_whole(players, -_FAR, _FAR):
                raise UsageError(f"players is {players!r}: it must be a number")
            self._rules[players] = Rules(self._build(players), compiled=self._compiled)
        return self._rules[players]

    def start(
        self,
        *,
        players: int,
        seed: int = 0,
        script: Mapping[str, Sequence[int | str]] | Scripted | None = None,
    ) -> GameState:
        """Return a game at its first decision. A script tells draws and picks."""
        rules = self.rules(players)
        source = Scripted.of(script) if isinstance(script, Mapping) else script
        state = rules.begin(_checked(seed), source, journal=True)
        return GameState(self, rules, state, Beginning(seed, source))

    def playout(self, *, players: int, seed: int = 0) -> Playout:
        """Play one random game to its end, and return what came of it. The same seed gives the same game."""
        rules = self.rules(players)
        return play_out(rules, rules.begin(_checked(seed), journal=False), seed)

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self._packs)}>"


def load(*packs: str) -> Game:
    """Return the game that packs make together: names of shipped ones, or paths. Nothing is compiled yet."""
    if not packs:
        raise UsageError("load needs at least one pack: a name or a path")
    if not all(_is_text(pack) for pack in packs):
        raise UsageError(f"packs is {packs!r}: each must be a name or a path, as text")
    from tangrules.packs.finding import main_file  # late: most of a game is played without it

    for pack in packs:
        main_file(pack)  # raises for one that is not there
    return Game(packs, partial(_build, packs))


def _build(packs: tuple[str, ...], players: int) -> Program:
    """Link and lower packs. The front of the pipeline is imported when it is first needed."""
    from tangrules.lower.pipeline import build

    return build(packs, players)


def _checked(seed: int) -> int:
    if not _is_whole(seed, 0, _SEEDS - 1):
        raise UsageError(f"seed is {seed!r}: it must be a number from 0 to 2**64 - 1")
    return seed


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_text(value: object) -> bool:
    return isinstance(value, str)
