"""`--coverage` for the commands that test: where it is written, and in which format."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tangrules.cli.options import file_name

if TYPE_CHECKING:
    from tangrules.verify.coverage import Coverage

FORMATS = ("text", "json", "lcov")
_SUFFIXES = {".json": "json", ".info": "lcov", ".lcov": "lcov"}


def add_coverage(parser: argparse.ArgumentParser, told: str) -> None:
    """Let the command tell which rules were used."""
    group = parser.add_argument_group("coverage")
    group.add_argument("--coverage", action="store_true", help=told)
    group.add_argument(
        "--coverage-file",
        metavar="FILE",
        type=file_name,
        help="write it to a file; a name in .json or .info says the format (default: the standard output)",
    )
    group.add_argument("--coverage-format", choices=FORMATS, help="how it is written (default: text)")


def is_asked(options: argparse.Namespace) -> bool:
    """Whether coverage is to be told. UsageError if it would be mixed up with other output."""
    from tangrules.diagnostics import UsageError

    asked = bool(options.coverage or options.coverage_file or options.coverage_format)
    if asked and options.coverage_file in (None, "-") and _is_data_printed(options):
        raise UsageError("two documents cannot both be printed: name a file with --coverage-file FILE")
    return asked


def _is_data_printed(options: argparse.Namespace) -> bool:
    if "format" in options:  # of `verify`
        return bool(options.format != "text" and options.output in (None, "-"))
    return bool(options.json == "-")


def write_coverage(options: argparse.Namespace, coverage: Coverage) -> None:
    """Write the coverage where, and as, it was asked for."""
    from pathlib import PurePath

    from tangrules.cli.files import write_text

    target = options.coverage_file or "-"
    form = options.coverage_format or _SUFFIXES.get(PurePath(target).suffix.lower(), "text")
    text = coverage.written(form)
    write_text(target, f"\n{text}" if target == "-" and form == "text" else text)
