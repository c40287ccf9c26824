"""Strategies and the state machine: examples are games, and shrink to what is small."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test

from tangrules import State
from tangrules.verify.stateful import machine_of
from tangrules.verify.strategies import games, moves, replays, states
from tests.verify.faults import GAMES

ORCHARD = str(GAMES / "orchard.tang")
FEW = settings(max_examples=15, deadline=None, database=None)
SOME = settings(max_examples=60, deadline=None, database=None)


@FEW
@given(states(ORCHARD))
def test_a_state_has_a_past_that_leads_to_it(state: State) -> None:
    again = state.game.start(players=state.players, seed=state.beginning.seed)
    for move in state.history:
        again = again.play(move.text, seat=move.seat)
    assert again == state


@FEW
@given(replays(ORCHARD))
def test_a_replay_is_a_whole_game(game: tuple[State, ...]) -> None:
    assert game[-1].over
    assert not any(state.over for state in game[:-1])
    assert [len(state.history) for state in game] == list(range(len(game)))


@FEW
@given(st.data(), games(ORCHARD, players=3))
def test_moves_are_offered(data: st.DataObject, state: State) -> None:
    assert state.players == 3
    move = data.draw(moves(state))
    assert move in state.decision_of(state.pending[0]).options
    assert state.play(move).history[-1].text == move.text


@FEW
@given(states(ORCHARD, where=lambda state: state.over))
def test_wanted_states_are_found(state: State) -> None:
    assert state.over


def test_states_shrink_to_few_seats_early_turns_and_first_moves() -> None:
    found = find(states(ORCHARD), lambda state: len(state.history) > 2, settings=SOME)
    assert (found.players, found.beginning.seed) == (2, 0)
    assert len(found.history) == 3
    firsts = found.game.start(players=2, seed=0)
    for _ in range(3):
        firsts = firsts.play(firsts.decision_of(firsts.pending[0]).options[0])
    assert found == firsts


def test_late_states_are_reached() -> None:
    lengths: list[int] = []

    @settings(SOME, phases=[Phase.generate])
    @given(states(ORCHARD))
    def collect(state: State) -> None:
        lengths.append(len(state.history))

    collect()
    assert max(lengths) > 20
    assert min(lengths) == 0


def test_what_is_not_there_is_not_found() -> None:
    with pytest.raises(NoSuchExample):
        find(states(ORCHARD), lambda state: state.players > 3, settings=FEW)


class Rich(machine_of(ORCHARD)):  # type: ignore[misc]
    @invariant()
    def nobody_has_six(self) -> None:
        assert all(score < 6 for score in self.state.scores)


class Fair(machine_of(ORCHARD, players=3)):  # type: ignore[misc]
    @invariant()
    def coins_are_kept(self) -> None:
        raw = self.state.raw()
        zones = {zone.name: zone for zone in raw.program.zones}
        coins, bank = zones["coins"].base, zones["bank"].base
        assert sum(raw.V[coins : coins + 3]) + raw.V[bank] == 52


def run(machine: type[RuleBasedStateMachine], examples: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(max_examples=examples, stateful_step_count=25, deadline=None, database=None),
    )


def test_a_machine_holds_what_holds() -> None:
    run(Fair, 8)


def test_a_machine_finds_what_does_not_hold() -> None:
    with pytest.raises(AssertionError) as caught:
        run(Rich, 40)
    notes = "\n".join(getattr(caught.value, "__notes__", []))
    assert "tangrules replay 1" in notes
    assert "players: 2" in notes
