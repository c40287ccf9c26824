"""What is known at a place in a text: names, who `you` is, what has been ruled out or shown."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.builder import Builder
from tangrules.check.effects import Writes, mentions, reads_of
from tangrules.check.infos import FieldInfo, ZoneInfo
from tangrules.check.types import Ty
from tangrules.check.world import World
from tangrules.diagnostics import Reporter, Span
from tangrules.syntax import tree


@attrs.frozen
class ZoneRef:
    """An instance of a zone: it can be read, moved to or set. `info` None: a site, a field or the box."""

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


@attrs.frozen
class Fact:
    """What is known of a path, and what must not change for it to stay true.

    `doubtful`: it was true when a loop began, and is looked at again when the path is read.
    """

    type: Ty
    reads: frozenset[str]
    doubtful: bool = False


@attrs.frozen
class Unit:
    """A part of a body that `stop`, an unpaid price or an empty choice may leave.

    kind: verb trigger step option loop. `pack` wrote it; `patched`: it put it into another text.
    """

    kind: str
    name: str
    label: int
    pack: str = ""
    patched: bool = False


@attrs.frozen
class Shown:
    """A zone instance that was shown to the one who looks on, or to all."""

    zone: int
    index: ir.Expr
    to_all: bool


ON_TURN = "if the player on turn is meant: this is `current_player`, or nothing between turns"
"""Advice where there is no `you`."""


@attrs.frozen
class Scope:
    """Immutable: every binding makes a new scope."""

    world: World
    builder: Builder
    names: dict[str, Typed] = attrs.Factory(dict)
    facts: dict[tree.Expr, Fact] = attrs.Factory(dict)
    you: ir.Expr | None = None
    they: ir.Expr | None = None
    asked: ir.Expr | None = None  # the seat before whose eyes this is read, if it is not `you`
    shown: frozenset[Shown] = frozenset()
    blind: bool = False  # a place is named, its content is not looked at
    units: tuple[Unit, ...] = ()
    starting: bool = False  # the costs at the start of an option, a `may` or an action
    proceed: tuple[ir.Stmt, ...] | None = None
    here: str = ""  # name of the innermost step or option, for decision names

    @property
    def reporter(self) -> Reporter:
        return self.world.reporter

    # ------------------------------------------------------------------ names

    def bind(self, name: str, expr: ir.Expr, ty: Ty) -> Scope:
        """This scope with one more name; facts about an older thing of that name are dropped."""
        return attrs.evolve(
            self, names={**self.names, name: Typed(expr, ty)}, facts=_without(self.facts, name)
        )

    def declare(self, name: tree.Name, expr: ir.Expr, ty: Ty) -> Scope:
        """Like bind, for a name the author wrote here: it must not hide another one of the same text."""
        if name.text in self.names:
            self.reporter.error(
                "E-DUPLICATE",
                f"`{name.text}` already stands for something else in this text",
                name.span,
                expected="another name",
            )
        return self.bind(name.text, expr, ty)

    # ------------------------------------------------------------------ facts

    def know(self, path: tree.Expr, typed: Typed, ty: Ty) -> Scope:
        """A path is now known to be of a narrower type."""
        return attrs.evolve(self, facts={**self.facts, path: Fact(ty, reads_of(self.world, typed.expr))})

    def after(self, writes: Writes) -> Scope:
        """Facts that something may have changed are facts no more."""
        facts = {k: f for k, f in self.facts.items() if not writes.touch(f.reads)}
        for name in writes.names:
            facts = _without(facts, name)
        return self if facts == self.facts else attrs.evolve(self, facts=facts)

    def doubting(self, writes: Writes, before: Scope) -> Scope:
        """What has become known since `before`, with doubt where something may have changed it."""
        facts = dict(self.facts)
        for path, fact in self.facts.items():
            if before.facts.get(path) != fact and writes.touch(fact.reads):
                facts[path] = attrs.evolve(fact, doubtful=True)
        return attrs.evolve(self, facts=facts)

    # ------------------------------------------------------------------ places and seats

    def seat(self, you: ir.Expr | None) -> Scope:
        return attrs.evolve(self, you=you)

    def looking(self) -> Scope:
        return attrs.evolve(self, blind=False) if self.blind else self

    @property
    def onlooker(self) -> ir.Expr | None:
        """The seat that may look at what is its own."""
        return self.you if self.asked is None else self.asked

    def enter(self, unit: Unit) -> Scope:
        here = unit.name if unit.kind in ("step", "option") else self.here
        return attrs.evolve(self, units=(*self.units, unit), here=here)

    def require_you(self, span: Span) -> ir.Expr:
        """The seat called `you` here, or an error."""
        if self.you is not None:
            self.builder.seen.uses_you |= self.you == ir.Local(0)
            return self.you
        self.reporter.error(
            "E-SEAT",
            "there is no `you` here: this text belongs to no player",
            span,
            expected="a named player: `q does …`, `q.coins`; a question may be declared with `your`",
            suggestion=ON_TURN,
        )
        return ir.Const(0)

    def require_they(self, span: Span) -> ir.Expr:
        """The doer of the heard verb, or an error."""
        if self.they is None:
            message = "`they` and `their` mean the one who does what a rule hears; no rule is hearing here"
            self.reporter.error("E-SEAT", message, span, expected="`you`, or the name of a player")
        return self.they or ir.Const(0)


def _without(facts: dict[tree.Expr, Fact], name: str) -> dict[tree.Expr, Fact]:
    return {path: fact for path, fact in facts.items() if not mentions(path, name)}


def new_scope(world: World, rule: str, pack: str, cites: tuple[tree.Cite, ...] = ()) -> Scope:
    builder = Builder(world, rule, pack, cites)
    world.builders.append(builder)
    return Scope(world, builder)


def seat_scope(world: World, rule: str, pack: str, cites: tuple[tree.Cite, ...] = ()) -> Scope:
    """A scope whose slot 0 is `you`."""
    scope = new_scope(world, rule, pack, cites)
    return scope.seat(scope.builder.local())
