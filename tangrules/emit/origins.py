"""From a failure in compiled code to the rule that failed."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from tangrules.diagnostics.errors import RuleError
from tangrules.emit.writer import Place
from tangrules.runtime import driver
from tangrules.runtime.state import State
from tangrules.runtime.trail import never_rest, trail

VERBS = frozenset({"verb", "run", "play", "fresh"})
"""Functions that are a verb under way, by the first word of their names."""

DECISIONS = frozenset({"answers", "two", "compelled", "ask", "seat", "take"})


class Lines(Protocol):
    """Knows the rule that each line of generated code comes from."""

    def place(self, filename: str, line: int) -> Place | None:
        """The place of a line, None if the file is not generated code of this program."""


def explained(error: Exception, state: State, lines: Lines, origin: int | None) -> RuleError:
    """The error as a rule's, with the rule's place and the verbs under way."""
    if isinstance(error, ZeroDivisionError):
        found = RuleError("a division by zero")
    elif isinstance(error, RuleError):
        found = error
    else:
        found = driver.too_deep()
    if found.span is not None:
        return found
    verbs, place = under_way(error.__traceback__, lines)
    span = driver.located(found, state, place if origin is None else origin).span
    names = [state.program.verbs[verb].name for verb in verbs]
    names += [state.program.verbs[frame[0]].name for frame in reversed(state.stack)]
    if origin is not None:
        names = [state.program.verbs[frame[0]].name for frame in reversed(state.stack)]
    return RuleError(never_rest(names) or str(found.args[0]), span, trail(names))


def under_way(trace: TracebackType | None, lines: Lines) -> tuple[list[int], int]:
    """The verbs of a traceback, the innermost first, and the origin of the line where the innermost one
    is.
    """
    verbs: list[int] = []
    origin = -1
    while trace is not None:
        code = trace.tb_frame.f_code
        place = lines.place(code.co_filename, trace.tb_lineno)
        kind, _, rest = code.co_name.rpartition(".")[2].partition("_")  # native code names its module, too
        if place is not None and kind in VERBS:
            verbs = [*place[1:], int(rest), *verbs]
            origin = place[0]
        elif place is not None and kind in DECISIONS and not verbs:
            origin = place[0]
        trace = trace.tb_next
    return verbs, origin
