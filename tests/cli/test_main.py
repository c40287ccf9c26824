"""The frame around all commands: help, misuse, interruption, closed pipes, faults of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tangrules.cli import main as door


def test_help_lists_every_command(run) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(f"    {name} " in ran.out or f"    {name}\n" in ran.out for name in door.COMMANDS)


@pytest.mark.parametrize("name", door.COMMANDS)
def test_every_command_has_help(run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: tangrules {name}")


def test_help_imports_no_part_of_the_engine() -> None:
    program = (
        "import sys; from tangrules.cli.main import main; main(['--help']); "
        "print([name for name in ('lark', 'rich', 'cattrs', 'attrs') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_no_command_shows_the_help(run) -> None:
    ran = run()
    assert (ran.code, ran.out.splitlines()[0]) == (2, "usage: tangrules [-h] [--version] COMMAND ...")


def test_an_unknown_command_is_guessed(run) -> None:
    ran = run("simulat")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tangrules: there is no command 'simulat': did you mean `simulate`?\n"


def test_an_unknown_option_is_one_message(run) -> None:
    ran = run("list", "--jso", "x", "y")
    assert ran.code == 2
    assert ran.err.startswith("tangrules")
    assert "usage" not in ran.err


def test_options_may_stand_between_the_words(run, race: Path, saved: Path) -> None:
    between = run("explain", "race.tang", "--save", saved.name, "coins")
    assert between == run("explain", "--save", saved.name, "race.tang", "coins")
    assert between.code == 0
    assert run("check", "race.tang", "--players", "2", "race.tang").out == "race: no faults for 2 players\n"


def test_a_file_may_begin_with_a_dash(run, race: Path) -> None:
    race.rename("-race.tang")
    assert run("check", "--", "-race.tang").out == "race: no faults for 2 to 4 players\n"


def test_the_version_is_printed(run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ran.out.startswith("tangrules ")


def test_an_interruption_ends_quietly(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tangrules.packs.available", interrupted)
    assert run("list") == type(run("list"))(130, "", "")


def test_a_fault_of_our_own_is_told_without_a_traceback(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("tangrules.packs.available", broken)
    ran = run("list")
    assert ran.code == 2
    assert ran.err == (
        "tangrules: ZeroDivisionError: division by zero\n"
        "this is a fault of tangrules, please report it; TANGRULES_DEBUG=1 shows where it happened\n"
    )


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    command = f"{sys.executable} -m tangrules dump tang-garden --stage ir | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=True, cwd=tmp_path, timeout=120
    )
    assert done.stdout.startswith("program tang_garden")
    assert done.stderr == ""


def test_a_terminal_without_the_signs_gets_others(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tangrules", "show", "tang-garden"],
        capture_output=True,
        cwd=tmp_path,
        timeout=120,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=True,
    )
    assert b"+------------+" in done.stdout
    assert b"?" not in done.stdout.split(b"c7")[1][:400]
