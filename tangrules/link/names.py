"""How declarations are called: the key that must be unique, and the words by which messages speak of them."""

from __future__ import annotations

from typing import TypeAlias

from tangrules.diagnostics import Span
from tangrules.syntax import tree

Key: TypeAlias = "tuple[str, ...]"
"""The space of the name, then the name. `name` is the space that most declarations share."""

Patch: TypeAlias = "tree.Replace | tree.Extend | tree.Remove | tree.PatchStep | tree.PatchOption"

PATCHES = (tree.Replace, tree.Extend, tree.Remove, tree.PatchStep, tree.PatchOption)

ENGINE_VERBS = ("setup", "round", "final")
"""The verbs that the engine calls by itself."""

_SHARED = (
    tree.Icons,
    tree.Piece,
    tree.Table,
    tree.Zone,
    tree.Track,
    tree.Region,
    tree.Value,
    tree.Verb,
    tree.Action,
    tree.Law,
)

_WORDS: dict[type, str] = {
    tree.Icons: "icons",
    tree.Piece: "piece",
    tree.Table: "table",
    tree.Layout: "layout",
    tree.Zone: "zone",
    tree.Track: "track",
    tree.Region: "region",
    tree.Value: "value",
    tree.Adjust: "adjust",
    tree.Verb: "verb",
    tree.Action: "action",
    tree.Require: "require",
    tree.RequireLaw: "require",
    tree.Law: "law",
    tree.Waive: "waive",
    tree.Trigger: "rule",
    tree.Whenever: "rule",
    tree.Score: "score",
    tree.End: "end",
    tree.Winner: "winner",
    tree.Grades: "grades",
    tree.Invariant: "invariant",
    tree.Example: "example",
    tree.Look: "look",
    tree.Implements: "implements",
    tree.Order: "order",
}


def word_of(item: tree.Item) -> str:
    """Return the word that declares such an item."""
    return _WORDS.get(type(item), "sentence")


def opening_of(item: tree.Item) -> str:
    """Return the words with which the sentence of such a declaration begins: "to sail", "require rich"."""
    name = name_of(item)
    word = item.form if isinstance(item, tree.Verb) else word_of(item)
    your = getattr(item, "your", False)
    return " ".join([word, *["your"] * bool(your), *([name.text] if name else [])])


def key_of(item: tree.Item, pack: str, order: int) -> Key:
    """Return the key of a declaration; one that has no name is told apart by its place."""
    match item:
        case tree.Require():
            return ("require", item.verb.text, item.name.text)
        case tree.RequireLaw():
            return ("require", item.verb.text, item.law.text)
        case tree.Trigger() | tree.Whenever() if item.name is not None:
            return ("rule", pack, item.name.text)
        case tree.Layout() | tree.Score() | tree.End() | tree.Invariant() | tree.Look():
            return (word_of(item), item.name.text)
        case tree.Winner() | tree.Grades():
            return (word_of(item),)
    if isinstance(item, _SHARED):
        return ("name", item.name.text)
    return ("", word_of(item), str(order))


def name_of(item: tree.Item) -> tree.Name | None:
    """Return the name of a declaration, or nothing for those that have none."""
    match item:
        case tree.RequireLaw():
            return item.law
        case tree.Trigger() | tree.Whenever() | tree.Require() | tree.Layout() | tree.Score() | tree.End():
            return item.name
        case tree.Invariant() | tree.Look():
            return item.name
    return item.name if isinstance(item, _SHARED) else None


def called(item: tree.Item) -> str:
    """Return what messages call a declaration: "value `toll`"."""
    name = name_of(item)
    word = {"require": "requirement"}.get(word_of(item), word_of(item))
    if name is None:
        return {"winner": "`winner`", "grades": "`grades`"}.get(word, f"{word} sentence")
    of_verb = f" of `{item.verb.text}`" if isinstance(item, tree.Require | tree.RequireLaw) else ""
    return f"{word} `{name.text}`{of_verb}"


def place_of(item: tree.Item) -> Span:
    """Return where messages point: at the name, or else at the whole sentence."""
    match item:
        case tree.Replace() | tree.Extend():
            return place_of(item.item)
        case tree.Remove():
            return item.name.span
    name = name_of(item)
    return name.span if name is not None and name.span.file else item.span


def target_of(item: tree.Item) -> tree.Name | None:
    """Return the name that a rule about another thing speaks of."""
    match item:
        case tree.Adjust():
            return item.name
        case tree.Require() | tree.RequireLaw() | tree.Waive() | tree.Trigger():
            return item.verb
        case _:
            return None


def qualified_of(item: tree.Item, pack: str) -> str:
    """Return the name by which `order` calls a rule, or "" for what cannot be ordered."""
    match item:
        case tree.Trigger() | tree.Whenever() if item.name is not None:
            return f"{pack}.{item.name.text}"
        case tree.End():
            return f"{pack}.{item.name.text}"
        case _:
            return ""
