"""A module of generated code as Cython: every function with its types, flat tables as arrays of C."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Template

import attrs

from tangrules.emit.fuel import FUEL, HALT
from tangrules.emit.loader import fresh_names
from tangrules.emit.machine import ASKS, STOPPED
from tangrules.native.dispatch import dispatched
from tangrules.native.expressions import TYPES
from tangrules.native.function import Function
from tangrules.native.kinds import Kind
from tangrules.native.known import FAIL, TWINS, Known, Signature, read_tables
from tangrules.runtime import driver

_PYTHON = frozenset(
    [
        "len",
        "min",
        "max",
        "abs",
        "sorted",
        "set",
        "tuple",
        "range",
        "int",
        "filter",
        "list",
        "frozenset",
    ],
)
_SLOT = re.compile(r"[as]\d+_\d+")
_TABLE = re.compile(r"[TK]\d+")
_WORD = re.compile(r"\w+")
_SEEN = re.compile(r"\b((?:run|play|take|ask|seat)_\d+(?:_\d+)?)\b")
_FROM_OUTSIDE = re.compile(r"(run|play|take|ask|seat|fill|value|legal|verb)_")
_BY_NAME = re.compile(r"(value|legal|verb)_")
_GIVEN = ("TAKE", "ASK", "SEAT", "RUN", "PLAY", "F", "Playing", "answers", "advance")

_NUMBERS = {
    "FAIL": FAIL,
    "FUEL": FUEL,
    "HALT": HALT,
    "DEPTH": driver.DEPTH_AT_MOST,
    "ASKS": ASKS,
    "STOPPED": STOPPED,
}
"""What `prelude.pyx` has in common with the machine of compiled Python."""

_HEAD = """# cython: language_level=3, boundscheck=True, wraparound=True, cdivision=False, infer_types=False
# cython: binding=False, embedsignature=False
from tangrules.emit.loader import fresh_names as _fresh_names
cdef dict _python = _fresh_names()
"""

_ARRAY = """static const {type} {name}_[] = {{{values}}};
TG_INLINE long long at_{name}(Py_ssize_t at) {{
    if (at < 0) at += {size};
    return (size_t)at < {size} ? {name}_[at] : tg_outside();
}}
"""

Lines = list[tuple[str, int]]


@attrs.frozen
class Source:
    """The text, and for each of its lines (from 1) the line of generated code that it comes from, or 0."""

    text: str
    lines: tuple[int, ...]


def translate(text: str, slots: Mapping[str, Kind]) -> Source:
    """Write generated code as Cython. `slots`: what is known of the slots that are filled from outside."""
    tree = ast.parse(text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {arg.arg for node in functions for arg in node.args.args}
    known = Known(
        {node.name: _signature(node) for node in functions},
        read_tables(tree.body),
        frozenset(name for name in names if _SLOT.fullmatch(name)),
        dict(slots),
    )
    written = _settled(known, functions)
    return _whole(known, tree, written, _recursive(functions))


def _signature(node: ast.FunctionDef) -> Signature:
    params = tuple(arg.arg for arg in node.args.args)
    return Signature(node.name, params, len(params) - len(node.args.defaults))


def _settled(known: Known, functions: list[ast.FunctionDef]) -> list[Function]:
    """Find the types of all functions: again and again those that something new was learned for. At first what
    is not known yet may still become anything, in the end it is an object.
    """
    written = [Function(known, node) for node in functions]
    for final in (False, True):
        known.final = final
        pending = written
        while pending:
            known.learned.clear()
            for function in pending:
                function.write()
            pending = [function for function in written if function.asked & known.learned]
    return written


def _recursive(functions: list[ast.FunctionDef]) -> frozenset[str]:
    """The functions that may come back to themselves."""
    names = {node.name for node in functions}
    calls = {
        node.name: {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in names}
        for node in functions
    }
    return frozenset(name for name in names if name in _reached(calls, name))


def _reached(calls: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        new = calls[pending.pop()] - found
        found |= new
        pending += new
    return found


# ---------------------------------------------------------------------------------------- the text


def _whole(known: Known, tree: ast.Module, written: list[Function], recursive: frozenset[str]) -> Source:
    bodies = [line for function in written for line in _function(known, function, recursive)]
    used = {word for text, _ in bodies for word in _WORD.findall(text)}
    lines: Lines = [(line, 0) for line in _head(known).splitlines()]
    pending: Lines = []
    for node in tree.body:
        match node:
            case ast.FunctionDef():
                pass
            case ast.Assign(targets=[ast.Name(id="RUN" | "PLAY")]) | ast.Expr():
                pending.append((_SEEN.sub(r"py_\1", ast.unparse(node)), node.lineno))
            case ast.Assign(targets=[ast.Name(id=name)]):
                if name in used or not _TABLE.fullmatch(name):
                    type_ = TYPES.get(known.tables.kinds[name].form, "object")
                    type_ = "object" if name in known.tables.sets else type_
                    lines.append((f"cdef {type_} {ast.unparse(node)}", node.lineno))
    lines += bodies + pending + [(line, 0) for line in dispatched(known)]
    by_name = [name for name in known.signatures if _BY_NAME.match(name)]
    entries = [f"{name!r}: py_{name}" for name in by_name]
    entries += [f"{name!r}: {name}" for name in _GIVEN]
    lines.append((f"NAMES = {{{', '.join(entries)}}}", 0))
    return Source("".join(f"{line}\n" for line, _ in lines), tuple(at for _, at in lines))


def _head(known: Known) -> str:
    """What comes before the constants: the helpers, and the arrays with their functions."""
    prelude = Template(files("tangrules.native").joinpath("prelude.pyx").read_text("utf-8")).substitute(
        _NUMBERS
    )
    own = _PYTHON | TWINS
    imported = [name for name in fresh_names() if name not in own and not name.startswith("__")]
    names = "".join(f"cdef object {name} = _python[{name!r}]\n" for name in imported)
    return _HEAD + names + prelude + _arrays(known.tables.numbers)


def _arrays(numbers: Mapping[str, tuple[int, ...]]) -> str:
    if not numbers:
        return ""
    parts = [_array(name, values) for name, values in numbers.items()]
    declared = [f"    long long at_{name}(Py_ssize_t at) except? {FAIL}\n" for name in numbers]
    return f'cdef extern from *:\n    """\n{"".join(parts)}    """\n{"".join(declared)}'


def _array(name: str, values: tuple[int, ...]) -> str:
    type_ = "long long" if max(value.bit_length() for value in values) > 31 else "int"
    text = ", ".join(map(str, values))
    return _ARRAY.format(type=type_, name=name, values=text, size=len(values))


def _function(known: Known, function: Function, recursive: Iterable[str]) -> Lines:
    """A function, and its twin for Python if it is called from there."""
    signature, at = function.signature, function.node.lineno
    typed = [f"{TYPES.get(known.param(signature, name).form, 'object')} {name}" for name in signature.params]
    result = TYPES.get(signature.result.form, "object")
    fails = f" except? {FAIL}" if signature.result.form == "number" else ""
    lines = [(f"cdef {result} {signature.name}({', '.join(typed)}){fails}:", at)]
    lines += [(f"  cdef {type_} {name}", at) for name, type_ in sorted(function.declared.items())]
    body = [("  " * depth + text, line) for depth, text, line in function.lines]
    if signature.name in recursive:
        inner = [(f"  {text}", line) for text, line in body]
        lines += [("  enter()", at), ("  try:", at), *inner, ("  finally:", at), ("    leave_again()", at)]
    else:
        lines += body
    if _FROM_OUTSIDE.match(signature.name):
        names = [
            name if place < signature.required else f"{name}=0" for place, name in enumerate(signature.params)
        ]
        lines.append((f"def py_{signature.name}({', '.join(names)}):", at))
        lines.append((f"  return {signature.name}({', '.join(signature.params)})", at))
    return lines
