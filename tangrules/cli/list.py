"""`tangrules list`: the packs that are shipped, or what goes with the packs that are named."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tangrules.cli.options import add_json, write_json

if TYPE_CHECKING:
    from tangrules.packs import PackInfo, Relation

_SAID = {
    "extends": "extends",
    "requires": "requires",
    "excludes": "cannot be played with",
    "recommends": "is better played with",
    "discourages": "is better played without",
    "only one": "is the only",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "packs",
        metavar="PACK",
        nargs="*",
        help="tell of these packs what they need, rule out and recommend, and what may join them",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """List games, then what extends them; or tell about the packs that are named. 1 if these rule out each other."""
    if options.packs:
        return _about(options)
    from tangrules.cli.console import columns
    from tangrules.packs import available, scenarios_folder

    found = available()
    if options.json:
        write_json(options.json, [_document(info) for info in found])
        return 0
    if not found:
        print("no packs are shipped with this installation; give paths to your own")
        return 0
    print("\n".join(columns([["name", "form", "players", "title"], *map(_row, found)])))
    print(f"\nthe files of these packs are in {scenarios_folder()}")
    return 0


def _row(info: PackInfo) -> list[str]:
    needs = ", ".join(_shown(name) for name in (*info.extends, *info.requires))
    return [_shown(info.name), info.form, _players(info), info.title + (f" (with {needs})" if needs else "")]


def _about(options: argparse.Namespace) -> int:
    from tangrules.packs.choosing import clashes, joinable, whole_of

    whole = whole_of(options.packs)
    ruled_out = list(clashes(whole))
    joining = joinable(whole)
    if options.json:
        documents = [_document(info) for info in whole]
        write_json(options.json, {"packs": documents, "joinable": [info.name for info in joining]})
        return int(bool(ruled_out))
    print("\n".join(line for info in whole for line in _told(info, whole)))
    for info, relation, names in ruled_out:
        others = ", ".join(map(_shown, names))
        print(f"{_shown(info.name)} cannot be played together with {others}{relation.because}")
    if not ruled_out:
        joined = ", ".join(_shown(info.name) for info in joining)
        print(f"may be joined by: {joined or 'no other pack that is shipped'}")
    return int(bool(ruled_out))


def _told(info: PackInfo, whole: Sequence[PackInfo]) -> Iterator[str]:
    players = _players(info)
    yield f"{_shown(info.name)}: {info.title}, {info.form}" + (f" for {players} players" if players else "")
    names = {other.name for other in whole}
    for relation in info.relations:
        yield f"  {_SAID[relation.word]} {_names(relation, names)}{relation.because}"
    yield f"  is in {_place(info)}"


def _names(relation: Relation, chosen: set[str]) -> str:
    """Return the packs of a line; of those that are only recommended it is said whether they are here."""
    if relation.word != "recommends":
        return ", ".join(map(_shown, relation.packs))
    return ", ".join(_shown(name) + (" (chosen)" if name in chosen else "") for name in relation.packs)


def _place(info: PackInfo) -> str:
    """Return where the main file of a pack is: in full if it is shipped, as messages do not tell it so."""
    from tangrules.packs.naming import located, shown

    return located(shown(info.path))


def _shown(name: str) -> str:
    return name.replace("_", "-")


def _players(info: PackInfo) -> str:
    if info.players is None:
        return ""
    low, high = info.players
    return str(low) if low == high else f"{low} to {high}"


def _document(info: PackInfo) -> dict[str, object]:
    import attrs

    from tangrules.packs.pack import WORDS

    document = attrs.asdict(info)
    named = {word: info.named(word) for word in WORDS}
    return {**document, **named, "path": str(info.path)}
