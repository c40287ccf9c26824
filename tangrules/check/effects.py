"""What a text may change, and what an expression depends on: so that no fact outlives its truth.

Both are sets of words: the name of a zone or of a changing field, "pieces" for where any piece is, and
EVERYTHING.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules import ir
from tangrules.check.world import World
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

EVERYTHING = "*"
PIECES = "pieces"
PLACED = ("space", "set", "row", "pile", "deck")


@attrs.frozen
class Writes:
    """What changes: `what` as above; `names` are parameters that get a new value."""

    what: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def touch(self, reads: frozenset[str]) -> bool:
        """Whether something that depends on these may be another thing now."""
        if not reads or not self.what:
            return False
        return EVERYTHING in self.what or EVERYTHING in reads or bool(self.what & reads)


ANYTHING = Writes(frozenset((EVERYTHING,)))


def writes_of(world: World, body: tree.Block) -> Writes:
    """What a body may change when it runs, calls and rules that hear them included."""
    what: set[str] = set()
    names: set[str] = set()
    for node in nodes(body):
        match node:
            case tree.Set(target=target):
                what.add(root_of(target))
            case tree.Amend(thing=thing):
                root = root_of(thing)
                zone = world.zones.get(root)
                what.add(EVERYTHING if zone is not None and zone.form == "track" else root)
            case tree.Swap(left=left, right=right):
                what |= {PIECES, root_of(left), root_of(right)}
            case tree.Move() | tree.Lay() | tree.Draw() | tree.Shuffle():
                what.add(PIECES)
            case tree.Leave():
                what.add("out")
            case tree.Change(name=name):
                names.add(name.text)
            case tree.Do() | tree.Offer() | tree.Proceed():
                what.add(EVERYTHING)
            case tree.Choose(call=call) if call is not None:
                what.add(EVERYTHING)
    return Writes(frozenset(what), frozenset(names))


def root_of(target: tree.Expr) -> str:
    """The zone or field that a place on the left of a change belongs to."""
    match target:
        case tree.NameRef(name=name):
            return name
        case tree.Owned(name=name) | tree.Attr(name=name):
            return name.text
        case tree.Index(subject=subject):
            return root_of(subject)
    return EVERYTHING


def mentions(node: object, name: str) -> bool:
    """Whether a bare name stands anywhere in a text."""
    return any(isinstance(part, tree.NameRef) and part.name == name for part in nodes(node))


def reads_of(world: World, expr: ir.Expr) -> frozenset[str]:
    """What an expression depends on, through the questions it asks."""
    return frozenset(_reads(world, expr, set()))


def _reads(world: World, expr: ir.Expr, asked: set[int]) -> Iterator[str]:
    for part in nodes(expr):
        match part:
            case ir.Load(zone=zone) | ir.Size(zone=zone):
                definition = world.zone_defs[zone]
                placed = definition.storage in PLACED
                yield PIECES if placed else definition.name.split(".")[-1].removeprefix("#")
            case ir.Op(op="place"):
                yield PIECES
            case ir.Legal():
                yield EVERYTHING
            case ir.CallValue(value=value) if value not in asked:
                asked.add(value)
                known = world.value_defs[value]
                if known is None:
                    yield EVERYTHING
                else:
                    yield from _reads(world, known.body, asked)
