"""What lines of an example do: functions of the bench and the line. A Fault says that one does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from tangrules.diagnostics import RuleError
from tangrules.ir import Condition, ExampleStep, Outcome, Reserved, Secret, TypeInfo
from tangrules.play.result import result_of, scores_of, winners_of
from tangrules.play.views import sees_piece, sees_zone
from tangrules.runtime.state import Value
from tangrules.verify.bench import NOBODY, YOU, Bench
from tangrules.verify.findings import Fault
from tangrules.verify.fitting import Part, alike, fitting
from tangrules.verify.rigging import PICKS, Rigged

Step: TypeAlias = Callable[[Bench, ExampleStep], None]


def bare(bench: Bench, step: ExampleStep) -> None:
    """Nothing is set up: the bench begins so."""


def do(bench: Bench, step: ExampleStep) -> None:
    """Let statements run, until they are done or ask."""
    bench.require_quiet()
    bench.machine.call(bench.state, step.verb, (YOU,))


def rig(bench: Bench, step: ExampleStep) -> None:
    """Say what comes next from a deck or from picks."""
    outcomes = tuple(_outcome(bench, index, step.origin) for index in step.values[1:])
    key = PICKS
    if step.zone >= 0:
        zone = bench.program.zones[step.zone]
        instance = bench.value(step.values[0])
        assert isinstance(instance, int)
        key = zone.base + instance * (3 if zone.storage == "deck" else 1)
    bench.state.source = bench.source.after(key, outcomes)


def _outcome(bench: Bench, index: int, origin: int) -> Rigged:
    value = bench.value(index)
    if isinstance(value, tuple):
        raise Fault("a list cannot be rigged: write its things one by one")
    return Rigged(value, bench.kind(index), origin)


def answer(bench: Bench, step: ExampleStep) -> None:
    """Answer the open question as written, and go on."""
    choice = bench.choice
    parts = _parts(bench, step)
    if choice is None:
        raise Fault(f"no question is open, so `{_written(bench, parts)}` answers nothing")
    answers = bench.answers()
    found = fitting(bench.words, choice, answers, parts)
    if not found:
        message = f"`{_written(bench, parts)}` is no answer to {bench.question(choice)}"
        raise Fault(message, bench.options(choice, answers))
    if len(found) > 1 and not alike(bench.words, bench.state, choice, found):
        message = (
            f"`{_written(bench, parts)}` fits {len(found)} answers to {bench.question(choice)}: say more"
        )
        raise Fault(message, bench.options(choice, found))
    seat = bench.asked() if isinstance(choice, Secret) else NOBODY
    bench.machine.run(bench.state, found[0], seat)


def _parts(bench: Bench, step: ExampleStep) -> list[Part]:
    parts = []
    for label, index in zip(step.labels, step.values, strict=True):
        known: tuple[Value, ...] = () if index < 0 else (bench.value(index),)
        parts.append(Part(label, bench.kind(index), known[0]) if known else Part(label))
    return parts


def _written(bench: Bench, parts: list[Part]) -> str:
    return ", ".join(
        part.label if part.label or part.kind is None else bench.words.text(part.kind, part.value)
        for part in parts
    )


def expect(bench: Bench, step: ExampleStep) -> None:
    """Look at a condition."""
    test = step.values[0]
    if bench.value(test) == 1:
        return
    shown = tuple(line for part in step.parts for line in _part(bench, part))
    shown += tuple(f"{name}: {told}" for name, told in _sides(bench, step))
    shown += _reasons(bench.failing_of_legal(test))
    raise Fault(f"`{step.text}` does not hold" if step.text else "this does not hold", shown)


def _sides(bench: Bench, step: ExampleStep) -> list[tuple[str, str]]:
    """Return what stands on both sides of a comparison, in words."""
    return [
        (name, bench.told(index)) for name, index in zip(("left", "right"), step.values[1:], strict=False)
    ]


def _part(bench: Bench, step: ExampleStep) -> Iterator[str]:
    """Tell whether a part of a condition holds, with its values and its own parts below it.

    What the rules would not have asked any more may be something that cannot be worked out.
    """
    try:
        holds = bench.value(step.values[0]) == 1
        sides = ", ".join(f"{name}: {told}" for name, told in _sides(bench, step))
        reasons = _reasons(bench.failing_of_legal(step.values[0]))
    except RuleError as error:
        yield f"`{step.text}` cannot be worked out: {error.args[0]}"
        return
    yield f"`{step.text}` {'holds' if holds else 'does not hold'}{sides and f' ({sides})'}"
    for line in (*reasons, *(line for part in step.parts for line in _part(bench, part))):
        yield f"  {line}"


def _reasons(failing: list[Condition]) -> tuple[str, ...]:
    return tuple(f"{required.name} fails: {required.reason}" for required in failing)


def refused(bench: Bench, step: ExampleStep) -> None:
    """Look at the requirements of a verb."""
    verb = bench.program.verbs[step.verb]
    args = [bench.value(index) for index in step.values]
    failing = bench.failing(step.verb, args)
    told = ", ".join(
        bench.words.text(kind, value) for kind, value in zip(verb.types[1:], args[1:], strict=True)
    )
    call = f"{verb.name}({told})"
    if not failing:
        names = tuple(f"{required.name} holds" for required in verb.requirements)
        raise Fault(f"`{call}` is not refused", names or ("it has no requirements",))
    missing = [name for name in step.labels if name not in {required.name for required in failing}]
    if missing:
        raise Fault(f"`{call}` is refused, but not because of {_named(missing)}", _reasons(failing))


def _named(names: list[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def options(bench: Bench, step: ExampleStep) -> None:
    """Look at the options of the open question: one of them, or how many there are."""
    choice = bench.choice
    parts = _parts(bench, step)
    if choice is None:
        raise Fault("no question is open")
    answers = bench.answers()
    if step.number >= 0 and len(answers) != step.number:
        message = f"there {_counted(len(answers))}, not {step.number}"
        raise Fault(message, bench.options(choice, answers))
    if not parts:
        return
    found = fitting(bench.words, choice, answers, parts)
    if found and step.negated:
        message = f"`{_written(bench, parts)}` is an option of {bench.question(choice)}"
        raise Fault(message, bench.options(choice, found))
    if not found and not step.negated:
        message = f"`{_written(bench, parts)}` is no option of {bench.question(choice)}"
        raise Fault(message, bench.options(choice, answers))


def _counted(number: int) -> str:
    return "is 1 option" if number == 1 else f"are {number} options"


def none(bench: Bench, step: ExampleStep) -> None:
    """Look whether no question is open."""
    choice = bench.choice
    if choice is not None:
        raise Fault(f"a question is open: {bench.question(choice)}", bench.options(choice, bench.answers()))


def sees(bench: Bench, step: ExampleStep) -> None:
    """Look whether a seat can tell which pieces these are."""
    seat, what = (bench.value(index) for index in step.values)
    assert isinstance(seat, int)
    if step.zone >= 0:
        assert isinstance(what, int)
        _sees_number(bench, step, seat, what)
        return
    pieces = (what,) if isinstance(what, int) else what
    kind = TypeInfo("piece")
    if not pieces or -1 in pieces:
        raise Fault("there is no piece to be seen")
    for piece in pieces:
        if sees_piece(bench.state, seat, piece) == step.negated:
            name = bench.words.text(kind, piece)
            raise Fault(f"seat {seat + 1} {'sees' if step.negated else 'does not see'} {name}")


def _sees_number(bench: Bench, step: ExampleStep, seat: int, index: int) -> None:
    """Look whether a seat sees what an instance of a zone holds."""
    program = bench.program
    zone = program.zones[step.zone]
    if zone.attribute:
        seen = sees_piece(bench.state, seat, index)
    else:
        seen = sees_zone(program, zone, index, seat)
    if seen == step.negated:
        raise Fault(f"seat {seat + 1} {'sees' if step.negated else 'does not see'} what `{zone.name}` holds")


def winners(bench: Bench, step: ExampleStep) -> None:
    """Look who wins as things stand."""
    wanted = {bench.value(index) for index in step.values}
    scores = scores_of(bench.machine, bench.state)
    found = winners_of(bench.machine, bench.state, scores)
    if set(found) != wanted:
        told = ", ".join(f"seat {seat + 1}" for seat in found) or "nobody"
        points = ", ".join(f"seat {seat + 1} has {total}" for seat, total in enumerate(scores))
        raise Fault(f"as things stand, {told} would win", (points,))


def grade(bench: Bench, step: ExampleStep) -> None:
    """Look which title a score earns."""
    seat = bench.value(step.values[0])
    assert isinstance(seat, int)
    standing = result_of(bench.machine, bench.words, bench.state)
    if standing.grades[seat] != step.text:
        earned = standing.grades[seat] or "no grade"
        raise Fault(f'{standing.scores[seat]} points earn "{earned}", not "{step.text}"')


def over(bench: Bench, step: ExampleStep) -> None:
    """Look which end has been reached: one that stops the game, one that lets the round be finished, or none."""
    outcome = bench.state.V[Reserved.OUTCOME]
    found = "on"
    if bench.state.V[Reserved.HALT] != 0 or outcome >= Outcome.GAME:
        found = "over"
    elif outcome != Outcome.NONE:
        found = "last"
    if found != step.text:
        told = {"on": "no end has been reached", "over": "the game is over", "last": "this is the last round"}
        raise Fault(told[found])


@attrs.frozen
class Kind:
    """A kind of line. `acts`: what follows is meaningless once it has failed."""

    run: Step
    acts: bool


KINDS: dict[str, Kind] = {
    "bare": Kind(bare, acts=True),
    "do": Kind(do, acts=True),
    "rig": Kind(rig, acts=True),
    "answer": Kind(answer, acts=True),
    "expect": Kind(expect, acts=False),
    "refused": Kind(refused, acts=False),
    "options": Kind(options, acts=False),
    "none": Kind(none, acts=False),
    "sees": Kind(sees, acts=False),
    "winners": Kind(winners, acts=False),
    "grade": Kind(grade, acts=False),
    "over": Kind(over, acts=False),
}
