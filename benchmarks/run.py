"""Measure random playouts of several programs side by side: `python -m benchmarks.run`.

The programs take turns (A B C A B C ...), so that a busy moment of the machine meets them all.
Each turn plays whole games until its share of processor time is used up. Of every program the
median of the rounds counts; the ratios are medians of the ratios within a round.

A decision with a single legal answer is not counted for any program. For `catanatron (all asks)`
it is, as catanatron itself does; see `catanatron_baseline`.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

# One game from a seed -> the counts to report, by the name of the row.
Playout = Callable[[int], dict[str, int]]
Rates = dict[str, list[float]]

HANDWRITTEN = "handwritten"
CATANATRON = "catanatron"
NATIVE = "tangrules, native"


def load_handwritten(players: int) -> Playout:
    from benchmarks import handwritten

    return lambda seed: {HANDWRITTEN: handwritten.playout(players, Random(seed))[0]}


def load_placement(_players: int) -> Playout:
    from benchmarks import placement

    return lambda seed: {"placement core": placement.playout(Random(seed))[0]}


def load_catanatron(players: int) -> Playout:
    from benchmarks import catanatron_baseline

    def play(seed: int) -> dict[str, int]:
        decisions, asked = catanatron_baseline.playout(seed, players)
        return {CATANATRON: decisions, f"{CATANATRON} (all asks)": asked}

    return play


def load_tangrules(players: int) -> Playout:
    tangrules = importlib.import_module("tangrules")
    game = tangrules.load("tang-garden")
    return lambda seed: {"tangrules": game.playout(players=players, seed=seed).decisions}


def load_native(players: int) -> Playout:
    """The same as machine code, which is built first if it is not in the cache."""
    tangrules = importlib.import_module("tangrules")
    game = tangrules.load("tang-garden", native=True)
    return lambda seed: {NATIVE: game.playout(players=players, seed=seed).decisions}


PROGRAMS: dict[str, Callable[[int], Playout]] = {
    HANDWRITTEN: load_handwritten,
    "tangrules": load_tangrules,
    "native": load_native,
    CATANATRON: load_catanatron,
    "placement": load_placement,
}


def load_programs(names: list[str], players: int) -> tuple[dict[str, Playout], dict[str, str]]:
    """Load the programs and play one game of each; return those that run, and why others do not."""
    ready: dict[str, Playout] = {}
    skipped: dict[str, str] = {}
    for name in names:
        try:
            playout = PROGRAMS[name](players)
            playout(1)
        except Exception as error:
            skipped[name] = f"{type(error).__name__}: {error}"
        else:
            ready[name] = playout
    return ready, skipped


def measure(playout: Playout, seconds: float, seed: int) -> dict[str, tuple[float, int]]:
    """Play games from this seed on for so much processor time; return rate and games by row."""
    totals: dict[str, int] = {}
    games = 0
    gc.collect()
    start = process_time()
    while (spent := process_time() - start) < seconds or not games:
        for row, count in playout(seed + games).items():
            totals[row] = totals.get(row, 0) + count
        games += 1
    return {row: (total / spent, games) for row, total in totals.items()}


def run(programs: dict[str, Playout], rounds: int, seconds: float) -> tuple[Rates, dict[str, int]]:
    """Measure the programs in turn, round by round."""
    rates: Rates = {}
    games: dict[str, int] = {}
    for number in range(rounds):
        for name, playout in programs.items():
            for row, (rate, played) in measure(playout, seconds, 1 + 1_000_000 * number).items():
                rates.setdefault(row, []).append(rate)
                games[row] = games.get(row, 0) + played
            print(f"round {number + 1} of {rounds}: {name}", file=sys.stderr)
    return rates, games


def ratio(rates: Rates, row: str, base: str) -> float | None:
    if base not in rates:
        return None
    return median(mine / other for mine, other in zip(rates[row], rates[base], strict=True))


def report(rates: Rates, games: dict[str, int]) -> list[dict[str, object]]:
    return [
        {
            "program": row,
            "games": games[row],
            "decisions_per_second": median(values),
            "lowest": min(values),
            "highest": max(values),
            "to_handwritten": ratio(rates, row, HANDWRITTEN),
            "to_catanatron": ratio(rates, row, CATANATRON),
        }
        for row, values in rates.items()
    ]


def print_table(rows: list[dict[str, object]]) -> None:
    heads = ("program", "games", "decisions/s", "lowest", "highest", "x handwritten", "x catanatron")
    print(f"{heads[0]:<24}" + "".join(f"{head:>15}" for head in heads[1:]))
    for row in rows:
        name, played, *figures = row.values()
        cells = [f"{played:,}"]
        cells += [f"{figure:,.0f}" for figure in figures[:3]]
        cells += ["-" if figure is None else f"{figure:.2f}" for figure in figures[3:]]
        print(f"{name:<24}" + "".join(f"{cell:>15}" for cell in cells))


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds, at least 5 (default 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time per turn (default 2)")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4), help="seats (default 4)")
    parser.add_argument("--only", nargs="+", choices=list(PROGRAMS), default=list(PROGRAMS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, - for output")
    chosen = parser.parse_args(argv)
    if chosen.rounds < 5:
        parser.error("--rounds must be at least 5: a median of fewer says little")
    return chosen


def main(argv: list[str] | None = None) -> int:
    chosen = arguments(argv)
    programs, skipped = load_programs(chosen.only, chosen.players)
    for name, reason in skipped.items():
        print(f"skipped {name}: {reason}", file=sys.stderr)
    if not programs:
        return 1
    rates, games = run(programs, chosen.rounds, chosen.seconds)
    rows = report(rates, games)
    result = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "catanatron": version("catanatron"),
        "tangrules": version("tangrules"),
        "players": chosen.players,
        "rounds": chosen.rounds,
        "seconds_per_turn": chosen.seconds,
        "skipped": skipped,
        "rows": [{**row, "rounds": rates[str(row["program"])]} for row in rows],
    }
    if chosen.json and str(chosen.json) == "-":
        print(json.dumps(result, indent=2))
        return 0
    print_table(rows)
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
