"""Every fenced block of the documentation is put to the test; `blocks` tells how blocks are written."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tangrules.diagnostics.catalogue import CODES
from tests.docs import scenarios
from tests.docs.blocks import LANGUAGES, PAGES, ROOT, Block, agrees, all_blocks, blocks_of
from tests.docs.generator import generate
from tests.native.tools import HAS_COMPILER

BLOCKS = all_blocks()
SCENARIOS = [block for block in BLOCKS if block.language == "tang"]
WITH_PROGRAMS = [page for page in PAGES if any(b.language in ("python", "console") for b in blocks_of(page))]

NOT_RUN = (
    *(
        "python3 -m venv ",
        "source .venv/bin/activate",
        ".venv/bin/pip install ",
        ".venv/bin/pytest ",
        ".venv/bin/mkdocs ",
    ),
    *("git clone ", "mkdocs serve", "python -m benchmarks."),
)
"""Commands that change the machine, take long or never end."""


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.id)
def test_a_block_says_its_language(block: Block) -> None:
    assert block.language in LANGUAGES


@pytest.mark.parametrize("block", SCENARIOS, ids=lambda block: block.id)
def test_scenario(block: Block, tmp_path: Path) -> None:
    if "code" in block.notes:
        _check_example(block, tmp_path)
        return
    for earlier in blocks_of(block.page):
        if earlier.line < block.line and earlier.is_kept:
            scenarios.write(earlier, tmp_path)
    path = scenarios.write(block, tmp_path)
    if "reports" in block.notes:
        assert scenarios.codes(path) == set(block.notes["reports"].split(", "))
        return
    found = scenarios.reported(path, block.text)
    if {"in", "base", "adds to"} & block.notes.keys():
        found = [line for line in found if not line.startswith("warning W-UNCALLED")]
    if "fails" in block.notes:
        assert found
        assert not any(line.startswith(("error", "warning")) for line in found)
        return
    assert found == []


@pytest.mark.parametrize("page", WITH_PROGRAMS, ids=lambda page: str(page.relative_to(ROOT)))
def test_programs_and_commands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The python and console blocks of a page are run in order, in a folder with the files that it writes."""
    if page.name == "native.md" and not HAS_COMPILER:
        pytest.skip("no C compiler")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {"__name__": "__docs__"}
    printed = ""
    for block in blocks_of(page):
        if block.language == "tang" and block.is_kept:
            scenarios.write(block, tmp_path)
        elif block.language == "python":
            printed = _run_python(block, names)
        elif block.language == "console":
            _run_console(block)
        elif "output" in block.notes:
            assert agrees(block.text, printed), f"{block.id}: this is printed:\n{printed}"


def _check_example(block: Block, folder: Path) -> None:
    """An example of a diagnostic is reported for it, or for nothing at all."""
    code, _, which = block.notes["code"].partition(", ")
    generate.write_example(CODES[code].bad, folder)  # a mix may need the packs that clash
    found = generate.codes_of(generate.write_example(block.text, folder))
    assert code in found if which == "bad" else not found - {"W-UNCALLED"}


def _run_python(block: Block, names: dict[str, object]) -> str:
    out = io.StringIO()
    code = compile("\n" * block.line + block.text, str(block.page), "exec", dont_inherit=True)
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def _run_console(block: Block) -> None:
    for command, expected in _commands(block):
        if command.startswith(NOT_RUN):
            continue
        found = _run_command(command, _TYPED.findall(expected))
        if expected.strip():
            assert agrees(expected, found), f"{block.id}: `{command}` prints:\n{found}"


def _commands(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each command with its expected output. Without `$`, each line is a command."""
    lines = block.text.splitlines()
    if not any(line.startswith("$ ") for line in lines):
        yield from ((part.strip(), "") for line in lines for part in line.split("&&") if part.strip())
        return
    command, expected = "", []
    for line in [*lines, "$ "]:
        if line.startswith("$ "):
            if command:
                yield command, "\n".join(expected)
            command, expected = line[2:], []
        else:
            expected.append(line)


_TYPED = re.compile(r"^seat \d+> (.+)$", re.MULTILINE)
"""What a person types at the prompt of a game, as the page shows it."""


class _Screen(io.StringIO):
    """A terminal that shows every character."""

    encoding = "utf-8"


class _Typing(io.StringIO):
    """A person at a terminal: what is read is seen."""

    def readline(self, *size: int) -> str:
        line = super().readline(*size)
        print(line, end="")
        return line


def _run_command(command: str, typed: list[str]) -> str:
    """Run a command of tangrules in this process, and the few others that pages need."""
    words = shlex.split(command, comments=True)
    match words[0].removeprefix(".venv/bin/"), words[1:]:
        case "tangrules", arguments:
            return _run_tangrules(arguments, "".join(f"{line}\n" for line in typed))
        case "python", [program]:
            return _run_program(program)
        case "cat", [name]:
            return Path(name).read_text(encoding="utf-8")
        case "mkdir", [name]:
            os.mkdir(name)
            return ""
        case "cd", [name]:
            os.chdir(name)
            return ""
    raise AssertionError(f"the documentation uses a command that is not tested: {command}")


def _run_program(program: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [program])  # not the words that pytest was called with
        runpy.run_path(program, run_name="__main__")
    return out.getvalue()


def _run_tangrules(arguments: list[str], typed: str) -> str:
    from tangrules.cli.main import main

    target = None
    if ">" in arguments:
        target, arguments = arguments[-1], arguments[: arguments.index(">")]
    if arguments[0] == "simulate" and "--jobs" not in arguments:
        arguments = [*arguments, "--jobs", "1"]  # the result is the same, and rules are compiled once
    out = _Screen()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
    ):
        patch.setattr("sys.stdin", _Typing(typed))
        main(arguments)
    if target is not None:
        Path(target).write_text(out.getvalue(), encoding="utf-8")
        return ""
    return out.getvalue()
