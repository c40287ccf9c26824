"""Finding packs, their editions, their ledgers and data laid over them."""

from __future__ import annotations

from tangrules.packs.ledger import Entry, Ledger
from tangrules.packs.loading import gather, load_packs, parse_pack
from tangrules.packs.pack import Gathered, Pack, PackInfo, Relation, fingerprint, sources_of
from tangrules.packs.shipped import available, scenarios_folder

__all__ = [
    "Entry",
    "Gathered",
    "Ledger",
    "Pack",
    "PackInfo",
    "Relation",
    "available",
    "fingerprint",
    "gather",
    "load_packs",
    "parse_pack",
    "scenarios_folder",
    "sources_of",
]
