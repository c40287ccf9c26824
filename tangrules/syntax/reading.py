"""From text to a tree, or to the place where the text stops being a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules.syntax import tree
from tangrules.syntax.declared import reserved_names
from tangrules.syntax.machine import Machine
from tangrules.syntax.parts import Problem


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
    machine = Machine(file)
    found = machine.read(text)
    if isinstance(found, tree.File):
        return Read(found, tuple(machine.problems))
    from tangrules.syntax.unread import why_not  # late: texts without mistakes are read without Lark

    return why_not(text)


def problems(result: Read) -> Iterator[Problem]:
    """Return what is wrong with a text that the grammar lets through."""
    yield from result.problems
    yield from reserved_names(result.file)
