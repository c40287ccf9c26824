"""Shows a tree as nested brackets, for whoever wants to see what the parser made of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax import tree

_WIDTH = 100


def dump(file: tree.File) -> str:
    """Return a file's tree: of each node its kind and its fields, those without a value left out."""
    return "\n".join(_lines(file, 0)) + "\n"


def _lines(value: object, indent: int) -> Iterator[str]:
    """Write a value in one line if it fits, otherwise with a line for each of its parts."""
    one = _one(value)
    if indent + len(one) <= _WIDTH or not (isinstance(value, tuple) or _fields(value)):
        yield " " * indent + one
    elif isinstance(value, tuple):
        yield " " * indent + "["
        for item in value:
            yield from _lines(item, indent + 2)
        yield " " * indent + "]"
    else:
        yield from _node_lines(value, indent)


def _node_lines(node: object, indent: int) -> Iterator[str]:
    blank = " " * indent
    short = [(name, _one(value)) for name, value in _fields(node)]
    yield f"{blank}({_kind(node)}"
    for (name, one), (_, value) in zip(short, _fields(node), strict=True):
        if indent + len(name) + len(one) + 3 <= _WIDTH:
            yield f"{blank}  {_labelled(name, one)}"
        else:
            yield f"{blank}  {name}"
            yield from _lines(value, indent + 4)
    yield f"{blank})"


def _one(value: object) -> str:
    match value:
        case True | False:
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            return value if re.fullmatch(r"[a-z0-9_.]+", value) else f'"{value}"'
        case tuple():
            return f"[{' '.join(map(_one, value))}]"
        case tree.Name(text=text) | tree.NameRef(name=text):
            return text
        case tree.Cite(id=text):
            return f"@{text}"
        case tree.TextLit(value=text):
            return f'"{text}"'
        case tree.NumberLit(value=number):
            return str(number)
        case tree.Binary():
            return f"({value.op} {_one(value.left)} {_one(value.right)})"
    fields = "".join(f" {_labelled(name, _one(inner))}" for name, inner in _fields(value))
    return f"({_kind(value)}{fields})"


def _labelled(name: str, text: str) -> str:
    return f"{name} {text}".lstrip()


def _kind(node: object) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(node).__name__).lower()


def _fields(node: object) -> list[tuple[str, object]]:
    """List the fields that say something; a name that comes first needs no label."""
    kind = type(node)
    if not attrs.has(kind) or kind is Span:
        return []
    named = [(field, getattr(node, field.name)) for field in attrs.fields(kind) if field.eq]
    told = [(field.name, value) for field, value in named if value not in (None, (), field.default)]
    told = [(name, value) for name, value in told if value is not False]
    return [("" if at == 0 and name == "name" else name, value) for at, (name, value) in enumerate(told)]
