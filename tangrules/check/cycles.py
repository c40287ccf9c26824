"""Rules that come back to themselves: questions must not, verbs need something that ends it.

A question that asks itself is an error. A verb that always calls itself again is an error; one that may do so is a
warning, unless the way back is paid for: a counter runs down, a rule is used once, a piece is moved.
The guarantee that every run ends is the machine's budget; these are its early warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tangrules import ir
from tangrules.check.world import World
from tangrules.diagnostics import Span

Graph = dict[int, set[int]]


def check_cycles(world: World) -> None:
    _questions(world)
    _verbs(world)


# --------------------------------------------------------------------------- questions


def _questions(world: World) -> None:
    """Values call values, and requirements through `allowed`; a cycle has no answer."""
    shift = len(world.value_defs)
    graph: Graph = {}
    for number, value in enumerate(world.value_defs):
        graph[number] = set() if value is None else set(_asked(value.body, shift))
    for number, verb in enumerate(world.verb_defs):
        conditions = () if verb is None else verb.requirements
        graph[shift + number] = {a for c in conditions for a in _asked(c.test, shift)}
    for cycle in cycles(graph):
        names = [_question_name(world, n, shift) for n in cycle]
        span = _question_span(world, cycle[0], shift)
        path = " asks ".join(f"`{n}`" for n in [*names, names[0]])
        world.reporter.error("E-RECURSION", f"this question asks itself: {path}", span)


def _asked(node: object, shift: int) -> Iterator[int]:
    for part in parts(node):
        if isinstance(part, ir.CallValue):
            yield part.value
        elif isinstance(part, ir.Legal):
            yield shift + part.verb


def _question_name(world: World, number: int, shift: int) -> str:
    definition = world.value_defs[number] if number < shift else world.verb_defs[number - shift]
    return definition.name if definition is not None else "?"


def _question_span(world: World, number: int, shift: int) -> Span | None:
    definition = world.value_defs[number] if number < shift else world.verb_defs[number - shift]
    return _span(world, definition.origin if definition is not None else 0)


def _span(world: World, origin: int) -> Span | None:
    place = world.origins[origin]
    if not place.file:
        return None
    return Span(place.file, place.line, place.column, place.line, place.column + 1)


# --------------------------------------------------------------------------- verbs


def _verbs(world: World) -> None:
    graph: Graph = {}
    always: Graph = {}
    for number, verb in enumerate(world.verb_defs):
        body = () if verb is None else verb.body
        graph[number] = {i.verb for i in parts(body) if isinstance(i, ir.Invoke)}
        always[number] = set(_unconditional(body))
    for cycle in cycles(graph):
        members = set(cycle)
        first = world.verb_defs[cycle[0]]
        if first is None:
            continue
        names = [v.name for n in cycle if (v := world.verb_defs[n]) is not None]
        path = " calls ".join(f"`{_plain(n)}`" for n in [*names, names[0]])
        span = _span(world, first.origin)
        if any(set(c) <= members for c in cycles(always)):
            world.reporter.error(
                "E-LOOP", f"this never ends: {path}", span, expected="a condition that stops it"
            )
        elif not any(_runs_down(world, n) for n in cycle):
            message = f"nothing bounds this circle: {path}"
            expected = "a `pay`, a `once per …`, or a piece that moves away"
            world.reporter.warning("W-LOOP", message, span, expected=expected)


def _plain(name: str) -> str:
    return name.removeprefix("#after_").removeprefix("#raw_")


def _unconditional(body: ir.Body) -> Iterator[int]:
    """Verbs that a body calls whatever happens, up to the first place where it may leave."""
    for stmt in body:
        match stmt:
            case ir.Invoke(verb=verb, checked=False):
                yield verb
            case ir.Block(body=inner):
                if any(isinstance(p, ir.Exit) for p in parts(inner)):
                    return
                yield from _unconditional(inner)
            case ir.Let() | ir.Store() | ir.Add():
                continue
            case _:
                return


def _runs_down(world: World, number: int) -> bool:
    """Does this verb use something up: a counter it must afford, a flag of its own, a piece?"""
    verb = world.verb_defs[number]
    if verb is None:
        return False
    for part in parts(verb.body):
        if isinstance(part, (ir.Put, ir.DrawOne, ir.Latch)):
            return True
        if isinstance(part, ir.Store) and world.zone_defs[part.zone].name.startswith("#once"):
            return True
        if (
            isinstance(part, ir.If)
            and isinstance(part.test, ir.Op)
            and part.test.op == "lt"
            and _leaves(part.then)
        ):
            return True
    return bool(verb.requirements)


def _leaves(body: ir.Body) -> bool:
    return len(body) == 1 and isinstance(body[0], ir.Exit)


# --------------------------------------------------------------------------- graphs


def parts(root: object) -> Iterator[object]:
    """All nodes under a node, without Python recursion."""
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo.extend(n for n in reversed(node) if not isinstance(n, (int, str)))
        elif attrs.has(type(node)):
            yield node
            values = (getattr(node, f.name) for f in attrs.fields(type(node)))
            todo.extend(v for v in values if not isinstance(v, (int, str)))


def cycles(graph: Graph) -> list[list[int]]:
    """One shortest cycle of each strongly connected part, lowest number first."""
    found: list[list[int]] = []
    done: set[int] = set()
    for start in sorted(graph):
        if start in done:
            continue
        path = _way_back(graph, start)
        if path:
            found.append(path)
            done.update(path)
    return found


def _way_back(graph: Graph, start: int) -> list[int]:
    """A shortest way from a node to itself, or nothing."""
    came: dict[int, int] = {}
    line = [start]
    for node in line:
        for following in sorted(graph.get(node, ())):
            if following == start:
                path = [node]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if following not in came:
                came[following] = node
                line.append(following)
    return []
