"""Examples of a pack that another one changes: those that speak of what it took away are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import emit
from tangrules.diagnostics import ScenarioError
from tangrules.lower.pipeline import build_all
from tangrules.verify.examples import run_examples

GAME = """tang 1
game camp "Camp"
players 1 to 3
at most 3 rounds
zone your coins: counter 0 .. 9 = 0
to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action hum "Hum" is main: gain 1 coins
action rest "Rest" is main: gain 2 coins
end late after round when round_number > 1: finish the game
score coins = your coins
winner: most score then shared

example "humming pays" for 2 players:
    given nothing set up
    hum()
    expect your coins is 1
example "resting pays" for 2 players:
    given nothing set up
    rest()
    expect your coins is 2
example "one alone rests" for 1 player:
    given nothing set up
    rest()
    expect your coins is 2
"""

SILENCE = """tang 1
module silence "Silence"
extends camp
players 2 to 3
remove action hum

example "nobody hums" for 2 players:
    given nothing set up
    take_turn()
    expect your coins is 2
"""


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    (tmp_path / "camp.tang").write_text(GAME, encoding="utf-8")
    (tmp_path / "silence.tang").write_text(SILENCE, encoding="utf-8")
    return tmp_path


def test_what_another_pack_took_away_leaves_an_example_out(packs: Path) -> None:
    program = build_all([str(packs / "silence.tang")], 2).program
    assert [example.title for example in program.examples] == ["resting pays", "nobody hums"]
    for machine in (None, emit.compile(program)):
        results = run_examples(program, machine)
        assert all(result.passed for result in results)


def test_alone_all_examples_are_there(packs: Path) -> None:
    counts = [len(build_all([str(packs / "camp.tang")], n).program.examples) for n in (1, 2, 3)]
    assert counts == [1, 2, 0]


def test_a_fault_in_an_example_of_the_changing_pack_is_reported(packs: Path) -> None:
    file = packs / "silence.tang"
    file.write_text(SILENCE.replace("take_turn()\n    expect your coins is 2", "hum()"), encoding="utf-8")
    with pytest.raises(ScenarioError, match="there is no verb called `hum`"):
        build_all([str(file)], 2)


def test_an_example_for_fewer_players_than_the_packs_are_for_is_left_out(packs: Path) -> None:
    program = build_all([str(packs / "silence.tang")], 2).program
    assert "one alone rests" not in [example.title for example in program.examples]
