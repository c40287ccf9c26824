"""Replacements that do not fit where the replaced thing is used: one error where they stand, not one at each use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from tangrules.diagnostics import Diagnostic, Related, Reporter, Severity, Span
from tangrules.link.names import name_of, opening_of, place_of, word_of
from tangrules.packs import Pack
from tangrules.syntax import print_tree, tree
from tangrules.syntax.walk import nodes


def blame_replacements(packs: Sequence[Pack], reporter: Reporter) -> None:
    """Tell errors in other packs' files, which a replacement of another shape causes, at the replacement.

    Packs that know the replacement are to blame themselves. An error counts as caused where its sentence names
    what was replaced, or a value without a type of its own that does.
    """
    errors = [found for found in reporter.found if found.severity is Severity.ERROR]
    for number, pack in enumerate(packs):
        for new in _replaced(_items(pack)):
            old = _before(new, packs[:number])
            if old is None:
                continue
            change, lost = _difference(old, new), _lost(old, new)
            names = lost if change is None else {*lost, _name(new)}
            others = [other for other in packs if other is not pack and pack.name not in other.knows]
            caused = [found for found in errors if _is_caused(found, others, _affected(others, names))]
            if caused:
                missed = lost & _missed(others, old)
                error = _error(new, change or _loss(old, missed or lost), caused)
                reporter.put_instead(caused, error)
                errors = [found for found in errors if found not in caused]


def _items(pack: Pack) -> Iterator[tree.Item]:
    for file in pack.files:
        yield from _flat(file.items)


def _flat(items: Iterable[tree.Item]) -> Iterator[tree.Item]:
    for item in items:
        if isinstance(item, tree.While):
            yield attrs.evolve(item, items=())  # its condition names things, too
        if isinstance(item, tree.While | tree.With | tree.ForPlayers):
            yield from _flat(item.items)
        else:
            yield item


def _replaced(items: Iterable[tree.Item]) -> list[tree.Item]:
    return [item.item for item in items if isinstance(item, tree.Replace)]


def _before(new: tree.Item, packs: Sequence[Pack]) -> tree.Item | None:
    """Return what an earlier pack declares, or puts there, under this name."""
    known: tree.Item | None = None
    for pack in packs:
        for item in _items(pack):
            item = item.item if isinstance(item, tree.Replace) else item
            if word_of(item) in _alike(new) and _name(item) == _name(new) != "":
                known = item
    return known


def _alike(item: tree.Item) -> tuple[str, ...]:
    word = word_of(item)
    return ("verb", "action") if word in ("verb", "action") else (word,)


def _name(item: tree.Item) -> str:
    name = name_of(item)
    return name.text if name is not None else ""


@attrs.frozen
class _Change:
    """What is different, as the end of a sentence about the old one, and what to write instead."""

    code: str
    told: str
    hint: str


def _difference(old: tree.Item, new: tree.Item) -> _Change | None:
    """Tell where the two are used in different ways; nothing where whatever takes one takes the other."""
    hint = f"write `replace {_heading(old)}`"
    if getattr(old, "your", False) != getattr(new, "your", False):
        whose = "belongs to each player" if getattr(old, "your", False) else "is the same for all players"
        return _Change("E-SEAT", whose, f"write `replace {opening_of(old)}`")
    match old, new:
        case (tree.Value() | tree.Verb() | tree.Law(), tree.Value() | tree.Verb() | tree.Law()):
            if [_bare(p.type) for p in old.params] != [_bare(p.type) for p in new.params]:
                takes = ", ".join(_param(param) for param in old.params)
                told = f"takes `({takes})`" if takes else "takes nothing in brackets"
                return _Change("E-ARITY", told, hint)
    match old, new:
        case tree.Action(), tree.Verb():
            return _Change("E-KIND", f"is an action of `{old.group.text}`", hint)
        case tree.Value(), tree.Value() if _bare(old.type) != _bare(new.type):
            told = f"is of another type: `{_type(old.type)}`" if old.type else "is of another type"
            return _Change("E-KIND", told, hint)
        case tree.Zone(), tree.Zone() if _sort(old) != _sort(new):
            return _Change("E-KIND", "is of another kind", f"{hint}, with bounds and options of your own")
        case tree.Table(), tree.Table() if old.kind.text != new.kind.text:
            return _Change("E-KIND", f"holds `{old.kind.text}` pieces", hint)
    return None


def _param(param: tree.Param) -> str:
    return f"{param.name.text}: {_type(param.type)}" if param.type else param.name.text


def _bare(node: tree.Type | None) -> tuple[str, ...] | None:
    return None if node is None else tuple(_type(node).split())


def _type(node: tree.Type | None) -> str:
    if node is None:
        return ""
    collection = f"{node.collection} of " if node.collection else ""
    of = f" of {node.of.text}" if node.of else ""
    return f"{collection}{node.name.text}{of}{' or nothing' if node.optional else ''}"


def _sort(zone: tree.Zone) -> tuple[object, ...]:
    kind = zone.type
    of = kind.of.text if kind.of else ""
    return (kind.form, of, _bare(kind.type), len(zone.index))


def _heading(item: tree.Item) -> str:
    """Return a declaration up to its type."""
    start = opening_of(item)
    match item:
        case tree.Value() | tree.Verb() | tree.Law():
            takes = f"({', '.join(_param(param) for param in item.params)})" if item.params else ""
            kind = f": {_type(item.type)}" if isinstance(item, tree.Value) and item.type else ""
            return f"{start}{takes}{kind}"
        case tree.Zone():
            plain = attrs.evolve(
                item, initial=None, options=(), cites=(), assumed=None, but_for=(), each=None
            )
            header = tree.Header(1, "game", tree.Name("x"))
            return print_tree(tree.File(header, (plain,))).strip().splitlines()[-1]
        case tree.Action():
            return f'{start} "{item.title or ""}" is {item.group.text}'
        case tree.Table():
            return f"{start} of {item.kind.text}"
        case _:
            return start


def _lost(old: tree.Item, new: tree.Item) -> frozenset[str]:
    """Return the names that the old one gave to its parts, and the new one does not."""
    return frozenset(_parts(old)) - frozenset(_parts(new))


def _parts(item: tree.Item) -> Iterator[str]:
    match item:
        case tree.Piece():
            yield from (field.name.text for field in item.fields)
        case tree.Icons():
            yield from (member.name.text for member in item.members)
        case tree.Action():
            yield item.group.text
        case tree.Table():
            columns = [name.text for name in item.header]
            for row in item.rows:
                for column, cell in zip(columns, row.cells, strict=False):
                    if column == "name":
                        yield from _names(cell)
        case _:
            pass


def _missed(packs: Sequence[Pack], old: tree.Item) -> frozenset[str]:
    """Return the names in all that packs say besides the old declaration."""
    return frozenset(
        name for pack in packs for item in _items(pack) if item is not old for name in _names(item)
    )


def _loss(old: tree.Item, lost: frozenset[str]) -> _Change:
    told = ", ".join(f"`{name}`" for name in sorted(lost)[:4])
    dots = " and more" if len(lost) > 4 else ""
    hint = (
        "keep them, as other rules speak of them" if len(lost) > 1 else "keep it, as other rules speak of it"
    )
    if isinstance(old, tree.Icons | tree.Piece):
        hint += f"; to add something only, write `extend {opening_of(old)}`"
    return _Change("E-NAME", f"has {told}{dots}", hint)


def _affected(packs: Sequence[Pack], names: Iterable[str]) -> frozenset[str]:
    """Return names, and those of values whose type is found from what they name."""
    known = frozenset(names)
    guessed = [
        (item.name.text, _names(item))
        for pack in packs
        for item in _items(pack)
        if isinstance(item, tree.Value) and item.type is None
    ]
    while more := {name for name, inside in guessed if inside & known} - known:
        known |= more
    return known


def _is_caused(error: Diagnostic, packs: Sequence[Pack], names: frozenset[str]) -> bool:
    return error.span is not None and any(
        _holds(item.span, error.span) and _names(item) & names
        for pack in packs
        if any(source.name == error.span.file for source in pack.scripts)
        for item in _items(pack)
    )


def _holds(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.line <= inner.line <= outer.end_line


def _names(whole: object) -> frozenset[str]:
    return frozenset(
        node.text if isinstance(node, tree.Name) else node.name
        for node in nodes(whole)
        if isinstance(node, tree.Name | tree.NameRef)
    )


def _error(new: tree.Item, change: _Change, caused: Sequence[Diagnostic]) -> Diagnostic:
    spans = sorted({found.span for found in caused if found.span is not None})
    related = (Related(spans[0], "this needs it so"),)
    message = f"the `{_name(new)}` that you replace {change.told}"
    return Diagnostic(change.code, message, place_of(new), Severity.ERROR, "", change.hint, related)
