"""The moves that a typed one resembles most."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

COMPARED_AT_MOST = 500
SHOWN_AT_MOST = 3


def nearest(typed: str, texts: Iterable[str]) -> list[str]:
    """Return the texts that are most like the typed one, at most three; the first ones if none is."""
    known = list(islice(texts, COMPARED_AT_MOST))
    lower = {text.casefold(): text for text in reversed(known)}
    close = get_close_matches(typed[:200].casefold(), list(lower), n=SHOWN_AT_MOST, cutoff=0.5)
    return [lower[text] for text in close] or known[:SHOWN_AT_MOST]
