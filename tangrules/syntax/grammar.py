"""Makes Lark's parser from the grammar, once per process. Only mistakes, and who makes `tables`, need it.

Making it takes about half a second, so what Lark makes of the grammar is kept in the user's cache folder. Any number of
processes may do that at once: a file there is complete or absent, and is only used with the grammar, the Lark
and the Python that it was made for.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import lark
from lark.lark import PostLex
from lark.lexer import Token

from tangrules.syntax.places import DEDENT, GRAMMAR, INDENT, NEWLINE

_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})


class UnevenIndent(Exception):
    """A line that goes back to a depth at which no block stands. It carries the line's line break."""

    def __init__(self, token: Token) -> None:
        super().__init__()
        self.token = token


class Blocks(PostLex):
    """Turns depth of lines into the tokens of blocks. It holds no state, so parses may run side by side."""

    always_accept = (NEWLINE, "NAME")
    # NAME everywhere: without it, a place that wants `to` would read `total` as `to` and `tal`.

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Pass the tokens on with blocks marked, and without the line breaks inside brackets."""
        levels, brackets, last = [0], 0, None
        for token in stream:
            last = token
            if token.type != NEWLINE:
                brackets = max(0, brackets + (token.type in _OPENING) - (token.type in _CLOSING))
                yield token
            elif not brackets:
                yield token
                yield from _blocks(token, levels)
        for _ in levels[1:]:
            yield Token.new_borrow_pos(DEDENT, "", last)  # type: ignore[arg-type]


def _blocks(newline: Token, levels: list[int]) -> Iterator[Token]:
    depth = len(newline.rpartition("\n")[2])
    if depth > levels[-1]:
        levels.append(depth)
        yield _after(newline, INDENT)
    while depth < levels[-1]:
        levels.pop()
        if depth > levels[-1]:
            raise UnevenIndent(newline)
        yield _after(newline, DEDENT)


def _after(newline: Token, kind: str) -> Token:
    end = newline.end_pos, newline.end_line, newline.end_column
    return Token(kind, "", *end, *end[1:], newline.end_pos)


def grammar_text() -> str:
    """Return the text of the grammar file."""
    return GRAMMAR.read_text(encoding="utf-8")


@functools.cache
def parser() -> lark.Lark:
    """Return the parser, from the cache folder when it is there."""
    text = grammar_text()
    file = _cache_file(text)
    kept = _from_cache(file)
    if kept is None:
        kept = lark.Lark(text, parser="lalr", postlex=Blocks(), maybe_placeholders=True)
        _to_cache(kept, file)
    return kept


def _cache_file(text: str) -> Path:
    code = Path(__file__).read_text(encoding="utf-8")
    made_for = "\n".join([text, code, lark.__version__, sys.version])
    return _cache_folder() / f"grammar-{hashlib.sha256(made_for.encode()).hexdigest()[:24]}.bin"


def _cache_folder() -> Path:
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(given or Path("~/.cache").expanduser()) / "tangrules"


def _from_cache(file: Path) -> lark.Lark | None:
    try:
        content = file.read_bytes()
        digest, tables = content[:32], content[32:]
        if hashlib.sha256(tables).digest() != digest:
            return None
        with tempfile.SpooledTemporaryFile() as stream:
            stream.write(tables)
            stream.seek(0)
            return lark.Lark.load(stream)
    except (OSError, pickle.PickleError, LookupError, AttributeError, TypeError, ValueError, EOFError):
        return None


def _to_cache(made: lark.Lark, file: Path) -> None:
    """Keep the tables if the folder can be written; otherwise the next process makes them again."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.SpooledTemporaryFile() as stream:
            made.save(stream)
            stream.seek(0)
            tables = stream.read()
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".grammar-")
        with os.fdopen(handle, "wb") as draft:
            draft.write(hashlib.sha256(tables).digest() + tables)
        os.replace(name, file)
