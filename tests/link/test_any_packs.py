"""Whatever sentences packs are made of, linking ends with a report or a model, always with the same."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tangrules.link import dump_model

EXAMPLES = int(os.environ.get("TANG_EXAMPLES", "40"))

SENTENCES = [
    "replace step 1 of setup: set wind to 5",
    "remove step 1 of setup",
    "replace step 3 of setup: nothing happens",
    "replace step ships of setup: nothing happens",
    "remove step ships of setup",
    "add step ships of setup before 1: nothing happens",
    "add step extra of setup after 1: nothing happens",
    "add step more of setup after extra: nothing happens",
    "add step more of setup after ships:\n    step extra: nothing happens",
    "while your coins > 3:\n    replace step tide of sail: pay 2 coins",
    "while sky is calm:\n    remove step tide of sail\n    add step swell of sail after tide: pay 1 coins",
    "replace to setup:\n    step 1: nothing happens",
    "replace option coins of prize of trade: gain 1 coins",
    "remove option coins of prize of trade",
    "remove option goods of prize of trade",
    "add option coins to prize of trade: gain 1 coins",
    "add option wind to prize of trade: set wind to 9",
    'replace action trade "Trade" is main: gain 1 coins',
    "remove action trade",
    "remove verb load",
    "replace value toll: number = 4",
    "remove value toll",
    "value toll: number = 5",
    "value gusts: number = 1",
    "zone gusts: counter 0 .. 1",
    "adjust toll: becomes 4",
    "adjust toll: becomes 3 when sky is calm",
    "adjust toll: + 1",
    "adjust your sheltered(k): yes",
    "adjust your sheltered(k): no when k is fish",
    "remove require safe",
    "waive safe, rich for load(k)",
    "remove waive safe",
    'replace require safe for load(k): yes else ""',
    'require safe for load(k): yes else ""',
    "after you load(k) as seen: gain 1 coins",
    "instead of you load(k) as instead: gain 1 coins",
    "remove rule seen",
    "extend icons weather: hail",
    "extend icons weather: calm",
    "extend piece boat:\n    leaks: yesno = no",
    "remove end rich",
    "remove score money",
    "with a:\n    replace step 1 of setup: set wind to 1",
    "for 3 players:\n    remove step tide of sail",
    "order a.seen, b.seen",
    "order b.instead, a.instead",
]

_ITEMS = st.lists(st.sampled_from(SENTENCES), max_size=4, unique=True)


def _pack(name: str, items: list[str], *needs: str) -> str:
    header = ["tang 1", f"module {name}", "extends boats", *(f"requires {need}" for need in needs)]
    return f"-- {name}.tang\n" + "\n".join([*header, *items]) + "\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=EXAMPLES, deadline=None)
@given(_ITEMS, _ITEMS, _ITEMS, st.booleans(), st.booleans())
def test_linking_ends_and_repeats_itself(
    linked: Callable[..., Any],
    one: list[str],
    two: list[str],
    three: list[str],
    knows_one: bool,
    knows_two: bool,
) -> None:
    needs = [name for name, known in (("a", knows_one), ("b", knows_two)) if known]
    case = _pack("a", one) + _pack("b", two) + _pack("c", three, *needs)
    first = linked(case, chosen=["a.tang", "b.tang", "c.tang"])
    again = linked(case, chosen=["c.tang", "b.tang", "a.tang"])
    assert first.report == again.report
    assert first.model == again.model
    assert (first.model is None) == ("error[" in first.report)
    if first.model is not None:
        assert dump_model(first.model) == dump_model(again.model)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=EXAMPLES, deadline=None)
@given(_ITEMS, _ITEMS)
def test_names_of_strangers_decide_nothing_but_the_order(
    linked: Callable[..., Any], one: list[str], two: list[str]
) -> None:
    """Two packs that do not know each other may be called the other way round, and are as good or as bad."""
    apart = [item for item in [*one, *two] if item.startswith(("order", "with"))]
    one = [item for item in one if item not in apart]
    two = [item for item in two if item not in apart]
    here = linked(_pack("a", one) + _pack("b", two), chosen=["a.tang", "b.tang"])
    there = linked(_pack("b", one) + _pack("a", two), chosen=["a.tang", "b.tang"])
    assert (here.model is None) == (there.model is None)
