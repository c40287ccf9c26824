"""A fault that is put into a copy of a shipped game, and which tool has to catch it."""

from __future__ import annotations

import shutil
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[3]

KINDS = frozenset(
    [
        "wrong sign",
        "missing requirement",
        "leak",
        "lost piece",
        "loop",
        "wrong count",
        "missing trigger",
        "tie-break",
        "visibility",
        "end",
        "board",
        "order",
        "winner",
        "scoring",
    ]
)
"""What can be wrong. The last four are for games that have no secrets, or no ties of their own."""


@attrs.frozen
class Change:
    """A text in a file of the game, which stands there once, and what takes its place."""

    file: str
    old: str
    new: str


@attrs.frozen
class Fault:
    """by: the first tool that catches it, of "check", "test" and "verify"; empty for one that nothing catches.

    missed: for one that is not caught, why.
    """

    kind: str
    name: str
    by: str
    changes: tuple[Change, ...]
    missed: str = ""


@attrs.frozen
class Seeded:
    """A game, or a pack, with its faults. main: its main file, seen from the project."""

    title: str
    main: str
    faults: tuple[Fault, ...]
    players: int = 2
    games: int = 3

    @property
    def folder(self) -> Path:
        """The folder that is copied; of a game of one file, that file."""
        path = ROOT / self.main
        return path if path.parent.name == "examples" else path.parent

    def copy(self, target: Path) -> Path:
        """Copy the game; return its main file."""
        if self.folder.is_file():
            shutil.copy(self.folder, target / self.folder.name)
        else:
            skipped = shutil.ignore_patterns(*_INNER) if self.folder.name == "tang_garden" else None
            shutil.copytree(self.folder, target / self.folder.name, ignore=skipped)
            target = target / self.folder.name
        return target / Path(self.main).name

    def text(self, file: str) -> str:
        """Return a file of the game as it is shipped."""
        folder = self.folder.parent if self.folder.is_file() else self.folder
        return (folder / file).read_text(encoding="utf-8")


_INNER = ("modules", "seasons", "peach")
"""Packs of their own, which lie in the folder of the game that they extend."""


def seed(fault: Fault, main: Path) -> None:
    """Put a fault into a copy of its game."""
    for change in fault.changes:
        path = main.parent / change.file
        text = path.read_text(encoding="utf-8")
        assert text.count(change.old) == 1
        path.write_text(text.replace(change.old, change.new), encoding="utf-8")


def rows(game: Seeded) -> list[str]:
    """Return the table of docs/seeded-faults.md for a game."""
    lines = ["| kind | fault | caught by |", "|---|---|---|"]
    return lines + [f"| {fault.kind} | {fault.name} | {fault.by or '—'} |" for fault in game.faults]


def fault(kind: str, name: str, by: str, file: str, old: str, new: str, missed: str = "") -> Fault:
    """Return a fault of one change."""
    return Fault(kind, name, by, (Change(file, old, new),), missed)
