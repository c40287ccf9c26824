"""The stages in one call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import ScenarioError, UsageError
from tangrules.lower.pipeline import build, build_all

POND = """tang 1
game pond "Pond"
players 2 to 3
at most 4 rounds
grades:
    5: "Heron"
    0: "Frog"
piece frog:
    size: number
table frogs of frog:
    | name  | size |
    | green | 1    |
zone your coins: counter 0 .. 99 = 3
zone sack: set of frog, secret
to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn: offer one main
action rest "Rest" is main: nothing happens
action croak "Croak" is main: gain 1 coins
to final: nothing happens
end never when no: finish the game
score coins "Coins" = your coins
winner: most score then shared
example "a croak is paid" for 2 players:
    croak()
    expect your coins is 4
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "pond.tang"
    path.write_text(POND, encoding="utf-8")
    return path


@pytest.mark.usefixtures("pond")
def test_a_program_has_all_its_parts() -> None:
    built = build_all(["pond.tang"], 2)
    program = built.program
    assert built.warnings == ()
    assert (program.name, program.title, program.players, program.horizon) == ("pond", "Pond", 2, 4)
    assert [score.name for score in program.scores] == ["coins"]
    assert program.grades == ((5, "Heron"), (0, "Frog"))
    assert [example.title for example in program.examples] == ["a croak is paid"]
    assert program.verbs[program.main].name == "#main"
    assert len(program.v_initial) == program.v_size
    assert len(program.z_initial) == program.z_size
    coins = next(zone for zone in program.zones if zone.name == "coins")
    assert program.v_initial[coins.base : coins.base + 2] == (3, 3)


@pytest.mark.usefixtures("pond")
def test_who_knows_what_has_room_only_where_something_is_hidden() -> None:
    program = build_all(["pond.tang"], 2).program
    assert program.know + len(program.pieces) == program.v_size


def test_a_game_with_nothing_hidden_needs_no_such_room(pond: Path) -> None:
    pond.write_text(POND.replace(", secret", ""), encoding="utf-8")
    assert build_all(["pond.tang"], 2).program.know == -1


@pytest.mark.usefixtures("pond")
def test_the_program_to_play_is_the_same_without_its_examples() -> None:
    whole, played = build_all(["pond.tang"], 3).program, build(["pond.tang"], 3)
    assert played.examples == ()
    assert (played.v_initial, played.zones, played.scores) == (whole.v_initial, whole.zones, whole.scores)
    assert [verb.code for verb in played.verbs] == [verb.code for verb in whole.verbs]
    assert build(["pond.tang"], 3) == played


@pytest.mark.usefixtures("pond")
def test_a_program_is_the_same_each_time() -> None:
    assert repr(build_all(["pond.tang"], 2).program) == repr(build_all(["pond.tang"], 2).program)


def test_all_faults_of_a_stage_are_told_at_once(pond: Path) -> None:
    pond.write_text(
        POND.replace("gain 1 coins", "gain 1 coin").replace("= your coins", "= your cions"), "utf-8"
    )
    with pytest.raises(ScenarioError) as raised:
        build_all(["pond.tang"], 2)
    assert [fault.code for fault in raised.value.diagnostics] == ["E-NAME", "E-NAME"]


def test_warnings_do_not_stop_a_game(pond: Path) -> None:
    pond.write_text(POND + "value idle: number = 3\n", encoding="utf-8")
    assert [warning.code for warning in build_all(["pond.tang"], 2).warnings] == ["W-UNCALLED"]


@pytest.mark.usefixtures("pond")
def test_a_number_of_players_that_the_game_does_not_allow_is_refused() -> None:
    with pytest.raises(UsageError, match="4"):
        build_all(["pond.tang"], 4)
