"""Why a text can't be read: Lark reads it again, by the same grammar, and stops at the same place.

With `grammar`, `states` and what makes `tables`, the only modules that see Lark.
"""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from tangrules.syntax import grammar, places, states
from tangrules.syntax.reading import Stuck

_KINDS = {places.NEWLINE: "line end", places.INDENT: "indent", places.DEDENT: "outdent", "$END": "end"}


def why_not(text: str) -> Stuck:
    """Return where a text that can't be read stops being a sentence."""
    try:
        grammar.parser().parse(text)
    except grammar.UnevenIndent as error:
        token = error.token
        return Stuck("uneven", "", token.end_line or 1, token.end_column or 1)
    except UnexpectedInput as error:
        return _stuck(error)
    raise AssertionError("Lark can read what the tables do not allow")


def _stuck(error: UnexpectedInput) -> Stuck:
    known = grammar.parser().terminals
    situation = states.Situation.of(error)
    written = states.as_written(situation.taken(), known)
    if isinstance(error, UnexpectedToken):
        token = error.token
        kind, word = _KINDS.get(token.type, "word"), str(token)
        found = {token.type, *(terminal.name for terminal in known if terminal.pattern.value == word)}
    else:
        kind, word, found = "sign", error.char if isinstance(error, UnexpectedCharacters) else "", set()
    return Stuck(
        kind,
        word if kind in ("word", "sign") else "",
        error.line,
        error.column,
        frozenset(written.values()),
        states.repairs(situation, written, found),
    )
