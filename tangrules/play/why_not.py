"""Why a move is refused, in the rules' own words."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics.errors import RuleError
from tangrules.ir import NIL, Alternative, Choose, Condition, Expr, Load, Op, Part, Secret, TypeInfo
from tangrules.play import moves
from tangrules.play.rules import Rules
from tangrules.runtime.state import Answer, State, Value

_NUMBERS_AT_MOST = 8

_NO_MORE = "allows it no more"

POSSIBLE = "possible"
"""The requirement of an action that holds what its head says (`when`, `once per`)."""


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
        unmet = [line for line, _ in unmet_parts(rules, state, alternative.guard, alternative.parts, slots)]
        unmet += [] if unmet else short_of(rules, state, alternative.guard, slots)
        return tuple(f"{head} is not on offer now: {line}" for line in unmet) or (
            f"{head} is not on offer now",
        )
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
        return tuple(told(rules, alternative.conditions[at], state, slots) for at in failing) + _offers(
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


def told(rules: Rules, condition: Condition, state: State | None = None, slots: Sequence[Value] = ()) -> str:
    """Return a condition that fails as a reason: its name, its sentence, the numbers in it, its clauses.

    Without a state it is told of a rule that refuses much at once, and has no numbers.
    """
    unmet = [] if state is None else unmet_parts(rules, state, condition.test, condition.parts, slots)
    reason = condition.reason
    if condition.name == POSSIBLE and unmet:
        reason = f"{reason}: {'; '.join(line for line, _ in unmet)}"
    elif reason:
        numbers = list(dict.fromkeys(number for _, numbers in unmet for number in numbers))
        reason += f" ({', '.join(numbers)})" if numbers else ""
    elif unmet:
        reason = "; ".join(line for line, _ in unmet)
    elif condition.name:
        reason = f"{condition.name} does not hold"
    else:
        origins = rules.program.origins
        origin = origins[condition.origin] if 0 <= condition.origin < len(origins) else None
        reason = f"it is not among the choices ({origin.file}:{origin.line})" if origin else "not offered"
    name = f"{condition.name}: " if condition.name and condition.reason else ""
    cites = " ".join(f"@{cite}" for cite in condition.cites)
    return f"{name}{reason}" + (f" {cites}" if cites else "")


def unmet_parts(
    rules: Rules, state: State, test: Expr, parts: Sequence[Part], slots: Sequence[Value]
) -> list[tuple[str, list[str]]]:
    """Return the parts of a condition that stand against it, as sentences, each with the numbers in it."""
    evaluator = rules.reference.evaluator
    found = []
    for part in parts:
        node = _at(test, part.path)
        try:
            if node is None or evaluator.holds(state, node, list(slots)) != part.unwanted:
                continue
            numbers = _numbers(rules, state, node, part, slots)
        except RuleError:  # an earlier part would have kept the rules from asking
            continue
        against = "holds" if part.unwanted else "does not hold"
        said = f"`{part.text}` {_NO_MORE if part.text.startswith('once per ') else against}"
        found.append((said + (f" ({', '.join(numbers)})" if numbers else ""), numbers))
    return found


def _at(test: Expr, path: Sequence[int]) -> Expr | None:
    for place in path:
        if not isinstance(test, Op) or place >= len(test.args):
            return None
        test = test.args[place]
    return test


def _numbers(rules: Rules, state: State, node: Expr, part: Part, slots: Sequence[Value]) -> list[str]:
    """Return what the sides of a comparison are."""
    if isinstance(node, Op) and node.op == "not":  # `is not`
        (node,) = node.args
    if not isinstance(node, Op) or len(node.args) != 2:
        return []
    told_sides = []
    for called, side in zip((part.left, part.right), node.args, strict=True):
        value = rules.reference.evaluator.value(state, side, list(slots)) if called else 0
        if called and not isinstance(value, tuple):
            told_sides.append(f"{called} is {'nothing' if value == NIL else value}")
    return told_sides


def short_of(rules: Rules, state: State, guard: Expr, slots: Sequence[Value]) -> list[str]:
    """Return what there is not enough of to pay with, where a guard asks for it."""
    evaluator = rules.reference.evaluator
    match guard:
        case Op(op="and", args=args):
            return [line for arg in args for line in short_of(rules, state, arg, slots)]
        case Op(op="ge", args=(Load(zone=zone, index=index) as held, owed)):
            have, due = (evaluator.value(state, side, list(slots)) for side in (held, owed))
            at = evaluator.value(state, index, list(slots))
            if isinstance(have, int) and isinstance(due, int) and isinstance(at, int) and have < due:
                counter = rules.words.instance(rules.program.zones[zone], at)
                return [f"{counter} is {have}, less than {due}"]
    return []


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
