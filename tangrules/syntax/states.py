"""Where the parser stands when it can't go on: which words it could take, and which would let it go on.

Works on the parser's tables alone, so that trying a word has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs
from lark.exceptions import UnexpectedInput
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

from tangrules.syntax import places

BLOCK, OUTDENT, LINE_END, END = "<block>", "<outdent>", "<line end>", "<end>"
NAME, NUMBER, TEXT, CITE = "<name>", "<number>", "<text>", "<citation>"

_CLASSES = {
    places.INDENT: BLOCK,
    places.DEDENT: OUTDENT,
    places.NEWLINE: LINE_END,
    "$END": END,
    "NAME": NAME,
    "NUMBER": NUMBER,
    "STRING": TEXT,
    "CITE": CITE,
    "OR_PASS": "or pass",
    "COMMA_TIES": ", ties",
}


@attrs.frozen
class Situation:
    """The parser's stack of states."""

    stack: tuple[int, ...]
    state: ParserState[int]

    @classmethod
    def of(cls, error: UnexpectedInput) -> Situation:
        """Return the situation in which an error arose."""
        state: ParserState[int] = error.state
        return cls(tuple(state.state_stack), state)

    def after(self, terminal: str) -> Situation | None:
        """Return the situation after one more terminal, or None when it is not taken."""
        states, end = self.state.parse_conf.states, self.state.parse_conf.end_state
        stack = list(self.stack)
        while terminal in states[stack[-1]]:
            action, target = states[stack[-1]][terminal]
            if action is Shift:
                return Situation((*stack, target), self.state)
            del stack[len(stack) - len(target.expansion) :]
            stack.append(states[stack[-1]][target.origin.name][1])
            if stack[-1] == end:
                return Situation(tuple(stack), self.state)
        return None

    def taken(self) -> list[str]:
        """Return the terminals that can come now."""
        possible = self.state.parse_conf.states[self.stack[-1]]
        return [terminal for terminal in possible if terminal.isupper() and self.after(terminal)]


def as_written(terminals: Iterable[str], known: Iterable[TerminalDef]) -> dict[str, str]:
    """Map terminals to what authors write for them: `to`, `<name>`."""
    texts = {terminal.name: str(terminal.pattern.value) for terminal in known}
    return {terminal: _CLASSES.get(terminal) or texts[terminal] for terminal in terminals}


def repairs(situation: Situation, written: dict[str, str], found: Iterable[str]) -> frozenset[str]:
    """Return the fixed words that, put before what was found, would let the parser take it."""
    candidates = [terminal for terminal, text in written.items() if not text.startswith("<") or text == "<"]
    return frozenset(
        written[terminal] for terminal in candidates if _leads_on(situation.after(terminal), found)
    )


def _leads_on(situation: Situation | None, found: Iterable[str]) -> bool:
    return situation is not None and any(situation.after(terminal) for terminal in found)
