"""Measure random playouts of scenarios beside the base game that they extend: `python -m benchmarks.packs`.

As in `run`, the games take turns, each for a share of processor time, and ratios are medians of the ratios within
a round. The Hanging Gardens, a game of its own, is there for its figure alone.
"""

from __future__ import annotations

import argparse
import sys

import tangrules
from benchmarks.run import Playout, Rates, ratio, run

BASE = "tang-garden"
PACKS = (BASE, "winter", "spring", "peach-festival", "hanging-gardens")


def load(name: str, players: int) -> Playout:
    """Return what plays a random game of these packs, which are parted by `+`."""
    game = tangrules.load(*name.split("+"))
    return lambda seed: {name: game.playout(players=players, seed=seed).decisions}


def table(rates: Rates, games: dict[str, int]) -> str:
    """Return the figures as lines: decisions a second, and their ratio to those of the base game."""
    lines = [f"{'packs':<32}{'games':>8}{'decisions/s':>14}{'lowest':>10}{'highest':>10}{'x ' + BASE:>16}"]
    for name, values in rates.items():
        beside = ratio(rates, name, BASE)
        middle = sorted(values)[len(values) // 2]
        figures = f"{middle:>14,.0f}{min(values):>10,.0f}{max(values):>10,.0f}"
        lines.append(
            f"{name:<32}{games[name]:>8,}{figures}" + f"{'-' if beside is None else f'{beside:.2f}':>16}"
        )
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.packs", description=__doc__.split("\n")[0])
    parser.add_argument("packs", nargs="*", default=list(PACKS), help="names, or several parted by +")
    parser.add_argument("--rounds", type=int, default=7, help="rounds, an odd number of them (default 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time per turn (default 2)")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4), help="seats (default 4)")
    chosen = parser.parse_args(argv)
    programs = {name: load(name, chosen.players) for name in dict.fromkeys([BASE, *chosen.packs])}
    for play in programs.values():
        play(1)  # compiled now
    print(table(*run(programs, chosen.rounds, chosen.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
