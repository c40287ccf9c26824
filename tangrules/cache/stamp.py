"""Which compiler made an entry: those of another version of this package, or of another Python, are not read."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def compiler_stamp() -> str:
    """A digest of the package's modules and what is built with them (names, sizes, times) and of the Python version."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(_sources(str(PACKAGE))):
        found = os.stat(path)
        digest.update(f"{os.path.relpath(path, PACKAGE)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _sources(folder: str) -> Iterator[str]:
    """The modules below a folder. At each start they are looked at, and `pathlib` would take thrice as long."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _sources(entry.path)
        elif entry.name.endswith((".py", ".pyx")):
            yield entry.path
