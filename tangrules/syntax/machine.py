"""Reads tokens by the tables of the grammar, and builds our nodes on the way, from the leaves up and without recursion.

It takes exactly the texts that Lark takes. Where it does not go on, Lark tells why: see `reading`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tangrules.diagnostics import Span
from tangrules.syntax.builders import BUILDERS
from tangrules.syntax.parts import Parts, Problem, Word
from tangrules.syntax.places import WORD_CLASS
from tangrules.syntax.tables import END, LIST, NOTHING, WORD, Rule, tables
from tangrules.syntax.tokens import Token, apart, tokens

MAX_DEPTH = 128
"""So many nodes lie within each other at most, so that every later stage may walk the tree recursively."""

_Entry: TypeAlias = tuple[Any, Token | None, Token | None, int]
"""Something read: its value, the words at which it begins and ends (none if it has no words), its depth."""


class Machine:
    """Reads one text, and notes what the grammar lets through though it should not."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.problems: list[Problem] = []

    def read(self, text: str) -> object | None:
        """Return the tree of a text that ends with a line feed; nothing if it can't be read."""
        found = tokens(text)
        return None if found is None else self._run(found)

    def _run(self, found: list[Token]) -> object | None:
        known = tables()
        rows, rules, gotos, pairs = known.rows, known.rules, known.gotos, known.pairs
        states: list[int] = [0]
        entries: list[_Entry] = []
        at = 0
        while True:
            token = found[at]
            row = rows[states[-1]] or known.row(states[-1])
            name = token[0]
            if name == WORD_CLASS:
                if token[1] in row:
                    name = token[1]
            elif name in pairs and name not in row:
                found[at : at + 1] = apart(token)
                continue
            while (action := row.get(name)) is not None and action < 0:
                rule = rules[~action]
                if rule.passes:
                    states[-1] = known.passed(states[-2], states[-1], name)
                else:
                    first = len(entries) - rule.size
                    entries[first:] = [self._made(rule, entries[first:])]
                    del states[first + 1 :]
                    states.append(gotos[states[-1]][rule.origin])
                    if name is END and states[-1] == known.end:
                        tree: object = entries[0][0]
                        return tree
                row = rows[states[-1]] or known.row(states[-1])
            if action is None:
                return None
            states.append(action)
            entries.append((token, token, token, 0) if token[2] else (token, None, None, 0))
            at += 1

    def _made(self, rule: Rule, parts: list[_Entry]) -> _Entry:
        """Return what a rule makes of its parts."""
        if rule.size == 1:
            _, first, last, depth = parts[0]
        else:
            first = last = None
            depth = 0
            for _, begin, end, inner in parts:
                if begin is not None:
                    first = first or begin
                    last = end
                if inner > depth:
                    depth = inner
        built: list[Any] = []
        span = None
        for kind, at in rule.takes:
            if kind == NOTHING:
                built.append(None)
            elif kind == WORD:
                _, text, line, column, end = parts[at][0]
                span = Span(self._file, line, column, line, end)
                built.append(Word(text, span))
            elif kind != LIST:
                built.append(parts[at][0])
            elif built:
                built += parts[at][0]
            else:
                built = parts[at][0]  # nobody else has this list, and long ones grow word by word
        if not rule.node:
            return built, first, last, depth
        if rule.opens and len(built) == 1:
            return built[0], first, last, depth
        if first is None or last is None:
            span = Span(self._file, 1, 1, 1, 1)
        elif span is None or rule.size > 1:
            span = Span(self._file, first[2], first[3], last[2], last[4])
        value = BUILDERS[rule.node](Parts(tuple(built), span, self.problems))
        if hasattr(value, "__attrs_attrs__"):
            depth += 1
            if depth == MAX_DEPTH:
                self.problems.append(_too_deep(span))
        return value, first, last, depth


def _too_deep(span: Span) -> Problem:
    return Problem(
        "this has too many parts inside each other",
        span,
        suggestion=f"at most {MAX_DEPTH} are allowed; give some of them a name of their own with `value`",
        code="E-NEST",
    )
