"""The closed set of functions that generated code may call, besides a few of Python's own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, compress, repeat
from operator import eq, ne
from typing import TypeVar

from tangrules.diagnostics.errors import RuleError

RANGE_AT_MOST = 100_000

Numbers = tuple[int, ...]

Item = TypeVar("Item")


def missing() -> int:
    """Fail because something that should be there is nothing."""
    raise RuleError("something was expected here, and there is nothing")


def surely_number(value: int) -> int:
    """A number that must not be nothing."""
    if value == -(2**31):
        raise RuleError("a number was expected here, and there is nothing")
    return value


def edge(cell: int, side: int) -> int:
    """The edge of a cell, or nothing."""
    return -1 if cell < 0 else 4 * cell + side


def upto(low: int, high: int) -> range:
    """The numbers from low to high, both included."""
    if high - low >= RANGE_AT_MOST:
        raise RuleError(f"the range {low} .. {high} is too long")
    return range(low, high + 1)


def union(*lists: Numbers) -> Numbers:
    """All elements of some lists, sorted, without repeats."""
    return tuple(sorted({item for part in lists for item in part}))


def without(items: Numbers, removed: Numbers) -> Numbers:
    """The elements of a list that are not in another."""
    return tuple([item for item in items if item not in removed])


def take(count: int, items: Numbers) -> Numbers:
    """The first so many elements."""
    return items[: max(0, count)]


def last(items: Numbers) -> int:
    """The last element, or nothing."""
    return items[-1] if items else -1


def item(items: Numbers, place: int) -> int:
    """An element by its place, from 1."""
    if not 1 <= place <= len(items):
        raise RuleError(f"item {place} of a list of {len(items)}")
    return items[place - 1]


def row(rows: Numbers, key: int, width: int, k: int) -> int:
    """Entry k of the row that begins with a key, or nothing."""
    for start in range(0, len(rows), width):
        if rows[start] == key:
            return rows[start + k]
    return -1


def differing(
    words: list[int], old: list[int], hints: deque[int], pieces: Sequence[tuple[int, int, int]]
) -> Sequence[int]:
    """The places where two lists of the same length differ. They were put together from `pieces` of V, each with
    what is to be subtracted from a place in V; the words that `hints` name were changed last, so it is tried
    first whether these are all.
    """
    tried = old[:]
    if hints:
        low, high, shift = pieces[0]
        at = hints[-1] - shift
        if low <= hints[-1] < high:
            tried[at] = words[at]
            if tried == words:
                return (at,) if old[at] != words[at] else ()
            tried[at] = old[at]
    found = []
    for word in reversed(hints):
        for low, high, shift in pieces:
            if low <= word < high:
                at = word - shift
                if tried[at] != words[at]:
                    tried[at] = words[at]
                    found.append(at)
                    if tried == words:
                        return found
                break
    return list(compress(range(len(words)), map(ne, words, old)))


def touched(rows: Sequence[Numbers], places: Sequence[int]) -> Numbers:
    """What stands in some rows, each number once, in no particular order."""
    if len(places) == 1:
        return rows[places[0]]
    return tuple({number for at in places for number in rows[at]})


def present(places: list[Item | None]) -> list[Item]:
    """What stands somewhere in a list that has empty places."""
    return list(filter(None, places))


def shifted(pieces: Iterable[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Pieces of V put together, each with what is to be subtracted from a place in V."""
    found, length = [], 0
    for low, high in pieces:
        found.append((low, high, low - length))
        length += high - low
    return tuple(found)


def places_of(V: list[int], low: int, high: int, value: int, base: int) -> Sequence[int]:
    """Where in `V[low:high]` a value stands, counted from `base`."""
    found: list[int] = []
    at = low - 1
    for _ in range(V[low:high].count(value)):
        at = V.index(value, at + 1)
        found.append(at - base)
    return found


def chosen(
    V: list[int], low: int, high: int, value: int, answers: tuple[tuple[int, ...], ...]
) -> list[tuple[int, ...]]:
    """The answers that belong to the places of `V[low:high]` where a value stands."""
    return list(compress(answers, map(eq, V[low:high], repeat(value))))


Unknown = (IndexError, TypeError)
"""What a list of rows raises for a row that is not there yet."""


UNKNOWN_ROW = 1
"""Stands for a row that is not there yet: not empty, and not a list."""


FEW_KEYS = 1024


def fill_rows(
    rows: list[object],
    keys: list[object],
    found: list[tuple[int, int]],
    make: Callable[..., object],
    args: tuple[object, ...],
) -> None:
    """Find out what is not known yet of a joint choice: what the tail may be, by the number of the keys of what is
    found. If there are few keys, all of them are looked at, so that this is seldom needed.
    """
    if len(keys) <= FEW_KEYS:
        rows += [make(key, *args) for key in keys[len(rows) :]]
        return
    rows += [UNKNOWN_ROW] * (len(keys) - len(rows))
    for number in {number for _, number in found}:
        if rows[number] is UNKNOWN_ROW:
            rows[number] = make(keys[number], *args)


def unique(items: Iterable[int]) -> list[int]:
    """The elements, each once."""
    return list(dict.fromkeys(items))


def combos(items: Iterable[int], low: int, high: int) -> Iterator[Numbers]:
    """All ways to take from low to high different elements, few first."""
    if low > high:
        raise RuleError(f"a choice of at least {low} and at most {high}")
    domain = tuple(items)
    for size in range(max(0, low), min(high, len(domain)) + 1):
        yield from combinations(domain, size)


@lru_cache(maxsize=4096)
def covers(bought: Numbers, failing: int, offered: int) -> Numbers:
    """The sets of waivers, as masks, that cover what fails, none of which could be left out."""
    if not failing:
        return (0,)
    found = []
    for mask in range(1, 1 << len(bought)):
        if mask & ~offered:
            continue
        used = [index for index in range(len(bought)) if mask >> index & 1]
        total = [_bought(bought, [other for other in used if other != left]) for left in used]
        if not failing & ~_bought(bought, used) and all(failing & ~part for part in total):
            found.append(mask)
    return tuple(found)


def _bought(bought: Numbers, used: list[int]) -> int:
    covered = 0
    for index in used:
        covered |= bought[index]
    return covered


def _key(pair: tuple[int, int]) -> int:
    return pair[0]


def by_key(pairs: list[tuple[int, int]]) -> Numbers:
    """The second parts in the order of the first."""
    pairs.sort(key=_key)
    return tuple([element for _, element in pairs])


PYTHON: tuple[Callable[..., object], ...] = (
    len,
    min,
    max,
    abs,
    sorted,
    set,
    tuple,
    range,
    int,
    filter,
    list,
)
"""What generated code may use of Python's builtins."""

HELPERS: tuple[Callable[..., object], ...] = (
    missing,
    surely_number,
    edge,
    upto,
    union,
    without,
    take,
    last,
    item,
    row,
    fill_rows,
    differing,
    touched,
    present,
    places_of,
    chosen,
    unique,
    combos,
    covers,
    by_key,
)

HINTS = 4
"""So many words of V that were changed last are noted."""


def others() -> dict[str, object]:
    """What else generated code may use, by name."""
    return {
        "Unknown": Unknown,
        "frozenset": frozenset,
        "H": deque[int]((), HINTS),
    }
