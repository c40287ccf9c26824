"""Puts what the parser wanted into an author's words."""

from __future__ import annotations

from tangrules.syntax.lines import Bit
from tangrules.syntax.states import BLOCK, CITE, END, LINE_END, NAME, NUMBER, OUTDENT, TEXT
from tangrules.syntax.vocabulary import PLAYER_WORDS, STATEMENT_WORDS, words

OPERATORS = words("+ - * div mod is not in < <= > >= and or .. . ! ( [")
"""Signs and words with which a value can always go on."""

_VALUE = frozenset({NUMBER, NAME, "(", "["})
_VALUE_WORDS = words(
    "your their you they seat yes no nothing not allowed sum every any none max min all first distinct count "
    "highest lowest if share - ( ["
) | {NUMBER, TEXT, NAME}
_ASIDES = frozenset({CITE, "assumed", OUTDENT, END, "or pass", ", ties"})
_CLASSES = {
    NAME: "a name",
    NUMBER: "a number",
    TEXT: 'a text between `"` and `"`',
    CITE: "a citation such as `@base.3`",
    LINE_END: "the end of the line",
    BLOCK: "lines that begin 4 spaces further right",
}
_AT_MOST = 16


def wants_value(wanted: frozenset[str]) -> bool:
    """Whether a number, a name or a longer value should come."""
    return wanted >= _VALUE


def essentials(wanted: frozenset[str]) -> frozenset[str]:
    """Leave out how a value could go on, and what may always be added."""
    if wants_value(wanted):
        rest = wanted - _VALUE_WORDS - STATEMENT_WORDS
    elif wanted & {".", "*", "and", "or"}:
        rest = wanted - OPERATORS - PLAYER_WORDS
    else:
        rest = wanted - PLAYER_WORDS
    return rest - _ASIDES or rest


def expected(wanted: frozenset[str]) -> str:
    """Complete the word "expected", or return "" when there would be too much to say."""
    if wanted >= STATEMENT_WORDS:
        return "something that happens, such as `gain`, `move` or `choose`"
    if wanted >= {"zone", "value", "to", "score"}:
        return "a declaration, such as `zone`, `value` or `to`"
    parts = ["a value"] if wants_value(wanted) else []
    parts += sorted((_phrase(word) for word in essentials(wanted)), key=_rank)
    if len(parts) > _AT_MOST:
        return "a value" if wants_value(wanted) else ""
    return ", ".join(parts[:-1]) + (" or " if parts[1:] else "") + parts[-1] if parts else ""


def _phrase(word: str) -> str:
    return _CLASSES.get(word) or f"`{word}`"


def _rank(phrase: str) -> tuple[bool, bool, str]:
    return (phrase == _CLASSES[LINE_END], phrase.startswith("`"), phrase)


def named(bit: Bit) -> str:
    """Name what was found."""
    kinds = {"text": "the text {}", "number": "the number {}", "cite": "the citation `{}`"}
    text = " ".join(bit.text.split()) or bit.text  # as messages show it, in one line
    shown = text if len(text) <= 30 else text[:29] + "…"
    return kinds.get(bit.kind, "`{}`").format(shown)
