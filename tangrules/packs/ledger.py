"""Rule ledgers: the rulebook's clauses, which the scenario cites by id."""

from __future__ import annotations

import attrs

from tangrules.diagnostics import Span


@attrs.frozen
class Entry:
    """One clause in the ledger's own words; see the ledger format in the documentation."""

    id: str
    section: str
    kind: str
    says: str
    missing: str = ""
    unclear: str = ""
    ruling: str = ""
    example: str = ""
    changes: tuple[str, ...] = ()
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Ledger:
    """The clauses of one pack by id, in the order of its files."""

    entries: dict[str, Entry] = attrs.field(factory=dict)
