"""Guess which known name an author meant. The same input gives the same guess, whatever its order."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64
_LIKENESS = 0.7
_LIKENESS_OF_SHORT = 0.8
_SHORT = 3
_PLURALS = (
    ("ies", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("sses", "ss"),
    ("ss", "ss"),
    ("s", ""),
)


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return "did you mean `spot`?" for the nearest candidate, or "" when none is near."""
    known = sorted({known for known in candidates if known != name and 0 < len(known) <= _LONGEST})
    if not 0 < len(name) <= _LONGEST:
        return ""
    guess = (
        _same_but_for_form(name, known)
        or _with_word(name, known)
        or _nearest(name, known)
        or _only_extension(name, known)
    )
    return f"did you mean `{guess}`?" if guess else ""


def _same_but_for_form(name: str, known: list[str]) -> str:
    """Find a name that differs in case, underscores, singular or plural, or the order of words."""
    for form in (_joined, _singular, _words):
        for candidate in known:
            if form(candidate) == form(name):
                return candidate
    return ""


def _joined(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _singular(name: str) -> str:
    name = _joined(name)
    for plural, singular in _PLURALS:
        if name.endswith(plural) and len(name) > len(plural) + 1:
            return name.removesuffix(plural) + singular
    return name


def _words(name: str) -> tuple[str, ...]:
    spaced = "".join(letter if letter.isalnum() else " " for letter in name.casefold())
    return tuple(sorted(spaced.split()))


def _with_word(name: str, known: list[str]) -> str:
    """Find the one name that has this one among its words: `red_boat` for `boat`."""
    found = [candidate for candidate in known if name.casefold() in candidate.casefold().split("_")]
    return found[0] if len(found) == 1 and len(name) >= _SHORT else ""


def _nearest(name: str, known: list[str]) -> str:
    from difflib import SequenceMatcher  # late: names are seldom wrong

    least = _LIKENESS_OF_SHORT if len(name) <= _SHORT else _LIKENESS
    best, guess = least, ""
    for candidate in known:
        likeness = SequenceMatcher(None, candidate, name, autojunk=False).ratio()
        if likeness > best or (likeness == best and not guess):
            best, guess = likeness, candidate
    return guess


def _only_extension(name: str, known: list[str]) -> str:
    """Find the one name that this one begins, or that it begins with."""
    if len(name) < _SHORT:
        return ""
    longer = [candidate for candidate in known if candidate.startswith(name)]
    shorter = [candidate for candidate in known if len(candidate) >= _SHORT and name.startswith(candidate)]
    found = longer or shorter
    return found[0] if len(found) == 1 else ""
