"""What the tests of shipped packs share: examples of a pack, its clauses, and games in both machines."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import attrs

from tangrules import emit, interpret
from tangrules.check import elaborate
from tangrules.diagnostics import Reporter
from tangrules.explain.clauses import ClauseReport, report_on
from tangrules.explain.reading import read_packs
from tangrules.ir import Program
from tangrules.link import link
from tangrules.link.complete import seat_range
from tangrules.lower.layout import lay_out
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack, sources_of
from tangrules.runtime.driver import Machine
from tangrules.runtime.state import new_state
from tangrules.syntax import tree
from tangrules.verify.examples import run_example

MUST_BE_PROVED = ("legality", "effect", "choice", "trigger", "quantity", "scoring", "end", "tie", "modifies")
"""The kinds of clauses that have to have an example."""

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


def failed_examples(
    pack: str, beside: Sequence[str] = (), *, titled: str = "", in_compiled_code: bool = False
) -> list[str]:
    """Run the examples of a pack, at each number of players that one is for, and return what failed.

    `beside` names packs that are in play as well, `titled` words of the title of the examples that are meant.
    The interpreter runs them, unless compiled code is asked for.
    """
    packs = _read((pack, *beside))
    low, high = seat_range(packs)
    own = [attrs.evolve(known, files=_files(known, with_examples=known.name == pack)) for known in packs]
    failed: list[str] = []
    found = 0
    for players in range(low, high + 1):
        if not any(
            _is_for(item, players, low) for known in own for file in known.files for item in file.items
        ):
            continue
        made = _program(own, players)
        machine: Machine = emit.compile(made) if in_compiled_code else interpret.Machine(made)
        results = [
            run_example(made, example, machine) for example in made.examples if titled in example.title
        ]
        found += len(results)
        failed += [
            f"{players} players, {result.example.title}: {result}" for result in results if not result.passed
        ]
    assert found, f"no example of {pack} was run"
    return failed


@cache
def _read(names: tuple[str, ...]) -> list[Pack]:
    return read_packs(names)


@cache
def _report(names: tuple[str, ...]) -> ClauseReport:
    return report_on(_read(names))


def _files(pack: Pack, *, with_examples: bool) -> tuple[tree.File, ...]:
    return tuple(attrs.evolve(file, items=tuple(_items(file.items, with_examples))) for file in pack.files)


def _items(items: Sequence[tree.Item], with_examples: bool) -> Iterator[tree.Item]:
    for item in items:
        if isinstance(item, tree.While | tree.With | tree.ForPlayers):
            yield attrs.evolve(item, items=tuple(_items(item.items, with_examples)))
        elif with_examples or not isinstance(item, tree.Example):
            yield item


def _is_for(item: tree.Item, players: int, low: int) -> bool:
    if isinstance(item, tree.While | tree.With | tree.ForPlayers):
        return any(_is_for(inner, players, low) for inner in item.items)
    return isinstance(item, tree.Example) and players == (item.players or low)


def _program(packs: Sequence[Pack], players: int) -> Program:
    """Make a program of packs that were read, as `build_all` does."""
    reporter = Reporter()
    model = link(packs, players, reporter)
    reporter.raise_if_errors(dict(sources_of(packs)))
    assert model is not None
    made = elaborate(model, reporter, examples=True)
    reporter.raise_if_errors(dict(sources_of(packs)))
    assert made is not None
    return lay_out(made)


def clauses_missing(names: Sequence[str], part: str) -> tuple[list[str], list[str]]:
    """Return the clauses of a part of the rulebook that are not implemented, and those that lack a proof."""
    found = _report(tuple(names))
    return (
        [clause.id for clause in found.not_implemented if clause.id.startswith(part)],
        [c.id for c in found.not_proved if c.id.startswith(part) and c.kind in MUST_BE_PROVED],
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
