"""Rules that come back to themselves: questions must not, verbs need something that ends it.

A question that asks itself is an error. A verb that always calls itself again is an error; one that may do so
is a warning, unless the way back is paid for: a counter runs down that the circle does not fill again, a rule
is used once while no turn or round begins anew, a piece is drawn or moved, a requirement must hold. The
guarantee that every run ends is the machine's budget; these are its early warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from tangrules import ir
from tangrules.check.graphs import Graph, cycles
from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

QUIET = (
    ir.Let,
    ir.Store,
    ir.Add,
    ir.Put,
    ir.Cover,
    ir.DrawOne,
    ir.PickOne,
    ir.Shuffle,
    ir.Show,
    ir.Leave,
)
"""After these the next statement is always reached."""


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
        known = [n for n in cycle if not _name(world, n, shift).startswith("#")]
        if not known:
            continue
        words = [_word(world, n, shift) for n in known]
        path = " asks ".join([*words, words[0]])
        span = _place(world, known[0], shift)
        hint = "a sum or a count over a list, or over `1 .. n`"
        if any(n >= shift for n in known):
            hint = "a requirement that does not ask `allowed`"
        world.reporter.error("E-RECURSION", f"this question asks itself: {path}", span, expected=hint)


def _asked(node: object, shift: int) -> Iterator[int]:
    for part in nodes(node):
        if isinstance(part, ir.CallValue):
            yield part.value
        elif isinstance(part, ir.Legal):
            yield shift + part.verb


def _name(world: World, number: int, shift: int) -> str:
    definition = world.value_defs[number] if number < shift else world.verb_defs[number - shift]
    return definition.name if definition is not None else "#"


def _word(world: World, number: int, shift: int) -> str:
    name = _name(world, number, shift)
    return f"`{name}`" if number < shift else f"`allowed {name}`"


def _place(world: World, number: int, shift: int) -> Span | None:
    """The name of what is declared."""
    name = _name(world, number, shift)
    if number >= shift:
        return world.verbs[name].span
    sig = world.values.get(name) or world.regions.get(name)
    return None if sig is None else sig.span


# --------------------------------------------------------------------------- verbs


def _verbs(world: World) -> None:
    """Whatever is reached through settle points is bounded there: a rule fires on a rising edge."""
    graph: Graph = {}
    always: Graph = {}
    for number, verb in enumerate(world.verb_defs):
        body = () if verb is None else verb.body
        graph[number] = set(_called(world, body)) - {world.engine.settle}
        always[number] = set(_unconditional(body))
    for cycle in cycles(graph):
        _judge(world, cycle, always)


def _called(world: World, body: ir.Body) -> Iterator[int]:
    """Verbs that a body may call; what an `instead of` starts it does not hear, so it does not come back."""
    silent = [
        node.then
        for node in nodes(body)
        if isinstance(node, ir.If) and node.then and _silences(world, node.then[0])
    ]
    quiet = {id(node) for then in silent for node in nodes(then) if isinstance(node, ir.Invoke)}
    yield from (i.verb for i in nodes(body) if isinstance(i, ir.Invoke) and id(i) not in quiet)


def _silences(world: World, stmt: ir.Stmt) -> bool:
    return isinstance(stmt, ir.Store) and world.zone_defs[stmt.zone].name.startswith("#silent")


def _judge(world: World, cycle: list[int], always: Graph) -> None:
    names = [v.name for n in cycle if (v := world.verb_defs[n]) is not None]
    if len(names) == 1 and names[0].startswith(ir.NEVER_RESTS):
        return
    shown = list(dict.fromkeys(_plain(n) for n in names))
    path = " calls ".join(f"`{n}`" for n in [*shown, shown[0]])
    places = {n: z.span for n, z in world.zones.items()} | {n: v.span for n, v in world.verbs.items()}
    span = next((places[n] for n in shown if n in places), None)
    inside = {n: always[n] & set(cycle) for n in cycle}
    if cycles(inside):
        hint = "a condition under which it stops"
        world.reporter.error("E-LOOP", f"this never ends: {path}", span, expected=hint)
    elif not _runs_down(world, cycle):
        hint = "a `pay`, `once per …`, or a condition that fails in the end"
        message = f"nothing is seen that ends this circle: {path}"
        world.reporter.warning("W-LOOP", message, span, expected=hint)


def _plain(name: str) -> str:
    return name.removeprefix("#after_").removeprefix("#raw_").removeprefix("#advance_")


def _unconditional(body: ir.Body) -> Iterator[int]:
    """Verbs that a body calls whatever happens, up to the first place where it may leave."""
    for stmt in body:
        match stmt:
            case ir.Invoke(verb=verb, checked=False):
                yield verb
            case ir.Block(body=inner):
                yield from _unconditional(inner)
                if any(isinstance(p, ir.Exit) for p in nodes(inner)):
                    return
            case _ if not isinstance(stmt, QUIET):
                return


def _runs_down(world: World, cycle: list[int]) -> bool:
    """Whether going round uses something up."""
    bodies = [verb.body for n in cycle if (verb := world.verb_defs[n]) is not None]
    everything = list(nodes(tuple(bodies)))
    turns = {world.engine.turn_verb} & set(cycle)
    lost = {part.zone for part in everything if isinstance(part, ir.Add) and _is_loss(part)}
    tracks = {number: world.zones[name].id for name, number in world.engine.advance.items()}
    if any(tracks[n] not in lost for n in cycle if n in tracks):
        return True
    filled = {part.zone for part in everything if isinstance(part, ir.Add) and not _is_loss(part)}
    for part in everything:
        match part:
            case ir.Put() | ir.DrawOne() | ir.Leave():
                return True
            case ir.Latch(end=end) if end != ir.KEEP_END:
                return True
            case ir.Store(zone=zone) if world.zone_defs[zone].name.startswith("#once"):
                if world.zone_defs[zone].reset != "turn" or not turns:
                    return True
            case ir.Add(zone=zone) if _is_loss(part) and zone not in filled:
                return True
    written = (tree.Require, tree.RequireLaw)
    names = [_plain(v.name) for n in cycle if (v := world.verb_defs[n]) is not None]
    return any(isinstance(r.item, written) for n in names for r in world.model.requires.get(n, ()))


def _is_loss(part: ir.Add) -> bool:
    match part.delta:
        case ir.Op(op="neg"):
            return True
        case ir.Const(value=int(value)):
            return value < 0
    return False
