"""The table an example is played on: a state, the machine that runs it, and the words to tell of it."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules import interpret
from tangrules.ir import Choose, Condition, Legal, Origin, Program, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.words import NONE, Words
from tangrules.runtime import driver
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import Answer, State, Value, new_state
from tangrules.verify.findings import Fault, shortened
from tangrules.verify.rigging import Rig

NOBODY = -1
YOU = 0


class Bench:
    """One example under way. `reference` answers questions about decisions, `machine` runs."""

    program: Program
    state: State

    def __init__(self, program: Program, machine: Machine, reference: interpret.Machine) -> None:
        self.program = program
        self.machine = machine
        self.reference = reference
        self.words = Words(program)
        self.state = new_state(program, 0)
        self.state.stack.clear()
        self.state.source = Rig()

    @property
    def source(self) -> Rig:
        """What is left of the rigged outcomes."""
        source = self.state.source
        assert isinstance(source, Rig)
        return source

    def value(self, index: int) -> Value:
        """Return what an expression of the example is."""
        return self.machine.value(self.state, index, (YOU,))

    def kind(self, index: int) -> TypeInfo:
        """Return the type of an expression of the example."""
        return self.program.values[index].result

    def told(self, index: int) -> str:
        """Return what an expression of the example is, in words."""
        kind, value = self.kind(index), self.value(index)
        if isinstance(value, int):
            return self.words.text(kind, value)
        return ", ".join(shortened([self.words.text(kind.element or kind, item) for item in value])) or NONE

    def failing(self, verb: int, args: Sequence[Value]) -> list[Condition]:
        """Return the requirements of a verb that do not hold, its doer first among the arguments."""
        known = self.program.verbs[verb]
        spare = max(known.slots, known.requirement_slots) - len(args)
        found = self.reference.evaluator.failing(self.state, known.requirements, [*args, *([0] * spare)])
        return [known.requirements[index] for index in found]

    def failing_of_legal(self, index: int) -> list[Condition]:
        """Return the requirements that do not hold, for an expression that is just `allowed VERB(…)`."""
        known = self.program.values[index]
        if not isinstance(known.body, Legal):
            return []
        slots: list[Value] = [YOU, *([0] * known.slots)]
        args = [self.reference.evaluator.value(self.state, arg, slots) for arg in known.body.args]
        return self.failing(known.body.verb, args)

    def origin(self, index: int) -> Origin | None:
        """Return a place in the scenario."""
        return self.program.origins[index] if 0 <= index < len(self.program.origins) else None

    # ------------------------------------------------------------------------------ the open question

    @property
    def choice(self) -> Choose | Secret | None:
        """The open question."""
        return driver.open_decision(self.state)

    def asked(self) -> int:
        """Return the seat that is asked, the first of several."""
        return self.reference.seats(self.state)[0]

    def answers(self) -> Sequence[Answer]:
        """Return all legal answers of the open question; none if none is open."""
        choice = self.choice
        if choice is None:
            return ()
        seat = self.asked() if isinstance(choice, Secret) else NOBODY
        return self.machine.answers(self.state, seat)

    def question(self, choice: Choose | Secret) -> str:
        """Return the prompt of a question, or its name."""
        known = self.program.decisions[choice.decision]
        return f'"{known.prompt}"' if known.prompt else f"`{known.name}`"

    def options(self, choice: Choose | Secret, answers: Sequence[Answer]) -> tuple[str, ...]:
        """Return answers in words, the first of many."""
        return shortened([moves.text(self.words, choice, answer) for answer in answers])

    def require_quiet(self) -> None:
        """Fail if a question is open."""
        choice = self.choice
        if choice is not None:
            message = f"a question is open: {self.question(choice)}; answer it first"
            raise Fault(message, self.options(choice, self.answers()))
