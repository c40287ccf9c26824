"""A game that can be started: its packs, linked, and compiled for each number of seats when first needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tangrules.diagnostics.errors import UsageError
from tangrules.ir import Program
from tangrules.play.arguments import is_instance, is_whole, seed_given, shown
from tangrules.play.game_state import Beginning, GameState
from tangrules.play.playout import Playout, play_out
from tangrules.play.rules import Rules
from tangrules.play.scripts import script_given
from tangrules.runtime.chance import Scripted

_FAR = 1 << 31


class Game:
    """Rules, ready to be played with any number of seats they allow."""

    def __init__(
        self,
        packs: Sequence[str],
        build: Callable[[int], Program],
        *,
        compiled: bool = True,
        native: bool = False,
    ) -> None:
        self._packs = tuple(packs)
        self._build = build
        self.compiled = compiled
        self.native = native
        self._rules: dict[int, Rules] = {}
        self._again: tuple[Callable[..., Game], tuple[object, ...]] | None = None

    @classmethod
    def of(cls, *programs: Program, compiled: bool = True, native: bool = False) -> Game:
        """Return a game of programs that are there already, one for each number of seats."""
        by_seats = {program.players: program for program in programs}

        def build(players: int) -> Program:
            if players not in by_seats:
                counts = " or ".join(str(count) for count in sorted(by_seats))
                raise UsageError(f"players is {players}: this game is for {counts}")
            return by_seats[players]

        game = cls(programs[0].packs, build, compiled=compiled, native=native)
        game._again = partial(cls.of, *programs, compiled=compiled, native=native), ()
        return game

    @property
    def packs(self) -> tuple[str, ...]:
        """What was loaded, as it was named."""
        return self._packs

    def rules(self, players: int) -> Rules:
        """Return the program for a number of seats, with its machines."""
        if not is_whole(players, -_FAR, _FAR):
            raise UsageError(f"players is {shown(players)}: it must be a number")
        if players not in self._rules:
            program = self._build(players)
            self._rules[players] = Rules(program, compiled=self.compiled, native=self.native, game=self)
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
        source = script_given(rules.program, script)
        state = rules.begin(seed_given(seed), source, journal=True)
        return GameState(self, rules, state, Beginning(seed, source))

    def playout(self, *, players: int, seed: int = 0) -> Playout:
        """Play one random game to its end, and return what came of it. The same seed gives the same game."""
        rules = self.rules(players)
        return play_out(rules, rules.blank(seed_given(seed)), seed)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        """Pickle the names of the packs; UsageError for a game that is made in another way."""
        if self._again is not None:
            return self._again
        from tangrules.play.pickling import as_everywhere, loaded_game

        if not isinstance(self._build, partial) or self._build.func is not _build:
            raise UsageError("this game was made by a function, and cannot be pickled: load it from files")
        return loaded_game, (tuple(map(as_everywhere, self._packs)), self.compiled, self.native)

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self._packs)}>"


def load(*packs: str | Path, native: bool = False) -> Game:
    """Return the game that packs make together: names of shipped ones, or paths. Nothing is compiled yet.

    With `native` it is played by machine code: several times as fast, and the same in all it does. That is built
    when it is first needed, once for each number of seats, and kept; it takes from seconds to a few minutes, Cython
    (the extra `native`) and a C compiler. UsageError is raised then if they are missing.
    """
    if not packs:
        raise UsageError("load needs at least one pack: a name or a path")
    if not all(is_instance(pack, (str, Path)) for pack in packs):
        raise UsageError(f"packs is {shown(packs)}: each must be a name or a path, one argument for each")
    names = tuple(map(_named, packs))
    from tangrules.packs.finding import main_file  # late: most of a game is played without it

    for name in names:
        main_file(name)  # raises for one that is not there
    return Game(names, partial(_build, names), native=native)


def _build(packs: tuple[str, ...], players: int) -> Program:
    """Link and lower packs. The front of the pipeline is imported when it is first needed."""
    from tangrules.lower.pipeline import build

    return build(packs, players)


def _named(pack: str | Path) -> str:
    """Return a pack as text. A path stays one, also where its text could be the name of a shipped pack."""
    text = os.fspath(pack)
    return text if isinstance(pack, str) or os.path.dirname(text) else os.path.join(os.curdir, text)
