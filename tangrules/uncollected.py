"""Puts off the search for garbage in circles while something is built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Build without looking for garbage in circles.

    Trees, programs and terms are very many small objects, and nearly all of them stay: to look through them again and
    again takes a tenth of the time to build a game, and finds nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
