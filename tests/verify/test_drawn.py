"""Numbers that stand for moves: the same ones where positions differ a little, whole turns, without tracing."""

from __future__ import annotations

import sys
from types import FrameType

from hypothesis import find, settings

from tangrules import State
from tangrules.verify.drawn import begun, chosen, played, turn
from tangrules.verify.strategies import states
from tests.verify.faults import GAMES

ORCHARD = str(GAMES / "orchard.tang")
ANSWERS = tuple((0, number) for number in range(20))


def test_0_is_the_first_answer() -> None:
    assert chosen(ANSWERS, 0) == (0, 0)
    assert chosen(ANSWERS[7:], 0, 3) == (0, 7)


def test_all_answers_are_chosen_by_some_number() -> None:
    assert {chosen(ANSWERS, pick) for pick in range(400)} == set(ANSWERS)


def test_an_answer_stays_chosen_when_others_go_or_move() -> None:
    for pick in range(1, 100):
        best = chosen(ANSWERS, pick)
        others = [answer for answer in ANSWERS if answer != best]
        assert chosen((*others[10:], best, *others[:3]), pick) == best
        assert chosen(others, pick) != best


def test_a_number_stands_for_a_whole_turn() -> None:
    state = begun([ORCHARD], 2, 3)
    while state.history[-1:] == () or state.decision.name != "take_turn":  # the auction before the first turn
        state = played(state, 0)
    positions = list(turn(state, 5))
    assert positions
    assert all(later.pending == state.pending for later in positions[:-1])
    assert positions[-1].over or positions[-1].pending != state.pending
    assert list(turn(state, 5)) == positions


def test_a_position_is_kept_for_its_own_past_alone() -> None:
    one, other = begun([ORCHARD], 2, 1), begun([ORCHARD], 3, 1)
    assert begun([ORCHARD], 2, 1) is one
    assert played(one, 9) is played(one, 9)
    assert (played(one, 9).players, played(other, 9).players) == (2, 3)


def test_playing_is_not_traced() -> None:
    state = begun([ORCHARD], 2, 40_000)  # no other test plays this one
    seen: set[str] = set()

    def trace(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code.co_filename)

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        played(state, 11)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)
    assert not any("interpret" in name or "game_state" in name for name in seen)


def test_what_takes_several_turns_shrinks_to_them() -> None:
    def is_rich(state: State) -> bool:
        return max(state.scores) >= 12

    found = find(states(ORCHARD), is_rich, settings=settings(max_examples=100, deadline=None, database=None))
    # Each has 4 coins; at best a turn brings 2 and what a fruit is worth.
    assert found.players == 2
    assert len(found.history) <= 24
