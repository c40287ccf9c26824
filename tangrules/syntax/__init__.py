"""Grammar, parser, syntax tree and its printing for `.tang` files.

The parser is imported when something is first parsed: compiled rules are found in the cache without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.diagnostics import Reporter

if TYPE_CHECKING:
    from tangrules.syntax import tree

__all__ = ["dump", "format_text", "parse", "parse_bytes", "print_tree"]


def parse(text: str, file: str, reporter: Reporter) -> tree.File | None:
    """Parse a text; faults are reported, and None is returned where nothing sound is left."""
    from tangrules.syntax.parser import parse as parse_now

    return parse_now(text, file, reporter)


def parse_bytes(data: bytes, file: str, reporter: Reporter) -> tree.File | None:
    """Parse the bytes of a file, after looking at their encoding and size."""
    from tangrules.syntax.parser import parse_bytes as parse_now

    return parse_now(data, file, reporter)


def dump(file: tree.File) -> str:
    """The tree of a file, to be read."""
    from tangrules.syntax.listing import dump as dump_now

    return dump_now(file)


def print_tree(file: tree.File) -> str:
    """The text of a tree, in the one form that the formatter writes."""
    from tangrules.syntax.printer import print_tree as print_now

    return print_now(file)


def format_text(text: str, file: str, reporter: Reporter) -> str | None:
    """A text in the formatter's form, comments kept; None if it can't be parsed."""
    from tangrules.syntax.printer import format_text as format_now

    return format_now(text, file, reporter)
