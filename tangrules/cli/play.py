"""`tangrules play`: a game in the terminal, against bots or among people at one keyboard."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from tangrules.cli.options import (
    add_packs,
    add_players,
    add_save,
    add_seed,
    default_players,
    load_game,
    load_save,
)

if TYPE_CHECKING:
    from tangrules.bots import Player
    from tangrules.play.game_state import GameState


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser, optional="with --save none is needed for a shipped game")
    add_players(parser)
    add_seed(parser, None, "the game's seed (default: another one each time)")
    parser.add_argument(
        "--you",
        metavar="SEATS",
        help="your seats, with commas; 0 to look on (default: 1 against bots, all without)",
    )
    parser.add_argument(
        "--against",
        metavar="NAMES",
        help="who plays the other seats: random, greedy or monte-carlo, or one for each",
    )
    add_save(parser, "go on from a save")


def run(options: argparse.Namespace) -> int:
    """Play until the game is over or somebody leaves."""
    from tangrules.cli.session import Session

    state = _beginning(options)
    people = _people(options, state.players)
    others = [seat for seat in range(state.players) if seat not in people]
    bots = _bots("random" if options.against is None else options.against, state, others)
    if options.save is None:
        print(f"seed {state.beginning.seed}; `help` tells what can be typed\n")
    return Session(state, people, bots).run()


def _beginning(options: argparse.Namespace) -> GameState:
    from tangrules.diagnostics import UsageError

    if options.save is not None:
        return load_save(options.save, options.packs, options.players)
    if not options.packs:
        raise UsageError("name a pack, or a save with --save FILE; `tangrules list` shows the shipped packs")
    players = options.players if options.players is not None else default_players(options.packs)
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4))
    return load_game(options.packs).start(players=players, seed=seed)


def _people(options: argparse.Namespace, players: int) -> frozenset[int]:
    """Return the seats of people."""
    from tangrules.diagnostics import UsageError

    if options.you is None:
        return frozenset(range(players if options.against is None else 1))
    words = [word.strip() for word in options.you.split(",")]
    if words == ["0"]:
        return frozenset()
    seats = {str(seat): seat - 1 for seat in range(1, players + 1)}
    if not all(word in seats for word in words):
        raise UsageError(f"you is {options.you!r}: name seats from 1 to {players}, or 0 to look on")
    if len(set(words)) < len(words):
        raise UsageError(f"you is {options.you!r}: name each seat once")
    return frozenset(seats[word] for word in words)


def _bots(names: str, state: GameState, seats: list[int]) -> dict[int, Player]:
    from tangrules.bots import make_player
    from tangrules.diagnostics import UsageError

    words = [word.strip() for word in names.split(",")]
    if len(words) not in (1, len(seats)):
        raise UsageError(f"against is {names!r}: name one player for all other seats, or {len(seats)}")
    words = words if len(words) == len(seats) else words * len(seats)
    seed = state.beginning.seed
    return {
        seat: make_player(word, state.rules, seed=seed, seat=seat)
        for seat, word in zip(seats, words, strict=True)
    }
