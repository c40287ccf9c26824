"""The moves of a game as one seat has seen them: what it could not tell is not told.

A piece is named if the seat knew it before the move or knows it after; else its kind stands there. An
answer to a secret question is told when all have answered, to whoever gave it at once; what is chosen in
secret (`choose in secret`) is told to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules.ir import Choose, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.game_state import GameState
from tangrules.play.rules import Rules
from tangrules.play.views import HIDDEN, sees_piece, unseen
from tangrules.runtime import driver
from tangrules.runtime.state import Entry, State, Value

UNSEEN = "…"
"""Stands for an answer that is not open yet."""


@attrs.frozen
class SeenMove:
    """A line of the history as a seat has seen it."""

    seat: int
    decision: str
    text: str


def moves_seen(state: GameState, seat: int) -> tuple[SeenMove, ...]:
    """Return the moves of a game as a seat (from 0) has seen them. The game is played again for it."""
    return tuple(_seen(state, seat))


def last_move_seen(before: GameState, after: GameState, seat: int) -> SeenMove:
    """Return the move between two positions as a seat has seen it."""
    entry = (after.raw().journal or ())[-1]
    now = after.raw()
    return _seen_move(after.rules, before.raw(), now, entry, seat, is_open=len(_closed(now)) == 0)


def told_since(before: GameState, after: GameState, seat: int) -> bool:
    """Whether a seat has been told, between two positions, what others answered to a question in secret."""
    journal = after.raw().journal or ()
    first, last = len(before.raw().journal or ()), len(journal) - len(_closed(after.raw()))
    decisions = after.rules.program.decisions
    return any(decisions[asked].secret and who != seat for asked, who, _ in journal[first:last])


def sees_more(state: GameState, seat: int, than: int) -> bool:
    """Whether one seat sees something in a position that another one does not."""
    raw = state.raw()
    mine, theirs = state.view(seat), state.view(than)
    if any(a != HIDDEN and b == HIDDEN for a, b in zip(mine.V, theirs.V, strict=True)):
        return True
    return not set(unseen(raw, than)) <= set(unseen(raw, seat))


def _seen(state: GameState, seat: int) -> Iterator[SeenMove]:
    rules, start, last = state.rules, state.beginning, state.raw()
    now = rules.blank(start.seed, start.source)
    rules.machine.run(now)
    journal = last.journal or ()
    open_until = len(journal) - len(_closed(last))
    for index, entry in enumerate(journal):
        before = now.copy()
        rules.machine.advance(now, entry[2], entry[1])
        yield _seen_move(rules, before, now, entry, seat, is_open=index < open_until)


def _closed(state: State) -> tuple[Entry, ...]:
    """Return the last moves, as far as they answer a secret question that still waits for others."""
    choice = driver.open_decision(state)
    if not isinstance(choice, Secret):
        return ()
    rows = state.stack[-1][2 + choice.result]
    width = 1 + len(choice.alternative.picks)
    given = set(rows[::width]) if isinstance(rows, tuple) else set()
    journal = state.journal or ()
    first = len(journal)
    while first > 0 and journal[first - 1][0] == choice.decision and journal[first - 1][1] in given:
        given.discard(journal[first - 1][1])
        first -= 1
    return journal[first:]


def _seen_move(
    rules: Rules, before: State, after: State, entry: Entry, seat: int, *, is_open: bool
) -> SeenMove:
    decision, who, answer = entry
    name = rules.program.decisions[decision].name
    choice = driver.open_decision(before)
    assert choice is not None
    if who == seat:
        return SeenMove(who, name, moves.text(rules.words, choice, answer))
    if rules.program.decisions[decision].hidden or (isinstance(choice, Secret) and not is_open):
        return SeenMove(who, name, UNSEEN)
    return SeenMove(who, name, _text(rules, choice, before, after, entry, seat))


def _text(rules: Rules, choice: Choose | Secret, before: State, after: State, entry: Entry, seat: int) -> str:
    """Return a move as text, what the seat cannot tell left out."""
    words, answer = rules.words, entry[2]
    index, picks, mask = moves.split(choice, answer)
    alternative = moves.alternatives(choice)[index]

    def told(kind: TypeInfo, pick: Value) -> str:
        if isinstance(pick, tuple):
            several = sorted(told(kind.element or kind, item) for item in pick)
            return " + ".join(several) or words.text(kind, ())
        hidden = kind.form == "piece" and pick >= 0
        if hidden and not sees_piece(before, seat, pick) and not sees_piece(after, seat, pick):
            return f"a {rules.program.pieces[pick].kind}"
        return words.text(kind, pick)

    kinds = moves.pick_types(words, choice, index)
    parts = [told(kind, pick) for kind, pick in zip(kinds, picks, strict=True)]
    return moves.sentence(alternative, kinds, parts, mask)
