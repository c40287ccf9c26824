"""What many games say: who wins, how the scores spread, how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median
from typing import TYPE_CHECKING

import attrs

from tangrules.cli.console import columns, counted

if TYPE_CHECKING:
    from tangrules.bots import Finished
    from tangrules.ir import Program


@attrs.frozen
class Spread:
    """The least, the middle, the average and the greatest of some numbers."""

    min: float
    median: float
    mean: float
    max: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Return the spread of numbers, of which there is at least one."""
        return cls(min(numbers), median(numbers), round(fmean(numbers), 3), max(numbers))

    def row(self) -> list[str]:
        """Return it as cells of a table."""
        return [f"{self.min:g}", f"{self.median:g}", f"{self.mean:.1f}", f"{self.max:g}"]


def shares(games: Sequence[Finished], players: int) -> list[float]:
    """Return how many games each seat won; a shared win counts for each as a part."""
    won = [0.0] * players
    for game in games:
        for seat in game.winners:
            won[seat] += 1 / len(game.winners)
    return won


def lengths(games: Sequence[Finished]) -> dict[str, Spread]:
    """Return how long the games were."""
    return {
        "rounds": Spread.of([game.rounds for game in games]),
        "turns": Spread.of([game.turns for game in games]),
        "decisions": Spread.of([game.decisions for game in games]),
    }


def as_text(program: Program, bots: Sequence[str], games: Sequence[Finished], seconds: float) -> str:
    """Return the results as tables for people."""
    players = program.players
    won = shares(games, players)
    who = bots[0] if len(set(bots)) == 1 else ", ".join(bots)
    title = " · ".join(filter(None, (program.title, ", ".join(program.joined))))
    head = f"{title}: {counted(len(games), 'game')}, {counted(players, 'player')}, {who}"
    rows = [["", "wins", "", "min", "median", "mean", "max"]]
    for seat in range(players):
        share = f"{100 * won[seat] / len(games):.1f}%"
        rows.append([f"seat {seat + 1}", f"{won[seat]:.6g}", share, *_scores(games, seat).row()])
    everyone = Spread.of([score for game in games for score in game.scores])
    rows.append(["all", "", "", *everyone.row()])
    long = [["", "min", "median", "mean", "max"]]
    long += [[name, *spread.row()] for name, spread in lengths(games).items()]
    lost = sum(not game.winners for game in games)
    shared = sum(len(game.winners) > 1 for game in games)
    remarks = [f"{counted(shared, 'game')} shared"] * bool(shared) + [
        f"{counted(lost, 'game')} lost by all"
    ] * bool(lost)
    speed = f"{len(games) / seconds:.1f} games/s" if seconds > 0 else ""
    return "\n".join(
        [
            head,
            "",
            *columns(rows, right=range(1, 7)),
            "",
            *columns(long, right=range(1, 5)),
            "",
            *remarks,
            speed,
        ]
    )


def as_document(
    packs: Sequence[str], players: int, bots: Sequence[str], seed: int, games: Sequence[Finished]
) -> dict[str, object]:
    """Return the results as plain data: the same games give the same document."""
    return {
        "packs": list(packs),
        "players": players,
        "bots": list(bots),
        "seed": seed,
        "games": len(games),
        "wins": [round(won, 6) for won in shares(games, players)],
        "scores": [attrs.asdict(_scores(games, seat)) for seat in range(players)],
        **{name: attrs.asdict(spread) for name, spread in lengths(games).items()},
        "each": [attrs.asdict(game) for game in games],
    }


def as_csv(games: Sequence[Finished]) -> str:
    """Return one line for each game."""
    seats = range(len(games[0].scores)) if games else range(0)
    head = ["seed", "winners", *(f"score_{seat + 1}" for seat in seats), "rounds", "turns", "decisions"]
    lines = [",".join(head)]
    for game in games:
        winners = " ".join(str(seat + 1) for seat in game.winners)
        cells = [game.seed, winners, *game.scores, game.rounds, game.turns, game.decisions]
        lines.append(",".join(str(cell) for cell in cells))
    return "\n".join(lines) + "\n"


def _scores(games: Sequence[Finished], seat: int) -> Spread:
    return Spread.of([game.scores[seat] for game in games])
