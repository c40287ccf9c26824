"""Changes to whole declarations: `replace`, `remove` and `extend`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tangrules.diagnostics import Related, Reporter, did_you_mean
from tangrules.link.clash import report_clashes
from tangrules.link.collect import Placed
from tangrules.link.declared import Declarations, Declared
from tangrules.link.model import Change
from tangrules.link.names import Key, called, key_of, name_of, place_of, word_of
from tangrules.syntax import tree

# `remove` and `replace` take these for each other: what is called alike can be asked or done alike.
_ALIKE = ({"verb", "action"}, {"zone", "track"})


def patch_wholes(found: Declarations, placed: Iterable[Placed], reporter: Reporter) -> None:
    """Apply `replace` and `remove`, then `extend`, and report what has no target or clashes."""
    _Wholes(found, reporter).run([here for here in placed if not here.conditions])


class _Wholes:
    def __init__(self, found: Declarations, reporter: Reporter) -> None:
        self._found = found
        self._reporter = reporter

    def run(self, placed: Sequence[Placed]) -> None:
        patches: dict[Key, list[Placed]] = {}
        for here in placed:
            if isinstance(here.item, tree.Replace | tree.Remove):
                for key in self._targets(here):
                    patches.setdefault(key, []).append(here)
        for key, those in patches.items():
            self._apply(key, those)
        for here in placed:
            if isinstance(here.item, tree.Extend):
                self._extend(here, here.item.item)

    def _targets(self, here: Placed) -> list[Key]:
        match here.item:
            case tree.Replace():
                return self._replaced(here, here.item.item)
            case tree.Remove():
                return self._removed(here, here.item)
            case _:
                return []

    def _replaced(self, here: Placed, item: tree.Item) -> list[Key]:
        if name_of(item) is None and not isinstance(item, tree.Winner | tree.Grades):
            message = f"`{word_of(item)}` has no name by which it could be replaced"
            self._reporter.error("E-ANCHOR", message, item.span)
            return []
        if isinstance(item, tree.Trigger | tree.Whenever):
            keys = self._rules(key_of(item, here.pack, here.order)[-1])
        else:
            keys = [key_of(item, here.pack, here.order)]
        keys = [key for key in keys if key in self._found.by_key]
        if not keys:
            self._report_missing(here, word_of(item), _name(item), "replace")
            return []
        return [key for key in keys if self._fits(key, word_of(item), here)]

    def _removed(self, here: Placed, item: tree.Remove) -> list[Key]:
        name = item.name.text
        known = self._found.by_key
        match item.kind:
            case "require":
                keys = [key for key in known if key[0] == "require" and key[2] == name]
            case "rule":
                keys = self._rules(name)
            case "waive":
                keys = [key for key, other in known.items() if _waives(other.item, name)]
            case "score" | "end" | "invariant":
                keys = [key for key in [(item.kind, name)] if key in known]
            case _:
                keys = [key for key in [("name", name)] if key in known]
        if not keys:
            self._report_missing(here, item.kind, name, "remove")
            return []
        return [key for key in keys if self._fits(key, item.kind, here)]

    def _rules(self, name: str) -> list[Key]:
        return [key for key in self._found.by_key if key[0] == "rule" and key[2] == name]

    def _fits(self, key: Key, word: str, here: Placed) -> bool:
        there = self._found.by_key[key]
        actual = word_of(there.item)
        if actual == word or any({actual, word} <= alike for alike in _ALIKE):
            return True
        message = f"{called(there.item)} is no {word}"
        related = [Related(place_of(there.item), f"{called(there.item)} is here")]
        self._reporter.error("E-ANCHOR", message, place_of(here.item), related=related)
        return False

    def _apply(self, key: Key, patches: list[Placed]) -> None:
        there = self._found.by_key[key]
        report_clashes(called(there.item), patches, self._reporter)
        for here in patches:
            match here.item:
                case tree.Replace():
                    change = Change(here.pack, "replace", word_of(there.item), here.item)
                    there.item = here.item.item
                    there.replaced_by = here
                    there.changes.append(change)
                case tree.Remove():
                    self._remove(key, there, here, here.item)
                case _:
                    pass
        last = patches[-1]
        if isinstance(last.item, tree.Replace):
            self._found.gone.pop(key, None)
            self._found.by_key[key] = there

    def _remove(self, key: Key, there: Declared, here: Placed, item: tree.Remove) -> None:
        if isinstance(there.item, tree.Waive):
            kept = tuple(name for name in there.item.names if name.text != item.name.text)
            if kept:
                there.changes.append(Change(here.pack, "remove", f"name {item.name.text}", item))
                there.item = attrs.evolve(there.item, names=kept)
                return
        self._found.by_key.pop(key, None)
        self._found.gone[key] = (there, here)

    def _extend(self, here: Placed, item: tree.Icons | tree.Piece) -> None:
        key = ("name", item.name.text)
        there = self._found.by_key.get(key)
        if there is None:
            self._report_missing(here, word_of(item), item.name.text, "extend")
        elif self._fits(key, word_of(item), here) and not _superseded(there, here):
            there.item = self._extended(there, here, item)
            there.changes.append(Change(here.pack, "extend", word_of(item), here.item))

    def _extended(self, there: Declared, here: Placed, item: tree.Icons | tree.Piece) -> tree.Item:
        match there.item, item:
            case tree.Icons(), tree.Icons():
                known = {member.name.text: member for member in there.item.members}
                new = [member for member in item.members if self._is_new(member, known, there, here)]
                return attrs.evolve(there.item, members=(*there.item.members, *new))
            case tree.Piece(), tree.Piece():
                fields = {field.name.text: field for field in there.item.fields}
                added = [field for field in item.fields if self._is_new(field, fields, there, here)]
                return attrs.evolve(there.item, fields=(*there.item.fields, *added))
            case _:
                return there.item

    def _is_new(
        self,
        part: tree.IconMember | tree.Field,
        known: dict[str, tree.IconMember] | dict[str, tree.Field],
        there: Declared,
        here: Placed,
    ) -> bool:
        earlier = known.get(part.name.text)
        if earlier is None:
            return True
        adder = _adder(there, part.name.text)
        if isinstance(part, tree.IconMember) and adder not in (here.pack, *here.knows):
            return False  # two packs that never met share the symbol
        message = f"{called(there.item)} already has `{part.name.text}`"
        related = [Related(earlier.name.span, f"the pack `{adder}` has it here")]
        self._reporter.error("E-DUPLICATE", message, part.name.span, related=related)
        return False

    def _report_missing(self, here: Placed, word: str, name: str, deed: str) -> None:
        span = place_of(here.item)
        what = {"icons": "set of icons", "require": "requirement"}.get(word, word)
        what = f"{what} `{name}`" if name else what
        gone = self._gone_named(word, name)
        if gone is not None:
            message = f"there is no {what} any more to {deed}"
            related = [Related(place_of(gone.item), f"`{gone.pack}` removes it here")]
            self._reporter.error("E-ANCHOR", message, span, related=related)
            return
        names = [key[-1] for key, other in self._found.by_key.items() if word_of(other.item) == word]
        hint = did_you_mean(name, names)
        self._reporter.error("E-ANCHOR", f"there is no {what} to {deed}", span, suggestion=hint)

    def _gone_named(self, word: str, name: str) -> Placed | None:
        for key, (there, remover) in self._found.gone.items():
            if key[-1] == name and word_of(there.item) == word:
                return remover
        return None


def _superseded(there: Declared, here: Placed) -> bool:
    """Tell whether a pack that knows this change has replaced the whole declaration since."""
    last = there.replaced_by
    return last is not None and here.pack in last.knows


def _adder(there: Declared, name: str) -> str:
    """Return the pack that gave a declaration this member or field."""
    for change in there.changes:
        if isinstance(change.item, tree.Extend):
            extension = change.item.item
            parts = extension.members if isinstance(extension, tree.Icons) else extension.fields
            if any(part.name.text == name for part in parts):
                return change.pack
    return there.replaced_by.pack if there.replaced_by else there.pack


def _waives(item: tree.Item, name: str) -> bool:
    return isinstance(item, tree.Waive) and any(waived.text == name for waived in item.names)


def _name(item: tree.Item) -> str:
    name = name_of(item)
    return name.text if name is not None else ""
