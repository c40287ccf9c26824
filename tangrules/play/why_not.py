"""Why a move is refused, in the rules' own words."""

from __future__ import annotations

from tangrules.ir import Alternative, Choose, Condition, Secret
from tangrules.play import moves
from tangrules.play.rules import Rules
from tangrules.runtime.state import Answer, State


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
                return (f"{rules.words.text(kind.element or kind, item)} cannot be chosen",)
        slots[pick.slot] = given
    failing = evaluator.failing(state, alternative.conditions, slots)
    if failing:
        return tuple(_told(rules, alternative.conditions[at]) for at in failing) + _offers(
            rules, state, alternative, picks, mask, seat
        )
    if mask:
        return ("there is nothing to pay for",)
    if alternative.passes:
        return ("something else can be done, and then passing is not allowed",)
    return _wrong_amounts(picks)


def _told(rules: Rules, condition: Condition) -> str:
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
