"""What each check means, and what usually is wrong where it finds something: for `explain` and for reports."""

from __future__ import annotations

import textwrap

from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.verify.conformance.catalogue import CHECKS

PREFIX = "V-"
_WIDTH = 88

PAGES = {
    "acts": "The game came to a dead end: somebody was asked who had no answer, or it was not over and nobody was "
    "asked. Most often players are asked `in secret` for something that one of them need not have: leave "
    "that player out, or add an answer that is always there, such as 0.",
    "ends": "The game did not end within its moves or rounds, a rule went on for ever, or the same position came "
    "back, so that players could keep the game from ending. Look for a free action that costs nothing, and for "
    "an `end` that asks for more than can happen.",
    "offered": "A move that was offered failed when it was carried out, was not understood when it was typed, or "
    "one that was not offered was accepted. Most often a `require` is missing for what the rule needs, such as "
    "an empty space, a piece that is left, or room on a track.",
    "invariants": "What an `invariant` of the pack says did not hold after some move. Either a rule moves or counts "
    "wrongly, or the invariant forgets a case.",
    "pieces": "A piece was in two places, or in none. That is a fault of the engine, not of a pack: please "
    "report it.",
    "secrets": "A player was told what it must not see: by a view, a question, the moves that it was offered, the "
    "reasons for a refused one, or the history. Two positions that look the same to the player were treated "
    "differently. Look at the rule that is named, for what it asks of hidden pieces. What a rule counts on them "
    "may be told after a `show`.",
    "seats": "Something depended on the number of a seat where the rules name none: a tie that goes to the first "
    "one found, such as `highest(q in players by …)`, or an order that always begins with seat 1.",
    "turns": "The game ended with a whole round, and still the players had not had as many turns.",
    "saves": "A position that was saved and loaded differed. That is a fault of the engine: please report it.",
    "copies": "Playing on from a position changed it. That is a fault of the engine: please report it.",
    "history": "A position did not keep its own past. That is a fault of the engine: please report it.",
    "replays": "A game that was written down and played again differed. That is a fault of the engine: please "
    "report it.",
    "seeds": "The same seed and moves gave another game. That is a fault of the engine: please report it.",
    "chance": "What chance gave, written down as a script, gave another game. That is a fault of the engine: "
    "please report it.",
    "compiled": "Compiled rules and the interpreter differed. That is a fault of the engine: please report it.",
    "nothing": "No check looked at anything, so nothing is known of the pack: no games were played, or the checks "
    "that were chosen have nothing to look at in this game.",
}


def title(check: str) -> str:
    """Return what a check says must hold."""
    return next((known.says for known in CHECKS if known.name == check), "nothing was tested")


def explain(code: str) -> str:
    """Return the page of a code such as V-ENDS as text. UsageError if there is none."""
    name = code.strip().upper().removeprefix(PREFIX).lower()
    if name not in PAGES:
        codes = [f"{PREFIX}{known.upper()}" for known in PAGES]
        hint = did_you_mean(code.strip().upper(), codes) or "`tangrules verify --checks` lists the checks"
        raise UsageError(f"there is no code {code!r}: {hint}")
    again = "" if name == "nothing" else f"\n\n`tangrules verify PACK --check {name}` runs this check alone."
    return f"{PREFIX}{name.upper()}: {title(name)}\n\n{textwrap.fill(PAGES[name], _WIDTH)}{again}"
