"""Pieces that no game can meet: they begin in the box, and no rule takes them from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from tangrules.diagnostics import Reporter
from tangrules.link.declared import Declarations
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

_COPIES = 20
"""So many copies of a row are looked for by their names."""


def check_unmoved(found: Declarations, reached: Set[str], reporter: Reporter) -> None:
    """Warn of tables that are forgotten where other pieces of their kind come into play.

    Nothing names such a table, nor a row of it, nor takes all pieces of the kind. Where no piece of the kind is
    in play at all, a game is just not finished.
    """
    said = list(_outside_examples(found))
    whole = _whole_kinds(said)
    if "piece" in whole or _searches_box(said):
        return
    tables = [known.item for known in found.by_key.values() if isinstance(known.item, tree.Table)]
    for table in tables:
        if table.kind.text in whole or any(name in reached for name in (table.name.text, *_rows(table))):
            continue
        others = {other.name.text for other in tables if other.kind.text == table.kind.text} & reached
        if others:
            message = f"no rule takes the pieces of `{table.name.text}` out of the box"
            hint = _advice(found, table, others)
            reporter.warning("W-UNUSED", message, table.name.span, suggestion=hint)


def _advice(found: Declarations, table: tree.Table, others: Set[str]) -> str:
    """Say how other pieces of the kind come into play, so that these can go with them."""
    name = table.name.text
    for known in found.by_key.values():
        value = known.item
        if isinstance(value, tree.Value) and not value.params and not value.your:
            there = {node.name for node in nodes(value) if isinstance(node, tree.NameRef)} & others
            if there and value.type is not None and value.type.collection:
                return f"to put them with `{min(there)}`, write `adjust {value.name.text}: also {name}`"
    return f"move `{name}` to where they are to lie, as it is done with `{min(others)}`"


def _rows(table: tree.Table) -> list[str]:
    """Return the names of the rows, and those of their copies."""
    names = [name.text for name in table.header]
    if "name" not in names:
        return []
    at = names.index("name")
    rows = [atom.name for row in table.rows for atom in _atoms(row, at) if isinstance(atom, tree.NameRef)]
    return [called for name in rows for called in (name, *(f"{name}_{copy}" for copy in range(1, _COPIES)))]


def _atoms(row: tree.Row, at: int) -> list[tree.Expr]:
    return [atom for item in row.cells[at].items for atom in item] if at < len(row.cells) else []


def _whole_kinds(said: Iterable[object]) -> set[str]:
    """Return the kinds of which a rule may take any piece out of the box: `pieces(card)`, somehow moved.

    A rule that only looks for some of them, on the board say, takes none.
    """
    looking: set[int] = set()
    taking: set[int] = set()
    calls: dict[int, str] = {}
    for node in said:
        match node:
            case tree.Call(function=tree.NameRef(name="pieces"), args=(tree.NameRef(name=kind),)):
                calls[id(node)] = kind
            case tree.Binder():
                (taking if _mentions_box(node.where) else looking).add(id(node.domain))
            case tree.ForEach():
                taking.update(id(binder.domain) for binder in node.binders)
            case tree.Move() | tree.Shuffle() | tree.Lay():
                taking.update(id(each.domain) for each in nodes(node) if isinstance(each, tree.Binder))
            case _:
                pass
    return {kind for call, kind in calls.items() if call in taking or call not in looking}


def _mentions_box(where: tree.Expr | None) -> bool:
    return any(isinstance(node, tree.NameRef) and node.name == "box" for node in nodes(where))


def _outside_examples(found: Declarations) -> Iterator[object]:
    for known in found.by_key.values():
        if not isinstance(known.item, tree.Example):
            yield from nodes(known.item)


def _searches_box(said: Iterable[object]) -> bool:
    """Whether a rule goes through all that lies in the box."""
    domains = (node.domain for node in said if isinstance(node, tree.Binder))
    return any(isinstance(domain, tree.NameRef) and domain.name == "box" for domain in domains)
