"""From packs to a model: what is chosen, what replaces what, and in which order all stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tangrules.diagnostics import Reporter, UsageError
from tangrules.link import link
from tangrules.packs import fingerprint, gather, load_packs
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
BOTH = """
-- both.tang
tang 1
mix both "Both"
requires storms, calm
"""


def test_the_model_holds_each_kind_of_declaration_by_name(linked: Callable[..., Any]) -> None:
    model = linked("").good
    assert (model.name, model.title, model.packs) == ("boats", "Boats", ("boats",))
    assert (model.players, model.seat_range, model.horizon) == (3, (1, 4), 30)
    assert list(model.icons) == ["cargo", "weather"]
    assert list(model.kinds) == ["boat"]
    assert list(model.tables) == ["fleet"]
    assert list(model.zones) == ["sky", "wind", "coins", "harbour"]
    assert list(model.values) == ["toll", "fee", "sheltered"]
    assert list(model.verbs) == ["setup", "sail", "round", "load", "trade", "rest"]
    assert [rule.item.name.text for rule in model.requires["load"]] == ["rich", "safe"]
    assert list(model.scores) == ["money"]
    assert list(model.ends) == ["rich"]
    assert model.winner is not None
    assert "boats.tang" in model.sources


def test_rules_come_in_the_order_of_packs_and_text(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "adjust toll: + 2" + CALM + "adjust toll: + 1\nadjust toll: + 3").good
    assert [rule.pack for rule in model.adjusts["toll"]] == ["calm", "calm", "storms"]


def test_for_players_exists_at_that_seat_count_only(linked: Callable[..., Any]) -> None:
    case = STORMS + "for 2 to 3 players:\n    adjust toll: + 1"
    assert "toll" not in linked(case, players=1).good.adjusts
    assert "toll" in linked(case, players=2).good.adjusts
    assert "toll" not in linked(case, players=4).good.adjusts


def test_with_exists_among_those_packs_only(linked: Callable[..., Any]) -> None:
    case = STORMS + "with calm:\n    adjust toll: + 1"
    assert "toll" not in linked(case).good.adjusts
    assert "toll" in linked(case + CALM).good.adjusts


def test_while_is_recorded_outermost_first(linked: Callable[..., Any]) -> None:
    case = "while wind > 1:\n    while sky is calm:\n        adjust toll: + 1"
    (rule,) = linked(STORMS + case).good.adjusts["toll"]
    assert [condition.op for condition in rule.conditions] == [">", "is"]


def test_a_declaration_is_replaced_whole_and_keeps_its_place(linked: Callable[..., Any]) -> None:
    case = "replace value toll: number = 9\nreplace winner: fewest score"
    model = linked(STORMS + case).good
    assert list(model.values) == ["toll", "fee", "sheltered"]
    assert model.values["toll"].item.cases[0].value == tree.NumberLit(9)
    assert (model.values["toll"].pack, model.values["toll"].changes[0].pack) == ("boats", "storms")
    assert model.winner is not None
    assert not model.winner.item.rules[0].most


def test_a_requirement_and_a_named_rule_can_be_replaced(linked: Callable[..., Any]) -> None:
    storms = STORMS + "after you rest() as soaked: lose 2 coins"
    calm = CALM.replace("extends boats", "extends boats\nrequires storms")
    calm += 'replace require safe for load(k): yes else ""\nreplace after you rest() as soaked: gain 1 coins'
    model = linked(storms + calm).good
    assert model.requires["load"][1].item.reason == ""
    (rule,) = model.triggers["rest"]
    assert (rule.pack, rule.item.body[0].verb) == ("storms", "gain")


def test_removing_takes_along_the_rules_the_remover_knows(linked: Callable[..., Any]) -> None:
    case = """remove verb load
replace action trade "Trade" is main: gain 1 coins
"""
    model = linked(STORMS + case).good
    assert "load" not in model.verbs
    assert "load" not in model.requires


def test_removing_a_requirement_takes_its_name_out_of_waivers(linked: Callable[..., Any]) -> None:
    calm = CALM + "waive rich, safe for load(k)\nwaive safe for load(k)"
    storms = STORMS.replace("extends boats", "extends boats\nrequires calm") + "remove require safe"
    model = linked(calm + storms).good
    (waiver,) = model.waives["load"]
    assert [name.text for name in waiver.item.names] == ["rich"]
    assert [(change.pack, change.op) for change in waiver.changes] == [("storms", "remove")]


def test_a_waiver_is_removed_name_by_name(linked: Callable[..., Any]) -> None:
    calm = CALM + "waive rich, safe for load(k)"
    storms = STORMS.replace("extends boats", "extends boats\nrequires calm") + "remove waive safe"
    (waiver,) = linked(calm + storms).good.waives["load"]
    assert [name.text for name in waiver.item.names] == ["rich"]


def test_a_mix_can_bring_back_what_a_pack_removed(linked: Callable[..., Any]) -> None:
    back = 'replace score money "Money" = 7'
    model = linked(STORMS + "remove score money" + CALM + BOTH + back).good
    assert model.scores["money"].item.cases[0].value == tree.NumberLit(7)


def test_symbols_and_fields_are_added_at_the_end(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "extend icons weather: hail\nextend piece boat:\n    leaks: yesno = no").good
    assert [member.name.text for member in model.icons["weather"].item.members][-1] == "hail"
    assert [field.name.text for field in model.kinds["boat"].item.fields] == ["carries", "leaks"]
    assert model.icons["weather"].changes[0].op == "extend"


def test_two_packs_may_add_the_same_symbol(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "extend icons weather: hail" + CALM + "extend icons weather: hail, fog").good
    members = [member.name.text for member in model.icons["weather"].item.members]
    assert members[3:] == ["hail", "fog"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sky is calm", "sky is stormy"),
        ("sky is calm", "sky is not calm"),
        ("sky in [calm, windy]", "sky is stormy"),
        ("sky in [calm, windy]", "not (sky in [calm, windy])"),
        ("sky is weather.calm", "sky is weather.stormy"),
        ("wind < 3", "wind >= 3"),
        ("wind in 1 .. 3", "wind is 4"),
        ("3 < wind", "wind is 3"),
        ("wind > 1 and sky is calm", "sky is windy and wind > 1"),
        ("player_count is 2", "sky is calm"),
        ("any(q in players: q.coins > 3)", "not any(q in players: q.coins > 3)"),
    ],
)
def test_answers_under_exclusive_guards_do_not_clash(
    one: str, other: str, linked: Callable[..., Any]
) -> None:
    storms, calm = f"adjust toll: becomes 4 when {one}", f"adjust toll: becomes 5 when {other}"
    assert linked(STORMS + storms + CALM + calm).good


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sky is calm", "wind is 3"),
        ("sky is calm or wind is 1", "sky is stormy"),
        ("sky in [calm, windy]", "sky is windy"),
        ("wind <= 3", "wind >= 3"),
        ("player_count is 3", "sky is calm"),
    ],
)
def test_answers_that_may_meet_are_reported(one: str, other: str, linked: Callable[..., Any]) -> None:
    storms, calm = f"adjust toll: becomes 4 when {one}", f"adjust toll: becomes 5 when {other}"
    assert "error[E-TWO-BECOMES]" in linked(STORMS + storms + CALM + calm).report


def test_a_mix_settles_two_answers_where_it_says_so(linked: Callable[..., Any]) -> None:
    packs = STORMS + "adjust toll: becomes 4 when wind > 3" + CALM + "adjust toll: becomes 5 when sky is calm"
    assert linked(packs + BOTH + "adjust toll: becomes 6").good
    assert linked(packs + BOTH + "adjust toll: becomes 6 when wind > 3 and sky is calm").good
    assert "E-TWO-BECOMES" in linked(packs + BOTH + "adjust toll: becomes 6 when wind > 4").report


def test_order_settles_two_replacements_and_puts_them_in_order(linked: Callable[..., Any]) -> None:
    packs = (
        STORMS
        + "instead of you rest() as lost: lose 1 coins"
        + CALM
        + "instead of you rest() as won: gain 1 coins"
    )
    model = linked(packs + BOTH + "order storms.lost, calm.won").good
    assert [rule.pack for rule in model.triggers["rest"]] == ["storms", "calm"]


def test_rules_of_different_seats_do_not_exclude_each_other(linked: Callable[..., Any]) -> None:
    storms = "while your coins > 3:\n    instead of anyone rest() as lost: lose 1 coins"
    calm = "while your coins <= 3:\n    instead of anyone rest() as won: gain 1 coins"
    assert "E-TWO-INSTEAD" in linked(STORMS + storms + CALM + calm).report
    mine = [text.replace("anyone", "you") for text in (storms, calm)]
    assert linked(STORMS + mine[0] + CALM + mine[1]).good


def test_real_data_is_laid_over_assumed_data(linked: Callable[..., Any]) -> None:
    case = """
-- kites.tang
tang 1
game kites "Kites"
players 2 to 4
at most 9 rounds
piece kite:
    tail: number
table kites_made of kite total 2 assumed "one photo":
    | name | tail |
    | red  | 1    |
    | blue | 2    |
zone wind: counter 0 .. 9
to setup: set wind to 1
to round: set wind to 2
end over when wind > 1: everyone wins
-- measured.tang
tang 1
module measured "Measured kites"
extends kites
replace table kites_made of kite total 3:
    | name | tail | copies |
    | red  | 3    | 2      |
    | blue | 4    | 1      |
"""
    model = linked(case).good
    table = model.tables["kites_made"]
    assert table.item.assumed is None
    assert table.item.total == 3
    assert [change.pack for change in table.changes] == ["measured"]
    alone = linked(case, chosen=["kites.tang"]).good
    assert alone.tables["kites_made"].item.assumed == "one photo"


def test_players_may_be_changed_by_a_module_and_more_so_by_a_mix(linked: Callable[..., Any]) -> None:
    storms = STORMS.replace("extends boats", "extends boats\nplayers 2 to 3")
    assert linked(storms).good.seat_range == (2, 3)
    assert linked(storms + CALM + BOTH.replace("requires", "players 1 to 6\nrequires")).good.seat_range == (
        1,
        6,
    )


def test_a_seat_count_that_does_not_fit_is_a_usage_error(linked: Callable[..., Any]) -> None:
    with pytest.raises(UsageError, match="players is 5: this game is for 1 to 4"):
        linked("", players=5)


def test_packs_without_a_common_seat_count_are_a_usage_error(linked: Callable[..., Any]) -> None:
    storms = STORMS.replace("extends boats", "extends boats\nplayers 1")
    calm = CALM.replace("extends boats", "extends boats\nplayers 2 to 4")
    with pytest.raises(UsageError, match="no number of players that all of these packs are for"):
        linked(storms + calm)


def test_packs_without_a_game_give_no_model(linked: Callable[..., Any]) -> None:
    linked("-- alone.tang\ntang 1\nmodule alone\nvalue gusts: number = 2")
    reporter = Reporter()
    packs = load_packs(["./alone.tang"], reporter)
    assert [found.message for found in reporter.diagnostics] == ["there is no game among the packs"]
    assert link(packs, 3, reporter) is None


def test_the_fingerprint_depends_on_rules_and_seats_alone(linked: Callable[..., Any]) -> None:
    case = STORMS + "adjust toll: + 1" + CALM
    base = linked(case)
    assert linked(case, chosen=["storms.tang", "calm.tang"]).good.fingerprint == base.good.fingerprint
    assert linked(case.replace("+ 1", "+ 1   ")).good.fingerprint == base.good.fingerprint
    assert linked(case.replace("+ 1", "+ 2")).good.fingerprint != base.good.fingerprint
    assert linked(case, players=2).good.fingerprint != base.good.fingerprint
    assert linked(case, chosen=["storms.tang"]).good.fingerprint != base.good.fingerprint


def test_the_fingerprint_is_known_without_parsing(linked: Callable[..., Any]) -> None:
    model = linked(STORMS + "with calm:\n    adjust toll: + 1" + CALM).good
    gathered = gather(["./storms.tang", "./calm.tang"], Reporter())
    assert fingerprint(gathered, 3) == model.fingerprint


def test_the_order_of_the_choice_does_not_matter(linked: Callable[..., Any]) -> None:
    case = STORMS + "adjust toll: + 2\nafter you rest(): gain 1 coins" + CALM + "adjust toll: + 1"
    one = linked(case, chosen=["storms.tang", "calm.tang"]).good
    assert linked(case, chosen=["calm.tang", "storms.tang"]).good == one
    assert one.packs == ("boats", "calm", "storms")


def test_linking_twice_gives_the_same_model(linked: Callable[..., Any], tmp_path: Path) -> None:
    linked(STORMS + "extend icons weather: hail\nadd step 1.5 of setup after 1: set wind to 1")
    packs = load_packs(["./storms.tang"], Reporter())
    assert link(packs, 3, Reporter()) == link(packs, 3, Reporter())
