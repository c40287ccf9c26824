"""Runs the examples of packs at every number of players that the game allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tangrules.explain.reading import read_packs, stray_examples
from tangrules.ir import ExampleDef, Origin, Program
from tangrules.link.complete import own_seat_range, seat_counts
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack
from tangrules.runtime.driver import Machine
from tangrules.syntax import tree
from tangrules.verify.examples import run_examples
from tangrules.verify.findings import ExampleResult, Failure


def run_everywhere(
    names: Sequence[str], make: Callable[[Program], Machine] | None = None
) -> dict[int, list[ExampleResult]]:
    """Run all examples of packs, by number of players. `make` makes the machine; None is the interpreter.

    An example for a number of players that its pack is not for fails; one for which only other packs leave no
    room is not run.
    """
    packs = read_packs(names)
    counts = seat_counts(packs)
    results = {}
    for players in counts:
        program = build_all(names, players).program
        results[players] = run_examples(program, None if make is None else make(program))
    for stray in _strays(packs):
        results.setdefault(stray.example.players, []).append(stray)
    return results


def _strays(packs: Sequence[Pack]) -> list[ExampleResult]:
    """Return those for which their own pack is at fault, and not one that is for fewer numbers of players."""
    return [_stray(item, *own_seat_range(pack, packs)) for pack, item in stray_examples(packs)]


def _stray(item: tree.Example, low: int, high: int) -> ExampleResult:
    players = item.players or low
    cites = tuple(cite.id for cite in item.cites)
    place = Origin(item.span.file, item.span.line, item.span.column, f"example {item.title}", cites)
    message = f"this example is for {players} players, the game for {low} to {high}"
    return ExampleResult(ExampleDef(item.title, players, 1, (), cites), [Failure(place, message)], 0)
