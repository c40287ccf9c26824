"""`tangrules simulate`: many games, and how they came out. The number of jobs changes nothing."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from tangrules.cli.options import (
    add_json,
    add_packs,
    add_players,
    add_seed,
    default_players,
    file_name,
    load_game,
    positive,
)

if TYPE_CHECKING:
    from tangrules.bots import Finished
    from tangrules.ir import Program
    from tangrules.play.game import Game

_STEP = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_TRIAL = 0.3
"""For so many seconds games are played in this process alone, to see how long they take."""

_STARTING = 1.5
"""Other processes must save so many seconds: starting them takes about as long."""

Task = tuple[int, tuple[str, ...], tuple[int, ...]]
"""Seats, bots and the seeds of some games: all that another process needs beside the rules."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    parser.add_argument("--games", metavar="N", type=positive, default=100, help="how many (default: 100)")
    add_players(parser)
    add_seed(parser, 0, "the first game's seed, from which the others follow (default: 0)")
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="random",
        help="who plays: random, greedy or monte-carlo, or one for each seat with commas between",
    )
    parser.add_argument(
        "--native",
        action="store_true",
        help="play by machine code: much faster, but built first, once (see `tangrules build --help`)",
    )
    parser.add_argument("--jobs", metavar="N", type=positive, help="processes (default: one for each core)")
    add_json(parser)
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=file_name,
        help="write one line for each game, to a file or - for the output",
    )


def run(options: argparse.Namespace) -> int:
    """Play the games and tell."""
    from tangrules.cli.build import build_for
    from tangrules.cli.files import write_text
    from tangrules.cli.options import write_json
    from tangrules.cli.positions import team
    from tangrules.cli.statistics import as_csv, as_document, as_text

    packs = tuple(options.packs)
    players = options.players if options.players is not None else default_players(packs)
    bots = tuple(team(options.bots, players))
    game = load_game(packs, native=options.native)
    if options.native:
        build_for(game, players)
    _try_out(game, players, bots)
    seeds = game_seeds(options.seed, options.games)
    began = time.perf_counter()
    with _progress(options.games) as progress:
        games = play_all(game, players, bots, seeds, jobs=options.jobs, progress=progress)
    seconds = time.perf_counter() - began
    if options.csv:
        write_text(options.csv, as_csv(games))
    if options.json:
        write_json(options.json, as_document(packs, players, bots, options.seed, games))
    if not (options.csv == "-" or options.json == "-"):
        print(as_text(game.rules(players).program, bots, games, seconds))
    return 0


def game_seeds(first: int, count: int) -> list[int]:
    """Return the seeds of the games: they depend on the first seed and the game's number alone."""
    return [(first + number * _STEP) & _MASK for number in range(count)]


class Progress(Protocol):
    """Hears how many games have been finished."""

    def __call__(self, games: int) -> None: ...


def play_all(
    game: Game,
    players: int,
    bots: tuple[str, ...],
    seeds: Sequence[int],
    *,
    jobs: int | None,
    progress: Progress,
) -> list[Finished]:
    """Play a game for each seed; the results are in the order of the seeds."""
    wanted = jobs or _cores()
    if wanted <= 1:
        return _here(game, players, bots, seeds, progress)
    began = time.perf_counter()
    finished = _here(game, players, bots, seeds[:1], progress)
    while len(finished) < len(seeds) and time.perf_counter() - began < _TRIAL:
        finished += _here(game, players, bots, [seeds[len(finished)]], progress)
    left = seeds[len(finished) :]
    each = (time.perf_counter() - began) / len(finished)
    if each * len(left) * (1 - 1 / wanted) <= _STARTING:
        return finished + _here(game, players, bots, left, progress)
    size = max(1, min(50, len(left) // (wanted * 4)))
    tasks = [(players, bots, tuple(left[at : at + size])) for at in range(0, len(left), size)]
    return finished + _elsewhere(game, tasks, min(wanted, len(tasks)), progress)


def _try_out(game: Game, players: int, bots: Sequence[str]) -> None:
    """Compile the rules and make the players once, so that a fault is told before any process starts."""
    from tangrules.bots import make_player

    rules = game.rules(players)
    for seat, name in enumerate(bots):
        make_player(name, rules, seed=0, seat=seat)


def _here(
    game: Game, players: int, bots: Sequence[str], seeds: Sequence[int], progress: Progress
) -> list[Finished]:
    from tangrules.bots import play_game

    finished: list[Finished] = []
    for seed in seeds:
        finished.append(play_game(game, players=players, seed=seed, bots=bots))
        progress(1)
    return finished


def _elsewhere(game: Game, tasks: Sequence[Task], jobs: int, progress: Progress) -> list[Finished]:
    from multiprocessing import get_context

    finished: list[Finished] = []
    rules = game.rules(tasks[0][0]).program
    with get_context("spawn").Pool(jobs, initializer=_begin, initargs=(rules, game.native)) as pool:
        for some in pool.imap(play_task, tasks):
            finished += some
            progress(len(some))
    return finished


_games: list[Game] = []
"""In a process of its own: the game it plays."""


def _begin(program: Program, native: bool) -> None:
    """Get ready in a process of its own. Ctrl-C is left to the parent, who ends the others."""
    import signal

    from tangrules.play.game import Game

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _games[:] = [Game.of(program, native=native)]


def play_task(task: Task) -> list[Finished]:
    """Play some games in a process of their own."""
    players, bots, seeds = task
    return _here(_games[0], players, bots, seeds, lambda _: None)


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def _progress(games: int) -> Iterator[Progress]:
    """Show a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(),
        MofNCompleteColumn(),
        "games",
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, advance=done)
