"""`tangrules assumptions`: what a scenario takes for granted: assumed data, and rulings on open questions."""

from __future__ import annotations

import argparse

from tangrules.cli.options import add_json, add_packs, write_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    from tangrules.explain.assumptions import assumptions

    found = assumptions(options.packs)
    if not options.json:
        print(found.text())
        return 0
    import attrs

    assumed = [
        {"what": each.what, "file": each.where.file, "line": each.where.line, "why": each.why}
        for each in found.assumed
    ]
    write_json(options.json, {"assumed": assumed, "decided": [attrs.asdict(each) for each in found.rulings]})
    return 0
