"""The legal answers of a decision, found by trying everything.

An alternative is open if its guard holds; those that pass only if none that compels has a legal answer. Its
picks are tried in the order of their domains, the first running slowest; a way to pick is legal if every
condition holds, or if waivers that are on offer buy off exactly what fails. Waivers are used only where
needed: a set of them counts if it covers what fails and none of them could be left out. Each such set is an
answer of its own, in ascending order of the masks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from tangrules.diagnostics.errors import RuleError
from tangrules.interpret.evaluate import Evaluator, Locals
from tangrules.ir import Alternative, Choose, Expr, Pick, Secret
from tangrules.runtime.state import Answer, State, Value


def choose_answers(machine: Evaluator, state: State, choice: Choose, slots: Locals) -> Iterator[Answer]:
    """Give the legal answers of a choice, in order."""
    compelled = is_compelled(machine, state, choice, slots)
    for index, alternative in enumerate(choice.alternatives):
        if compelled and alternative.passes:
            continue
        for rest in alternative_answers(machine, state, alternative, list(slots)):
            yield (index, *rest)


def is_compelled(machine: Evaluator, state: State, choice: Choose, slots: Locals) -> bool:
    """Whether an alternative that compels has a legal answer, so that passing is not legal."""
    return any(
        next(alternative_answers(machine, state, alternative, list(slots)), None) is not None
        for alternative in choice.alternatives
        if alternative.compels
    )


def secret_answers(
    machine: Evaluator, state: State, choice: Secret, slots: Locals, seat: int
) -> Iterator[Answer]:
    """Give the legal answers of one seat of a secret choice, in order."""
    slots = list(slots)
    slots[choice.seat] = seat
    return alternative_answers(machine, state, choice.alternative, slots)


def alternative_answers(
    machine: Evaluator, state: State, alternative: Alternative, slots: Locals
) -> Iterator[Answer]:
    """Give the legal answers of one alternative: its picks, and the mask if it has waivers."""
    if alternative.guard is not None and not machine.holds(state, alternative.guard, slots):
        return
    for picks in _picks(machine, state, alternative.picks, slots):
        for mask in masks(machine, state, alternative, slots):
            yield (*picks, mask) if alternative.waivers else picks


def is_legal(
    machine: Evaluator, state: State, alternative: Alternative, slots: Locals, answer: Answer
) -> bool:
    """Whether an answer to one alternative is legal, found without trying the others."""
    if len(answer) != len(alternative.picks) + bool(alternative.waivers):
        return False
    if alternative.guard is not None and not machine.holds(state, alternative.guard, slots):
        return False
    for pick, given in zip(alternative.picks, answer, strict=False):
        if not _is_in_domain(machine, state, pick, slots, given):
            return False
        slots[pick.slot] = given
    return (answer[-1] if alternative.waivers else 0) in masks(machine, state, alternative, slots)


def masks(machine: Evaluator, state: State, alternative: Alternative, slots: Locals) -> list[int]:
    """Return the sets of waivers, as masks, with which the picks in the slots are legal."""
    failing = set(machine.failing(state, alternative.conditions, slots))
    if not failing:
        return [0]
    on_offer = [
        (1 << index, failing & set(waiver.waives))
        for index, waiver in enumerate(alternative.waivers)
        if failing & set(waiver.waives) and machine.holds(state, waiver.guard, slots)
    ]
    found = []
    for size in range(1, len(on_offer) + 1):
        for used in combinations(on_offer, size):
            if _covers(used, failing) and not any(
                _covers(used[:at] + used[at + 1 :], failing) for at in range(size)
            ):
                found.append(sum(bit for bit, _ in used))
    return sorted(found)


def _covers(used: tuple[tuple[int, set[int]], ...], failing: set[int]) -> bool:
    return failing <= {index for _, bought in used for index in bought}


def _picks(machine: Evaluator, state: State, picks: tuple[Pick, ...], slots: Locals) -> Iterator[Answer]:
    if not picks:
        yield ()
        return
    pick, inner = picks[0], picks[1:]
    for given in _elements(machine, state, pick, slots):
        slots[pick.slot] = given
        for rest in _picks(machine, state, inner, slots):
            slots[pick.slot] = given
            yield (given, *rest)


def _elements(machine: Evaluator, state: State, pick: Pick, slots: Locals) -> Iterator[Value]:
    domain = tuple(dict.fromkeys(machine.many(state, pick.domain, slots)))
    if pick.amount is None:
        yield from domain
        return
    low, high = _amount(machine, state, pick.amount, slots)
    for size in range(low, min(high, len(domain)) + 1):
        yield from combinations(domain, size)


def _is_in_domain(machine: Evaluator, state: State, pick: Pick, slots: Locals, given: Value) -> bool:
    domain = tuple(dict.fromkeys(machine.many(state, pick.domain, slots)))
    if pick.amount is None:
        return given in domain
    if isinstance(given, int) or not set(given) <= set(domain):
        return False
    low, high = _amount(machine, state, pick.amount, slots)
    places = [domain.index(item) for item in given]
    return low <= len(given) <= high and all(a < b for a, b in pairwise(places))


def _amount(machine: Evaluator, state: State, amount: tuple[Expr, Expr], slots: Locals) -> tuple[int, int]:
    low, high = (machine.number(state, bound, slots) for bound in amount)
    if low > high:
        raise RuleError(f"a choice of at least {low} and at most {high}")
    return max(0, low), high
