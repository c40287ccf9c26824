"""What happened in a game, event by event, each with the rule behind it and the event that caused it.

A game is played again in the reference machine with a tracer, so that playing itself costs nothing for this.
"""

from __future__ import annotations

import attrs

from tangrules.ir import Origin, Program, Reserved
from tangrules.play.game_state import GameState
from tangrules.play.words import Words
from tangrules.runtime.state import Answer, State, Value, new_state


@attrs.frozen
class Event:
    """kind: verb change move chance answer end. `parent` is the index of the verb it happened in, -1 for
    none.

    For a change: `zone`, `instance`, `old` and `new`. `turn` and `seat` say when, and who was on turn (-1:
    nobody).
    """

    kind: str
    text: str
    parent: int
    origin: int
    turn: int
    seat: int
    zone: int = -1
    instance: int = -1
    old: Value = 0
    new: Value = 0


class Recorder:
    """A tracer that keeps events. Hidden verbs of the engine leave no event; their children hang one
    higher.
    """

    def __init__(self, program: Program, words: Words) -> None:
        self.program = program
        self.words = words
        self.events: list[Event] = []
        self._open: list[int] = []

    # ------------------------------------------------------------------ tracer

    def step(self, state: State, verb: int, pc: int, origin: int) -> None:
        """Nothing: only effects are kept."""

    def entered(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        definition = self.program.verbs[verb]
        name = definition.name
        if name.startswith("#") and not name.startswith(("#after_", "#advance_")):
            self._open.append(self._parent())
            return
        shown = name.removeprefix("#after_").removeprefix("#advance_")
        if name.startswith("#advance_"):
            told = f"advance {self._track(shown, args)}"
            self._open.append(self._add(state, "verb", told, origin or definition.origin))
            return
        told = ", ".join(self.words.text(t, a) for t, a in zip(definition.types[1:], args[1:], strict=False))
        doer = args[0] if args else -1
        who = f"seat {doer + 1}: " if isinstance(doer, int) and doer >= 0 else ""
        text = f"{who}{shown}({told})"
        self._open.append(self._add(state, "verb", text, origin or definition.origin))

    def _track(self, name: str, args: tuple[Value, ...]) -> str:
        """Return which track, or part of one, makes a step."""
        zone = next(zone for zone in self.program.zones if zone.name == name)
        at = args[-1]
        return self.words.instance(zone, at) if isinstance(at, int) and 0 <= at < zone.count else name

    def passed_over(self, state: State, verb: int, args: tuple[Value, ...], origin: int) -> None:
        name = self.program.verbs[verb].name.removeprefix("#after_")
        self._add(state, "verb", f"{name} was not possible", origin)

    def left(self, state: State, verb: int) -> None:
        if self._open:
            self._open.pop()

    def changed(self, state: State, zone: int, index: int, old: Value, new: Value, origin: int) -> None:
        definition = self.program.zones[zone]
        if old == new or definition.name.startswith("#"):
            return
        name = self.words.instance(definition, index)
        if definition.attribute:
            name = f"{self.program.pieces[index].name}.{definition.name.split('.')[-1]}"
        text = f"{name}: {self.words.text(definition.holds, old)} -> {self.words.text(definition.holds, new)}"
        event = Event(
            "change", text, self._parent(), origin, *_when(state), zone=zone, instance=index, old=old, new=new
        )
        self.events.append(event)

    def moved(self, state: State, piece: int, old: int, new: int, origin: int) -> None:
        self._add(state, "move", f"{self.program.pieces[piece].name} moves to {self._place(new)}", origin)

    def drew(self, state: State, item: int, name: str, origin: int) -> None:
        what = str(item) if name == "pick" else self.program.pieces[item].name
        self._add(state, "chance", f"chance gives {what} ({name})", origin)

    def answered(
        self, state: State, decision: int, seat: int, answer: Answer, forced: bool, origin: int
    ) -> None:
        name = self.program.decisions[decision].name
        how = "has one way" if forced else "chooses"
        self._add(state, "answer", f"seat {seat + 1} {how}: {name}", origin)

    def latched(self, state: State, outcome: int, seat: int, end: int, origin: int) -> None:
        name = self.program.ends[end][0] if 0 <= end < len(self.program.ends) else "the game"
        self._add(state, "end", f"the end is near: {name}", origin)

    # ------------------------------------------------------------------ helpers

    def _add(self, state: State, kind: str, text: str, origin: int) -> int:
        self.events.append(Event(kind, text, self._parent(), origin, *_when(state)))
        return len(self.events) - 1

    def _parent(self) -> int:
        return self._open[-1] if self._open else -1

    def _place(self, place: int) -> str:
        if place == -1:
            return "the box"
        if place >= 0:
            found = self.words.zone_of_offset(place)
            return self.words.instance(*found) if found is not None else "a place"
        z = -2 - place
        for zone in self.program.zones:
            width = 3 if zone.storage == "deck" else 1
            if (
                zone.storage in ("set", "row", "pile", "deck")
                and zone.base <= z < zone.base + width * zone.count
            ):
                return self.words.instance(zone, (z - zone.base) // width)
        return "a place"


def _when(state: State) -> tuple[int, int]:
    return state.V[Reserved.TURN], state.V[Reserved.CURRENT]


def record(game: GameState) -> Recorder:
    """Play a game again from its beginning to where it stands, and keep all that happened."""
    rules = game.rules
    beginning = game.beginning
    recorder = Recorder(rules.program, rules.words)
    machine = rules.stepping(recorder)
    state = new_state(rules.program, beginning.seed, beginning.source)
    machine.run(state)
    for _decision, seat, answer in game.raw().journal or ():
        machine.run(state, answer, seat)
    return recorder


def origin_of(program: Program, event: Event) -> Origin | None:
    """The sentence behind an event."""
    place = program.origins[event.origin] if 0 <= event.origin < len(program.origins) else None
    return place if place is not None and place.file else None
