"""The moves of a game, as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from tangrules.ir import Choose, Secret
from tangrules.play import moves
from tangrules.play.game_state import Move
from tangrules.play.rules import Rules
from tangrules.runtime.state import Entry


def choices(rules: Rules) -> dict[int, Choose | Secret]:
    """Return each decision's instruction."""
    return {
        instruction.decision: instruction
        for verb in rules.program.verbs
        for instruction in verb.code.instructions
        if isinstance(instruction, Choose | Secret)
    }


def moves_of(rules: Rules, journal: Iterable[Entry]) -> tuple[Move, ...]:
    """Return the moves of a journal."""
    known = choices(rules)
    return tuple(
        Move(
            seat,
            rules.program.decisions[decision].name,
            moves.text(rules.words, known[decision], answer),
            answer,
        )
        for decision, seat, answer in journal
    )
