"""`tangrules verify`: plays many games of packs, and looks for faults in their rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tangrules.cli.covering import add_coverage
from tangrules.cli.options import add_output, add_packs, add_players, add_seed, file_name, positive

if TYPE_CHECKING:
    from tangrules.diagnostics import ScenarioError
    from tangrules.verify.conformance import Report
    from tangrules.verify.coverage import Coverage

FORMATS = ("text", "json", "junit", "sarif", "github")
KEPT = "counterexamples"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser, optional="with --checks and --again none is needed")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=10, help="with each number of players (default: 10)"
    )
    add_players(parser, each=True)
    add_seed(parser, 0, "the first game's seed; others follow it (default: 0)")
    parser.add_argument(
        "--check", metavar="NAME", action="append", help="one check alone; may be said several times"
    )
    parser.add_argument("--checks", action="store_true", help="list the checks and leave")
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how it is reported (default: text)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    add_output(parser, "write the report to a file")
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=file_name,
        default=KEPT,
        help=f"where counterexamples are written (default: {KEPT})",
    )
    parser.add_argument(
        "--again", metavar="FILE", type=file_name, help="look at a counterexample again, instead of playing"
    )
    add_coverage(parser, "tell, too, which rules the games have used")


def run(options: argparse.Namespace) -> int:
    """Verify the packs; 1 if anything was found, or nothing was tested."""
    from tangrules.cli.targets import is_no_scenario
    from tangrules.diagnostics import ScenarioError

    try:
        return _run(options)
    except ScenarioError as error:
        if (options.format == "text" and options.output is None) or is_no_scenario(error.diagnostics):
            raise
        _write_refusal(options, error)
        return 1


def _run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from tangrules.cli.covering import is_asked, write_coverage
    from tangrules.cli.files import write_text
    from tangrules.verify.conformance import keep, verify
    from tangrules.verify.conformance.rendering import FORMATS as RENDERERS
    from tangrules.verify.conformance.rendering import as_text

    if options.checks:
        print(_checks())
        return 0
    if options.again is not None:
        return _again(options)
    covered = is_asked(options)
    report = verify(
        options.packs,
        players=options.players,
        games=options.games,
        seed=options.seed,
        checks=options.check,
        progress=_progress(),
    )
    report = keep(report, Path(options.keep))
    if options.format == "text" and options.output is None:
        text = as_text(report, color=_colours())
    else:
        text = RENDERERS[options.format](report)
    write_text(options.output or "-", text.rstrip("\n") + "\n")
    if covered:
        write_coverage(options, _measured(options, report))
    return int(not report.clean)


def _write_refusal(options: argparse.Namespace, error: ScenarioError) -> None:
    """Report why packs cannot be played, in the format that was asked for: who reads it waits for a report."""
    from tangrules.cli.files import write_text
    from tangrules.verify.conformance.rendering import REFUSED

    text = REFUSED[options.format](error.diagnostics, error.sources)
    write_text(options.output or "-", text.rstrip("\n") + "\n")


def _checks() -> str:
    from tangrules.cli.console import columns
    from tangrules.verify.conformance import CHECKS

    return "\n".join(columns([[check.name, check.says] for check in CHECKS]))


def _colours() -> bool:
    from tangrules.cli.console import has_colours

    return has_colours(sys.stdout)


def _progress() -> Callable[[int, int], None] | None:
    """Count the games on a terminal, in one line that is written over."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        end = "\r\x1b[K" if done == total else "\r"
        print(f"game {done} of {total}", end=end, file=sys.stderr, flush=True)

    return show


def _again(options: argparse.Namespace) -> int:
    """Look whether a check still fails in a game that was kept."""
    from pathlib import Path

    from tangrules.cli.files import read_text
    from tangrules.cli.options import load_game
    from tangrules.verify.conformance import check_again
    from tangrules.verify.conformance.counterexample import packs_of

    text = read_text(options.again, "a counterexample")
    again = check_again(text, load_game(options.packs or packs_of(text, Path(options.again).parent)))
    if again.problem is None:
        print(f"{options.again}: the check {again.check.name} holds now")
        return 0
    lines = [f"{options.again}: {again.problem.message}", *again.problem.details]
    print("\n  ".join(lines))
    return 1


def _measured(options: argparse.Namespace, report: Report) -> Coverage:
    """Return which rules were used by the games that were played."""
    from tangrules.verify.coverage import measure

    return measure(
        report.names, players=report.players, examples=False, games=options.games, seed=options.seed
    )
