"""Lays out files: reads, formats, proves that the meaning is the same, and writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from tangrules import syntax
from tangrules.cli import console
from tangrules.cli.files import write_text
from tangrules.cli.targets import is_no_scenario
from tangrules.diagnostics import Diagnostic, Reporter, UsageError, render_text
from tangrules.packs.finding import main_file
from tangrules.packs.naming import shown
from tangrules.packs.reading import read_main
from tangrules.syntax.source import MAX_BYTES

_SUFFIX = ".tang"
_MOST_LOOKED_AT = 1_000
"""A folder with more in it, at any depth, holds other people's work too: no file of it is written."""


def find_files(named: Sequence[str]) -> list[Path]:
    """Return the files that are named and those in the folders that are; UsageError where there are none."""
    found: dict[Path, None] = {}
    for word in named:
        if word == "-":
            raise UsageError("- is the standard input: name it alone, or name files")
        path = Path(word)
        if word and path.is_dir():
            inside = _inside(path)
            if not inside:
                raise UsageError(f"there is no {_SUFFIX} file in the folder {word}")
            found.update(dict.fromkeys(inside))
        else:
            found.setdefault(main_file(word))
    return list(found)


def _inside(folder: Path) -> list[Path]:
    """Return the scenario files in a folder, at any depth: ordinary files alone, and not behind links.

    Hidden folders are left out. A folder with too much in it is not what was meant.
    """
    found: list[Path] = []
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        seen += len(folders) + len(names)
        if seen > _MOST_LOOKED_AT:
            told = f"there are more than {_MOST_LOOKED_AT:,} files and folders in {folder}"
            raise UsageError(f"{told}: name the folder of your scenarios")
        paths = [Path(place, name) for name in sorted(names) if name.endswith(_SUFFIX)]
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return found


def format_file(path: Path, *, write: bool, diff: bool) -> str:
    """Lay out a file. Return "changed", "same", "faulty" for what cannot be parsed, "unread" for no text."""
    source = read_main(path)
    formatted = _formatted(source.data, source.name)
    if not isinstance(formatted, str):
        return "unread" if is_no_scenario(formatted) else "faulty"
    old = source.data.decode("utf-8")
    if formatted == old:
        return "same"
    if diff:
        lines = unified_diff(
            old.splitlines(keepends=True), formatted.splitlines(keepends=True), source.name, source.name
        )
        sys.stdout.writelines(line if line.endswith("\n") else line + "\n" for line in lines)
    else:
        print(f"{shown(path)}: {'changed' if write else 'would change'}")
    if write:
        write_text(str(path), formatted, over_scenarios=True)
    return "changed"


def format_input() -> int:
    """Lay out the standard input; where it cannot be parsed, nothing is written. Return the exit code."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    formatted = _formatted(data, "the standard input")
    if not isinstance(formatted, str):
        return 2 if is_no_scenario(formatted) else 1
    sys.stdout.write(formatted)
    return 0


def _formatted(data: bytes, name: str) -> str | Sequence[Diagnostic]:
    """Return the text laid out, or what was told of a text that cannot be."""
    reporter = Reporter()
    tree = syntax.parse_bytes(data, name, reporter)
    formatted = None
    if tree is not None:
        formatted = syntax.format_text(data.decode("utf-8"), name, reporter)
    if tree is None or formatted is None:
        sources = {name: data.decode("utf-8", errors="replace")}
        colours = console.has_colours(sys.stderr)
        console.note(render_text(reporter.diagnostics, sources, color=colours))
        return reporter.diagnostics
    if syntax.parse(formatted, name, Reporter()) != tree:
        raise AssertionError(f"laying out {name} would change what it means; it is left as it was")
    return formatted
