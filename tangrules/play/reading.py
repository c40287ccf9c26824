"""Reading a typed move: from text to answers, legal or not.

A move is the alternative's word and a colon, then the picks in order, then perhaps `with` and the prices.
The word may be left out, commas, `at` and `turned` too. Upper and lower case are alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.ir import Alternative, Choose, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.words import NONE, Words
from tangrules.runtime.state import Answer

LONGEST = 1_000
"""A longer text is no move."""


def candidates(words: Words, choice: Choose | Secret, text: str) -> list[Answer]:
    """Return the answers that a text may mean. Without `with`, no waiver is used."""
    if len(text) > LONGEST:
        return []
    plain = " ".join(text.casefold().split())
    found: list[Answer] = []
    for index, alternative in enumerate(moves.alternatives(choice)):
        for rest in _bodies(alternative, plain):
            found += _read(words, choice, index, rest)
    return list(dict.fromkeys(found))


def _bodies(alternative: Alternative, plain: str) -> Iterator[str]:
    """Give what may follow the alternative's word."""
    for head in moves.heads(alternative):
        head = " ".join(head.casefold().split())
        if plain.startswith(head):
            rest = plain[len(head) :]
            if not rest or rest[0] in ": ":
                yield rest.lstrip(": ")
    if alternative.picks:
        yield plain


def _read(words: Words, choice: Choose | Secret, index: int, rest: str) -> list[Answer]:
    alternative = moves.alternatives(choice)[index]
    picks: list[int | tuple[int, ...]] = []
    for pick, kind in zip(alternative.picks, moves.pick_types(words, choice, index), strict=True):
        rest = _skip(rest, kind)
        several = pick.amount is not None or kind.form == "list"
        found = _read_some(words, kind, rest) if several else _read_one(words, kind, rest)
        if found is None:
            return []
        picks.append(found[0])
        rest = found[1]
    mask = _mask(alternative, rest.lstrip(", "))
    return [] if mask is None else [moves.join(choice, index, tuple(picks), mask)]


def _mask(alternative: Alternative, rest: str) -> int | None:
    """Return the waivers that the end of a move names, None if it is something else."""
    mask = 0
    word = "with "
    while rest:
        if not rest.startswith(word):
            return None
        rest = rest[len(word) :]
        for bit in range(len(alternative.waivers)):
            title = moves.waiver_titles(alternative, 1 << bit)[0].casefold()
            if rest == title or rest.startswith(title + " and "):
                mask |= 1 << bit
                rest = rest[len(title) :].lstrip()
                break
        else:
            return None
        word = "and "
    return mask


def _read_one(words: Words, kind: TypeInfo, rest: str) -> tuple[int, str] | None:
    return words.read(kind, rest)


def _read_some(words: Words, kind: TypeInfo, rest: str) -> tuple[tuple[int, ...], str] | None:
    element = kind.element or kind
    if rest.split(" ", 1)[0].rstrip(",") in ("", NONE):
        return (), rest[len(NONE) :].lstrip()
    items: list[int] = []
    while True:
        found = words.read(element, rest)
        if found is None:
            return None
        items.append(found[0])
        rest = found[1]
        if not rest.startswith("+"):
            return tuple(items), rest
        rest = rest[1:].lstrip()


def _skip(rest: str, kind: TypeInfo) -> str:
    rest = rest.lstrip(", ")
    word = moves.before(kind).strip()
    return rest[len(word) :].lstrip() if word != "," and rest.startswith(word + " ") else rest
