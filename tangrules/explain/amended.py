"""A rule as it stands after all packs: its first text, each change in order, and what speaks of it now.

Everything is taken from the packs' own sentences, in link order, so that no kind of change can be missed: a
sentence that names the rule is either what is in force or what has brought it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.diagnostics import Span
from tangrules.explain import bearing
from tangrules.explain.deeds import deed_of
from tangrules.explain.reading import Place, entries_of
from tangrules.link.collect import Placed, collect
from tangrules.link.dump import dump_rule, rules_of, text_of
from tangrules.link.model import Model, Rule
from tangrules.link.names import PATCHES, called, place_of
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

_LAYERS = ("becomes", "+", "-", "times", "at least", "at most", "yes", "no", "also", "except")
"""The order in which adjustments are put together."""

_UNSAID = (tree.Example, tree.Implements, tree.Look)
"""Sentences that no rule depends on."""


@attrs.frozen
class Sentence:
    """A sentence of a pack: where it stands, what it does to the rule, the clauses it cites, and its lines."""

    pack: str
    place: Place
    does: str
    clauses: tuple[str, ...]
    lines: tuple[str, ...]


@attrs.frozen
class Amended:
    """A declaration with its history.

    `changes` are those to the declaration itself; `stands` is how it reads after them, empty if it was removed.
    `about` is what is in force beside it: adjustments layer by layer, requirements, rules that hear it. `lifted`
    are sentences about it that no longer hold, and those that took them away. `clauses` are the cited ones.
    """

    title: str
    first: Sentence
    changes: tuple[Sentence, ...]
    stands: tuple[str, ...]
    about: tuple[Sentence, ...]
    lifted: tuple[Sentence, ...]
    clauses: dict[str, str]


def amended(packs: Sequence[str], name: str, players: int) -> tuple[list[Amended], list[str]]:
    """Return all that is called so, and the names that there are. Raises as `build_all` does."""
    built = build_all(packs, players, examples=False)
    histories = _Histories(built.packs, built.model)
    wanted = name.replace("-", "_")
    found = [here for here in histories.declarations if bearing.name_in(here.item) == wanted]
    if not found:  # a piece is declared in its table
        found = [here for here in histories.declarations if wanted in _pieces(here.item)]
    known = {
        name for here in histories.declarations for name in (bearing.name_in(here.item), *_pieces(here.item))
    }
    return [histories.of(here) for here in found], sorted(known - {""})


def _pieces(item: tree.Item) -> set[str]:
    """Return the names that the rows of a table have."""
    if not isinstance(item, tree.Table):
        return set()
    columns = [name.text for name in item.header]
    cells = [
        cell
        for row in item.rows
        for column, cell in zip(columns, row.cells, strict=False)
        if column == "name"
    ]
    return {
        word.name
        for cell in cells
        for words in cell.items
        for word in words
        if isinstance(word, tree.NameRef)
    }


class _Histories:
    def __init__(self, packs: Sequence[Pack], model: Model) -> None:
        self._model = model
        self._says = {entry.id: entry.says for entry in entries_of(packs).values()}
        self._placed = [here for here in collect(packs, model.players) if not isinstance(here.item, _UNSAID)]
        self._by_place = {_key(_inner(here.item).span): here for here in self._placed}
        self.declarations = [here for here in self._placed if not isinstance(here.item, PATCHES)]

    def of(self, subject: Placed) -> Amended:
        """Tell the history of a declaration."""
        item = subject.item
        others = [here for here in self._placed if here is not subject]
        changes = [here for here in others if bearing.changes(here.item, item)]
        about = [here for here in others if bearing.is_about(here.item, item)]
        names = {bearing.name_in(_inner(here.item)) for here in about}
        lifting = [here for here in others if bearing.lifts(here.item, names) and bearing.is_done(item)]
        rules = list(self._in_force(item))
        now = [self._by_place[_key(rule.item.span)] for rule in rules]
        now += [
            here for here in others if isinstance(here.item, tree.Order) and bearing.orders(here.item, names)
        ]
        gone = sorted((*(here for here in about if here not in now), *lifting), key=lambda here: here.order)
        sentences = [self._sentence(here, item) for here in (subject, *changes, *now, *gone)]
        first, rest = sentences[0], iter(sentences[1:])
        cited = dict.fromkeys(clause for sentence in sentences for clause in sentence.clauses)
        rule = self._now(item)
        return Amended(
            _title(item),
            first,
            tuple(next(rest) for _ in changes),
            () if rule is None else tuple(dump_rule(self._model, rule).rstrip("\n").split("\n")),
            tuple(next(rest) for _ in now),
            tuple(rest),
            {clause: self._says[clause] for clause in cited if clause in self._says},
        )

    def _now(self, item: tree.Item) -> Rule[tree.Item] | None:
        """Return what the model holds under this name."""
        return next((rule for rule in rules_of(self._model) if bearing.is_same(rule.item, item)), None)

    def _in_force(self, item: tree.Item) -> Iterator[Rule[tree.Item]]:
        name = bearing.name_in(item)
        if isinstance(item, tree.Value):
            adjusts = self._model.adjusts.get(name, ())
            yield from sorted(adjusts, key=lambda rule: _LAYERS.index(rule.item.op))
        elif bearing.is_done(item):
            yield from self._model.requires.get(name, ())
            yield from self._model.waives.get(name, ())
            for moment in ("before", "instead of", "after"):
                heard = self._model.triggers.get(name, ())
                yield from (rule for rule in heard if rule.item.moment == moment)
            yield from (
                rule for rule in self._model.zones.values() if bearing.starts_anew_with(rule.item, item)
            )

    def _sentence(self, here: Placed, subject: tree.Item) -> Sentence:
        law = self._law_of(here.item)
        said = [here.item] if law is None else [here.item, law]
        cites = dict.fromkeys(node.id for item in said for node in nodes(item) if isinstance(node, tree.Cite))
        lines = []
        for depth, condition in enumerate(here.conditions):
            asked = " ".join(" ".join(text_of(self._model, condition.span)).split())
            lines.append("    " * depth + f"while {asked}:")
        margin = "    " * len(here.conditions)
        lines += [margin + line for item in said for line in text_of(self._model, item.span)]
        place = Place.of(place_of(here.item))
        is_anew = bearing.starts_anew_with(_inner(here.item), subject)
        does = f"{called(_inner(here.item))} starts anew with it" if is_anew else deed_of(here.item)
        return Sentence(here.pack, place, does, tuple(cites), tuple(lines))

    def _law_of(self, item: tree.Item) -> tree.Item | None:
        """Return the law that a requirement names: it says what is required."""
        inner = _inner(item)
        if not isinstance(inner, tree.RequireLaw):
            return None
        rule = self._model.laws.get(inner.law.text)
        return None if rule is None else rule.item


def _inner(item: tree.Item) -> tree.Item:
    return item.item if isinstance(item, tree.Replace) else item


def _title(item: tree.Item) -> str:
    shown = getattr(item, "title", None)
    return f'{called(item)}, "{shown}"' if isinstance(shown, str) else called(item)


def _key(span: Span) -> tuple[str, int, int]:
    return (span.file, span.line, span.column)
