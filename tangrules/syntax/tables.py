"""The parser's tables, as the machine needs them: made from the grammar by Lark once, and kept beside the grammar.

Making them takes a good half second, so `grammar/tables.json` holds them ready. It names the grammar that it was made
from: with any other it is passed over, and the tables are made anew. After a change of the grammar, run
`python -m tangrules.syntax.make_tables`.
"""

from __future__ import annotations

import functools
import hashlib
import json
from typing import Any

import attrs

from tangrules.syntax.places import GRAMMAR, TABLES

NOTHING, WORD, VALUE, LIST = range(4)
"""What a rule does with a part: puts None for one that was left out, takes a word, a value, or all of a list."""

END = "$END"


@attrs.frozen(eq=False)
class Rule:
    """How a node is made. `node` is "" for a list, whose parts go to the rule that uses it.

    `opens` means that a single part stands for itself; `passes`, that there is nothing else to do.
    """

    origin: str
    node: str
    size: int
    opens: bool
    passes: bool
    takes: tuple[tuple[int, int], ...]


@attrs.frozen(eq=False)
class Tables:
    """What to do in each state. Words of the language and signs stand for themselves, others by their class.

    `classes` are patterns, those of two words that may be read as one first; `pairs` are their names.
    A row is made when its state is first reached: from a word to the next state, or to the bitwise complement of the
    number of the rule that ends there.
    """

    classes: dict[str, str]
    pairs: frozenset[str]
    signs: tuple[str, ...]
    rules: tuple[Rule, ...]
    gotos: tuple[dict[str, int], ...]
    end: int
    _shifts: tuple[dict[str, int], ...]
    _ends: tuple[list[list[int]], ...]
    _following: tuple[list[str], ...]
    rows: list[dict[str, int] | None]
    _passed: dict[tuple[int, int, str], int] = attrs.field(factory=dict)

    def row(self, state: int) -> dict[str, int]:
        """Return what can be done in a state."""
        row = dict(self._shifts[state])
        for rule, following in self._ends[state]:
            row.update(dict.fromkeys(self._following[following], ~rule))
        self.rows[state] = row
        return row

    def passed(self, below: int, state: int, name: str) -> int:
        """Return the state after all rules that only pass a part on: from a sum to an expression there are many."""
        key = below, state, name
        found = self._passed.get(key)
        if found is None:
            row = self.rows[state] or self.row(state)
            while (action := row.get(name, 0)) < 0 and self.rules[~action].passes:
                state = self.gotos[below][self.rules[~action].origin]
                row = self.rows[state] or self.row(state)
            found = self._passed[key] = state
        return found


@functools.cache
def tables() -> Tables:
    """Return the tables of the grammar."""
    kept = _kept(GRAMMAR.read_bytes())
    if kept is None:
        from tangrules.syntax.make_tables import made

        kept = made()
    return _loaded(kept)


def _kept(grammar: bytes) -> dict[str, Any] | None:
    try:
        kept = json.loads(TABLES.read_bytes())
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) and kept.get("grammar") == digest(grammar) else None


def digest(grammar: bytes) -> str:
    """Return what tells a grammar from another, whatever its line ends."""
    return hashlib.sha256(grammar.replace(b"\r\n", b"\n")).hexdigest()


def _loaded(data: dict[str, Any]) -> Tables:
    rules = tuple(
        Rule(origin, node, size, opens, opens and size == 1 == len(takes), tuple(map(tuple, takes)))
        for origin, node, size, opens, takes in data["rules"]
    )
    shifts, gotos, ends = zip(*data["states"], strict=True)
    return Tables(
        data["classes"],
        frozenset(data["pairs"]),
        tuple(data["signs"]),
        rules,
        gotos,
        gotos[0]["start"],
        shifts,
        ends,
        tuple(data["following"]),
        [None] * len(shifts),
    )
