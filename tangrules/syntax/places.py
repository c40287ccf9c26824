"""Where the grammar lies, and what its tokens without words are called."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "_data" / "grammar", _PACKAGE.parent / "grammar")
_FOLDER = next((folder for folder in _FOLDERS if (folder / "tang.lark").exists()), _FOLDERS[0])

GRAMMAR = _FOLDER / "tang.lark"
TABLES = _FOLDER / "tables.json"

NEWLINE, INDENT, DEDENT = "_NL", "_INDENT", "_DEDENT"
WORD_CLASS = "NAME"
"""The class of words that are no words of the language where they stand."""
