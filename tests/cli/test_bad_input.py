"""Bad input, message by message: exit 2 for misuse, 1 for what is wrong inside a scenario. See `test_matrix`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tangrules import load

PACK_COMMANDS = ("play", "simulate", "show", "rules", "assumptions", "dump", "check", "fmt", "test")


@pytest.fixture(params=PACK_COMMANDS)
def command(request: pytest.FixtureRequest) -> str:
    """Each command that takes scenario files."""
    return str(request.param)


def one_message(err: str) -> bool:
    """Whether there is a single message and no traceback."""
    return err.startswith("tangrules") and "Traceback" not in err and err.count("tangrules: ") <= 1


def test_a_missing_file(run, command: str) -> None:
    ran = run(command, "nowhere.tang")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "tangrules: there is no file or folder 'nowhere.tang': "
        "`tangrules list` shows the packs that are shipped\n"
    )


def test_a_missing_pack(run, command: str) -> None:
    ran = run(command, "tang-gardn")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tangrules: there is no pack 'tang-gardn': did you mean `tang_garden`?\n"


def test_a_folder_without_packs(run, folder: Path, command: str) -> None:
    (folder / "empty").mkdir()
    ran = run(command, "empty")
    assert (ran.code, ran.out) == (2, "")
    assert one_message(ran.err)
    assert "folder empty" in ran.err


BAD_FILES = {
    "binary": (b"tang 1\ngame x\n\x00\x01\x02\xff" * 9, "E-ENCODING"),
    "not utf-8": (b"tang 1\ngame x\n-- caf\xe9\n", "E-ENCODING"),
    "ten megabytes": (b"tang 1\ngame x\n" + b"-- long\n" * 1_250_000, "E-SIZE"),
    "deep brackets": (b"tang 1\ngame x\nvalue v = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"\n", "E-NEST"),
    "deep blocks": (
        b"tang 1\ngame x\nto setup:\n" + b"".join(b" " * depth + b"if yes:\n" for depth in range(1, 1_000)),
        "E-NEST",
    ),
    "nothing": (b"", "E-"),
    "another language": (b"print('hello')\n", "E-"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_is_no_scenario(run, folder: Path, command: str, name: str) -> None:
    data, code = BAD_FILES[name]
    path = folder / "bad.tang"
    path.write_bytes(data)
    ran = run(command, "bad.tang")
    told = ran.out if command == "check" else ran.err
    assert ran.code == (1 if code == "E-" else 2)
    assert f"error[{code}" in told
    assert "Traceback" not in ran.out + ran.err
    assert path.read_bytes() == data
    assert [each.name for each in folder.iterdir()] == ["bad.tang"]


@pytest.mark.parametrize(
    "command", ["play", "simulate", "show", "test", "check", "verify", "dump", "explain"]
)
@pytest.mark.parametrize("players", ["0", "5", "99999"])
def test_a_seat_count_the_game_does_not_have(run, race: Path, command: str, players: str) -> None:
    words = ("take",) if command == "explain" else ()
    ran = run(command, "race.tang", *words, "--players", players)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"tangrules: players is {players}: this game is for 2 to 4\n"


@pytest.mark.parametrize("command", ["simulate", "verify"])
def test_no_games_are_no_run(run, race: Path, command: str) -> None:
    ran = run(command, "race.tang", "--games", "0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"tangrules {command}: argument --games: it must be at least 1\n")


def test_packs_that_no_number_of_players_fits(run, race: Path, folder: Path) -> None:
    (folder / "alone.tang").write_text('tang 1\nmodule alone "Alone"\nextends race\nplayers 2\n')
    (folder / "many.tang").write_text('tang 1\nmodule many "Many"\nextends race\nplayers 3 to 4\n')
    for command in ("check", "test"):
        ran = run(command, "--together", "alone.tang", "many.tang")
        assert (ran.code, ran.out) == (2, "")
        assert "no number of players that all of these packs are for" in ran.err


@pytest.mark.parametrize("command", PACK_COMMANDS)
def test_what_is_no_ordinary_file(run, folder: Path, command: str) -> None:
    os.mkfifo(folder / "pipe.tang")
    for name in ("/dev/null", "pipe.tang"):
        ran = run(command, name)
        assert (ran.code, ran.out, ran.err) == (
            2,
            "",
            f"tangrules: cannot read {name}: it is no ordinary file\n",
        )


@pytest.mark.parametrize("command", ["play", "simulate", "show"])
@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "18446744073709551616", "٣"])
def test_a_seed_that_is_none(run, race: Path, command: str, seed: str) -> None:
    ran = run(command, "race.tang", f"--seed={seed}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"tangrules {command}: argument --seed: {seed!r} is no seed: give a number from 0 to 2**64 - 1\n"
        f"(`tangrules {command} --help` lists what can be said)\n"
    )


SAVES = {
    "a truncated save": lambda text: text[: len(text) // 2],
    "a save with one letter changed": lambda text: text.replace('"V":[', '"V":[99999,', 1),
    "an empty file": lambda _: "",
    "a list": lambda _: "[1, 2, 3]",
    "deep nesting": lambda _: "[" * 10_000 + "]" * 10_000,
    "another format": lambda text: text.replace('"format":1', '"format":77'),
}


@pytest.mark.parametrize("command", ["play", "show", "explain"])
@pytest.mark.parametrize("name", SAVES)
def test_a_damaged_save(run, saved: Path, command: str, name: str) -> None:
    saved.write_text(SAVES[name](saved.read_text()))
    before = saved.read_bytes()
    words = ("race.tang", "coins") if command == "explain" else ("race.tang",)
    ran = run(command, *words, "--save", saved.name)
    assert (ran.code, ran.out) == (2, "")
    assert one_message(ran.err)
    assert "save" in ran.err
    assert saved.read_bytes() == before


@pytest.mark.parametrize("command", ["play", "show"])
def test_a_save_of_other_rules(run, saved: Path, race: Path, command: str) -> None:
    race.write_text(race.read_text().replace("20", "21"))
    ran = run(command, "race.tang", "--save", saved.name)
    assert (ran.code, ran.out) == (2, "")
    told = "tangrules: this save was made with other rules: the files of race are not what they were then ("
    assert ran.err.startswith(told)


@pytest.mark.parametrize("players", [3, 7])
def test_a_save_whose_number_of_players_was_changed(run, saved: Path, race: Path, players: int) -> None:
    """Whether the game can be played by so many or not."""
    saved.write_text(json.dumps({**json.loads(saved.read_text()), "players": players}))
    ran = run("show", "race.tang", "--save", saved.name)
    told = f"this save is damaged: it says {players} players, and was made with 2"
    assert (ran.code, ran.out, ran.err) == (2, "", f"tangrules: {told}\n")


def test_a_save_of_other_packs(run, saved: Path, race: Path, folder: Path) -> None:
    (folder / "night.tang").write_text("tang 1\nmodule night\nextends race\n")
    (folder / "day.tang").write_text("tang 1\nmodule day\nextends race\n")
    ran = run("show", "night.tang", "--save", saved.name)
    assert "other rules: it was played without night; a replay" in ran.err
    assert run("show", "night.tang", "--moves", "0").code == 0
    state = load("race.tang", "day.tang").start(players=2)
    saved.write_text(state.to_json())
    ran = run("show", "race.tang", "night.tang", "--save", saved.name)
    assert "it was played with day, which is not here, and it was played without night; a replay" in ran.err


@pytest.mark.parametrize("name", ["nowhere.json", ".", "latin.json", "large.json"])
@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_save_that_cannot_be_read(run, folder: Path, race: Path, command: str, name: str) -> None:
    (folder / "latin.json").write_bytes(b'{"caf\xe9": 1}')
    (folder / "large.json").write_bytes(b" " * 17_000_000)
    given = (name, "race.tang") if command == "replay" else ("race.tang", "--save", name)
    ran = run(command, *given)
    assert (ran.code, ran.out) == (2, "")
    assert one_message(ran.err)
    assert name in ran.err


@pytest.mark.parametrize("output", [".", "nowhere/x.svg", "race.tang"])
def test_an_output_that_cannot_be_written(run, race: Path, folder: Path, output: str) -> None:
    before = race.read_bytes()
    ran = run("show", "race.tang", "-o", output)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(("tangrules: cannot write ", "tangrules: race.tang is a scenario file"))
    assert race.read_bytes() == before
    assert [each.name for each in folder.iterdir()] == ["race.tang"]


def test_messages_never_send_codes_to_the_terminal(run, folder: Path, race: Path) -> None:
    ran = run("show", "\x1b[2Jx.tang")
    assert "\x1b" not in ran.err
    (folder / "game.txt").write_text(
        "tangrules replay 1\ngame: race\npacks: race\nplayers: 2\nrules: x\nseed: 1\n\n1. seat 1: \x1b[2Jx\n"
    )
    ran = run("replay", "game.txt", "race.tang")
    assert ran.code == 1
    assert "\x1b" not in ran.err


def test_an_unknown_player(run, race: Path) -> None:
    ran = run("simulate", "race.tang", "--bots", "gredy")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tangrules: there is no player called 'gredy': did you mean `greedy`?\n"
