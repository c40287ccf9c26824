"""From files that were named to packs that can be looked at: a part stands for the pack it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from tangrules.diagnostics import Diagnostic
from tangrules.packs import Pack
from tangrules.packs.finding import main_file
from tangrules.packs.header import scan_header
from tangrules.packs.naming import shown
from tangrules.packs.reading import read_main

_LEVELS = 3
"""So many folders up from a part its pack is looked for."""


@attrs.frozen
class Target:
    """A pack to look at: its main file, as it was named, and the parts that were named instead of it.

    `only` are the files that were asked for; empty means all of the pack. `lost` is a part without a pack.
    """

    main: Path
    only: tuple[str, ...] = ()
    lost: bool = False

    @property
    def name(self) -> str:
        """How messages call the main file."""
        return shown(self.main)


def is_no_scenario(found: Iterable[Diagnostic]) -> bool:
    """Whether a file is not even read: it is no text, too large, or nested without end.

    That is no finding about a scenario: the wrong file was named.
    """
    return any(_is_unread(each) for each in found)


def _is_unread(found: Diagnostic) -> bool:
    at_first = found.span is not None and (found.span.line, found.span.column) == (1, 1)
    return found.code in ("E-ENCODING", "E-NEST") or (found.code == "E-SIZE" and at_first)


def targets_of(named: Sequence[str]) -> list[Target]:
    """Return each pack once, as they were named; UsageError for a file that is not there."""
    found: dict[Path, Target] = {}
    for word in named:
        target = _target(word)
        key = target.main.absolute().resolve()
        earlier = found.get(key)
        if earlier is None:
            found[key] = target
        elif earlier.only:
            only = (*earlier.only, *target.only) if target.only else ()
            found[key] = attrs.evolve(earlier, only=tuple(dict.fromkeys(only)))
    return list(found.values())


def _target(word: str) -> Target:
    path = main_file(word)
    source = read_main(path)
    header = scan_header(source.text.removeprefix("\ufeff"), source.name)
    if header is None or header.form != "part":
        return Target(path)
    main = _main_of(path, header.name.text)
    return Target(path, lost=True) if main is None else Target(main, only=(source.name,))


def _main_of(part: Path, name: str) -> Path | None:
    """Return the main file of the pack that a part says it belongs to, if that pack names the part."""
    folder = part.absolute().parent
    for _ in range(_LEVELS):
        for path in sorted(folder.glob("*.tang")):
            if _includes(path, name, part.absolute().resolve()):
                return path
        folder = folder.parent
    return None


def _includes(path: Path, name: str, part: Path) -> bool:
    try:
        header = scan_header(read_main(path).text.removeprefix("\ufeff"), str(path))
    except ValueError:
        return False
    if header is None or header.form == "part" or header.name.text != name:
        return False
    named = [path.absolute().parent / text.value for text in header.includes]
    return any(other.resolve() == part for other in named)


def files_of(packs: Sequence[Pack], main: Path) -> frozenset[str]:
    """Return the names of the files of the pack whose main file this is."""
    wanted = main.absolute().resolve()
    return frozenset(
        source.name for pack in packs if pack.path.absolute().resolve() == wanted for source in pack.scripts
    )
