"""What running an example finds."""

from __future__ import annotations

import attrs

from tangrules.ir import ExampleDef, Origin
from tangrules.runtime.state import State

SHOWN_AT_MOST = 12
"""So many options are listed in a failure."""


@attrs.frozen
class Failure:
    """A line of an example that does not hold: where, what, lines that help to see why, the table then."""

    origin: Origin | None
    message: str
    details: tuple[str, ...] = ()
    position: State | None = attrs.field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        place = f"{self.origin.file}:{self.origin.line}: " if self.origin else ""
        return "\n    ".join([f"{place}{self.message}", *self.details])


@attrs.frozen
class ExampleResult:
    """An example that was run. `steps` counts the lines that were carried out."""

    example: ExampleDef
    failures: list[Failure]
    steps: int

    @property
    def passed(self) -> bool:
        """Whether every line holds."""
        return not self.failures

    def __str__(self) -> str:
        head = f"{'passed' if self.passed else 'FAILED'}: {self.example.title}"
        return "\n  ".join([head, *(str(failure) for failure in self.failures)])


class Fault(Exception):
    """A line of an example that does not hold, on its way to a Failure."""

    message: str
    details: tuple[str, ...]

    def __init__(self, message: str, details: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


def shortened(lines: list[str]) -> tuple[str, ...]:
    """Return the first lines of a list, and how many are left out."""
    left_out = len(lines) - SHOWN_AT_MOST
    return (*lines[:SHOWN_AT_MOST], f"and {left_out} more") if left_out > 0 else tuple(lines)
