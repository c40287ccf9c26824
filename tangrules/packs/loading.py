"""From what a caller chose to packs in order: finds, reads, orders and parses them.

Gathering reads headers only, so that a cached game is recognised by its fingerprint without parsing anything.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from tangrules import syntax
from tangrules.diagnostics import Related, Reporter, Span, UsageError
from tangrules.packs.finding import main_file, near_name, neighbour_named, shipped_named, suggestion
from tangrules.packs.header import FORMS, scan_header
from tangrules.packs.ledger import Ledger
from tangrules.packs.naming import shown
from tangrules.packs.order import closure, find_cycle, in_order, looked_at_by, needs_of
from tangrules.packs.pack import Gathered, Pack, Source
from tangrules.packs.reading import PackReader, read_main
from tangrules.packs.shipped import available
from tangrules.packs.together import advise, because, report_excluded, report_groups
from tangrules.syntax.heading import Header, Name

if TYPE_CHECKING:
    from tangrules.syntax import tree

_MAY_BE_MISSING = frozenset({"excludes", "recommends", "discourages"})
"""What a header says of packs, whether they are there or not."""


def load_packs(chosen: Iterable[str | Path], reporter: Reporter) -> list[Pack]:
    """Read and parse the chosen packs with all that they need, in order.

    What is wrong in their texts is reported; what is wrong with the choice itself is a UsageError.
    """
    packs = {pack.name: pack for pack in (parse_pack(found, reporter) for found in gather(chosen, reporter))}
    headers = {name: pack.header for name, pack in packs.items()}
    if find_cycle(headers):
        return list(packs.values())
    advise(headers, reporter)
    _note_unknown(packs, reporter)
    looked_at = {name: {other.text for other in _looked_at(pack)} for name, pack in packs.items()}
    return [packs[name] for name in in_order(headers, looked_at)]


def gather(chosen: Iterable[str | Path], reporter: Reporter) -> list[Gathered]:
    """Read the files of the chosen packs and of all that they need, in order."""
    paths = _main_files(chosen)
    found = _Gathering(reporter)
    for path in paths:
        found.take_chosen(path)
    found.take_needed()
    return found.ordered()


def parse_pack(gathered: Gathered, reporter: Reporter) -> Pack:
    """Parse a pack's files and read its ledgers."""
    parsed = [(source, _parse(source, reporter)) for source in gathered.scripts]
    files = [file for source, file in parsed if file and _belongs(source, file, gathered, reporter)]
    texts = [(source.name, source.text) for source in gathered.ledgers]
    ledger = _read_ledger(texts, reporter) if texts else Ledger()
    return Pack(gathered.header, gathered.knows, gathered.scripts, gathered.ledgers, tuple(files), ledger)


def _parse(source: Source, reporter: Reporter) -> tree.File | None:
    """Parse a file, or give the tree of one that was the same to the byte: trees never change. One with faults is
    parsed each time, for they have to be told.
    """
    key = source.name, source.data
    if key in _trees:
        _trees.move_to_end(key)
        return _trees[key]
    own = Reporter()
    file = syntax.parse_bytes(source.data, source.name, own)
    for found in own.found:
        reporter.add(found)
    if file is not None and not own.found:
        _trees[key] = file
        if len(_trees) > _TREES_AT_MOST:
            _trees.popitem(last=False)
    return file


_TREES_AT_MOST = 128

_trees: OrderedDict[tuple[str, bytes], tree.File] = OrderedDict()
"""What was parsed last, for games are built for one number of seats after the other, and packs share their files."""


def _read_ledger(texts: list[tuple[str, str]], reporter: Reporter) -> Ledger:
    from tangrules.packs.ledger_text import read_ledger  # late: what it needs is slow to load

    return read_ledger(texts, reporter)


def _belongs(source: Source, file: tree.File, gathered: Gathered, reporter: Reporter) -> bool:
    """Report a part that is no part, or one of another pack."""
    header = file.header
    if source is gathered.main:
        return header.form in FORMS
    if header.form == "part" and header.name.text == gathered.name:
        return True
    message = f"{source.name} is included by the pack `{gathered.name}`, but is no part of it"
    expected = f"`part of {gathered.name}` in its second line"
    reporter.error("E-MISSING", message, header.name.span, expected=expected)
    return False


def _looked_at(pack: Pack) -> Iterator[Name]:
    for file in pack.files:
        yield from looked_at_by(file.items)


def _note_unknown(packs: Mapping[str, Pack], reporter: Reporter) -> None:
    """Tell of names of packs that nobody needs to be there, where they look like that of one that is."""
    near = [pack.path for pack in packs.values()]
    for pack in packs.values():
        named = [name for line in pack.header.others for name in line.names if line.word in _MAY_BE_MISSING]
        for name in (*named, *_looked_at(pack)):
            if name.text in packs or shipped_named(name.text) or neighbour_named(name.text, near):
                continue
            hint = near_name(name.text, near)
            if hint:
                message = f"there is no pack `{name.text}` among those that are shipped or lie nearby"
                reporter.note("N-PACK", message, name.span, suggestion=hint)


def _main_files(chosen: Iterable[str | Path]) -> list[Path]:
    if isinstance(chosen, str | Path):
        raise UsageError("packs: give a list of names or paths")
    paths: dict[Path, Path] = {}
    for item in chosen:
        path = main_file(item)
        paths.setdefault(path.absolute().resolve(), path)
    if not paths:
        names = ", ".join(info.name for info in available() if info.form == "game")
        raise UsageError(f"packs: name at least one{f' ({names})' if names else ''}")
    return list(paths.values())


class _Gathering:
    """The packs found so far, by name, and what is still to be looked for."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self._packs: dict[str, Gathered] = {}
        self._chosen: list[Path] = []
        self._missing: set[str] = set()

    def take_chosen(self, path: Path) -> None:
        pack = self._read(path)
        self._chosen.append(path)
        earlier = self._packs.get(pack.name)
        if earlier is not None:
            places = f"{earlier.main.name} and {pack.main.name}"
            raise UsageError(f"packs: both {places} are called `{pack.name}`")
        self._packs[pack.name] = pack

    def take_needed(self) -> None:
        left = list(self._packs.values())
        while left:
            pack = left.pop(0)
            for needed in needs_of(pack.header):
                if needed.text in self._packs or needed.text in self._missing:
                    continue
                found = self._find(needed, pack)
                if found is not None:
                    self._packs[needed.text] = found
                    left.append(found)

    def ordered(self) -> list[Gathered]:
        headers = {name: pack.header for name, pack in self._packs.items()}
        cycle = find_cycle(headers)
        if cycle:
            self._report_cycle(cycle)
            return list(self._packs.values())
        report_excluded(self._packs, self._reporter)
        report_groups(self._packs, self._reporter)
        self._report_games()
        return [
            attrs.evolve(self._packs[name], knows=closure(name, headers)) for name in in_order(headers, {})
        ]

    def _find(self, needed: Name, asker: Gathered) -> Gathered | None:
        near = [asker.main.path, *self._chosen]
        info = shipped_named(needed.text) or neighbour_named(needed.text, near)
        if info is None:
            self._missing.add(needed.text)
            hint = suggestion(needed.text, near)
            message = f"there is no pack `{needed.text}`{because(needed, asker.header)}"
            self._reporter.error("E-MISSING", message, needed.span, suggestion=hint)
            return None
        return self._read(info.path)

    def _read(self, path: Path) -> Gathered:
        main = read_main(path)
        header = scan_header(main.text.removeprefix("\ufeff"), main.name)
        if header is None or header.form not in FORMS:
            return self._damaged(main, header)
        reader = PackReader(main, self._reporter)
        parts = [reader.read(named, "file") for named in header.includes]
        ledgers = [reader.read(named, "ledger") for named in header.ledgers]
        return Gathered(header, (main, *_present(parts)), _present(ledgers))

    def _damaged(self, main: Source, header: Header | None) -> Gathered:
        """Stand in for a pack without a header: the parser will say what is wrong with it."""
        if header is not None:
            message = f"{main.name} is a part of the pack `{header.name.text}`, and no pack itself"
            self._reporter.error(
                "E-MISSING", message, header.name.span, suggestion="choose the pack's main file"
            )
        stem = shown(main.path)
        stand_in = Header(1, "module", Name(stem, span=Span.at(main.name, 1, 1)))
        return Gathered(stand_in, (main,), (), damaged=True)

    def _report_cycle(self, cycle: list[str]) -> None:
        along = [*cycle, cycle[0]]
        message = f"packs need each other in a circle: {', '.join(f'`{name}`' for name in along)}"
        places = [
            (here, next(named for named in needs_of(self._packs[here].header) if named.text == then))
            for here, then in zip(cycle, along[1:], strict=True)
        ]
        related = [Related(named.span, f"`{here}` needs `{named.text}`") for here, named in places[1:]]
        hint = "take one of these lines out"
        self._reporter.error("E-CYCLE", message, places[0][1].span, suggestion=hint, related=related)

    def _report_games(self) -> None:
        games = [self._packs[name] for name in sorted(self._packs) if self._packs[name].header.form == "game"]
        for other in games[1:]:
            message = f"two games at once: `{games[0].name}` and `{other.name}`"
            related = [Related(games[0].header.name.span, f"`{games[0].name}` is here")]
            self._reporter.error(
                "E-EXCLUDES", message, other.header.name.span, suggestion="leave one out", related=related
            )
        if games or any(pack.damaged for pack in self._packs.values()) or self._missing:
            return
        if any(_names_no_pack(pack) for pack in self._packs.values()):
            return  # the parser will say what is wrong with the line that should name the game
        last = self._packs[sorted(self._packs)[-1]]
        hint = "write `extends` and the name of a game, or choose a game as well"
        self._reporter.error(
            "E-MISSING", "there is no game among the packs", last.header.name.span, suggestion=hint
        )


def _names_no_pack(pack: Gathered) -> bool:
    lines = (line.split(maxsplit=1)[:1] for line in pack.main.text.splitlines())
    return not needs_of(pack.header) and any(first in (["extends"], ["requires"]) for first in lines)


def _present(sources: Iterable[Source | None]) -> tuple[Source, ...]:
    return tuple(source for source in sources if source is not None)
