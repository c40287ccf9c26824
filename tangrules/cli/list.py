"""`tangrules list`: the packs that are shipped."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tangrules.cli.options import add_json, write_json

if TYPE_CHECKING:
    from tangrules.packs import PackInfo


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """List games, then what extends them."""
    from tangrules.cli.console import columns
    from tangrules.packs import available

    found = available()
    if options.json:
        write_json(options.json, [_document(info) for info in found])
        return 0

    def row(info: PackInfo) -> list[str]:
        needs = ", ".join(_shown(name) for name in (*info.extends, *info.requires))
        return [
            _shown(info.name),
            info.form,
            _players(info),
            info.title + (f" (with {needs})" if needs else ""),
        ]

    if not found:
        print("no packs are shipped with this installation; give paths to your own")
        return 0
    print("\n".join(columns([["name", "form", "players", "title"], *map(row, found)])))
    return 0


def _shown(name: str) -> str:
    return name.replace("_", "-")


def _players(info: PackInfo) -> str:
    if info.players is None:
        return ""
    low, high = info.players
    return str(low) if low == high else f"{low} to {high}"


def _document(info: PackInfo) -> dict[str, object]:
    import attrs

    return {**attrs.asdict(info), "path": str(info.path)}
