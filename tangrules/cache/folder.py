"""Where the cache is: `TANGRULES_CACHE`, else `XDG_CACHE_HOME`, else the usual place of the system.

An empty `TANGRULES_CACHE` switches it off.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

VARIABLE = "TANGRULES_CACHE"


def cache_folder() -> Path | None:
    """The folder, made if need be, for this user alone; None where caching is off or not possible."""
    chosen = os.environ.get(VARIABLE)
    if chosen == "":
        return None
    try:
        folder = Path(chosen) if chosen else _usual() / "tangrules"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):
        return None
    return folder if is_safe(folder) and os.access(folder, os.W_OK | os.X_OK) else None


def _usual() -> Path:
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def is_safe(path: Path) -> bool:
    """Whether only this user could have written there (on systems that can tell)."""
    if not hasattr(os, "getuid"):
        return True
    try:
        found = path.stat()
    except OSError:
        return False
    others = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.getuid() and not found.st_mode & others
