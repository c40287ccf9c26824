"""Steps and options that packs add, replace and remove."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangrules.link import Model
from tangrules.link.bodies import choices, steps
from tangrules.syntax import tree

STORMS = """
-- storms.tang
tang 1
module storms "Storms"
extends boats
"""
CALM = """
-- calm.tang
tang 1
module calm "Calm sea"
extends boats
"""


def labels(model: Model, verb: str) -> list[str]:
    return [step.label for step in steps(model.verbs[verb].item.body)]


def step(model: Model, verb: str, label: str) -> tree.Step:
    (found,) = [step for step in steps(model.verbs[verb].item.body) if step.label == label]
    return found


def options(model: Model, verb: str) -> list[tree.Option]:
    (choice,) = choices(model.verbs[verb].item.body)
    return list(choice.options)


def test_a_step_is_added_before_or_after_its_anchor(linked: Callable[..., Any]) -> None:
    case = """
        add step 0 of setup before 1: set wind to 1
        add step 2.5 of setup after 2: set wind to 2
    """
    model = linked(STORMS + _flush(case)).good
    assert labels(model, "setup") == ["0", "1", "2", "2.5", "3", "ships"]


def test_an_anchor_is_found_at_any_depth(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "add step sails of setup after ships: set wind to 1").good
    loop = step(model, "setup", "3").body[0]
    assert isinstance(loop, tree.ForEach)
    assert [inner.label for inner in loop.body if isinstance(inner, tree.Step)] == ["ships", "sails"]


def test_steps_after_one_anchor_keep_the_order_of_their_packs(linked: Callable[..., Any]) -> None:
    case = """
        add step a of setup after 1: set wind to 1
        add step b of setup after a: set wind to 2
        add step c of setup after 1: set wind to 3
    """
    other = "add step d of setup after 1: set wind to 4\nadd step e of setup before 2: set wind to 5"
    model = linked(CALM + _flush(case) + STORMS + other).good
    assert labels(model, "setup")[:6] == ["1", "a", "b", "c", "d", "e"]


def test_a_replaced_step_keeps_its_place_and_takes_the_new_guard(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "replace step 2 of setup when wind > 1: set wind to 7").good
    assert labels(model, "setup") == ["1", "2", "3", "ships"]
    assert isinstance(step(model, "setup", "2").body[0], tree.Set)
    assert step(model, "setup", "2").guard == tree.Binary(">", tree.NameRef("wind"), tree.NumberLit(1))


def test_a_removed_step_leaves_no_empty_block(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "remove step ships of setup").good
    loop = step(model, "setup", "3").body[0]
    assert isinstance(loop, tree.ForEach)
    assert loop.body == (tree.NothingHappens(),)


def test_while_becomes_the_guard_of_an_added_step(linked: Callable[..., Any]) -> None:
    case = """
        while your coins > 3:
            while wind > 1:
                add step gust of sail after main when sky is windy: pay 1 coins
    """
    model = linked(STORMS + _flush(case)).good
    guard = step(model, "sail", "gust").guard
    assert isinstance(guard, tree.Binary)
    rich = tree.Binary(">", tree.Owned("your", tree.Name("coins")), tree.NumberLit(3))
    fresh = tree.Binary(">", tree.NameRef("wind"), tree.NumberLit(1))
    windy = tree.Binary("is", tree.NameRef("sky"), tree.NameRef("windy"))
    assert guard == tree.Binary("and", tree.Binary("and", rich, fresh), windy)


def test_a_step_replaced_under_while_stays_in_force_for_the_others(linked: Callable[..., Any]) -> None:
    case = """
        while your coins > 3:
            replace step tide of sail when wind > 1: pay 2 coins
    """
    model = linked(STORMS + _flush(case)).good
    tide = step(model, "sail", "tide")
    assert tide.guard is None
    (choice,) = tide.body
    assert isinstance(choice, tree.If)
    assert choice.branches[0][0] == tree.Binary(
        ">", tree.Owned("your", tree.Name("coins")), tree.NumberLit(3)
    )
    assert isinstance(choice.branches[0][1][0], tree.If)
    assert choice.otherwise is not None
    assert isinstance(choice.otherwise[0], tree.Amend)


def test_a_step_removed_under_while_stays_for_the_others(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "while your coins > 3:\n    remove step tide of sail").good
    assert isinstance(step(model, "sail", "tide").guard, tree.Not)


def test_steps_of_actions_and_turns_can_be_changed(linked: Callable[..., Any]) -> None:
    case = """
        add step thanks of trade after deal: gain 1 coins
        add step night of sail after tide: nothing happens
    """
    model = linked(STORMS + _flush(case)).good
    assert labels(model, "trade") == ["deal", "thanks"]
    assert labels(model, "sail") == ["main", "tide", "night"]


def test_an_option_is_added_at_the_end_of_its_choice(linked: Callable[..., Any]) -> None:
    case = 'add option wind to prize of trade "wind" when wind < 9: set wind to 9'
    added = options(linked(STORMS + case).good, "trade")
    assert [option.label for option in added] == ["coins", "goods", "wind"]
    assert added[2].title == "wind"
    assert added[2].guard is not None


def test_an_option_is_replaced_or_removed(linked: Callable[..., Any]) -> None:
    case = """
        replace option coins of prize of trade "a coin": gain 1 coins
        remove option goods of prize of trade
    """
    left = options(linked(STORMS + _flush(case)).good, "trade")
    assert [(option.label, option.title) for option in left] == [("coins", "a coin")]


def test_an_option_replaced_under_while_is_there_for_the_others(linked: Callable[..., Any]) -> None:
    case = """
        while your coins > 3:
            replace option coins of prize of trade "a coin": gain 1 coins
            remove option goods of prize of trade
    """
    new, old, goods = options(linked(STORMS + _flush(case)).good, "trade")
    assert (new.title, old.title, goods.title) == ("a coin", "coins", "goods")
    assert old.guard == tree.Not(new.guard)
    assert goods.guard == old.guard


def test_replacements_under_exclusive_conditions_do_not_clash(linked: Callable[..., Any]) -> None:
    first = "while sky is calm:\n    replace step tide of sail: pay 2 coins"
    second = "while sky is stormy:\n    replace step tide of sail: pay 3 coins"
    model = linked(STORMS + first + CALM + second).good
    (outer,) = step(model, "sail", "tide").body
    assert isinstance(outer, tree.If)
    assert outer.otherwise is not None
    assert isinstance(outer.otherwise[0], tree.If)


def test_a_mix_settles_what_two_packs_replace(linked: Callable[..., Any]) -> None:
    case = """
-- both.tang
tang 1
mix both "Both"
requires storms, calm
replace step 1 of setup: set wind to 2
"""
    one, other = "replace step 1 of setup: set wind to 9", "remove step 1 of setup"
    model = linked(STORMS + one + CALM + other + case).good
    assert step(model, "setup", "1").body == (tree.Set(tree.NameRef("wind"), tree.NumberLit(2)),)
    assert [(change.pack, change.op) for change in model.verbs["setup"].changes] == [("both", "replace")]


def test_a_pack_that_requires_another_one_overrides_it(linked: Callable[..., Any]) -> None:
    gale = """
-- gale.tang
tang 1
module gale "Gale"
extends boats
requires storms
replace step 1 of setup: set wind to 8
"""
    model = linked(STORMS + "replace step 1 of setup: set wind to 9" + gale).good
    assert step(model, "setup", "1").body == (tree.Set(tree.NameRef("wind"), tree.NumberLit(8)),)


def test_with_counts_as_knowing_the_other_pack(linked: Callable[..., Any]) -> None:
    settled = "with storms:\n    replace step 1 of setup: set wind to 4"
    model = linked(STORMS + "replace step 1 of setup: set wind to 9" + CALM + settled).good
    assert step(model, "setup", "1").body == (tree.Set(tree.NameRef("wind"), tree.NumberLit(4)),)


def test_a_pack_can_change_what_another_one_added(linked: Callable[..., Any]) -> None:
    added = "add step 1.5 of setup after 1: set wind to 9"
    calm = CALM.replace("extends boats", "extends boats\nrequires storms")
    changed = "replace step 1.5 of setup: set wind to 1\nadd step 1.6 of setup after 1.5: set wind to 2"
    model = linked(STORMS + added + calm + changed).good
    assert labels(model, "setup")[:3] == ["1", "1.5", "1.6"]
    assert step(model, "setup", "1.5").body == (tree.Set(tree.NameRef("wind"), tree.NumberLit(1)),)


def test_a_change_within_a_step_survives_its_replacement(linked: Callable[..., Any]) -> None:
    within = "add step sails of setup after ships: set wind to 1"
    whole = "replace step 3 of setup:\n    step ships: set wind to 2"
    for packs in (CALM + within + STORMS + whole, STORMS + within + CALM + whole):
        assert labels(linked(packs).good, "setup") == ["1", "2", "3", "ships", "sails"]


def test_a_pack_that_replaces_a_verb_overrides_changes_it_knows(linked: Callable[..., Any]) -> None:
    gale = """
-- gale.tang
tang 1
module gale "Gale"
extends boats
requires storms
replace to setup:
    step 1: set wind to 8
"""
    model = linked(STORMS + "add step 1.5 of setup after 1: set wind to 9" + gale).good
    assert labels(model, "setup") == ["1"]


def test_changes_are_told_in_order(linked: Callable[..., Any]) -> None:
    one = "add step 1.5 of setup after 1: set wind to 9\nremove step ships of setup"
    other = "add option wind to prize of trade: set wind to 9\nadd step 4 of setup after 3: set wind to 3"
    model = linked(STORMS + one + CALM + other).good
    told = [(change.pack, change.op, change.what) for change in model.verbs["setup"].changes]
    assert told == [
        ("calm", "add", "step 4"),
        ("storms", "add", "step 1.5"),
        ("storms", "remove", "step ships"),
    ]
    assert [change.what for change in model.verbs["trade"].changes] == ["option prize wind"]


def _flush(text: str) -> str:
    lines = [line[8:] for line in text.strip("\n").split("\n")]
    return "\n".join(lines)
