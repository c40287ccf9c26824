"""What the verbs of a program do to each other: which may stop the game, and which may come to call
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from tangrules import ir
from tangrules.emit.watching import watches
from tangrules.ir.walk import nodes

SMALL = 110
"""A plain verb with so many nodes is written out where it is called."""

_LEAVING = (ir.Block, ir.Exit)
_ASKING = (ir.Choose, ir.Secret)
_SETTING = (ir.ForEach, ir.Pick, ir.Let, ir.DrawOne, ir.PickOne, ir.Bind, ir.Reach, ir.Repeat, ir.Secret)


class Calls:
    """The calls between verbs."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        inside = self.inside = [tuple(nodes(verb.body)) for verb in program.verbs]
        self.setting = [tuple(part for part in body if isinstance(part, _SETTING)) for body in inside]
        self._read: dict[int, frozenset[int]] = {}
        self.calls = [{part.verb for part in body if isinstance(part, ir.Invoke)} for body in inside]
        stops = [
            any(isinstance(part, ir.Latch) and part.outcome >= ir.Outcome.GAME for part in body)
            for body in inside
        ]
        self.may_halt = self._spread(stops)
        loops = [any(isinstance(part, (ir.ForEach, ir.Repeat)) for part in body) for body in inside]
        self.has_loops = self._spread(loops)
        self.small = [
            not verb.framed and len(body) <= SMALL and not any(isinstance(part, _LEAVING) for part in body)
            for verb, body in zip(program.verbs, inside, strict=True)
        ]
        self.watches = [watches(program, verb) for verb in program.verbs]
        self._reached = [self._reach(index) for index in range(len(self.calls))]
        self.fresh = frozenset(
            verb for verb, made in enumerate(program.verbs) if made.framed and self._is_fresh(verb)
        )

    def _spread(self, marks: list[bool]) -> list[bool]:
        """Mark the callers of what is marked, too."""
        marks = list(marks)
        changed = True
        while changed:
            changed = False
            for index, called in enumerate(self.calls):
                if not marks[index] and any(marks[other] for other in called):
                    marks[index] = changed = True
        return marks

    def _reach(self, start: int) -> frozenset[int]:
        seen: set[int] = set()
        waiting: Iterable[int] = self.calls[start]
        while waiting:
            fresh = set(waiting) - seen
            seen |= fresh
            waiting = {other for verb in fresh for other in self.calls[verb]}
        return frozenset(seen)

    def reached(self, verb: int) -> frozenset[int]:
        """The verbs that a verb may come to call."""
        return self._reached[verb]

    def is_recursive(self, verb: int) -> bool:
        """Whether the verb may be under way twice at once."""
        return verb in self._reached[verb]

    def is_written_out(self, verb: int) -> bool:
        """Whether the verb's statements stand in place of its calls."""
        return self.small[verb] and not self.may_halt[verb] and not self.is_recursive(verb)

    def _is_fresh(self, verb: int) -> bool:
        """Whether a framed verb, and what it calls, can be written as it stands: no recursion, no
        decision twice.
        """
        for other in {verb, *self._reached[verb]}:
            definition = self.program.verbs[other]
            asked = [done for done in definition.code.instructions if isinstance(done, _ASKING)]
            written = [part for part in self.inside[other] if isinstance(part, _ASKING)]
            keys = {part.decision for part in asked}
            if definition.framed and (
                self.is_recursive(other) or not len(keys) == len(asked) == len(written)
            ):
                return False
        return True

    def slots_read(self, verb: int) -> frozenset[int]:
        """The slots that a verb ever reads, or that a frame of it may hold."""
        if verb not in self._read:
            self._read[verb] = _slots_read(self.program.verbs[verb], self.inside[verb])
        return self._read[verb]


def _slots_read(verb: ir.VerbDef, inside: tuple[object, ...]) -> frozenset[int]:
    found: set[int] = set()
    for part in (*inside, *verb.code.instructions):
        match part:
            case ir.Local(slot):
                found.add(slot)
            case ir.Next(_, kept, index):
                found |= {kept, index}
            case ir.Again(left):
                found.add(left)
            case ir.Secret(seat=seat, result=result):
                found |= {seat, result}
    return frozenset(found.union(*verb.code.live.values()))
