"""Where a number comes from: every change of a counter, with the rules and clauses that made it."""

from __future__ import annotations

import attrs

from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.explain.events import Event, Recorder, origin_of, record
from tangrules.ir import ZoneDef
from tangrules.play.game_state import GameState


@attrs.frozen
class Source:
    """One change of a counter: by how much, when, and the chain of rules that led to it, innermost first."""

    delta: int
    turn: int
    rule: str
    place: str
    cites: tuple[str, ...]
    because: tuple[str, ...]
    part: str = ""

    def __str__(self) -> str:
        cites = "".join(f" @{c}" for c in self.cites)
        chain = "".join(f" <- {b}" for b in self.because)
        part = f"{self.part}  " if self.part else ""
        return f"{self.delta:+d}  {part}turn {self.turn}: {self.rule}{cites}{chain}"


@attrs.frozen
class Part:
    """One part of a counter that has several: what it began with, and what it is."""

    name: str
    began: int
    value: int


@attrs.frozen
class Provenance:
    """All changes of a counter; their sum is its value (less what it began with).

    `parts` are there where the counter has several: `began` and `value` are then their sums.
    """

    zone: str
    began: int
    value: int
    sources: tuple[Source, ...]
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return "\n\n".join(_told(part, self.sources) for part in self.parts) or self._whole()

    def _whole(self) -> str:
        lines = [f"{self.zone}: {self.value}", *(f"  {s}" for s in self.sources)]
        if self.began:
            lines.insert(1, f"  {self.began:+d}  at the beginning")
        return "\n".join(lines)


def _told(part: Part, sources: tuple[Source, ...]) -> str:
    own = tuple(attrs.evolve(source, part="") for source in sources if source.part == part.name)
    return str(Provenance(part.name, part.began, part.value, own))


def whence(game: GameState, counter: str, seat: int = 0) -> Provenance:
    """Trace a seat's counter (or a shared one) to rules and events.

    `counter` may name a part, as in `level[red]`; of a counter with parts, all are told, each source with its part.
    `seat` counts from 0. Raises UsageError for a name that is no counter or track.
    """
    program, words = game.rules.program, game.rules.words
    zone, part = _counter(game, counter)
    if not 0 <= seat < program.players:
        raise UsageError(f"seat is {seat + 1}: there are {program.players} seats")
    definition = program.zones[zone]
    width = definition.count // program.players if definition.per_seat else definition.count
    first = seat * width if definition.per_seat else 0
    instances = list(range(first, first + width))
    if part:
        instances = [words.index_of(definition, part, seat)]
    recorder = record(game)
    sources = tuple(
        _source(recorder, event, words.instance(definition, event.instance) if len(instances) > 1 else "")
        for event in recorder.events
        if event.kind == "change" and event.zone == zone and event.instance in instances
    )
    V = game.raw().V
    began = {at: program.v_initial[definition.base + at] for at in instances}
    values = {at: V[definition.base + at] for at in instances}
    owner = f"seat {seat + 1}." if definition.per_seat else ""
    name = words.instance(definition, instances[0]) if part else owner + definition.name
    parts = tuple(
        Part(words.instance(definition, at), began[at], values[at]) for at in instances if len(instances) > 1
    )
    return Provenance(name, sum(began.values()), sum(values.values()), sources, parts)


def _counter(game: GameState, named: str) -> tuple[int, str]:
    """Return the zone that a text names, and the part that stands in brackets behind it."""
    zones = game.rules.program.zones
    counters = {
        zone.name: number
        for number, zone in enumerate(zones)
        if zone.storage == "value"
        and zone.holds.form == "number"
        and not zone.attribute
        and not zone.name.startswith("#")
    }
    name, bracket, rest = named.partition("[")
    name = name.strip()
    if name in counters and (not bracket or rest.endswith("]")):
        return counters[name], rest.removesuffix("]").strip()
    wholes = [counter for counter in counters if _has_part(game, zones[counters[counter]], named)]
    near = [f"did you mean `{counter}[{named}]`?" for counter in wholes[:1]]
    hint = "".join(near) or did_you_mean(name, counters) or f"there are {', '.join(sorted(counters))}"
    raise UsageError(f"there is no counter called `{named}`: {hint}")


def _has_part(game: GameState, zone: ZoneDef, part: str) -> bool:
    try:
        game.rules.words.index_of(zone, part, 0)
    except UsageError:
        return False
    return True


def _source(recorder: Recorder, event: Event, part: str) -> Source:
    assert isinstance(event.old, int)
    assert isinstance(event.new, int)
    place = origin_of(recorder.program, event)
    rule = place.rule if place is not None else "the engine"
    where = f"{place.file}:{place.line}:{place.column}" if place is not None else ""
    cites = place.cites if place is not None else ()
    return Source(event.new - event.old, event.turn, rule, where, cites, _chain(recorder, event), part)


def _chain(recorder: Recorder, event: Event) -> tuple[str, ...]:
    """The verbs around an event, from the innermost to the outermost."""
    out: list[str] = []
    at = event.parent
    while at >= 0:
        out.append(recorder.events[at].text)
        at = recorder.events[at].parent
    return tuple(out)


def story(
    game: GameState, *, kinds: tuple[str, ...] = ("verb", "change", "move", "chance", "end")
) -> tuple[str, ...]:
    """The whole game as indented lines, for people and tests."""
    recorder = record(game)
    depth: dict[int, int] = {-1: -1}
    lines: list[str] = []
    for number, event in enumerate(recorder.events):
        depth[number] = depth[event.parent] + 1
        if event.kind in kinds:
            lines.append("  " * depth[number] + event.text)
    return tuple(lines)
