"""A sample is a state to go on with: asked, played, thawed, and the same to the seat that looked."""

from __future__ import annotations

import pytest

from tangrules import Game, State, UsageError, sample
from tests.play import programs

CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)


def start() -> State:
    return CARDS.start(players=2, script={"deck": ["card_3", "card_1", "card_4", "card_8"]})


def test_a_sample_of_a_view_is_a_state_that_is_played_on() -> None:
    state = start()
    dealt = sample(state.view(0), seed=4)
    assert isinstance(dealt, State)
    assert dealt.pending == (0,)
    assert dealt.decision is not None
    assert [option.text for option in dealt.decision.options] == [
        "play: card_1",
        "play: card_3 with a coin",
        "pass",
    ]
    assert dealt.view(0) == state.view(0)
    after = dealt.play("card_3 with a coin")
    assert after.view(0).see("pile") == (2,)
    assert dealt.view(0) == state.view(0)


def test_a_sample_of_a_state_belongs_to_its_game() -> None:
    dealt = sample(start(), seat=0, seed=4)
    assert dealt.game is CARDS
    assert sample(start().view(0)).game is CARDS


def test_a_sample_can_be_thawed_and_played_to_the_end() -> None:
    table = sample(start().view(0), seed=1).thaw()
    while not table.over:
        table.step(table.answers()[0])
    assert len(table.scores()) == 2


def test_chance_in_a_sample_comes_from_its_seed() -> None:
    view = start().view(0)
    ends = set()
    for seed in range(20):
        one, again = sample(view, seed=seed), sample(view, seed=seed)
        assert one == again
        one, again = one.play("pass"), again.play("pass")
        assert one.raw().Z == again.raw().Z
        ends.add(tuple(one.raw().Z))
    assert len(ends) > 1


def test_a_sample_has_no_past() -> None:
    dealt = sample(start().play("card_3").view(1))
    assert dealt.history == ()
    with pytest.raises(UsageError, match="made up has no past"):
        dealt.to_json()
    with pytest.raises(UsageError, match="made up has no past"):
        dealt.to_replay()
