"""Arguments that several commands take: the same words mean the same everywhere."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tangrules.play.game import Game
    from tangrules.play.game_state import GameState

_SEEDS = 1 << 64


def add_packs(parser: argparse.ArgumentParser, *, optional: str = "") -> None:
    """Let the command take packs. `optional` says when none need be named."""
    told = "a shipped pack's name, or a path to a scenario file or its folder; several are played together"
    parser.add_argument(
        "packs", metavar="PACK", nargs="*" if optional else "+", help=f"{told}{optional and '; ' + optional}"
    )


def add_players(parser: argparse.ArgumentParser, *, each: bool = False) -> None:
    """Let the command take a number of players; without it, it takes two, or `each` number in turn."""
    default = "each number that the game allows" if each else "two, if the game allows"
    parser.add_argument("--players", metavar="N", type=_whole, help=f"how many seats (default: {default})")


def add_seed(parser: argparse.ArgumentParser, default: int | None, told: str) -> None:
    """Let the command take a seed."""
    parser.add_argument("--seed", metavar="N", type=seed, default=default, help=told)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let the command print JSON."""
    parser.add_argument(
        "--json",
        metavar="FILE",
        type=file_name,
        nargs="?",
        const="-",
        help="write JSON instead, to a file or the standard output",
    )


def add_output(parser: argparse.ArgumentParser, told: str) -> None:
    """Let the command write to a file."""
    parser.add_argument("-o", "--output", metavar="FILE", type=file_name, help=told)


def add_save(parser: argparse.ArgumentParser, told: str) -> None:
    """Let the command begin from a save."""
    parser.add_argument("--save", metavar="FILE", type=file_name, help=told)


def file_name(text: str) -> str:
    """Read the name of a file: an empty one is a slip, such as a variable that is not set."""
    if not text:
        raise argparse.ArgumentTypeError("this is an empty name")
    return text


def seed(text: str) -> int:
    """Read a seed."""
    if not text.isdecimal() or not text.isascii() or len(text) > 20 or int(text) >= _SEEDS:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: give a number from 0 to 2**64 - 1")
    return int(text)


def _whole(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        below = text.startswith("-") and text[1:].isdecimal()
        raise argparse.ArgumentTypeError(f"{text} is less than 0" if below else f"{text!r} is not a number")
    return int(text)


def positive(text: str) -> int:
    """Read a number that is at least 1."""
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


def natural(text: str) -> int:
    """Read a number that is at least 0."""
    return _whole(text)


def default_players(packs: Sequence[str]) -> int:
    """Return two, or what comes nearest to it among the seat counts of a game."""
    low, high = seats_of(packs)
    return min(max(2, low), high)


def seats_of(packs: Sequence[str]) -> tuple[int, int]:
    """Return the least and greatest number of seats, from the packs' headers alone."""
    from tangrules.diagnostics import Reporter
    from tangrules.packs import gather

    gathered = gather(packs, Reporter())
    for form in ("mix", "module", "game"):
        said = [pack.header.players for pack in gathered if pack.header.form == form and pack.header.players]
        if said:
            return max(low for low, _ in said), min(high for _, high in said)
    return 1, 16


def load_game(packs: Sequence[str], *, native: bool = False) -> Game:
    """Return the game that packs make."""
    from tangrules.play.game import load

    return load(*packs, native=native)


def load_save(name: str, packs: Sequence[str], players: int | None = None) -> GameState:
    """Return the position in a save; without packs, of the shipped ones that it names.

    `players` is how many were asked for: a save cannot be gone on with by others.
    """
    from tangrules.cli.files import read_text
    from tangrules.diagnostics import UsageError
    from tangrules.play.game_state import GameState

    text = read_text(name, "a save")
    state = GameState.from_json(text, load_game(packs) if packs else None)
    if players not in (None, state.players):
        raise UsageError(f"players is {players}: the save is of {state.players}")
    return state


def write_json(target: str, content: object) -> None:
    """Write a document as JSON, to a file or the standard output."""
    from tangrules.cli.files import write_text

    write_text(target, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
