"""Make any text safe and predictable to print: scenario files are written by strangers."""

from __future__ import annotations

import unicodedata

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def visible(text: str) -> str:
    """Replace each control, direction or other unseen character by one sign that shows it, same length."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(REPLACEMENT if unicodedata.category(sign) in _UNSEEN else sign for sign in text)


def sentence(text: str) -> str:
    """Bring text into one visible line."""
    return visible(" ".join(text.split()))


def width(text: str) -> int:
    """Count the terminal cells that visible text takes up."""
    return len(text) if text.isascii() else sum(_cells(sign) for sign in text)


def _cells(sign: str) -> int:
    if unicodedata.category(sign) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1
