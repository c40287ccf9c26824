"""A move that is named by its word alone, or that is not offered: why it is not possible now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tangrules.ir import Alternative, CallValue, Choose, Condition, Expr, Legal, Op, Secret
from tangrules.play import moves
from tangrules.play.history import choices
from tangrules.play.rules import Rules
from tangrules.play.why_not import short_of, told, unmet_parts
from tangrules.runtime.state import State, Value

_TRIED_AT_MOST = 2_000
_REASONS_AT_MOST = 6


def named(rules: Rules, choice: Choose | Secret, typed: str) -> tuple[Choose | Secret, Alternative] | None:
    """Return the alternative whose word a text is or begins with: of the open question, else of another."""
    plain = " ".join(typed.casefold().split())
    for asked in (choice, *choices(rules).values()):
        for alternative in moves.alternatives(asked):
            heads = [" ".join(head.casefold().split()) for head in moves.heads(alternative)]
            if any(plain == head or plain.startswith(f"{head}:") for head in heads):
                return asked, alternative
    return None


def why_not_possible(
    rules: Rules, state: State, choice: Choose | Secret, found: tuple[Choose | Secret, Alternative], seat: int
) -> tuple[str, ...]:
    """Return why no move to an alternative is possible now, as far as rules tell it."""
    asked, alternative = found
    open_verb = state.stack[-1][0]
    here = asked is choice
    if not here and rules.program.decisions[asked.decision].verb != open_verb:
        return ("this is not what is asked now",)
    slots = rules.reference.slots_of(state, seat)
    failing = _of_guard(rules, state, alternative, slots)
    if here and alternative.picks:
        failing += _of_picks(rules, state, alternative, slots)
    if failing:
        return tuple(dict.fromkeys(failing))[:_REASONS_AT_MOST]
    return ("it is not on offer",) if here else ("this is not what is asked now",)


def _of_guard(rules: Rules, state: State, alternative: Alternative, slots: Sequence[Value]) -> list[str]:
    """Return what stands against an alternative as a whole."""
    guard = alternative.guard
    if guard is None:
        return []
    failing = [line for line, _ in unmet_parts(rules, state, guard, alternative.parts, slots)]
    failing += [told(rules, *found) for found in _guarded(rules, state, guard, slots)]
    return failing or short_of(rules, state, guard, slots)


def _of_picks(rules: Rules, state: State, alternative: Alternative, slots: Sequence[Value]) -> list[str]:
    """Return what fails for all, or nearly all, that may be picked: the rule that refuses most comes first."""
    counts: dict[int, int] = {}
    tried = 0
    for filled in _filled(rules, state, alternative, list(slots), 0):
        tried += 1
        for at in rules.reference.evaluator.failing(state, alternative.conditions, filled):
            counts[at] = counts.get(at, 0) + 1
        if tried == _TRIED_AT_MOST:
            break
    if not tried:
        return ["there is nothing to choose from"]
    most = sorted(counts, key=lambda at: (-counts[at], at))[:_REASONS_AT_MOST]
    return [told(rules, alternative.conditions[at]) for at in most]


def _filled(
    rules: Rules, state: State, alternative: Alternative, slots: list[Value], at: int
) -> Iterator[list[Value]]:
    if at == len(alternative.picks):
        yield slots
        return
    pick = alternative.picks[at]
    for item in rules.reference.evaluator.many(state, pick.domain, slots):
        slots[pick.slot] = item if pick.amount is None else (item,)
        yield from _filled(rules, state, alternative, slots, at + 1)


def _guarded(
    rules: Rules, state: State, guard: Expr, slots: Sequence[Value]
) -> Iterable[tuple[Condition, State, Sequence[Value]]]:
    """Give the requirements that fail among all that a guard asks for, each with what it was asked of."""
    evaluator = rules.reference.evaluator
    if isinstance(guard, Op) and guard.op == "and":
        for part in guard.args:
            yield from _guarded(rules, state, part, slots)
    elif isinstance(guard, Legal):
        verb = rules.program.verbs[guard.verb]
        args = [evaluator.value(state, arg, list(slots)) for arg in guard.args]
        spare = max(verb.slots, verb.requirement_slots) - len(args)
        asked = [*args, *([0] * spare)]
        for at in evaluator.failing(state, verb.requirements, list(asked)):
            yield verb.requirements[at], state, asked
    elif isinstance(guard, CallValue):
        value = rules.program.values[guard.value]
        given = [evaluator.value(state, arg, list(slots)) for arg in guard.args]
        spare = max(0, value.slots - len(given))
        yield from _guarded(rules, state, value.body, [*given, *([0] * spare)])
