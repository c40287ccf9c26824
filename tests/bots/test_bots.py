"""The players: legal, repeatable, and better than chance where they claim to be."""

from __future__ import annotations

import pytest

import tangrules
from tangrules.bots import NAMES, make_player, play_game

RACE = """\
tang 1
game race "Race"
players 2 to 3
at most 30 rounds

zone your coins: counter 0 .. 99 = 0

to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn:
    choose n in 1 .. 5 to take(n)
to take(n: number): gain n coins

end late after round when round_number >= 5: finish the game
score coins "Coins" = your coins
winner: most score then shared
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> tangrules.Game:
    """Five rounds, in each of which everybody takes one to five coins."""
    path = tmp_path_factory.mktemp("race") / "race.tang"
    path.write_text(RACE)
    return tangrules.load(str(path))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_is_the_same_game(race: tangrules.Game, name: str) -> None:
    one, other = (play_game(race, players=2, seed=5, bots=(name,)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("name", NAMES)
def test_a_player_leaves_the_game_as_it_is(race: tangrules.Game, name: str) -> None:
    state = race.start(players=2, seed=1)
    table = state.thaw()
    before, rng = table.state.key(), table.state.rng
    answer = make_player(name, state.rules, seed=1, seat=0).pick(table, 0)
    assert (table.state.key(), table.state.rng) == (before, rng)
    assert answer in state.decision.options.answers


def test_greedy_takes_what_is_worth_most(race: tangrules.Game) -> None:
    assert play_game(race, players=3, seed=1, bots=("greedy",)).scores == (25, 25, 25)


def test_monte_carlo_beats_chance(race: tangrules.Game) -> None:
    games = [play_game(race, players=2, seed=seed, bots=("random", "monte-carlo")) for seed in range(5)]
    assert sum(game.winners == (1,) for game in games) >= 4


def test_a_game_tells_how_long_it_was(race: tangrules.Game) -> None:
    game = play_game(race, players=2, seed=9)
    assert (game.rounds, game.turns, game.decisions) == (5, 10, 10)


def test_seats_do_not_play_alike(race: tangrules.Game) -> None:
    state = race.start(players=2, seed=1)
    picks = {
        seat: [
            make_player("random", state.rules, seed=seed, seat=seat).pick(state.thaw(), 0)
            for seed in range(20)
        ]
        for seat in (0, 1)
    }
    assert picks[0] != picks[1]


def test_an_unknown_player_is_guessed(race: tangrules.Game) -> None:
    with pytest.raises(
        tangrules.UsageError, match="there is no player called 'random_': did you mean `random`"
    ):
        make_player("random_", race.rules(2), seed=0, seat=0)


def test_bots_for_one_seat_or_for_all(race: tangrules.Game) -> None:
    with pytest.raises(tangrules.UsageError, match="bots: name one player for all seats, or 3"):
        play_game(race, players=3, seed=0, bots=("random", "greedy"))
