"""`tangrules assumptions`: what a scenario takes for granted: assumed data, and rulings on open questions."""

from __future__ import annotations

import argparse

from tangrules.cli.options import add_json, add_packs, write_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    parser.add_argument(
        "--all", action="store_true", help="list those of the packs that these need, too, pack by pack"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    from tangrules.explain.assumptions import assumptions

    found = assumptions(options.packs)
    if not options.json:
        print(found.text(every=options.all))
        beside = [pack for pack in found.packs if pack not in found.chosen]
        if beside and not options.all:
            print("`--all` lists them as well")
        return 0
    import attrs

    shown = found if options.all else found.of(found.chosen)
    assumed = [
        {
            "pack": each.pack,
            "what": each.what,
            "file": each.where.file,
            "line": each.where.line,
            "why": each.why,
        }
        for each in shown.assumed
    ]
    write_json(options.json, {"assumed": assumed, "decided": [attrs.asdict(each) for each in shown.rulings]})
    return 0
