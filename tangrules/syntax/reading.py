"""Runs the parser and hands its tree to the builders, from the leaves up and without recursion.

With `grammar`, the only modules that see Lark. What the parser could not read comes out as `Stuck`.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs
import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import Token
from lark.tree import Tree

from tangrules.diagnostics import Span
from tangrules.syntax import (
    build_components,
    build_expectations,
    build_expressions,
    build_items,
    build_statements,
    grammar,
    states,
    tree,
)
from tangrules.syntax.parts import Builder, Parts, Problem, Word

MAX_DEPTH = 128
"""So many nodes lie within each other at most, so that every later stage may walk the tree recursively."""

BUILDERS: dict[str, Builder] = {
    **build_expressions.BUILDERS,
    **build_statements.BUILDERS,
    **build_items.BUILDERS,
    **build_components.BUILDERS,
    **build_expectations.BUILDERS,
}

_LarkTree: TypeAlias = Tree[Token]


@attrs.frozen
class Stuck:
    """Where the text stops being a sentence, what was found there and what the grammar could have taken.

    `kind` is "word", "line end", "indent", "outdent", "end", "sign" for a character that the language does
    not use, or "uneven" for a line at a depth where no block stands. `wanted` holds words as an author
    writes them and classes such as `<name>`. `repairs` are words that seem to be missing before this place.
    """

    kind: str
    text: str
    line: int
    column: int
    wanted: frozenset[str] = frozenset()
    repairs: frozenset[str] = frozenset()


@attrs.frozen
class Read:
    """The tree of a whole file, and what the grammar let through but should not have."""

    file: tree.File
    problems: tuple[Problem, ...]


def read(text: str, file: str) -> Read | Stuck:
    """Parse text whose size, signs and nesting have been checked, and which ends with a line feed."""
    parser = grammar.parser()
    try:
        parsed = parser.parse(text)
    except grammar.UnevenIndent as error:
        token = error.token
        return Stuck("uneven", "", token.end_line or 1, token.end_column or 1)
    except UnexpectedInput as error:
        return _stuck(error)
    return _Raising(file).up(parsed)


_KINDS = {grammar.NEWLINE: "line end", grammar.INDENT: "indent", grammar.DEDENT: "outdent", "$END": "end"}


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


@attrs.define
class _Open:
    """A node whose children are being built."""

    node: _LarkTree
    built: list[object] = attrs.field(factory=list)
    depth: int = 0


class _Raising:
    """Builds our nodes from the parser's, keeping its own stack."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._problems: list[Problem] = []

    def up(self, top: _LarkTree) -> Read:
        stack = [_Open(top)]
        while True:
            current = stack[-1]
            if len(current.built) < len(current.node.children):
                child = current.node.children[len(current.built)]
                if isinstance(child, Tree):
                    stack.append(_Open(child))
                else:
                    current.built.append(self._word(child))
                continue
            stack.pop()
            value = self._build(current)
            if not stack:
                assert isinstance(value, tree.File)
                return Read(value, tuple(self._problems))
            parent = stack[-1]
            parent.built.append(value)
            parent.depth = max(parent.depth, current.depth)

    def _build(self, done: _Open) -> object:
        span = self._span(done.node)
        value = BUILDERS[done.node.data](Parts(tuple(done.built), span, self._problems))
        if attrs.has(type(value)):
            done.depth += 1
            if done.depth == MAX_DEPTH:
                self._problems.append(_too_deep(span))
        return value

    def _word(self, token: Token | None) -> Word | None:
        """Take a word, or nothing where an optional part was left out."""
        return None if token is None else Word(str(token), self._place(token))

    def _span(self, node: _LarkTree) -> Span:
        meta = node.meta
        return Span(self._file, 1, 1, 1, 1) if meta.empty else self._place(meta)

    def _place(self, where: Token | lark.tree.Meta) -> Span:
        return Span(
            self._file, where.line or 1, where.column or 1, where.end_line or 1, where.end_column or 1
        )


def _too_deep(span: Span) -> Problem:
    return Problem(
        "this has too many parts inside each other",
        span,
        suggestion=f"at most {MAX_DEPTH} are allowed; give some of them a name of their own with `value`",
        code="E-NEST",
    )
