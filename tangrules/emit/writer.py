"""Lines of Python with their depth and the rule that each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

Place: TypeAlias = tuple[int, ...]
"""The origin of a rule, and the verbs written out around it, the innermost first."""

Line: TypeAlias = tuple[int, str, Place]
"""Depth, text, place."""

NOWHERE: Place = (-1,)


class Writer:
    """Collects lines. `origin` and `inside` are given to the lines that follow."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.depth = 0
        self.origin = 0
        self.inside: Place = ()

    def line(self, text: str) -> None:
        self.lines.append((self.depth, text, (self.origin, *self.inside)))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under a head; an empty block gets a `pass`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def at(self, origin: int) -> Iterator[None]:
        """Lines of another rule."""
        before = self.origin
        self.origin = origin
        yield
        self.origin = before


def text_of(lines: list[Line]) -> str:
    return "".join(f"{' ' * depth}{text}\n" for depth, text, _ in lines)
