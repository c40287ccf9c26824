"""`tangrules check`: the faults in scenario files, at every number of players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tangrules.cli.options import add_output, add_players

if TYPE_CHECKING:
    from tangrules.cli.targets import Target
    from tangrules.diagnostics import Diagnostic

FORMATS = ("text", "json", "github", "sarif")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="scenario files, folders, or names of shipped packs; each is checked by itself",
    )
    parser.add_argument("--together", action="store_true", help="check all that is named as one combination")
    add_players(parser, each=True)
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how findings are written (default: text)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    add_output(parser, "write the findings to a file")


def run(options: argparse.Namespace) -> int:
    """Check each file; 1 if there are errors or warnings, 2 if one is no scenario at all."""
    from tangrules.cli.checking import Checked, check
    from tangrules.cli.targets import is_no_scenario, targets_of

    targets = targets_of(options.files)
    found: list[Checked] = []
    if options.together:
        found.append(check([str(target.main) for target in targets], options.players))
    else:
        found += [check([str(target.main)], options.players) for target in targets]
    _write(options, [] if options.together else targets, found)
    if any(is_no_scenario(checked.diagnostics) for checked in found):
        return 2
    return int(any(checked.is_faulty for checked in found))


def _write(options: argparse.Namespace, targets: Sequence[Target], found: Sequence[object]) -> None:
    import sys

    from tangrules.cli import console
    from tangrules.cli.checking import Checked
    from tangrules.cli.files import write_text
    from tangrules.diagnostics import render_github, render_json, render_sarif, render_text

    all_checked = [checked for checked in found if isinstance(checked, Checked)]
    diagnostics: list[Diagnostic] = []
    sources: dict[str, str] = {}
    for checked in all_checked:
        diagnostics += [each for each in checked.diagnostics if each not in diagnostics]
        sources.update(checked.sources)
    match options.format:
        case "json":
            text = render_json(diagnostics, sources)
        case "github":
            text = render_github(diagnostics, sources)
        case "sarif":
            text = render_sarif(diagnostics, sources)
        case _:
            colours = options.output is None and console.has_colours(sys.stdout)
            parts = [render_text(diagnostics, sources, color=colours)] if diagnostics else []
            text = "\n\n".join([*parts, "\n".join(_summary(targets, all_checked))])
    if text or options.output:
        write_text(options.output or "-", text.rstrip("\n") + "\n")


def _summary(targets: Sequence[Target], found: Sequence[object]) -> list[str]:
    from tangrules.cli.checking import Checked

    lines = [
        f"{', '.join(target.only)}: part of a pack, checked through {target.name}"
        for target in targets
        if target.only
    ]
    return lines + [checked.told for checked in found if isinstance(checked, Checked)]
