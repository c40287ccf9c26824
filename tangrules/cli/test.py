"""`tangrules test`: runs the examples in scenario files, at every number of players."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from tangrules.cli.options import add_json, add_players

if TYPE_CHECKING:
    from tangrules.cli.testing import Tested


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="scenario files, folders, or names of shipped packs; each is tested by itself",
    )
    parser.add_argument("--together", action="store_true", help="test all that is named as one combination")
    add_players(parser)
    parser.add_argument(
        "-k", "--only", metavar="WORDS", default="", help="only examples with these words in their title"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="run compiled code instead of the interpreter"
    )
    parser.add_argument("--require", action="store_true", help="a file without examples is a failure")
    parser.add_argument("-v", "--verbose", action="store_true", help="one line for each example")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Run the examples; 1 if one fails."""
    from tangrules.cli.options import write_json
    from tangrules.cli.testing import document, report, run_targets

    began = time.perf_counter()
    tested = run_targets(
        options.files,
        together=options.together,
        players=options.players,
        words=options.only,
        compiled=options.compiled,
    )
    seconds = time.perf_counter() - began
    if options.json:
        write_json(options.json, document(tested))
    if options.json != "-":
        print(report(tested, seconds, verbose=options.verbose, require=options.require))
    return int(_failed(tested, options.require))


def _failed(tested: Tested, require: bool) -> bool:
    return bool(tested.failed) or (require and bool(tested.without)) or (require and not tested.cases)
