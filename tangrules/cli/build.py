"""`tangrules build`: rules as machine code, kept in the cache."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from tangrules.cache import cache_folder
from tangrules.cache.folder import VARIABLE
from tangrules.cli.options import add_packs, add_players, load_game, seats_of
from tangrules.diagnostics.errors import UsageError

if TYPE_CHECKING:
    from tangrules.play.game import Game


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    add_players(parser, each=True)
    parser.epilog = (
        "`simulate --native` and `tangrules.load(PACK, native=True)` use what was built. It needs Cython "
        "(pip install cython setuptools) and a C compiler, and takes from seconds to a few minutes."
    )


def run(options: argparse.Namespace) -> int:
    """Build, and tell how long it took."""
    if cache_folder() is None:
        raise UsageError("there is no cache to keep machine code in: " + _why_not())
    from tangrules.native import is_built

    game = load_game(tuple(options.packs), native=True)
    low, high = seats_of(options.packs)
    each = [options.players] if options.players is not None else list(range(low, high + 1))
    for players in each:
        began = time.perf_counter()
        was_there = build_for(game, players)
        if not is_built(game.rules(players).program):
            raise UsageError(f"machine code could not be kept in {cache_folder()}: is the disk full?")
        took = "was there" if was_there else f"built in {time.perf_counter() - began:.0f} s"
        print(f"{' + '.join(game.packs)}, {players} seat{'s' if players > 1 else ''}: {took}")
    return 0


def _why_not() -> str:
    given = os.environ.get(VARIABLE)
    if given == "":
        return f"{VARIABLE} is empty, which switches it off"
    return f"{given or 'its folder'} cannot be written, or others could write there"


def build_for(game: Game, players: int) -> bool:
    """Build the rules for so many seats, unless that was done before; whether it was."""
    from tangrules.native import is_built

    rules = game.rules(players)
    found = is_built(rules.program)
    if not found and sys.stderr.isatty():
        print(f"building machine code for {players} seats, once ...", file=sys.stderr)
    _ = rules.machine
    return found
