"""The types of the language, as the checker sees them.

An icon type is a set of symbols: `water` has the type {water}, and fits wherever a larger set is wanted.
"""

from __future__ import annotations

import attrs

from tangrules.ir import TypeInfo


@attrs.frozen
class Ty:
    """form: number yesno text seat icon piece cell side turn edge area site slot list bids nothing unknown.

    name: the icon set, piece kind ("" for any) or grid; element: of a list; distinct: a set (no order, no
    repeats); low: of a number, what it is at least, where that is known. `unknown` is the type of what was
    reported already: it fits everywhere, so that one slip is told once.
    """

    form: str
    name: str = ""
    icons: frozenset[int] = frozenset()
    element: Ty | None = None
    optional: bool = False
    distinct: bool = False
    low: int | None = attrs.field(default=None, eq=False)

    def maybe(self) -> Ty:
        """The same type, or nothing (yes/no and lists have no nothing of their own)."""
        return (
            self
            if self.optional or self.form in ("yesno", "list", "text", "unknown")
            else attrs.evolve(self, optional=True)
        )

    def surely(self) -> Ty:
        return attrs.evolve(self, optional=False) if self.optional else self


NUMBER = Ty("number")
YESNO = Ty("yesno")
TEXT = Ty("text")
SEAT = Ty("seat")
SIDE = Ty("side")
TURN = Ty("turn")
SITE = Ty("site")
NOTHING = Ty("nothing", optional=True)
ANY_PIECE = Ty("piece")
UNKNOWN = Ty("unknown")


def list_of(element: Ty, *, distinct: bool = False) -> Ty:
    return Ty("list", element=element, distinct=distinct)


def at_least(low: int) -> Ty:
    """A number that is never smaller."""
    return Ty("number", low=low)


def fits(given: Ty, wanted: Ty) -> bool:
    """May a value of type `given` stand where `wanted` is needed? Optionality is judged by the caller."""
    if given.form == "nothing" or "unknown" in (given.form, wanted.form):
        return True
    if given.form != wanted.form:
        return False
    if given.form == "icon":
        return not wanted.icons or given.icons <= wanted.icons
    if given.form in ("piece", "cell", "edge", "area", "slot"):
        return not wanted.name or given.name == wanted.name
    if given.form == "list":
        if given.element is None or wanted.element is None:
            return True
        return fits(given.element, wanted.element)
    return True


def comparable(a: Ty, b: Ty) -> bool:
    """Can a value of `a` ever equal a value of `b`?"""
    if {"nothing", "unknown"} & {a.form, b.form}:
        return True
    if a.form != b.form:
        return {a.form, b.form} == {"turn", "number"}
    if a.form == "icon":
        return not a.icons or not b.icons or bool(a.icons & b.icons)
    if a.form == "list" and a.element is not None and b.element is not None:
        return comparable(a.element, b.element)
    return fits(a, b) or fits(b, a)


def join(a: Ty, b: Ty) -> Ty | None:
    """The least type that holds both, or None if they have nothing in common."""
    if "unknown" in (a.form, b.form):
        return UNKNOWN
    if a.form == "nothing":
        return b.maybe()
    if b.form == "nothing":
        return a.maybe()
    if a.form != b.form:
        return None
    optional = a.optional or b.optional
    if a.form == "icon":
        name = a.name if a.name == b.name else ""
        return attrs.evolve(a, name=name, icons=a.icons | b.icons, optional=optional)
    if a.form == "list":
        return _join_lists(a, b)
    if a.name != b.name:
        if a.form not in ("piece", "slot"):
            return None
        return attrs.evolve(a, name="", optional=optional)
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    return attrs.evolve(a, optional=optional, low=low)


def _join_lists(a: Ty, b: Ty) -> Ty | None:
    if a.element is None:
        return b
    if b.element is None:
        return a
    element = join(a.element, b.element)
    return None if element is None else Ty("list", element=element, distinct=a.distinct and b.distinct)


def describe(ty: Ty) -> str:
    """The type in an author's words."""
    words = {
        "number": "a number",
        "yesno": "yes or no",
        "text": "a text",
        "seat": "a player",
        "side": "a side",
        "turn": "a turn",
        "edge": "an edge",
        "area": "an area",
        "site": "a site",
        "slot": "a slot",
        "bids": "secret answers",
        "nothing": "nothing",
        "unknown": "something",
    }
    if ty.form == "list":
        inside = "things" if ty.element is None else _plural(ty.element)
        text = f"a {'set' if ty.distinct else 'list'} of {inside}"
    elif ty.form == "icon":
        text = f"an icon of `{ty.name}`" if ty.name else "an icon"
    elif ty.form == "piece":
        text = f"a `{ty.name}`" if ty.name else "a piece"
    elif ty.form == "cell":
        text = f"a cell of `{ty.name}`" if ty.name else "a cell"
    else:
        text = words[ty.form]
    return f"{text} or nothing" if ty.optional and ty.form != "nothing" else text


def _plural(ty: Ty) -> str:
    if ty.form == "icon":
        return f"`{ty.name}` icons" if ty.name else "icons"
    if ty.form == "piece":
        return f"`{ty.name}` pieces" if ty.name else "pieces"
    names = {"yesno": "yes or no", "seat": "players", "list": "lists", "unknown": "things"}
    return names.get(ty.form, ty.form + "s")


def info(ty: Ty) -> TypeInfo:
    """The type as programs carry it, for reading and printing values."""
    element = None if ty.element is None else info(ty.element)
    return TypeInfo(ty.form, ty.name, element, ty.optional)
