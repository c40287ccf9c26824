"""`tangrules replay`: a game that was written down, shown move by move."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tangrules.cli.options import add_output, load_game, natural, positive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tangrules.play.game_state import GameState, Move
    from tangrules.play.replay import Replay
    from tangrules.play.seen import SeenMove


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a replay, or a save: its past is shown")
    parser.add_argument(
        "packs",
        metavar="PACK",
        nargs="*",
        help="the rules to play it with (default: the packs that it names)",
    )
    parser.add_argument("--boards", action="store_true", help="draw the position after each move")
    parser.add_argument("--moves", metavar="N", type=natural, help="stop after so many moves")
    parser.add_argument(
        "--seat",
        metavar="N",
        type=positive,
        help="as seat N sees it, moves too (default: all moves, and boards as every seat sees them)",
    )
    add_output(
        parser, "a file: .svg for a picture of the last position, anything else for the replay as text"
    )


def run(options: argparse.Namespace) -> int:
    """Show the game; 1 if it could not be played to its end."""
    from tangrules.cli import console
    from tangrules.cli.files import read_text, write_text
    from tangrules.cli.positions import scene_of, seat_of, text_of
    from tangrules.draw import draw_svg
    from tangrules.play.replay import write

    text = read_text(options.file, "a replay or a save")
    states, stopped, changed = _states(text, options)
    states = states if options.moves is None else states[: options.moves + 1]
    viewer = seat_of(options.seat, states[0].players)
    if changed:
        console.note(changed)
    if options.output is not None:
        is_picture = options.output.lower().endswith(".svg")
        write_text(
            options.output, draw_svg(scene_of(states[-1], viewer)) if is_picture else write(states[-1])
        )
    else:
        _show(states, viewer, options.boards)
        print(text_of(states[-1], viewer))
        if states[-1].over:
            print(f"\n{states[-1].result}")
    if stopped:
        console.complain(f"the replay stops here: {stopped}")
    return int(bool(stopped))


def _states(text: str, options: argparse.Namespace) -> tuple[tuple[GameState, ...], str, str]:
    """Return the positions, why they stop before the end, and what is different from the game that was played."""
    from tangrules.play.game_state import GameState
    from tangrules.play.replay import replay, write

    game = load_game(options.packs) if options.packs else None
    if re.match(r"\s*\{", text):
        saved = GameState.from_json(text, game)
        again: Replay = replay(write(saved), saved.game)
        return again.states, again.stopped, ""
    if game is None and "# packs at:" in text:  # a counterexample says where its packs are
        from tangrules.verify.conformance.counterexample import packs_of

        game = load_game(packs_of(text, Path(options.file).parent))
    played = replay(text, game)
    return played.states, played.stopped, _changed(played)


def _changed(played: Replay) -> str:
    if played.same_rules:
        return ""
    then, now = played.record.packs, played.state.rules.program.packs
    if sorted(name.replace("-", "_") for name in then) != sorted(now):
        return f"this game was played with {', '.join(then)}, and is played again with {', '.join(now)}"
    return "the rules have changed since this game was played"


def _show(states: tuple[GameState, ...], viewer: int | None, boards: bool) -> None:
    """Print each move, with what it changed in the scores; with boards, the position after it."""
    from tangrules.cli.positions import text_of
    from tangrules.play.seen import moves_seen

    last = states[-1]
    history: Sequence[Move | SeenMove] = last.history if viewer is None else moves_seen(last, viewer)
    width = len(str(len(history)))
    for number, move in enumerate(history, 1):
        before, after = states[number - 1], states[number]
        print(f"{number:>{width}}. seat {move.seat + 1}: {move.text}{_gains(before, after, viewer)}")
        if boards and number < len(history):
            print(f"\n{text_of(after, viewer, legend=False)}\n")
    if history:
        print()


def _gains(before: GameState, after: GameState, viewer: int | None) -> str:
    if not after.rules.program.scores:
        return ""
    told = [
        f"seat {seat + 1} {new - old:+d}"
        for seat, (old, new) in enumerate(zip(_points(before, viewer), _points(after, viewer), strict=True))
        if new != old
    ]
    return f"  ({', '.join(told)})" if told else ""


def _points(state: GameState, viewer: int | None) -> tuple[int, ...]:
    """Return the scores that go with the moves as they are told: all of them, or what a seat can tell."""
    return state.scores if viewer is None else state.score_pad(viewer).known
