"""Positions for commands that look at one: from a save, or some moves into a game played by bots."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tangrules.cli.options import default_players, load_game, load_save
from tangrules.diagnostics import UsageError

if TYPE_CHECKING:
    from tangrules.draw import Scene
    from tangrules.play.game_state import GameState


def position(options: argparse.Namespace) -> GameState:
    """Return the position that the arguments name."""
    if options.save is not None:
        return load_save(options.save, options.packs, options.players)
    if not options.packs:
        raise UsageError("name a pack, or a save with --save FILE")
    players = options.players if options.players is not None else default_players(options.packs)
    state = load_game(options.packs).start(players=players, seed=options.seed)
    return advance(state, options.moves, options.bots, options.seed)


def advance(state: GameState, moves: int, bots: str, seed: int) -> GameState:
    """Let bots play so many moves, or to the end."""
    from tangrules.bots import make_player

    names = team(bots, state.players)
    players = [make_player(name, state.rules, seed=seed, seat=seat) for seat, name in enumerate(names)]
    for _ in range(moves):
        if state.over:
            break
        seat = state.pending[0]
        state = state.play(players[seat].pick(state.thaw(), seat), seat=seat)
    return state


def team(bots: str, players: int) -> list[str]:
    """Return a bot's name for each seat, from `random` or `greedy,random,random`."""
    names = [name.strip() for name in bots.split(",")]
    if len(names) not in (1, players):
        raise UsageError(f"bots is {bots!r}: name one for all seats, or {players}")
    return names if len(names) == players else names * players


def scene_of(state: GameState, viewer: int | None) -> Scene:
    """Return a position as it is drawn."""
    from tangrules.draw import read_scene

    pad = state.score_pad(viewer)
    hidden = [seat for seat, points in enumerate(pad.totals) if points is None]
    return read_scene(state.raw(), viewer=viewer, asked=state.pending, scores=pad.known, hidden_scores=hidden)


def text_of(state: GameState, viewer: int | None, *, legend: bool = True) -> str:
    """Return a position as text for the standard output."""
    import sys

    from tangrules.cli import console
    from tangrules.draw import draw_text

    return draw_text(
        scene_of(state, viewer),
        width=console.room(),
        colours=console.has_colours(sys.stdout),
        ascii_only=console.is_ascii_only(sys.stdout),
        legend=legend,
    )


def seat_of(number: int | None, players: int) -> int | None:
    """Return a seat as the library counts it, from 0."""
    if number is None:
        return None
    if not 1 <= number <= players:
        raise UsageError(f"seat is {number}: there are {players}")
    return number - 1
