"""What can be left from inside: by `stop`, by a price that can't be paid, by a choice without an answer.

`stop` leaves the innermost verb or rule, or step or option put into another's text, that the author of the
`stop` opened: what another pack wrote around it goes on. An unpaid price and a choice without an answer leave
the innermost step, option, turn of a loop, rule or verb; a price at the start of an option or action leaves
all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tangrules import ir
from tangrules.check.scope import Scope, Unit
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.link.model import Model, Rule
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Stmts = tuple[ir.Stmt, ...]


def note_authors(world: World) -> None:
    """Which pack each file belongs to, and which steps and options were put into another text."""
    patches: set[Span] = set()
    rules = list(_rules(world.model))
    for rule in rules:
        for change in rule.changes:
            world.authors.setdefault(change.item.span.file, change.pack)
            if isinstance(change.item, tree.PatchStep | tree.PatchOption):
                patches.add(change.item.span)
    for rule in rules:
        world.authors.setdefault(rule.item.span.file, rule.pack)
    world.patches = frozenset(patches)


def _rules(model: Model) -> Iterator[Rule[tree.Item]]:
    yield from model.verbs.values()
    yield from model.values.values()
    yield from model.zones.values()
    yield from model.tables.values()
    yield from model.layouts.values()
    yield from model.whenevers
    for rules in (*model.triggers.values(), *model.requires.values(), *model.waives.values()):
        yield from rules


def author(scope: Scope, span: Span) -> str:
    """The pack that wrote a text."""
    return scope.world.authors.get(span.file, scope.builder.pack)


def open_unit(scope: Scope, kind: str, name: str, span: Span, label: int | None = None) -> Scope:
    """The scope inside a part that can be left."""
    number = scope.builder.label() if label is None else label
    patched = kind in ("step", "option") and span in scope.world.patches
    return scope.enter(Unit(kind, name, number, author(scope, span), patched))


def closed(scope: Scope, body: Stmts, origin: int) -> ir.Stmt:
    """The part that a scope opened last, with its body."""
    return ir.Block(scope.units[-1].label, body, origin)


def closed_if_left(scope: Scope, body: Stmts, origin: int) -> Stmts:
    """The same, but bare if nothing leaves it."""
    label = scope.units[-1].label
    left = any(isinstance(node, ir.Exit) and node.label == label for node in nodes(body))
    return (ir.Block(label, body, origin),) if left else body


# --------------------------------------------------------------------------- ways out


def leave_for_nothing(scope: Scope, origin: int) -> Stmts:
    """A choice has no answer."""
    return (ir.Exit(scope.units[-1].label, origin),) if scope.units else ()


def leave_unpaid(scope: Scope, origin: int) -> Stmts:
    """A price can't be paid: what it pays for ends. At the start of an option or action that is all of it."""
    if scope.starting:
        for unit in reversed(scope.units):
            if unit.kind != "step" or unit.patched:
                return (ir.Exit(unit.label, origin),)
    return leave_for_nothing(scope, origin)


def leave_verb(scope: Scope, origin: int) -> Stmts:
    """The running verb is over, all that is in it with it."""
    own = [unit for unit in scope.units if unit.kind == "verb"]
    return (ir.Exit(own[0].label, origin),) if own else ()


def stop(scope: Scope, written: tree.Stop, origin: int) -> Stmts:
    if written.verb is not None:
        return _stop_named(scope, written.verb, origin)
    whole = [unit for unit in scope.units if unit.kind in ("verb", "trigger") or unit.patched]
    if not whole:
        scope.reporter.error("E-KIND", "there is nothing to stop here", written.span)
        return ()
    own = [unit for unit in whole if unit.pack == author(scope, written.span)]
    return (ir.Exit((own or whole)[-1].label, origin),)


def _stop_named(scope: Scope, verb: tree.Name, origin: int) -> Stmts:
    named = [unit for unit in scope.units if unit.kind in ("verb", "trigger") and unit.name == verb.text]
    if named:
        return (ir.Exit(named[-1].label, origin),)
    around = [unit.name for unit in scope.units if unit.kind in ("verb", "trigger")]
    hint = " or ".join(["`stop` alone", *(f"`stop {name}`" for name in around if name.isidentifier())])
    message = f"`{verb.text}` is not running around this `stop`"
    scope.reporter.error("E-NAME", message, verb.span, expected=hint)
    return ()
