"""Rules of different packs that cannot both have their way.

They are two new answers, yes against no, and two replacements of what happens. They are reported unless their
guards provably exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from tangrules.diagnostics import Related, Reporter, Span
from tangrules.link.declared import Declarations, Declared
from tangrules.link.exclusive import Prover, conjuncts
from tangrules.link.names import qualified_of
from tangrules.syntax import tree
from tangrules.syntax.walk import nodes

Conditions: TypeAlias = "tuple[tree.Expr, ...]"


def check_opposed(found: Declarations, prover: Prover, reporter: Reporter) -> None:
    """Report pairs of `becomes`, of yes and no, and of `instead of` that may hold at once."""
    adjusts: dict[str, list[Declared]] = {}
    insteads: dict[str, list[Declared]] = {}
    for known in sorted(found.by_key.values(), key=lambda known: known.order):
        match known.item:
            case tree.Adjust():
                adjusts.setdefault(known.item.name.text, []).append(known)
            case tree.Trigger(moment="instead of"):
                insteads.setdefault(known.item.verb.text, []).append(known)
            case _:
                pass
    for value, those in adjusts.items():
        _check_becomes(value, [each for each in those if _op(each) == "becomes"], prover, reporter)
        _check_yes_no(value, those, prover, reporter)
    ordered = [{name.text for name in order.rules} for order in _orders(found)]
    for verb, rules in insteads.items():
        _check_instead(verb, rules, ordered, prover, reporter)


def _check_becomes(value: str, rules: Sequence[Declared], prover: Prover, reporter: Reporter) -> None:
    for one, other in combinations(rules, 2):
        if one.pack == other.pack:
            if not _when(one) and not _when(other):
                message = f"`{one.pack}` says twice what `{value}` becomes"
                related = [Related(_place(one), "it says so here")]
                hint = "say it once, or say when"
                reporter.error("E-TWO-BECOMES", message, _place(other), suggestion=hint, related=related)
            continue
        if not _are_strangers(one, other) or prover.exclusive(_when(one), _when(other)):
            continue
        if any(_settles(third, one, other) for third in rules):
            continue
        message = (
            f"`{one.pack}` and `{other.pack}` both say what `{value}` becomes, and both may hold at once"
        )
        hint = f"{_mix(one, other)} `{value}` becomes"
        related = [Related(_place(one), f"`{one.pack}` says it here")]
        reporter.error("E-TWO-BECOMES", message, _place(other), suggestion=hint, related=related)


def _check_yes_no(value: str, rules: Sequence[Declared], prover: Prover, reporter: Reporter) -> None:
    for yes in (each for each in rules if _op(each) == "yes"):
        for no in (each for each in rules if _op(each) == "no"):
            if yes.pack == no.pack or yes.pack in no.knows or prover.exclusive(_when(yes), _when(no)):
                continue
            if any(_settles(third, yes, no) for third in rules if _op(third) in ("yes", "no", "becomes")):
                continue
            both = f"`{yes.pack}` says yes to `{value}` and `{no.pack}` says no"
            message = f"{both}; where both hold, it is no"
            related = [Related(_place(yes), f"`{yes.pack}` says yes here")]
            hint = "if it should be yes, limit the no with `when`"
            reporter.warning("W-YESNO", message, _place(no), suggestion=hint, related=related)


def _check_instead(
    verb: str,
    rules: Sequence[Declared],
    ordered: Sequence[set[str]],
    prover: Prover,
    reporter: Reporter,
) -> None:
    for one, other in combinations(rules, 2):
        if not _are_strangers(one, other) or prover.exclusive(_heard(one, other), _heard(other, one)):
            continue
        names = {_qualified(one), _qualified(other)}
        if any(names <= order for order in ordered):
            continue
        if any(_settles(third, one, other) for third in rules):
            continue
        both = f"`{one.pack}` and `{other.pack}` both say what happens instead of `{verb}`"
        message = f"{both}, and both may hold at once"
        hint = _ordering(one, other)
        related = [Related(_place(one), f"`{one.pack}` says it here")]
        reporter.error("E-TWO-INSTEAD", message, _place(other), suggestion=hint, related=related)


def _are_strangers(one: Declared, other: Declared) -> bool:
    return one.pack != other.pack and one.pack not in other.knows and other.pack not in one.knows


def _settles(third: Declared, one: Declared, other: Declared) -> bool:
    """Tell whether a third rule knows both, and holds wherever both do as its conditions are all theirs."""
    if not {one.pack, other.pack} <= third.knows:
        return False
    theirs = {part for rule in (one, other) for condition in _when(rule) for part in conjuncts(condition)}
    return all(part in theirs for condition in _when(third) for part in conjuncts(condition))


def _when(rule: Declared) -> Conditions:
    guard = rule.item.guard if isinstance(rule.item, tree.Adjust | tree.Trigger) else None
    return rule.conditions if guard is None else (*rule.conditions, guard)


def _heard(rule: Declared, beside: Declared) -> Conditions:
    """Return when a trigger holds; without what depends on `you` if the two may mean different seats."""
    if _subject(rule) == _subject(beside) == "you":
        return _when(rule)
    parts = [part for condition in _when(rule) for part in conjuncts(condition)]
    return tuple(part for part in parts if not any(_is_you(node) for node in nodes(part)))


def _is_you(node: object) -> bool:
    return isinstance(node, tree.You) or (isinstance(node, tree.Owned) and node.whose == "your")


def _subject(rule: Declared) -> str:
    return rule.item.subject if isinstance(rule.item, tree.Trigger) else ""


def _op(rule: Declared) -> str:
    return rule.item.op if isinstance(rule.item, tree.Adjust) else ""


def _place(rule: Declared) -> Span:
    return rule.item.span


def _qualified(rule: Declared) -> str:
    return qualified_of(rule.item, rule.pack)


def _orders(found: Declarations) -> Iterator[tree.Order]:
    for known in found.by_key.values():
        if isinstance(known.item, tree.Order):
            yield known.item


def _mix(one: Declared, other: Declared) -> str:
    return f"write a mix that requires both `{one.pack}` and `{other.pack}`, and say there what"


def _ordering(one: Declared, other: Declared) -> str:
    mix = f"write a mix that requires both `{one.pack}` and `{other.pack}`"
    if _qualified(one) and _qualified(other):
        return f"{mix}, with `order {_qualified(one)}, {_qualified(other)}`"
    return f"{mix}, name both rules with `as`, and put them in `order`"
