"""`tangrules show`: a position as text or as a picture."""

from __future__ import annotations

import argparse

from tangrules.cli.options import (
    add_output,
    add_packs,
    add_players,
    add_save,
    add_seed,
    natural,
    positive,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser, optional="with --save none is needed for a shipped game")
    add_players(parser)
    add_seed(parser, 0, "the game's seed (default: 0)")
    parser.add_argument(
        "--moves", metavar="N", type=natural, default=0, help="so many moves into the game (default: 0)"
    )
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="random",
        help="who plays these moves: random, greedy or monte-carlo, or one for each seat with commas",
    )
    add_save(parser, "show the position in a save")
    parser.add_argument(
        "--seat", metavar="N", type=positive, help="as seat N sees it (default: what every seat sees)"
    )
    add_output(parser, "a file: .svg for a picture, anything else for text")


def run(options: argparse.Namespace) -> int:
    """Draw the position."""
    from tangrules.cli.files import write_text
    from tangrules.cli.positions import position, scene_of, seat_of, text_of
    from tangrules.draw import draw_svg, draw_text

    state = position(options)
    viewer = seat_of(options.seat, state.players)
    if options.output is None:
        print(text_of(state, viewer))
    elif options.output.lower().endswith(".svg"):
        write_text(options.output, draw_svg(scene_of(state, viewer)))
    else:
        write_text(options.output, draw_text(scene_of(state, viewer)) + "\n")
    return 0
