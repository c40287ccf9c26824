"""Where a number comes from: every change of a counter, with the rules and clauses that made it."""

from __future__ import annotations

import attrs

from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.explain.events import Event, Recorder, origin_of, record
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

    def __str__(self) -> str:
        cites = "".join(f" @{c}" for c in self.cites)
        chain = "".join(f" <- {b}" for b in self.because)
        return f"{self.delta:+d}  turn {self.turn}: {self.rule}{cites}{chain}"


@attrs.frozen
class Provenance:
    """All changes of one instance of a counter; their sum is its value (less what it began with)."""

    zone: str
    began: int
    value: int
    sources: tuple[Source, ...]

    def __str__(self) -> str:
        lines = [f"{self.zone}: {self.value}", *(f"  {s}" for s in self.sources)]
        if self.began:
            lines.insert(1, f"  {self.began:+d}  at the beginning")
        return "\n".join(lines)


def whence(game: GameState, counter: str, seat: int = 0) -> Provenance:
    """Trace a seat's counter (or a shared one) to rules and events.

    `seat` counts from 0. Raises UsageError for a name that is no counter or track.
    """
    program = game.rules.program
    counters = {
        z.name: n
        for n, z in enumerate(program.zones)
        if z.storage == "value"
        and z.holds.form == "number"
        and not z.attribute
        and not z.name.startswith("#")
    }
    if counter not in counters:
        hint = did_you_mean(counter, counters)
        raise UsageError(f"there is no counter called `{counter}`" + (f": {hint}" if hint else ""))
    zone = program.zones[counters[counter]]
    if not 0 <= seat < program.players:
        raise UsageError(f"seat is {seat + 1}: there are {program.players} seats")
    width = zone.count // program.players if zone.per_seat else zone.count
    first = seat * width if zone.per_seat else 0
    recorder = record(game)
    sources = tuple(
        _source(recorder, event)
        for event in recorder.events
        if event.kind == "change"
        and event.zone == counters[counter]
        and first <= event.instance < first + width
    )
    began = sum(program.v_initial[zone.base + first + i] for i in range(width))
    state = game.raw()
    value = sum(state.V[zone.base + first + i] for i in range(width))
    owner = f"seat {seat + 1}." if zone.per_seat else ""
    return Provenance(owner + counter, began, value, sources)


def _source(recorder: Recorder, event: Event) -> Source:
    assert isinstance(event.old, int)
    assert isinstance(event.new, int)
    place = origin_of(recorder.program, event)
    rule = place.rule if place is not None else "the engine"
    where = f"{place.file}:{place.line}:{place.column}" if place is not None else ""
    cites = place.cites if place is not None else ()
    return Source(event.new - event.old, event.turn, rule, where, cites, _chain(recorder, event))


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
