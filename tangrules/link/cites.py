"""Citations: each names a clause of a ledger."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics import Reporter, did_you_mean
from tangrules.packs import Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes


def check_citations(packs: Sequence[Pack], reporter: Reporter) -> None:
    """Report ids that are in no ledger of these packs."""
    known = {entry for pack in packs for entry in pack.ledger.entries}
    for pack in packs:
        for file in pack.files:
            for node in nodes((file.header, file.items)):
                if isinstance(node, tree.Cite) and node.id not in known:
                    _report(node, known, pack, reporter)


def _report(cite: tree.Cite, known: set[str], pack: Pack, reporter: Reporter) -> None:
    part = cite.id.rsplit(".", 1)[0]
    near = [entry for entry in known if entry.startswith(part)] or [
        entry for entry in known if entry.split(".")[0] == cite.id.split(".")[0]
    ]
    hint = did_you_mean(cite.id, near or known)
    if not known:
        hint = 'name the file of clauses in the header: `ledger "rulebook/…toml"`'
    message = f"no ledger has a clause `@{cite.id}`"
    reporter.error("E-CITE", message, cite.span, suggestion=hint)
