"""What is known of a module of generated code while its types are being found: a fixpoint over its functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

import attrs

from tangrules.native.kinds import (
    DICT,
    NUMBER,
    NUMBERS,
    OBJECT,
    SET,
    UNKNOWN,
    WIDEST,
    Kind,
    join,
    kind_of,
    list_of,
    number,
)

FAIL = "-9223372036854775807LL"
"""What a function of C that gives a number gives if it has failed (it may also be a number, in theory)."""

STATE: Mapping[str, Kind] = {
    "V": list_of(NUMBER),
    "P": list_of(NUMBER),
    "Z": list_of(NUMBERS),
    "S": OBJECT,
    "G": Kind("playing"),
    "pc": NUMBER,
}
"""What the parameters with these names hold, in every function."""

HELPERS: Mapping[str, Kind] = {
    "missing": NUMBER,
    "surely_number": NUMBER,
    "edge": NUMBER,
    "last": NUMBER,
    "item": NUMBER,
    "row": NUMBER,
    "draw_one": NUMBER,
    "pick_one": NUMBER,
    "too_long": NUMBER,
    "union": NUMBERS,
    "without": NUMBERS,
    "take": NUMBERS,
    "insort": NUMBERS,
    "by_key": NUMBERS,
    "places_of": list_of(NUMBER),
    "chosen": list_of(OBJECT),
    "differing": list_of(NUMBER),
    "touched": NUMBERS,
    "present": list_of(OBJECT),
    "upto": Kind("object", 0, NUMBER),
    "range": Kind("object", 0, NUMBER),
    "combos": Kind("object", 0, NUMBERS),
    "covers": NUMBERS,
    "set": SET,
    "frozenset": SET,
    "len": number(27),
    "drawn": number(27),
}
"""What the functions that generated code may call give; all others give objects."""

TWINS = frozenset(
    {
        "last",
        "item",
        "edge",
        "row",
        "places_of",
        "chosen",
        "insort",
        "take_from",
        "draw_one",
        "pick_one",
        "differing",
        "touched",
        "present",
        "fill_rows",
        "drawn",
        "F",
        "H",
    }
)
"""What `prelude.pyx` has a version of its own for."""

_GROWTHS = 6
"""A number that grows so often from round to round has no bound that could be found."""


@attrs.define
class Signature:
    """A function of the module: its parameters, how many have no default, and what it gives."""

    name: str
    params: tuple[str, ...]
    required: int
    kinds: dict[str, Kind] = attrs.field(factory=dict)
    result: Kind = UNKNOWN


@attrs.frozen
class Tables:
    """Constants of the module. numbers: flat tuples of numbers; sets: frozen sets, by their elements."""

    numbers: dict[str, tuple[int, ...]]
    sets: dict[str, tuple[int, ...]]
    kinds: dict[str, Kind]


@attrs.define
class Known:
    """Everything known so far. `slots` are variables of verbs and questions: they hold the same kind in all
    functions. `learned` are names of which something new is known, `read` those that were asked for.
    """

    signatures: dict[str, Signature]
    tables: Tables
    slot_names: frozenset[str]
    slots: dict[str, Kind]
    final: bool = False
    learned: set[str] = attrs.field(factory=set)
    read: set[str] = attrs.field(factory=set)
    growths: dict[str, int] = attrs.field(factory=dict)

    def slot(self, name: str) -> Kind:
        """What a slot holds."""
        self.read.add(name)
        return self.slots.get(name, UNKNOWN)

    def result(self, function: Signature) -> Kind:
        """What a function gives."""
        self.read.add(function.name)
        return function.result

    def param(self, function: Signature, name: str) -> Kind:
        """What a function is given."""
        if name in STATE:
            return STATE[name]
        if name in self.slot_names:
            return self.slot(name)
        self.read.add(f"{function.name} {name}")
        return function.kinds.get(name, UNKNOWN)

    def learn_slot(self, name: str, kind: Kind) -> None:
        """A slot may hold this. Slots that do not matter any more hold 0, so that only numbers are sure."""
        if kind.form not in ("number", "unknown", "object"):
            kind = Kind("object", 0, kind.element)
        self.slots[name] = self._joined(name, self.slots.get(name, UNKNOWN), kind)

    def learn_param(self, function: Signature, name: str, kind: Kind) -> None:
        """A function may be given this."""
        if name in self.slot_names:
            self.learn_slot(name, kind)
        elif name not in STATE:
            key = f"{function.name} {name}"
            function.kinds[name] = self._joined(key, function.kinds.get(name, UNKNOWN), kind)

    def learn_result(self, function: Signature, kind: Kind) -> None:
        """A function may give this."""
        function.result = self._joined(function.name, function.result, kind)

    def _joined(self, name: str, old: Kind, new: Kind) -> Kind:
        found = join(old, new)
        if found == old:
            return old
        self.learned.add(name)
        if found.form == old.form == "number":
            self.growths[name] = self.growths.get(name, 0) + 1
            if self.growths[name] > _GROWTHS:
                return OBJECT
        return found


def read_tables(body: Iterable[ast.stmt]) -> Tables:
    """The constants that a module assigns at its top."""
    tables = Tables({}, {}, {})
    for node in body:
        if not isinstance(node, ast.Assign):
            continue
        (target,) = node.targets
        assert isinstance(target, ast.Name)
        _read_table(tables, target.id, node.value)
    return tables


def _read_table(tables: Tables, name: str, node: ast.expr) -> None:
    if isinstance(node, ast.Call):
        tables.sets[name] = tuple(sorted(ast.literal_eval(node.args[0])))
        tables.kinds[name] = SET
        return
    try:
        value = ast.literal_eval(node)
    except ValueError:
        tables.kinds[name] = OBJECT  # a dictionary of functions
        return
    if isinstance(value, tuple):
        tables.kinds[name] = kind_of(value)
        if value and all(type(part) is int and part.bit_length() <= WIDEST for part in value):
            tables.numbers[name] = value
    else:
        tables.kinds[name] = list_of(OBJECT) if isinstance(value, list) else DICT
