"""A save against its own past: its moves, played again from its seed, must lead to the position it holds.

Sizes and bounds do not tell a position that was played from one that was made up: a table on which nothing is
wrong, in a round that was never reached. The history does, since a save holds all that a game began with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.diagnostics.errors import ChanceError, RuleError, SaveError
from tangrules.play.rules import Rules
from tangrules.runtime import driver
from tangrules.runtime.chance import Scripted, Source
from tangrules.runtime.state import State

if TYPE_CHECKING:
    from tangrules.play.game_state import Beginning


def check_past(rules: Rules, state: State, beginning: Beginning) -> None:
    """Raise SaveError unless the journal of a state leads from its beginning to this very state."""
    again = rules.blank(beginning.seed, beginning.source)
    judge = rules.stepping()
    number = 0
    try:
        rules.machine.run(again)
        for number, (decision, seat, answer) in enumerate(state.journal or (), 1):
            choice = driver.open_decision(again)
            if choice is None or choice.decision != decision or seat not in judge.seats(again):
                raise _damaged(f"move {number} of its history answers what is not asked there")
            if not judge.is_legal(again, answer, seat):
                raise _damaged(f"move {number} of its history is not allowed there")
            rules.machine.advance(again, answer, seat)
    except (RuleError, ChanceError, IndexError, TypeError, AssertionError):
        raise _damaged(f"move {number} of its history cannot be played") from None
    if again != state or again.rng != state.rng or _left(again.source) != _left(state.source):
        raise _damaged("its history leads to another position")


def _left(source: Source | None) -> object:
    """Return what is left of a script, so that two can be compared: a queue that is empty is none."""
    if not isinstance(source, Scripted):
        return source
    return {name: queue for name, queue in source.queues.items() if queue}, source.strict


def _damaged(what: str) -> SaveError:
    return SaveError(f"this save is damaged: {what}")
