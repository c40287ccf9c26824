"""Why a move is refused, in the rules' own words."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.ir import Alternative, Choose, Condition, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.rules import Rules
from tangrules.runtime.state import Answer, State

_NUMBERS_AT_MOST = 8


def reasons(
    rules: Rules, state: State, choice: Choose | Secret, answer: Answer, seat: int
) -> tuple[str, ...]:
    """Return the reasons against an answer that is well formed; nothing if there are none."""
    index, picks, mask = moves.split(choice, answer)
    alternative = moves.alternatives(choice)[index]
    slots = rules.reference.slots_of(state, seat)
    evaluator = rules.reference.evaluator
    head = next(iter(moves.heads(alternative)), "this")
    if alternative.guard is not None and not evaluator.holds(state, alternative.guard, slots):
        return (f"{head} is not on offer now",)
    for pick, given, kind in zip(
        alternative.picks, picks, moves.pick_types(rules.words, choice, index), strict=True
    ):
        domain = evaluator.many(state, pick.domain, slots)
        for item in (given,) if isinstance(given, int) else given:
            if item not in domain:
                return (_not_among(rules, kind.element or kind, item, domain),)
        slots[pick.slot] = given
    failing = evaluator.failing(state, alternative.conditions, slots)
    if failing:
        return tuple(told(rules, alternative.conditions[at]) for at in failing) + _offers(
            rules, state, alternative, picks, mask, seat
        )
    if mask:
        return ("there is nothing to pay for",)
    if alternative.passes:
        return ("something else can be done, and then passing is not allowed",)
    return _wrong_amounts(picks)


def _not_among(rules: Rules, kind: TypeInfo, item: int, domain: Sequence[int]) -> str:
    """Say why a thing is not in the domain of a pick: because it is not there at all, or out of range.

    Other things than numbers are not listed: some may be known to others alone.
    """
    text = rules.words.text(kind, item)
    if kind.form == "cell" and rules.words.is_missing(kind.name, item):
        return f"there is no cell {text}"
    if kind.form != "number":
        return f"{text} cannot be chosen"
    numbers = sorted(set(domain))
    if not numbers:
        return f"{text} cannot be chosen: no number can"
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{text} cannot be chosen: it is a number from {numbers[0]} to {numbers[-1]}"
    shown = (
        " or ".join(map(str, numbers)) if len(numbers) <= _NUMBERS_AT_MOST else "one of the numbers offered"
    )
    return f"{text} cannot be chosen: it is {shown}"


def told(rules: Rules, condition: Condition) -> str:
    """Return a condition that fails as a reason: its name, its sentence, its clauses."""
    reason = condition.reason or (f"{condition.name} does not hold" if condition.name else "")
    if not reason:
        origins = rules.program.origins
        origin = origins[condition.origin] if 0 <= condition.origin < len(origins) else None
        reason = f"it is not among the choices ({origin.file}:{origin.line})" if origin else "not offered"
    name = f"{condition.name}: " if condition.name and condition.reason else ""
    cites = " ".join(f"@{cite}" for cite in condition.cites)
    return f"{name}{reason}" + (f" {cites}" if cites else "")


def _offers(
    rules: Rules, state: State, alternative: Alternative, picks: Answer, mask: int, seat: int
) -> tuple[str, ...]:
    """Name the prices that would make the move legal."""
    masks = rules.reference.masks(state, alternative, picks, seat)
    return tuple(
        f"allowed with {' and '.join(moves.waiver_titles(alternative, other))}"
        for other in masks
        if other != mask
    )


def _wrong_amounts(picks: Answer) -> tuple[str, ...]:
    chosen = [pick for pick in picks if isinstance(pick, tuple)]
    return ("so many cannot be chosen",) if chosen else ()
