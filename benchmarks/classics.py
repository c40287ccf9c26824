"""Random play of the classics in examples/ beside OpenSpiel: `python -m benchmarks.classics`.

OpenSpiel (`pip install open_spiel`) has tic-tac-toe written in Python, and tic-tac-toe, Connect Four and Hex
written in C++, driven from Python. The programs take turns, as in `benchmarks.run`; of each the median of the
rounds counts, and a ratio is the median of the ratios within a round.

Whole games are counted, for a last move that is the only one left is not asked for by tangrules. tangrules
plays in two ways: `stepped` asks for the full list of legal moves and makes one, again and again, as the loop
around OpenSpiel does; `playout` lets the engine play a random game by itself, as `simulate` does. Each is measured
with compiled Python and with machine code (`native`), which is built first if it is not in the cache.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from random import Random

from benchmarks.run import Playout, Rates, ratio, run, version

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

PAIRS = (
    ("tic_tac_toe", "python_tic_tac_toe", 5.0),
    ("tic_tac_toe", "tic_tac_toe", 0.5),
    ("connect_four", "connect_four", 0.5),
    ("hex", "hex(swap=True)", 0.5),
)
"""An example, the game of OpenSpiel that it is measured with, and the ratio that is aimed at, at least."""


WAYS = ("stepped", "playout", "stepped, native", "playout, native")


def stepped(name: str, native: bool) -> Playout:
    """Return random play of an example, move by move."""
    import tangrules
    from tangrules.play.thawed import Thawed

    rules = tangrules.load(str(EXAMPLES / f"{name}.tang"), native=native).rules(2)
    row = f"{name}, stepped" + ", native" * native

    def play(seed: int) -> dict[str, int]:
        game = Thawed(rules, rules.begin(seed, journal=False))
        choose = Random(seed).random
        while not game.over:
            answers = game.answers()
            game.step(answers[int(choose() * len(answers))])
        return {row: 1}

    return play


def played_out(name: str, native: bool) -> Playout:
    """Return random games of an example that the engine plays by itself."""
    import tangrules

    game = tangrules.load(str(EXAMPLES / f"{name}.tang"), native=native)
    row = f"{name}, playout" + ", native" * native

    def play(seed: int) -> dict[str, int]:
        game.playout(players=2, seed=seed)
        return {row: 1}

    return play


def spiel(name: str) -> Playout:
    """Return random play of a game of OpenSpiel. ImportError if it is not installed."""
    import open_spiel.python.games  # noqa: F401  registers the games that are written in Python
    import pyspiel

    game = pyspiel.load_game(name)
    row = f"OpenSpiel {name}"

    def play(seed: int) -> dict[str, int]:
        state = game.new_initial_state()
        choose = Random(seed).random
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
        return {row: 1}

    return play


def load_all() -> dict[str, Playout]:
    """Return all programs; ImportError if OpenSpiel is not installed."""
    programs = {name: spiel(name) for name in dict.fromkeys(name for _, name, _ in PAIRS)}
    for name in dict.fromkeys(name for name, _, _ in PAIRS):
        for native in (False, True):
            programs[f"{name}, stepped" + ", native" * native] = stepped(name, native)
            programs[f"{name}, playout" + ", native" * native] = played_out(name, native)
    return programs


def compare(rates: Rates) -> list[dict[str, object]]:
    """Return how the ratios stand to what is aimed at."""
    return [
        {
            "example": f"{name}, {way}",
            "beside": f"OpenSpiel {other}",
            "ratio": ratio(rates, f"{name}, {way}", f"OpenSpiel {other}"),
            "aim": aim,
        }
        for name, other, aim in PAIRS
        for way in WAYS
    ]


def print_tables(rates: Rates, games: dict[str, int], compared: list[dict[str, object]]) -> None:
    """Print how many games a second, then the ratios."""
    from statistics import median

    print(f"{'program':<34}{'games':>10}{'games/s':>12}{'lowest':>12}{'highest':>12}")
    for row, values in rates.items():
        figures = "".join(f"{figure:>12,.0f}" for figure in (median(values), min(values), max(values)))
        print(f"{row:<34}{games[row]:>10,}{figures}")
    print(f"\n{'example':<34}{'beside':<30}{'ratio':>8}{'aim':>8}")
    for row in compared:
        print(f"{row['example']:<34}{row['beside']:<30}{row['ratio']:>8.2f}{row['aim']:>8}")


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 0 too if OpenSpiel is not there to be measured with."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classics", description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds, at least 5 (default 7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time per turn (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    chosen = parser.parse_args(argv)
    if chosen.rounds < 5:
        parser.error("--rounds must be at least 5: a median of fewer says little")
    try:
        programs = load_all()
    except ImportError as error:
        print(f"skipped: OpenSpiel is not installed (pip install open_spiel): {error}", file=sys.stderr)
        return 0
    for playout in programs.values():
        playout(1)
    rates, games = run(programs, chosen.rounds, chosen.seconds)
    compared = compare(rates)
    print_tables(rates, games, compared)
    if chosen.json:
        result = {
            "python": platform.python_version(),
            "open_spiel": version("open_spiel"),
            "tangrules": version("tangrules"),
            "rounds": chosen.rounds,
            "seconds_per_turn": chosen.seconds,
            "rates": rates,
            "compared": compared,
        }
        chosen.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
