"""How messages call files, and where a file is that is called so."""

from __future__ import annotations

from pathlib import Path

from tangrules.packs.shipped import is_installed, scenarios_folder


def shown(path: Path) -> str:
    """Return a path as messages show it.

    A file of a shipped pack is told from the folder of the scenarios on: where that is depends on the machine, and
    is nobody's concern. Any other file is told relative to the working folder where it lies in it, as in a checkout
    that one works on shipped packs do, too.
    """
    try:
        full, here = path.absolute(), Path.cwd()
    except OSError:  # the working folder is gone
        return path.as_posix()
    near = _from(full, here)
    short = _from(full, scenarios_folder())
    if short is not None and (near is None or is_installed()) and not Path(short).exists():
        return short
    return near or full.as_posix()


def located(name: str) -> str:
    """Return where the file is that messages call by this name, for programs that open it."""
    home = scenarios_folder()
    if home is None or Path(name).exists() or not (home / name).is_file():
        return name
    return (home / name).as_posix()


def _from(path: Path, folder: Path | None) -> str | None:
    """Return a path from a folder on, nothing if it is not in it."""
    if folder is None or not path.is_relative_to(folder):
        return None
    return path.relative_to(folder).as_posix()
