"""Grammar, parser, syntax tree and its printing for `.tang` files."""

from __future__ import annotations

from tangrules.syntax.dump import dump
from tangrules.syntax.parser import parse, parse_bytes
from tangrules.syntax.printer import format_text, print_tree

__all__ = ["dump", "format_text", "parse", "parse_bytes", "print_tree"]
