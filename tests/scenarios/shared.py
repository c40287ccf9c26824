"""What the tests of shipped packs share: examples of a pack, its clauses, and games in both machines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from tangrules import emit, interpret
from tangrules.explain.clauses import COMPONENT, report
from tangrules.ir import Program
from tangrules.link.complete import seat_range
from tangrules.lower.pipeline import build_all
from tangrules.packs import available
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import new_state
from tangrules.verify.examples import run_example

NO_PROOF = (COMPONENT, "setup", "action", "turn", "hidden", "option", "solo")
"""The kinds of clauses that may do without an example."""

MOVES = 1_000


@cache
def program(names: Sequence[str], players: int) -> Program:
    """Return the program of packs, examples included."""
    return build_all(names, players).program


@cache
def compiled(names: Sequence[str], players: int) -> Machine:
    """Return the compiled machine of packs."""
    return emit.compile(program(names, players))


def seats(names: Sequence[str]) -> range:
    """Return the numbers of players that these packs are for."""
    low, high = seat_range(build_all(names, 2, examples=False).packs)
    return range(low, high + 1)


def failed_examples(pack: str, beside: Sequence[str] = ()) -> list[str]:
    """Run the examples of a pack at all numbers of players, in both machines, and return what failed.

    `beside` names packs that are in play as well.
    """
    names = (pack, *beside)
    folder = next(info.path for info in available() if info.name == pack).parent
    failed: list[str] = []
    for players in seats(names):
        made = program(names, players)
        own = [e for e in made.examples if f"/{folder.name}/" in made.origins[e.origin].file]
        for machine in (interpret.Machine(made), compiled(names, players)) if own else ():
            results = [run_example(made, example, machine) for example in own]
            failed += [f"{players}: {result}" for result in results if not result.passed]
    return failed


def clauses_missing(names: Sequence[str], part: str) -> tuple[list[str], list[str]]:
    """Return the clauses of a part of the rulebook that are not implemented, and those that lack a proof."""
    found = report(names)
    return (
        [clause.id for clause in found.not_implemented if clause.id.startswith(part)],
        [c.id for c in found.not_proved if c.id.startswith(part) and c.kind not in NO_PROOF],
    )


def play_alike(names: Sequence[str], players: int, seed: int, *, every: int = 8) -> int:
    """Play a random game in both machines and return its number of rounds.

    Positions and invariants are compared after each move, offered answers after each `every`-th one.
    """
    made = program(tuple(names), players)
    fast, slow = compiled(tuple(names), players), interpret.Machine(made)
    state, other = new_state(made, seed), new_state(made, seed)
    rng = random.Random(seed)
    fast.run(state)
    slow.run(other)
    moves = 0
    while state.stack:
        assert state == other
        answers = fast.answers(state)
        if moves % every == 0:
            assert tuple(slow.answers(other)) == tuple(answers)
        for name, value, _ in made.invariants:
            assert fast.value(state, value, ()), name
        answer = answers[rng.randrange(len(answers))]
        fast.advance(state, answer)
        slow.advance(other, answer)
        moves += 1
        assert moves < MOVES
    assert state == other
    return state.V[1]
