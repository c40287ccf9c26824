"""Runs the examples of a program: each is a small game that says what must come out.

Unless an example begins with `given nothing set up`, the game's setup runs first, with seed 0. A line that
acts and fails ends its example; one that only looks does not, so that one run shows all that is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tangrules import interpret
from tangrules.diagnostics.errors import ChanceError, IllegalMove, RuleError
from tangrules.ir import ExampleDef, ExampleStep, Program
from tangrules.runtime.driver import Machine
from tangrules.verify.bench import NOBODY, Bench
from tangrules.verify.findings import ExampleResult, Failure, Fault
from tangrules.verify.refusals import Refusals
from tangrules.verify.steps import KINDS

__all__ = ["ExampleResult", "Failure", "run_example", "run_examples"]

SETUP = "setup"


def run_examples(program: Program, machine: Machine | None = None) -> list[ExampleResult]:
    """Run all examples of a program, with the interpreter if no machine is given."""
    return [run_example(program, example, machine) for example in program.examples]


def run_example(program: Program, example: ExampleDef, machine: Machine | None = None) -> ExampleResult:
    """Run one example of a program. Its first failure names the calls before it that rules refused."""
    result = _run(program, example, machine)
    if not result.failures:
        return result
    heard = Refusals(program, example)
    first, *others = result.failures
    before = attrs.evolve(example, steps=example.steps[: _steps_to(program, example, first, result.steps)])
    _run(program, before, interpret.Machine(program, heard))
    told = attrs.evolve(first, details=(*first.details, *heard.told))
    return attrs.evolve(result, failures=[told, *others])


def _steps_to(program: Program, example: ExampleDef, failure: Failure, done: int) -> int:
    """Return how many lines of an example lead to a failure."""
    places = [program.origins[step.origin] for step in example.steps[:done]]
    return places.index(failure.origin) + 1 if failure.origin in places else done


def _run(program: Program, example: ExampleDef, machine: Machine | None) -> ExampleResult:
    reference = machine if isinstance(machine, interpret.Machine) else interpret.Machine(program)
    bench = Bench(program, reference if machine is None else machine, reference)
    failures: list[Failure] = []
    if not _is_bare(example.steps):
        failures += _set_up(bench, example)
    done = 0
    for step in example.steps if not failures else ():
        done += 1
        found = _run_step(bench, step)
        if found is not None:
            failures.append(attrs.evolve(found, position=bench.state.copy()))
            if KINDS[step.kind].acts:
                return ExampleResult(example, failures, done)
    return ExampleResult(example, failures + _unused(bench), done)


def _is_bare(steps: Sequence[ExampleStep]) -> bool:
    return bool(steps) and steps[0].kind == "bare"


def _set_up(bench: Bench, example: ExampleDef) -> list[Failure]:
    program = bench.program
    setup = next((index for index, verb in enumerate(program.verbs) if verb.name == SETUP), None)
    if setup is None:
        return []
    try:
        bench.machine.call(bench.state, setup, (NOBODY,))
    except RuleError as error:
        return [_rule_failed(bench, example.origin, error)]
    return []


def _run_step(bench: Bench, step: ExampleStep) -> Failure | None:
    try:
        KINDS[step.kind].run(bench, step)
    except Fault as fault:
        return Failure(bench.origin(step.origin), fault.message, fault.details)
    except RuleError as error:
        return _rule_failed(bench, step.origin, error)
    except (ChanceError, IllegalMove) as error:
        return Failure(bench.origin(step.origin), str(error))
    return None


def _rule_failed(bench: Bench, origin: int, error: RuleError) -> Failure:
    place = (f"at {error.span}",) if error.span else ()
    trail = tuple(line for line in error.trail if "#" not in line)
    return Failure(bench.origin(origin), f"a rule failed: {error.args[0]}", place + trail)


def _unused(bench: Bench) -> list[Failure]:
    """Return a failure for each rigged outcome that did not come."""
    return [
        Failure(
            bench.origin(outcome.origin),
            f"`{bench.words.text(outcome.kind, outcome.value)}` was rigged, but did not come",
        )
        for outcome in bench.source.left()
    ]
