"""Which compiler made an entry: those of another version of this package, or of another Python, are not read."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def compiler_stamp() -> str:
    """A digest of the package's modules and what is built with them (names, sizes, times) and of the Python version."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyx")]):
        found = path.stat()
        digest.update(f"{path.relative_to(PACKAGE)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
