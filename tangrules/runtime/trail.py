"""How a rule that failed came to run: the verbs under way, and the circle in which they call each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tangrules.ir import NEVER_RESTS

TRAIL_AT_MOST = 10
"""So many verbs are named."""

SEEN_AT_LEAST = 3
"""What stands so often behind itself is a circle."""

_STANDS_FOR = ("#advance_", "#after_", "#raw_")


def trail(names: Sequence[str]) -> tuple[str, ...]:
    """Return lines for the names of verbs, the innermost first. Verbs of the engine's own are left out."""
    known = list(_known(names))
    length, times = _circle(known)
    lines = [f"in {name}" for name in known[:length]]
    if times:
        lines.append(f"and so on, {times} times around")
    after = known[length * times :]
    room = max(0, TRAIL_AT_MOST - length)
    lines += [f"in {name}" for name in after[:room]]
    if len(after) > room:
        lines.append(f"and {len(after) - room} more")
    return tuple(lines)


def never_rest(names: Sequence[str]) -> str:
    """Say which rules do not come to rest, if that is why a game was stopped; else nothing."""
    if not names or not names[0].startswith(NEVER_RESTS):
        return ""
    return (
        f"rules with `whenever` set each other off without end:{names[0].removeprefix(NEVER_RESTS)} (E-FUEL)"
    )


def _known(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if not name.startswith("#"):
            yield name
        for begin in _STANDS_FOR:
            if name.startswith(begin):
                yield name.removeprefix(begin)


def _circle(names: Sequence[str]) -> tuple[int, int]:
    """Return the length of the circle at the beginning, and how often it is gone through; twice 0 for none."""
    for length in range(1, TRAIL_AT_MOST + 1):
        times = 1
        while names[times * length : (times + 1) * length] == names[:length] and names[:length]:
            times += 1
        if times >= SEEN_AT_LEAST:
            return length, times
    return 0, 0
