"""What is known at a place in a text: names, who `you` is, what has been ruled out, and the slots of the function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from tangrules import ir
from tangrules.check.types import SEAT, Ty
from tangrules.check.world import FieldInfo, World, ZoneInfo
from tangrules.diagnostics import Reporter, Span
from tangrules.syntax import tree


@attrs.frozen
class ZoneRef:
    """An instance of a zone: something that can be read, moved to or set. `info` None: a site, a field or the box."""

    zone: int
    index: ir.Expr
    info: ZoneInfo | None = None
    field: FieldInfo | None = None
    is_box: bool = False
    owner: ir.Expr | None = None


@attrs.frozen
class Typed:
    """An elaborated expression. `ref`: the place it names, if it names one."""

    expr: ir.Expr
    type: Ty
    ref: ZoneRef | None = None


@attrs.define
class Builder:
    """The function being built: its slots, labels and what its statements are traced to."""

    world: World
    rule: str
    pack: str
    cites: tuple[tree.Cite, ...] = ()
    verb: int = -1
    slots: int = 0
    labels: int = 0
    decisions: int = 0
    secret_ok: bool = False  # examples, invariants and scoring may read what is hidden
    writing: bool = False  # the left side of a change is no look at it
    shown: set[str] = attrs.Factory(set)
    calls: set[int] = attrs.Factory(set)
    bid_fields: dict[str, dict[str, tuple[int, Ty, int]]] = attrs.Factory(dict)

    uses_you: bool = False
    seatless_calls: list[tuple[int, Span]] = attrs.Factory(list)
    seated_calls: set[int] = attrs.Factory(set)
    settles: bool = False  # offers and steps of this verb are settle points

    @contextmanager
    def voice(self, rule: str, pack: str, cites: tuple[tree.Cite, ...]) -> Iterator[None]:
        """For a while, statements are traced to another rule woven into this function."""
        before = (self.rule, self.pack, self.cites)
        self.rule, self.pack, self.cites = rule, pack, cites
        try:
            yield
        finally:
            self.rule, self.pack, self.cites = before

    def slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def origin(self, span: Span) -> int:
        return self.world.origin(span, self.rule, self.cites, self.pack)


@attrs.frozen
class Unit:
    """A part of a body that `stop` or an empty choice may leave. kind: verb trigger step option."""

    kind: str
    name: str
    label: int


@attrs.frozen
class Scope:
    """Immutable: every binding makes a new scope."""

    world: World
    builder: Builder
    names: dict[str, Typed] = attrs.Factory(dict)
    facts: dict[tree.Expr, Ty] = attrs.Factory(dict)
    you: ir.Expr | None = None
    they: ir.Expr | None = None
    units: tuple[Unit, ...] = ()
    proceed: tuple[ir.Stmt, ...] | None = None
    doer: ir.Expr | None = None  # the doer of the verb whose text this is
    here: str = ""  # name of the innermost step or option, for decision names

    @property
    def reporter(self) -> Reporter:
        return self.world.reporter

    def bind(self, name: str, expr: ir.Expr, ty: Ty) -> Scope:
        """This scope with one more name; facts about an older thing of that name are dropped."""
        facts = self.facts
        if name in self.names:
            facts = {k: v for k, v in facts.items() if not _mentions(k, name)}
        return attrs.evolve(self, names={**self.names, name: Typed(expr, ty)}, facts=facts)

    def know(self, expr: tree.Expr, ty: Ty) -> Scope:
        return attrs.evolve(self, facts={**self.facts, expr: ty})

    def seat(self, you: ir.Expr | None) -> Scope:
        return attrs.evolve(self, you=you)

    def enter(self, unit: Unit) -> Scope:
        here = unit.name if unit.kind in ("step", "option") else self.here
        return attrs.evolve(self, units=(*self.units, unit), here=here)

    def require_you(self, span: Span) -> ir.Expr:
        """The seat called `you` here, or an error."""
        if self.you is not None:
            self.builder.uses_you = self.builder.uses_you or self.you == ir.Local(0)
            return self.you
        self.reporter.error(
            "E-SEAT",
            "there is no `you` here: this rule belongs to no player",
            span,
            expected="`q does …`, `q.…`, or a rule declared with `your`",
        )
        return ir.Const(0)


def _mentions(expr: tree.Expr, name: str) -> bool:
    match expr:
        case tree.NameRef(name=n):
            return n == name
        case tree.Attr(subject=s):
            return _mentions(s, name)
        case tree.Index(subject=s, args=args):
            return _mentions(s, name) or any(_mentions(a, name) for a in args)
        case tree.Call(function=f, args=args):
            return _mentions(f, name) or any(_mentions(a, name) for a in args)
    return False


def new_scope(world: World, rule: str, pack: str, cites: tuple[tree.Cite, ...] = ()) -> Scope:
    return Scope(world, Builder(world, rule, pack, cites))


def seat_scope(world: World, rule: str, pack: str, cites: tuple[tree.Cite, ...] = ()) -> Scope:
    """A scope whose slot 0 is `you`."""
    scope = new_scope(world, rule, pack, cites)
    return scope.seat(ir.Local(scope.builder.slot()))


__all__ = ["SEAT", "Builder", "Scope", "Typed", "Unit", "ZoneRef", "new_scope", "seat_scope"]
