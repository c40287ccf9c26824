"""The types that generated code gets for C: what a variable, an argument or a result holds."""

from __future__ import annotations

import attrs

WIDEST = 62
"""So many bits a number may have to be kept in a C integer of 64 bits; wider ones stay Python's."""

WORD = 32
"""What a word of the state has: numbers are clamped to 32 bits, elements are small."""


@attrs.frozen
class Kind:
    """`form`: number object tuple list set dict playing. bits: of a number. element: of what is in a tuple or list."""

    form: str
    bits: int = 0
    element: Kind | None = None

    def item(self) -> Kind:
        """What a loop over it gives."""
        return self.element or OBJECT


OBJECT = Kind("object")
UNKNOWN = Kind("unknown")
"""Nothing is known yet, or it is known from elsewhere: a part of a frame or of an answer."""
SET = Kind("set")
DICT = Kind("dict")
TRUTH = Kind("number", 1)
NUMBER = Kind("number", WORD)


def number(bits: int) -> Kind:
    """A number of so many bits; an object if it may be too wide for C."""
    return Kind("number", bits) if bits <= WIDEST else OBJECT


def tuple_of(element: Kind) -> Kind:
    return Kind("tuple", 0, element)


def list_of(element: Kind) -> Kind:
    return Kind("list", 0, element)


NUMBERS = tuple_of(NUMBER)


def join(one: Kind, other: Kind) -> Kind:
    """What may be the one or the other."""
    if one == other or other == UNKNOWN:
        return one
    if one == UNKNOWN:
        return other
    if one.form != other.form:
        return OBJECT
    if one.form == "number":
        return Kind("number", max(one.bits, other.bits))
    if one.element is None or other.element is None:
        return Kind(one.form)
    return Kind(one.form, 0, join(one.element, other.element))


def kind_of(value: object) -> Kind:
    """The kind of a constant."""
    if isinstance(value, bool) or value is None:
        return OBJECT
    if isinstance(value, int):
        return number(max(1, value.bit_length()))
    if isinstance(value, tuple):
        found = UNKNOWN
        for part in value:
            found = join(found, kind_of(part))
        return tuple_of(known(found))
    return OBJECT


def known(kind: Kind) -> Kind:
    """A kind of elements; a list of which nothing is known is empty, and holds numbers as well as anything."""
    return NUMBER if kind == UNKNOWN else kind
