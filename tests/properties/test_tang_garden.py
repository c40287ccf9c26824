"""Properties of the shipped base game with one to four seats, at positions of random games.

Positions are drawn by Hypothesis from one game for each number of seats, and a few moves away from it; so a
failure shrinks to few seats, an early turn, and first moves, and prints the game as a replay.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tangrules import Game, IllegalMove, Option, State, load, replay
from tangrules.ir import Outcome, Reserved
from tangrules.play.game_state import GameState
from tangrules.play.sample import deal
from tangrules.play.views import view_of
from tangrules.verify.conformance.games import play_random
from tangrules.verify.conformance.lots import dealt_anew
from tangrules.verify.conformance.trail import Trail
from tangrules.verify.conformance.witness import witness_of
from tangrules.verify.conformance.wrong_moves import wrong_answers

SEATS = (1, 2, 3, 4)
FEW = settings(max_examples=25, deadline=None, database=None)
MORE = settings(max_examples=60, deadline=None, database=None)


@cache
def garden() -> Game:
    return load("tang-garden")


@cache
def played(seats: int) -> Trail:
    """One whole game."""
    trail, problem = play_random(garden(), seats, seats, 2_000)
    assert problem is None
    return trail


@st.composite
def positions(draw: st.DrawFn) -> tuple[Trail, State]:
    """A position of a game, or one a few moves from it, with the game that it comes from."""
    trail = played(draw(st.sampled_from(SEATS)))
    trail = trail.up_to(draw(st.integers(0, len(trail.states) - 1)))
    state = trail.last
    for pick in draw(st.lists(st.integers(0, 9_999), max_size=3)):
        if not state.over:
            options = state.decision_of(state.pending[0]).options
            state = state.play(options[pick % len(options)], seat=state.pending[0])
    note(state.to_replay())
    return trail, state


@MORE
@given(positions())
def test_every_piece_is_in_exactly_one_place(position: tuple[Trail, State]) -> None:
    raw = position[1].raw()
    found = Counter(piece for piece, place in enumerate(raw.P) if place == -1)
    for zone in raw.program.zones:
        if zone.alias:
            continue
        if zone.storage == "space":
            there = [value for value in raw.V[zone.base : zone.base + zone.count] if value >= 0]
            found.update(value >> 2 if zone.posed else value for value in there)
        elif zone.storage in ("set", "row", "pile", "deck"):
            for z in range(zone.base, zone.base + zone.count * (3 if zone.storage == "deck" else 1)):
                found.update(raw.Z[z])
    assert found == Counter(range(len(raw.program.pieces)))


@MORE
@given(positions())
def test_declared_invariants_hold(position: tuple[Trail, State]) -> None:
    state = position[1]
    for name, value, _ in state.rules.program.invariants:
        assert state.rules.machine.value(state.raw(), value, ()) == 1, name


@FEW
@given(positions(), st.randoms(use_true_random=False))
def test_what_is_offered_is_accepted_and_all_else_refused_with_a_reason(
    position: tuple[Trail, State], rng: Random
) -> None:
    state = position[1]
    if state.over:
        with pytest.raises(IllegalMove):
            state.play((0,))
        return
    before = state.key()
    for seat in state.pending:
        options = state.decision_of(seat).options
        assert len(options) >= 1
        for option in options:
            assert state.play(option, seat=seat).history[-1].text == option.text
            assert options.find(option.text).answer == option.answer
        for wrong in wrong_answers(state, options.answers, rng, 12):
            with pytest.raises(IllegalMove):
                state.play(wrong, seat=seat)
            assert all(state.why_not(wrong, seat=seat))
            assert state.why_not(wrong, seat=seat)
    assert state.key() == before


@FEW
@given(positions())
def test_a_copy_a_replay_and_a_save_are_the_same_position(position: tuple[Trail, State]) -> None:
    state = position[1]
    saved = GameState.from_json(state.to_json(), garden())
    again = replay(state.to_replay(), garden()).state
    copied = state.raw()
    for other in (saved, again):
        assert other == state
        assert hash(other) == hash(state)
        assert other.raw().rng == state.raw().rng
        assert other.history == state.history
    assert copied == state.raw()
    if not state.over:
        option = state.decision_of(state.pending[0]).options[-1]
        after = state.play(option)
        assert saved.play(option.text) == again.play(option.text) == after
        assert copied == state.raw()
        assert saved == state


@FEW
@given(positions(), st.integers(0, 2**32))
def test_a_view_does_not_change_with_what_it_must_not_show(position: tuple[Trail, State], seed: int) -> None:
    trail, state = position
    lots = witness_of(trail).lots[len(trail.states) - 1]
    for seat in range(state.players):
        view = state.view(seat)
        other = GameState(garden(), state.rules, dealt_anew(state, seat, lots, Random(seed)), state.beginning)
        assert other.view(seat) == view
        if seat in state.pending:
            assert view_of(state.rules, deal(view, seed=seed), seat) == view
            mine, theirs = state.decision_of(seat), other.decision_of(seat)
            assert (mine.name, mine.prompt) == (theirs.name, theirs.prompt)
            assert tuple(mine.options.answers) == tuple(theirs.options.answers)


@FEW
@given(positions(), st.integers(0, 9_999))
def test_compiled_and_interpreted_rules_agree(position: tuple[Trail, State], pick: int) -> None:
    state = position[1]
    if state.over:
        return
    compiled, interpreted = state.rules.machine, state.rules.reference
    answers = compiled.answers(state.raw(), state.pending[0])
    assert set(answers) == set(interpreted.answers(state.raw(), state.pending[0]))
    one, two = state.raw(), state.raw()
    compiled.advance(one, answers[pick % len(answers)], state.pending[0])
    interpreted.advance(two, answers[pick % len(answers)], state.pending[0])
    assert one == two
    assert (one.rng, one.P) == (two.rng, two.P)


# ------------------------------------------------------------------------------ whole games


@pytest.mark.parametrize("seats", SEATS)
def test_games_end_by_their_rules_within_the_bound(seats: int) -> None:
    horizon = garden().rules(seats).program.horizon
    for seed in range(15):
        rules = garden().rules(seats)
        state = rules.begin(seed, journal=False)
        rules.machine.random_playout(state, Random(seed))
        assert not state.stack
        assert state.V[Reserved.ROUND] <= horizon
        assert state.V[Reserved.OUTCOME] != Outcome.NONE
        assert garden().playout(players=seats, seed=seed).rounds == state.V[Reserved.ROUND]


@pytest.mark.parametrize("seats", SEATS)
def test_all_seats_have_as_many_turns(seats: int) -> None:
    trail = played(seats)
    turns = witness_of(trail).turns[-1]
    assert len(set(turns)) == 1
    assert sum(turns) == trail.last.raw().V[Reserved.TURN]


def digest(game: Game, seats: int) -> str:
    """All positions of a random game, and what is told of them, as one number."""
    trail, _ = play_random(game, seats, 11, 2_000)
    told = [(state.key(), [option.text for option in _options(state)]) for state in trail.states]
    result = trail.last.result
    text = json.dumps([told, result.scores, str(result), trail.last.to_replay()])
    return hashlib.sha256(text.encode()).hexdigest()


def _options(state: State) -> list[Option]:
    return [] if state.over else list(state.decision_of(state.pending[0]).options)


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    script = (
        "import tangrules; from tests.properties.test_tang_garden import digest;"
        "print(digest(tangrules.load('tang-garden'), 2))"
    )
    here = digest(garden(), 2)
    for hash_seed in ("1", "977"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.stdout.strip() == here, done.stderr
