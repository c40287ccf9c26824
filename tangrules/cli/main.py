"""The command line: finds the command, runs it, and turns every failure into one message and an exit code.

0 is clean, 1 means findings (a scenario with faults, a test that fails), 2 misuse. Only the module of the
command that was asked for is imported, so that `--help` is quick.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

CLEAN, FINDINGS, MISUSE = 0, 1, 2
INTERRUPTED, CLOSED = 130, 141

COMMANDS = {
    "list": "show the packs that are shipped",
    "play": "play a game in the terminal",
    "simulate": "play many games and tell how they came out",
    "check": "look for faults in scenario files",
    "fmt": "lay out scenario files",
    "test": "run the examples in scenario files",
    "verify": "play many games and look for faults in the rules",
    "rules": "list the rulebook's clauses, and where each is implemented and proved",
    "assumptions": "list what a scenario takes for granted",
    "show": "draw a position as text or as a picture",
    "replay": "show a game that was written down, move by move",
    "explain": "explain a diagnostic, a rule, or where a number comes from",
    "build": "compile rules to machine code, to play faster",
    "new": "write a scenario to start from",
    "dump": "print a stage of the compiler",
}

_REPORT = "this is a fault of tangrules, please report it; TANGRULES_DEBUG=1 shows where it happened"


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; unlike the standard library's, it tells when that cannot be written."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Leave with a message."""
        self.exit(MISUSE, f"{self.prog}: {message}\n(`{self.prog} --help` lists what can be said)\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave, with a message where there is one."""
        if message:
            from tangrules.cli import console

            console.note(message.rstrip("\n"))
        sys.exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _make_streams_safe()
    if sys.stdout is None:
        _complain_of("cannot write the output: the standard output is closed")
        return MISUSE
    try:
        code = _run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return CLOSED
    except OSError as error:
        _close_quietly()
        _complain_of(f"cannot write the output: {_told_of_system(error)}")
        return MISUSE
    return code


def _run(given: list[str]) -> int:
    """Run one command, or show the help; return the exit code."""
    try:
        return _run_command(given)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else MISUSE


def _run_command(given: list[str]) -> int:
    at = next((at for at, word in enumerate(given) if not word.startswith("-")), len(given))
    front = _front()
    front.parse_args(given[:at])
    if at == len(given):
        front.print_help()
        return MISUSE
    if given[at] not in COMMANDS:
        return _no_such_command(given[at])
    module = importlib.import_module(f"tangrules.cli.{given[at]}")
    run: Callable[[argparse.Namespace], int] = module.run
    parser = _parser_of(given[at])
    module.configure(parser)
    options = parser.parse_intermixed_args(_plain(given[at + 1 :]))  # options may stand between the words
    try:
        return run(options)
    except (KeyboardInterrupt, BrokenPipeError, SystemExit):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # the output, as every file has a name
        return _failed(error, given[at])


def _plain(words: list[str]) -> list[str]:
    """Return the words without `--`: those behind it are files, also where they begin with a dash."""
    if "--" not in words:
        return words
    cut = words.index("--")
    return [*words[:cut], *(f"./{word}" if word.startswith("-") else word for word in words[cut + 1 :])]


def _no_such_command(word: str) -> int:
    from tangrules.cli import console
    from tangrules.diagnostics.suggest import did_you_mean

    hint = did_you_mean(word, COMMANDS) or "`tangrules --help` lists them"
    console.complain(f"there is no command {word!r}: {hint}")
    return MISUSE


def _front() -> Parser:
    """Return the parser of what stands before a command; it lists all commands."""
    parser = Parser(prog="tangrules", description="A rules engine for board games.", allow_abbrev=False)
    parser.add_argument("--version", action=_Version, help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, told in COMMANDS.items():
        commands.add_parser(name, help=told)
    return parser


def _parser_of(command: str) -> Parser:
    """Return the parser of a command, without its arguments yet."""
    told = COMMANDS[command]
    description = f"{told[0].upper()}{told[1:]}."
    return Parser(prog=f"tangrules {command}", description=description, allow_abbrev=False)


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"tangrules {version('tangrules')}")
        parser.exit()


def _failed(error: Exception, command: str) -> int:
    """Say what went wrong; return the exit code."""
    from tangrules.cli import console
    from tangrules.cli.targets import is_no_scenario
    from tangrules.diagnostics.as_text import render_text
    from tangrules.diagnostics.errors import RuleError, ScenarioError, TangError

    if os.environ.get("TANGRULES_DEBUG"):
        raise error
    if isinstance(error, ScenarioError):
        colours = console.has_colours(sys.stderr)
        console.note(render_text(error.diagnostics, error.sources, color=colours))
        return MISUSE if is_no_scenario(error.diagnostics) else FINDINGS
    if isinstance(error, RuleError):
        trail = [line for line in error.trail if "#" not in line]  # verbs of the engine's own
        console.complain(f"a rule failed: {RuleError(str(error.args[0]), error.span, trail)}")
        return FINDINGS
    if isinstance(error, TangError):
        console.complain(str(error))
    elif isinstance(error, OSError):
        console.complain(_told_of_system(error))
    elif isinstance(error, RecursionError | MemoryError):
        console.complain(f"this is too large or too deeply nested for `{command}`")
    else:
        console.complain(f"{type(error).__name__}: {error}\n{_REPORT}")
    return MISUSE


def _told_of_system(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename is not None else ""
    return f"{place}{(error.strerror or str(error)).lower()}"


def _complain_of(message: str) -> None:
    from tangrules.cli import console

    console.complain(message)


def _make_streams_safe() -> None:
    """Let a terminal that lacks a character show another one instead of failing.

    What was closed before we began is nothing to Python: reading from there finds the end, and messages are lost.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  (open to the end)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _close_quietly() -> None:
    """Point the standard output elsewhere, so that Python does not complain about it at the end."""
    from tangrules.cli.console import close_quietly

    close_quietly(sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
