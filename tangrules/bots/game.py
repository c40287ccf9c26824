"""A whole game between players, and how it came out."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tangrules.bots.team import make_player
from tangrules.diagnostics import UsageError
from tangrules.ir import Reserved
from tangrules.play.game import Game
from tangrules.play.playout import play_out
from tangrules.play.thawed import Thawed
from tangrules.runtime.state import State

_RESERVED = Reserved()


@attrs.frozen
class Finished:
    """A finished game: its seed, how it came out and how long it was."""

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    turns: int
    decisions: int


def play_game(game: Game, *, players: int, seed: int, bots: Sequence[str] = ("random",)) -> Finished:
    """Play one game to its end. One name is for all seats; the same seed and names give the same game."""
    if len(bots) not in (1, players):
        raise UsageError(f"bots: name one player for all seats, or {players}")
    rules = game.rules(players)
    if all(name == "random" for name in bots):
        state = rules.blank(seed)
        played = play_out(rules, state, seed)
        return _finished(state, seed, played.scores, played.winners, played.decisions)
    names = list(bots) if len(bots) == players else list(bots) * players
    team = [make_player(name, rules, seed=seed, seat=seat) for seat, name in enumerate(names)]
    table = Thawed(rules, rules.begin(seed, journal=False))
    decisions = 0
    while not table.over:
        seat = table.seats[0]
        table.step(team[seat].pick(table, seat), seat)
        decisions += 1
    return _finished(table.state, seed, table.scores(), table.winners(), decisions)


def _finished(
    state: State, seed: int, scores: tuple[int, ...], winners: tuple[int, ...], decisions: int
) -> Finished:
    V = state.V
    return Finished(seed, scores, winners, V[_RESERVED.ROUND], V[_RESERVED.TURN], decisions)
