"""Every command with every kind of bad input: one message, exit code 2, no traceback, no file harmed.

What is wrong *inside* a scenario that can be read is a finding, exit code 1: see `test_bad_input`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tangrules.cli.main import COMMANDS

# How each command is told of a scenario; {} is the file.
WITH_PACK = {
    "list": "{}",
    "play": "{}",
    "simulate": "{} --games 2",
    "check": "{}",
    "fmt": "{}",
    "test": "{}",
    "verify": "{} --games 1",
    "rules": "{}",
    "assumptions": "{}",
    "show": "{}",
    "replay": "good.replay {}",
    "explain": "{} take",
    "build": "{}",
    "new": "fresh --extends {}",
    "dump": "{}",
}

# How commands are told of a save or a replay.
WITH_SAVE = {
    "play": "race.tang --save {}",
    "show": "race.tang --save {}",
    "explain": "race.tang coins --save {}",
    "replay": "{} race.tang",
    "verify": "race.tang --again {}",
}

WITH_SEED = {
    "play": "race.tang --seed={}",
    "simulate": "race.tang --seed={}",
    "show": "race.tang --seed={}",
    "verify": "race.tang --seed={}",
}

WITH_PLAYERS = {
    "play": "race.tang --players={}",
    "simulate": "race.tang --players={}",
    "check": "race.tang --players={}",
    "test": "race.tang --players={}",
    "verify": "race.tang --players={}",
    "show": "race.tang --players={}",
    "explain": "race.tang take --players={}",
    "build": "race.tang --players={}",
    "dump": "race.tang --players={}",
}

WITH_SEAT = {
    "play": "race.tang --you={}",
    "show": "race.tang --seat={}",
    "explain": "race.tang coins --save good.json --seat={}",
    "replay": "good.replay race.tang --seat={}",
}

WITH_OUTPUT = {
    "list": "--json {}",
    "simulate": "race.tang --games 2 --csv {}",
    "check": "race.tang -o {}",
    "test": "race.tang --json {}",
    "verify": "race.tang --games 1 -o {}",
    "rules": "race.tang --json {}",
    "assumptions": "race.tang --json {}",
    "show": "race.tang -o {}",
    "replay": "good.replay race.tang -o {}",
    "new": "fresh -o {}",
    "dump": "race.tang -o {}",
}

SOUND = {
    "list": "",
    **{name: form.format("race.tang") for name, form in WITH_PACK.items() if name not in ("list", "new")},
    "build": "race.tang --players 2",
    "new": "fresh",
}


def contents(data: bytes) -> Callable[[Path], None]:
    """Make a file that holds this."""
    return lambda path: path.write_bytes(data) and None


def nothing(path: Path) -> None:
    """Make no file."""


HEAD = b"tang 1\ngame x\n"
LATE = b"".join(b" " * 4 * depth + b"if yes:\n" for depth in range(1, 700))

BAD_FILES: dict[str, Callable[[Path], None]] = {
    "missing": nothing,
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "binary": contents(bytes(range(256)) * 40),
    "ten megabytes": contents(b" " * 10_000_000),
    "not utf-8": contents(HEAD + b"-- caf\xe9\n{"),
}

BAD_PACKS = {
    **BAD_FILES,
    "deep brackets": contents(HEAD + b"value v = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"\n"),
    "deep blocks": contents(HEAD + b"to setup:\n" + LATE),
    "deep signs": contents(HEAD + b"value v = " + b"- " * 10_000 + b"1\n"),
}

# The header is sound, and `list` reads no more.
LATER = {"not utf-8", "deep brackets", "deep blocks", "deep signs"}

BAD_SAVES = {
    **BAD_FILES,
    "empty": contents(b""),
    "deep lists": contents(b"[" * 10_000 + b"]" * 10_000),
    "deep objects": contents(b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
    "a number without end": contents(b'{"format":' + b"9" * 10_000 + b"}"),
    "something else": contents(b"hello\n"),
}


@pytest.fixture
def ready(run, race: Path, folder: Path, saved: Path) -> Path:
    """A folder with a scenario, a save and a replay that are sound."""
    saved.rename(folder / "good.json")
    assert run("replay", "good.json", "race.tang", "-o", "good.replay").code == 0
    return folder


def held(folder: Path) -> dict[str, object]:
    """All that lies in a folder, and what the ordinary files hold."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in sorted(folder.rglob("*"))
    }


def check_refused(run, folder: Path, command: str, words: str, *, told: str = "") -> None:
    before = held(folder)
    ran = run(command, *shlex.split(words))
    assert ran.code == 2, ran
    message = ran.err or ran.out  # check tells of scenarios in its result
    assert message.startswith(("tangrules", "error[")), message
    assert message.count("tangrules: ") + message.count("error[") <= 1, message
    assert "Traceback" not in message
    assert "this is a fault of tangrules" not in message
    assert told in message
    assert held(folder) == before


def test_no_command_is_left_out() -> None:
    assert set(WITH_PACK) == set(SOUND) == set(COMMANDS)


@pytest.mark.parametrize("kind", BAD_PACKS)
@pytest.mark.parametrize("command", WITH_PACK)
def test_a_bad_scenario(run, ready: Path, command: str, kind: str) -> None:
    BAD_PACKS[kind](ready / "bad.tang")
    if command == "list" and kind in LATER:
        ran = run(command, "bad.tang")
        assert (ran.code, ran.err, ran.out.split(":")[0]) == (0, "", "x")
        return
    check_refused(run, ready, command, WITH_PACK[command].format("bad.tang"), told="bad.tang")


@pytest.mark.parametrize("command", WITH_PACK)
def test_an_empty_name(run, ready: Path, command: str) -> None:
    check_refused(run, ready, command, WITH_PACK[command].format("''"))


@pytest.mark.parametrize("command", WITH_PACK)
def test_a_name_that_no_file_can_have(run, ready: Path, command: str) -> None:
    check_refused(run, ready, command, WITH_PACK[command].format("x" * 5_000 + ".tang"))


@pytest.mark.parametrize("command", {**WITH_PACK, **WITH_SAVE})
def test_a_file_that_may_not_be_read(run, ready: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions do not stop everybody, so the refusal of the system is played."""
    shut = {"bad.tang", "bad.json"}
    opened = Path.open

    def refusing(path: Path, *arguments: object, **more: object) -> object:
        if path.name in shut:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *arguments, **more)  # type: ignore[call-overload]

    (ready / "bad.tang").write_text((ready / "race.tang").read_text())
    (ready / "bad.json").write_text((ready / "good.json").read_text())
    monkeypatch.setattr(Path, "open", refusing)
    forms = [(WITH_PACK, "bad.tang"), (WITH_SAVE, "bad.json")]
    for words in [table[command].format(name) for table, name in forms if command in table]:
        ran = run(command, *shlex.split(words))
        assert ran.code == 2
        assert ran.err.startswith("tangrules")
        assert "Traceback" not in ran.err


@pytest.mark.parametrize("kind", BAD_SAVES)
@pytest.mark.parametrize("command", WITH_SAVE)
def test_a_bad_save(run, ready: Path, command: str, kind: str) -> None:
    BAD_SAVES[kind](ready / "bad.json")
    check_refused(run, ready, command, WITH_SAVE[command].format("bad.json"))


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.995])
@pytest.mark.parametrize("command", WITH_SAVE)
def test_a_save_that_is_cut_off(run, ready: Path, command: str, share: float) -> None:
    text = (ready / "good.json").read_text().rstrip()
    (ready / "bad.json").write_text(text[: int(len(text) * share)])
    check_refused(run, ready, command, WITH_SAVE[command].format("bad.json"))


@pytest.mark.parametrize("command", ["play", "show", "explain", "replay"])
def test_a_save_of_other_rules(run, ready: Path, command: str) -> None:
    race = ready / "race.tang"
    race.write_text(race.read_text().replace("gain 2 coins", "gain 3 coins"))
    words = WITH_SAVE[command].format("good.json")
    check_refused(run, ready, command, words, told="this save was made with other rules")


@pytest.mark.parametrize("command", ["play", "show", "explain", "replay"])
def test_a_save_of_another_game(run, ready: Path, command: str) -> None:
    race = ready / "race.tang"
    (ready / "other.tang").write_text(race.read_text().replace("game race", "game other"))
    words = WITH_SAVE[command].format("good.json").replace("race.tang", "other.tang")
    check_refused(run, ready, command, words, told="this save was made with other rules")


@pytest.mark.parametrize("seed", ["-1", "x", "", "1.5", "18446744073709551616", "9" * 5_000, "٣"])
@pytest.mark.parametrize("command", WITH_SEED)
def test_a_bad_seed(run, ready: Path, command: str, seed: str) -> None:
    check_refused(run, ready, command, WITH_SEED[command].format(seed), told="seed")


@pytest.mark.parametrize("players", ["-1", "x", "", "0", "1", "5", "99999", "9" * 5_000, "٣"])
@pytest.mark.parametrize("command", WITH_PLAYERS)
def test_a_bad_number_of_players(run, ready: Path, command: str, players: str) -> None:
    check_refused(run, ready, command, WITH_PLAYERS[command].format(players), told="players")


@pytest.mark.parametrize("seat", ["-1", "x", "", "9", "9" * 5_000, "٣"])
@pytest.mark.parametrize("command", WITH_SEAT)
def test_a_bad_seat(run, ready: Path, command: str, seat: str) -> None:
    check_refused(run, ready, command, WITH_SEAT[command].format(seat))


@pytest.mark.parametrize("output", [".", "nowhere/x", "race.tang", "''", "race.tang/x", "/dev/full"])
@pytest.mark.parametrize("command", WITH_OUTPUT)
def test_an_output_that_cannot_be_written(run, ready: Path, command: str, output: str) -> None:
    check_refused(run, ready, command, WITH_OUTPUT[command].format(output))


@pytest.mark.parametrize("command", SOUND)
def test_a_closed_output(ready: Path, command: str) -> None:
    """The reader may be gone before, or while, something is written; the disk may be full."""
    words = f"{shlex.quote(sys.executable)} -m tangrules {command} {SOUND[command]}"
    closed = subprocess.run(
        ["sh", "-c", f"{words} >&- <&-"], capture_output=True, text=True, check=False, cwd=ready
    )
    assert (closed.returncode, closed.stderr) == (
        2,
        "tangrules: cannot write the output: the standard output is closed\n",
    )


@pytest.mark.parametrize("command", [name for name in SOUND if name != "fmt"])
def test_a_full_disk(ready: Path, command: str) -> None:
    words = f"{shlex.quote(sys.executable)} -m tangrules {command} {SOUND[command]}"
    words = words if command != "new" else f"{words} -o -"
    full = subprocess.run(
        ["sh", "-c", f"{words} >/dev/full </dev/null"], capture_output=True, text=True, check=False, cwd=ready
    )
    assert (full.returncode, full.stderr.splitlines()[-1]) == (
        2,
        "tangrules: cannot write the output: no space left on device",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["--help", "--version", "", "play --help", "list"])
def test_help_that_cannot_be_written_is_told(words: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "tangrules", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    told = "tangrules: cannot write the output: no space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("nonsense", 2),
        ("--nonsense", 2),
        ("list --nonsense", 2),
        ("check no.tang", 2),
        ("check wrong.tang", 1),
    ],
)
def test_messages_that_cannot_be_written_leave_the_exit_code(
    ready: Path, words: str, code: int, unbuffered: str
) -> None:
    (ready / "wrong.tang").write_text('tang 1\ngame wrong "Wrong"\nplayers 2\n\nvalue x: nmber = 1\n')
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "tangrules", *words.split()],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
            cwd=ready,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert ran.returncode == code
