"""From a name or a path to a pack's main file."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.packs.pack import PackInfo
from tangrules.packs.shipped import SUFFIX, available, canonical, info_of

_MOST_NEIGHBOURS = 500
"""So many files are looked at when a pack requires one that is not shipped."""


def main_file(chosen: str | Path) -> Path:
    """Return the main file of a shipped pack's name, of a `.tang` file, or of a folder with one."""
    if isinstance(chosen, str) and not is_path(chosen):
        by_name = {info.name: info.path for info in available()}
        if canonical(chosen) in by_name:
            return by_name[canonical(chosen)]
    path = Path(chosen)
    if str(chosen) and _is_folder(path):
        return _main_of_folder(path)
    if _is_file(path):
        return path
    if str(chosen) and _exists(path):
        raise UsageError(f"cannot read {chosen}: it is no ordinary file")
    raise UsageError(_no_such_pack(chosen))


def shipped_named(name: str) -> PackInfo | None:
    """Return the shipped pack of this name."""
    return next((info for info in available() if info.name == canonical(name)), None)


def neighbour_named(name: str, near: Iterable[Path]) -> PackInfo | None:
    """Return a pack of this name that lies beside one of these main files, or in a folder beside it."""
    wanted = canonical(name)
    for main in near:
        for info in _neighbours(main, wanted):
            if info.name == wanted:
                return info
    return None


def suggestion(name: str, near: Iterable[Path] = ()) -> str:
    """Return a sentence that leads from a wrong name to a right one, or to all of them."""
    return near_name(name, near) or "`tangrules list` shows the packs that are shipped"


def near_name(name: str, near: Iterable[Path] = ()) -> str:
    """Return a question that leads from a wrong name to one like it, or "" where none is."""
    names = {info.name for info in available()}
    names.update(info.name for main in near for info in _neighbours(main, canonical(name)))
    return did_you_mean(canonical(name), names)


def is_path(chosen: str) -> bool:
    """Whether a word can only be meant as a path."""
    return chosen.endswith(SUFFIX) or "/" in chosen or "\\" in chosen or chosen in (".", "..")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that the file system refuses
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _no_such_pack(chosen: str | Path) -> str:
    text = str(chosen)
    if not text:
        return "packs: name a pack, or a file: this is an empty name"
    what = "file or folder" if isinstance(chosen, Path) or is_path(text) else "pack"
    stem = Path(text).name.removesuffix(SUFFIX) if text.isprintable() else ""
    return f"there is no {what} {text!r}: {suggestion(stem)}"


def _main_of_folder(folder: Path) -> Path:
    try:
        files = sorted(folder.glob(f"*{SUFFIX}"))
    except OSError as error:
        raise UsageError(f"cannot read the folder {folder}") from error
    mains = [path for path in files if info_of(path) is not None]
    if len(mains) == 1:
        return mains[0]
    if mains:
        names = ", ".join(path.name for path in mains)
        raise UsageError(f"there are several packs in the folder {folder}: name one of {names}")
    if len(files) == 1:
        return files[0]  # its header is damaged, as the parser will say
    raise UsageError(f"there is no game, module or mix in the folder {folder}")


def _neighbours(main: Path, wanted: str) -> Iterable[PackInfo]:
    """Yield the packs near a main file: in its folder, one folder down or up, and in one called as wanted."""
    folder = main.absolute().parent
    patterns = (
        folder.glob(f"*{SUFFIX}"),
        folder.glob(f"*/*{SUFFIX}"),
        folder.parent.glob(f"*{SUFFIX}"),
        (folder.parent / wanted).glob(f"*{SUFFIX}"),
        (folder.parent / wanted.replace("_", "-")).glob(f"*{SUFFIX}"),
    )
    for pattern in patterns:
        for path in sorted(islice(pattern, _MOST_NEIGHBOURS)):
            if info := info_of(path):
                yield info
