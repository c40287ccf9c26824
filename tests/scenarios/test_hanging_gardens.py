"""The Hanging Gardens as data: its examples, its ledger, and random games in both machines."""

from __future__ import annotations

import random
from functools import cache

import pytest

import tangrules
from tangrules import emit, interpret
from tangrules.explain.clauses import COMPONENT, report
from tangrules.ir import Program
from tangrules.lower.pipeline import build_all
from tangrules.runtime.driver import Machine, open_decision
from tangrules.runtime.state import Answer, State, new_state
from tangrules.verify.examples import run_examples

NAME = "hanging-gardens"
SEATS = (2, 3, 4)
TRIES = 40
"""So many places of a card are looked at by the player who likes temples."""


@cache
def program(players: int) -> Program:
    return build_all([NAME], players).program


@cache
def compiled(players: int) -> Machine:
    return emit.compile(program(players))


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("make", [interpret.Machine, lambda p: compiled(p.players)], ids=["slow", "fast"])
def test_all_examples_hold(players: int, make: type[interpret.Machine]) -> None:
    results = run_examples(program(players), make(program(players)))
    assert results
    assert not [(r.example.title, r.failures) for r in results if not r.passed]


def test_every_clause_is_implemented_and_proved() -> None:
    clauses = report([NAME])
    assert len(clauses.clauses) == 126
    assert not clauses.not_implemented
    assert not [c.id for c in clauses.not_proved if c.kind != COMPONENT]


def question(state: State) -> str:
    """Return the name of the open decision."""
    choice = open_decision(state)
    assert choice is not None
    return state.program.decisions[choice.decision].name


def keen(machine: Machine, state: State, rng: random.Random) -> Answer:
    """Return an answer of somebody who looks for places that make a group, and always takes the tiles."""
    answers = machine.answers(state)
    if not question(state).startswith("take.lay"):
        return rng.choice([answer for answer in answers if len(answer) > 1] or list(answers))

    def groups(answer: Answer) -> int:
        after = state.copy()
        machine.advance(after, answer)
        scores = after.stack and question(after).startswith("score_group")
        return len(machine.answers(after)) if scores else 0

    return max(rng.sample(list(answers), min(TRIES, len(answers))), key=groups)


@pytest.mark.parametrize("players", SEATS)
def test_both_machines_play_the_same_game(players: int) -> None:
    """Positions, answers and invariants, in a game in which temples are placed and moved."""
    fast, slow = compiled(players), interpret.Machine(program(players))
    state, other = new_state(program(players), players), new_state(program(players), players)
    rng = random.Random(players)
    fast.run(state)
    slow.run(other)
    moves = 0
    while state.stack:
        moves += 1
        assert state == other
        if moves % 10 == 0:
            assert tuple(slow.answers(other)) == tuple(fast.answers(state))
        for name, value, _ in program(players).invariants:
            assert fast.value(state, value, ()), name
        answer = keen(fast, state, rng)
        fast.advance(state, answer)
        slow.advance(other, answer)
    assert state == other
    tiles = next(zone for zone in program(players).zones if zone.name == "tiles")
    assert any(state.Z[tiles.base : tiles.base + 3 * tiles.count])


@pytest.mark.parametrize(("players", "rounds", "turns"), [(2, 15, 60), (3, 20, 60), (4, 15, 60)])
def test_random_games_end_when_the_cards_are_used_up(players: int, rounds: int, turns: int) -> None:
    game = tangrules.load(NAME)
    for seed in range(5):
        playout = game.playout(players=players, seed=seed)
        assert playout.rounds == rounds
        assert playout.winners
    state = new_state(program(players), 7)
    compiled(players).random_playout(state, random.Random(7))
    assert state.V[0] == turns


def test_a_player_sees_only_what_lies_open() -> None:
    game = tangrules.load(NAME).start(players=3, seed=4)
    rng = random.Random(1)
    for _ in range(12):
        game = game.play(rng.choice(game.decision.options))
    view = game.view(0)
    assert len(view.see("market")) == len(game.view(2).see("market"))
    assert not any(isinstance(card, int) for card in view.see("deck"))
    assert type(game).from_json(game.to_json()) == game
