"""What the check for leaks does with numbers, flags and notes that a seat does not see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs
import pytest

from tangrules import Game
from tangrules.ir import NIL
from tangrules.lower.pipeline import build_all
from tangrules.verify.conformance.lots import dealt_anew
from tangrules.verify.conformance.secrets import nothing_leaks
from tangrules.verify.conformance.trail import Trail, begin
from tangrules.verify.conformance.witness import witness_of

GAME = """tang 1
game purse "Purse"
players 2
at most 9 rounds

icons colour: red, blue
zone your coins: counter 0 .. 9 = 3, private
zone your mark: note of colour or nothing, private
zone your rival: note of player or nothing, private
zone your ready: flag, private
zone your liked: note of set of colour, private
zone pot: counter 0 .. 9 = 4, secret
zone common: counter 0 .. 9 = 5

to setup:
    for each q in players: set q.liked to [red]
to round:
    for each q in players: q does take_turn()
turn take_turn:
    choose one way:
        option earn: gain 1 coins
        option wait: nothing happens
end never when no: finish the round
score coins = your coins
winner: most score then shared
"""


@pytest.fixture
def trail(tmp_path: Path) -> Trail:
    path = tmp_path / "purse.tang"
    path.write_text(GAME, encoding="utf-8")
    return begin(Game.of(build_all([str(path)], 2).program, compiled=False), 2, 1)


def test_hidden_numbers_are_set_to_what_they_might_be(trail: Trail) -> None:
    state, lots = trail.last, witness_of(trail).lots[0]
    others = [dealt_anew(state, 0, lots, Random(seed)) for seed in range(60)]
    zones = {zone.name: zone for zone in state.rules.program.zones}

    def found(name: str, instance: int = 0) -> set[object]:
        zone = zones[name]
        return {(other.Z if zone.storage == "list" else other.V)[zone.base + instance] for other in others}

    assert found("coins") == {3}
    assert found("coins", 1) == {0, 2, 3, 4, 6}
    assert found("pot") == {1, 3, 4, 5, 7}
    assert found("common") == {5}
    assert len(found("mark", 1)) == len(found("rival", 1)) == 3
    assert found("ready", 1) == {0, 1}
    assert len(found("liked", 1)) == 2
    assert {len(found(name)) for name in ("mark", "rival", "ready", "liked")} == {1}


def test_a_number_stays_within_its_bounds(tmp_path: Path) -> None:
    path = tmp_path / "purse.tang"
    path.write_text(GAME.replace("0 .. 9 = 3", "3 .. 4 = 3"), encoding="utf-8")
    trail = begin(Game.of(build_all([str(path)], 2).program, compiled=False), 2, 1)
    coins = next(zone for zone in trail.program.zones if zone.name == "coins")
    lots = witness_of(trail).lots[0]
    assert {dealt_anew(trail.last, 0, lots, Random(seed)).V[coins.base + 1] for seed in range(30)} == {3, 4}


def test_numbers_of_pieces_stay_where_a_piece_has_none(tmp_path: Path) -> None:
    """Numbers that pieces carry are kept for all pieces, also for those of a kind that carries none."""
    path = tmp_path / "purse.tang"
    pieces = (
        "piece card:\n    strength: number = 4 changes\npiece coin\n"
        "table cards of card total 2:\n    | name | copies |\n    | card | 2      |\n"
        "table pieces of coin total 2:\n    | name | copies |\n    | coin | 2      |\n"
        "zone stock: deck of card, secret\nzone bag: deck of coin, secret\nto setup:\n    move cards to stock\n"
        "    move pieces to bag\n"
    )
    path.write_text(GAME.replace("to setup:\n", pieces), encoding="utf-8")
    trail = begin(Game.of(build_all([str(path)], 2).program, compiled=False), 2, 1)
    strength = next(zone for zone in trail.program.zones if zone.name == "card.strength")
    lots = witness_of(trail).lots[0]
    others = [dealt_anew(trail.last, 0, lots, Random(seed)) for seed in range(30)]
    kinds = trail.program.kinds
    assert {other.V[strength.base + piece] for other in others for piece in kinds["coin"]} == {NIL}
    assert {other.V[strength.base + piece] for other in others for piece in kinds["card"]} == {1, 3, 4, 5, 7}
    assert nothing_leaks(trail) is None


def test_a_score_pad_that_tells_hidden_coins_is_found(trail: Trail) -> None:
    assert nothing_leaks(trail) is None
    scores = tuple(attrs.evolve(score, told_to="all") for score in trail.program.scores)
    telling = begin(Game.of(attrs.evolve(trail.program, scores=scores), compiled=False), 2, 1)
    problem = nothing_leaks(telling)
    assert problem is not None
    assert problem.message == "the score pad tells seat 1 what seat 1 does not see"
