"""`tangrules test`: runs the examples in scenario files, at every number of players."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from tangrules.cli.covering import add_coverage
from tangrules.cli.options import add_json, add_players

if TYPE_CHECKING:
    from tangrules.cli.testing import Tested


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="scenario files, folders, names of shipped packs, or counterexamples that `verify` kept; each is"
        " tested by itself",
    )
    parser.add_argument("--together", action="store_true", help="test all that is named as one combination")
    add_players(parser, each=True)
    parser.add_argument(
        "-k", "--only", metavar="WORDS", default="", help="only examples with these words in their title"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="run compiled code instead of the interpreter"
    )
    parser.add_argument("--require", action="store_true", help="a file without examples is a failure")
    parser.add_argument("-v", "--verbose", action="store_true", help="one line for each example")
    add_json(parser)
    add_coverage(parser, "tell, too, which rules the examples have used")


def run(options: argparse.Namespace) -> int:
    """Run the examples; 1 if one fails. Where nothing was run, that is a misuse."""
    import attrs

    from tangrules.cli.counterexamples import cases_of, split
    from tangrules.cli.covering import is_asked, write_coverage
    from tangrules.cli.options import write_json
    from tangrules.cli.testing import document, measured, nothing_ran, report, run_targets
    from tangrules.diagnostics import UsageError

    files, kept = split(options.files)
    covered = is_asked(options)
    if covered and not files:
        raise UsageError("coverage is of scenario files: name one")
    began = time.perf_counter()
    tested = run_targets(
        files,
        together=options.together,
        players=options.players,
        words=options.only,
        compiled=options.compiled,
    )
    if kept:
        tested = attrs.evolve(tested, cases=(*tested.cases, *cases_of(kept, options.only)))
    seconds = time.perf_counter() - began
    if not tested.cases and not (options.require and tested.without):
        raise UsageError(nothing_ran(tested, options.only))
    if options.json:
        write_json(options.json, document(tested))
    if options.json != "-":
        print(report(tested, seconds, verbose=options.verbose, require=options.require))
    if covered:
        write_coverage(
            options,
            measured(files, together=options.together, players=options.players, words=options.only),
        )
    return int(_failed(tested, options.require))


def _failed(tested: Tested, require: bool) -> bool:
    return bool(tested.failed) or (require and bool(tested.without))
