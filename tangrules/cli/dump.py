"""`tangrules dump`: what a stage of the compiler made of the packs."""

from __future__ import annotations

import argparse

from tangrules.cli.options import add_output, add_packs, add_players, default_players

STAGES = ("tree", "model", "ir", "python", "native")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    parser.add_argument(
        "--stage",
        choices=STAGES,
        default="model",
        help="tree: as read; model: all packs linked; ir: instructions; python: what runs; native: the same for Cython "
        "(default: model)",
    )
    add_players(parser)
    add_output(parser, "write to a file")


def run(options: argparse.Namespace) -> int:
    """Print the stage."""
    from tangrules.cli.dumping import dump_ir, dump_model, dump_native, dump_python, dump_tree
    from tangrules.cli.files import write_text

    if options.stage == "tree":
        text = dump_tree(options.packs)
    else:
        players = default_players(options.packs) if options.players is None else options.players
        dumped = {"model": dump_model, "ir": dump_ir, "python": dump_python, "native": dump_native}
        text = dumped[options.stage](options.packs, players)
    write_text(options.output or "-", text if text.endswith("\n") else text + "\n")
    return 0
