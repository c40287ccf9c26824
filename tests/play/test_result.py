"""Results: the score pad, ranks, ties, outcomes, grades."""

from __future__ import annotations

import attrs
import pytest

from tangrules import Game
from tangrules.interpret import Machine
from tangrules.ir import Outcome, Program, RankDef, Reserved
from tangrules.play.result import Result, result_of
from tangrules.play.words import Words
from tangrules.runtime.state import new_state
from tests.play import programs

PURSE, CARDS_WORTH = 17, (2, 2)


def result(
    *,
    outcome: int = 0,
    seat: int = -1,
    left: int = 0,
    coins: tuple[int, ...] = (1, 1, 1),
    program: Program | None = None,
) -> Result:
    """The result of three seats that hold coins, and a card each that is worth 1, 2 and 3."""
    program = program or programs.cards(3)
    state = new_state(program)
    state.stack = []
    state.V[PURSE : PURSE + 3] = coins
    state.Z[3:6] = [(0,), (1,), (2,)]
    state.V[Reserved.OUTCOME], state.V[Reserved.OUTCOME_SEAT] = outcome, seat
    state.V[Reserved.OUT] = left
    return result_of(Machine(program), Words(program), state)


def test_the_sheet_shows_each_line_and_each_thing() -> None:
    shown = result(coins=(4, 0, 0))
    assert [(line.title, line.points) for line in shown.sheet] == [
        ("Cards in hand", (1, 2, 3)),
        ("Coins", (4, 0, 0)),
    ]
    assert shown.sheet[0].details == ((("card_1", 1),), (("card_2", 2),), (("card_3", 3),))
    assert shown.sheet[0].cites == ("cards.07",)
    assert shown.scores == (5, 2, 3)


def test_the_highest_score_wins() -> None:
    assert result(coins=(4, 0, 0)).ranking == ((0,), (2,), (1,))


def test_a_tie_is_broken_by_the_next_rank() -> None:
    assert result(coins=(3, 2, 0)).ranking == ((0,), (1,), (2,))


def test_seats_that_tie_in_everything_share_their_place() -> None:
    program = attrs.evolve(programs.cards(3), ranks=(RankDef(True, -1),))
    shown = result(coins=(3, 2, 0), program=program)
    assert shown.ranking == ((0, 1), (2,))
    assert shown.winners == (0, 1)


def test_fewest_may_be_best() -> None:
    program = attrs.evolve(programs.cards(3), ranks=(RankDef(False, 1),))
    assert result(coins=(3, 2, 5), program=program).ranking == ((1,), (0,), (2,))


@pytest.mark.parametrize(
    ("outcome", "seat", "ranking", "winners"),
    [
        (Outcome.GAME, 1, ((2,), (1,), (0,)), (2,)),
        (Outcome.WINS, 1, ((1,), (2,), (0,)), (1,)),
        (Outcome.LOSES, 2, ((0, 1), (2,)), (0, 1)),
        (Outcome.ALL_WIN, 1, ((0, 1, 2),), (0, 1, 2)),
        (Outcome.ALL_LOSE, 1, ((0, 1, 2),), ()),
    ],
)
def test_an_outcome_overrules_the_score(
    outcome: int, seat: int, ranking: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    shown = result(outcome=outcome, seat=seat)
    assert (shown.ranking, shown.winners) == (ranking, winners)


def test_seats_that_left_come_last() -> None:
    assert result(left=0b100).ranking == ((1,), (0,), (2,))


def test_grades_go_by_the_score() -> None:
    assert result(coins=(0, 2, 9)).grades == ("Novice", "Adept", "Master")


def test_a_lost_solo_game_has_no_winner() -> None:
    program = programs.bids((3,))
    state = new_state(program)
    state.V[Reserved.OUTCOME], state.V[Reserved.OUTCOME_SEAT] = Outcome.LOSES, 0
    shown = result_of(Machine(program), Words(program), state)
    assert shown.winners == ()
    assert str(shown).endswith("Nobody wins.")


def test_a_result_is_printed_as_a_pad() -> None:
    assert str(result(coins=(4, 0, 2))) == (
        "                seat 1   seat 2   seat 3\n"
        "Cards in hand        1        2        3\n"
        "Coins                4        0        2\n"
        "Total                5        2        5\n"
        "seat 1 wins."
    )


def test_the_end_that_was_reached_is_named() -> None:
    state = Game.of(programs.duel(), compiled=False).start(players=2)
    for move in ("r0c0", "r1c0", "r0c1", "r1c1", "r0c2"):
        state = state.play(move)
    assert state.result.end == "line"
