"""The packs that come with the library: found by reading the headers below the scenarios folder, once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tangrules.packs.header import FORMS, scan_header, scan_summary
from tangrules.packs.pack import PackInfo, Relation

SUFFIX = ".tang"

_HEADER_BYTES = 16_384
_PACKAGE = Path(__file__).resolve().parent.parent


def available() -> list[PackInfo]:
    """Return the shipped packs: games first, then modules, then mixes, each in the order of their names."""
    return list(_found(scenarios_folder()))


def scenarios_folder() -> Path | None:
    """Return the folder of the shipped scenarios: of an installed wheel, or else of the checkout."""
    for folder in (_PACKAGE / "_data" / "scenarios", _PACKAGE.parent / "scenarios"):
        if folder.is_dir():
            return folder
    return None


def is_installed() -> bool:
    """Whether the scenarios are part of an installed wheel, and not of a checkout."""
    folder = scenarios_folder()
    return folder is not None and folder.is_relative_to(_PACKAGE)


def canonical(name: str) -> str:
    """Return a pack's name as headers write it: `-` and `_` are the same."""
    return name.replace("-", "_")


def info_of(path: Path) -> PackInfo | None:
    """Return what the header of a file says, or nothing where it is no pack's main file or can't be read."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return None
        with path.open("rb") as stream:
            text = stream.read(_HEADER_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return None
    header = scan_header(text.removeprefix("\ufeff"), str(path))
    if header is None or header.form not in FORMS:
        return None
    name = header.name.text
    return PackInfo(
        name=name,
        title=header.title or name,
        form=header.form,
        path=path,
        players=header.players,
        relations=tuple(map(Relation.of, header.others)),
        summary=scan_summary(text),
    )


@cache
def _found(folder: Path | None) -> tuple[PackInfo, ...]:
    if folder is None:
        return ()
    found: dict[str, PackInfo] = {}
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        info = info_of(path)
        if info is not None:
            found.setdefault(info.name, info)
    return tuple(sorted(found.values(), key=lambda info: (FORMS.index(info.form), info.name)))
