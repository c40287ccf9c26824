"""The fenced blocks of the documentation, and how each kind of them is put to the test.

A block may have a comment above it that readers do not see, with notes parted by semicolons:

    <!-- base: meadow -->         the block is a piece of a file: it is added to docs/bases/meadow.tang
    <!-- base: tang_garden -->    the block is a piece of a module that extends this shipped game
    <!-- base: meadow; as: module -->    the block is a piece of a module that extends this game
    <!-- base: meadow; in: verb -->      the block's statements are put into a verb of their own
    <!-- base: meadow; reports: E-KIND -->    the block must cause exactly this report
    <!-- base: meadow; fails: an example -->   an example in the block does not hold
    <!-- file: bridges.tang -->   the block is written to this file, which later blocks of the page can name
    <!-- adds to: bridges.tang -->    the block is added to what earlier blocks of the page have written to this file
    <!-- code: E-KIND, bad -->    an example of a diagnostic, written by docs/generate_reference.py
    <!-- output -->               a text block: what the python block before it prints

A base stays in force until the page names another one. `...` in expected output stands for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BASES = DOCS / "bases"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md"])
LANGUAGES = ("python", "tang", "console", "text")

_FENCE = re.compile(r"(?P<indent> *)```(?P<language>[a-z]*)(?P<rest>.*)")
_COMMENT = re.compile(r" *<!-- (?P<notes>[a-z].*) -->")


@attrs.frozen
class Block:
    """A fenced block: its page, the line it begins in, its language, its text and the notes above it."""

    page: Path
    line: int
    language: str
    text: str
    notes: dict[str, str] = attrs.field(factory=dict)

    @property
    def id(self) -> str:
        """The place of the block, for people."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def is_kept(self) -> bool:
        """Whether later blocks of the page can name the file that it is written to."""
        return "file" in self.notes or "adds to" in self.notes

    @property
    def is_file(self) -> bool:
        """Whether it is a whole scenario file."""
        return self.text.startswith("tang 1\n")


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page in order. A base that was named stays in force."""
    notes: dict[str, str] = {}
    base = ""
    lines = enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
    for number, line in lines:
        if comment := _COMMENT.fullmatch(line):
            notes = _notes(comment["notes"])
            base = notes.get("base", base)
        elif fence := _FENCE.fullmatch(line):
            body = []
            for _, inner in lines:
                if inner.strip() == "```":
                    break
                body.append(inner.removeprefix(fence["indent"]))
            text = "\n".join([*body, ""])
            known = {"base": base, **notes} if base else notes
            yield Block(page, number, fence["language"] + fence["rest"], text, known)
            notes = {}
        elif line.strip():
            notes = {}


def all_blocks() -> list[Block]:
    """Return the blocks of all pages."""
    return [block for page in PAGES for block in blocks_of(page)]


def _notes(text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(";")]
    return {name.strip(): value.strip() for name, _, value in (part.partition(":") for part in parts)}


def agrees(expected: str, found: str) -> bool:
    """Whether output is as expected; `...` stands for any text, on a line of its own for any lines.

    Columns may be wider than expected: two blanks stand for two or more.
    """
    lines = [line.rstrip() for line in found.rstrip().splitlines()]
    reached = {0}  # so many lines of what was found agree with the expected lines so far
    for line in expected.rstrip().splitlines():
        if line.strip() == "...":
            reached = set(range(min(reached, default=len(lines) + 1), len(lines) + 1))
        else:
            pattern = _pattern(line)
            reached = {at + 1 for at in reached if at < len(lines) and pattern.fullmatch(lines[at])}
    return len(lines) in reached


def _pattern(line: str) -> re.Pattern[str]:
    parts = [re.sub(r"(\\ ){2,}", "[ ]{2,}", re.escape(part)) for part in line.rstrip().split("...")]
    return re.compile(".*?".join(parts))
