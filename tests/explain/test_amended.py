"""Each kind of change is told with its pack and place, in order; and how rules of real packs stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.explain.amended import Amended, Sentence, amended
from tangrules.explain.amended_text import as_text

HERE = Path(__file__).parent
POND = [str(HERE / f"{name}.tang") for name in ("pond", "reeds", "frost")]


def only(packs: list[str], name: str, players: int = 2) -> Amended:
    (rule,), _ = amended(packs, name, players)
    return rule


def told(sentences: tuple[Sentence, ...]) -> list[str]:
    return [f"{each.pack}: {each.does}, line {each.place.line}" for each in sentences]


def test_a_verb_with_every_kind_of_change_to_its_body() -> None:
    rule = only(POND, "cast")
    assert rule.title == "verb `cast`"
    assert told((rule.first,)) == ["pond: declares verb `cast`, line 16"]
    assert told(rule.changes) == [
        "reeds: adds step `wade` after `bait`, line 9",
        "reeds: replaces step `pull`, line 10",
        "reeds: removes step `end`, line 11",
        "reeds: adds option `hand` of `way`, line 12",
        "reeds: removes option `rod` of `way`, line 13",
        "reeds: replaces option `net` of `way`, line 15",
    ]
    assert rule.changes[-1].lines == (
        "while your coins > 3:",
        '    replace option net of way of cast "with a big net": gain 4 coins',
    )
    assert [line.replace(" ", "") for line in rule.stands if "gain" in line or "set" in line] == [
        "reeds|gain1coins",
        "reeds|gain2*price(n)coins",
        "reeds|gain4coins",
        "pond|gain1coins",
        "reeds|gain3coins",
    ]


def test_what_is_in_force_beside_a_verb_and_what_is_not_any_more() -> None:
    rule = only(POND, "cast")
    assert told(rule.about) == [
        "frost: replaces requirement `deep` of `cast`, line 7",
        "reeds: requires `quiet`, line 16",
        "reeds: waives `deep`, line 18",
        "frost: is heard before (`ice`), line 9",
        "reeds: is heard before (`wake`), line 19",
        "reeds: is heard after (`dry`), line 21",
        "frost: puts rules into an order, line 10",
    ]
    assert told(rule.lifted) == [
        "pond: requires `deep`, line 25",
        "pond: requires `calm`, line 26",
        "reeds: removes require `calm`, line 17",
        "reeds: does something instead (`doze`), line 20",
        "frost: removes rule `doze`, line 6",
    ]


def test_the_layers_of_a_value_are_told_in_the_order_in_which_they_count() -> None:
    rule = only(POND, "price")
    assert told(rule.changes) == ["frost: replaces value `price`, line 8"]
    assert rule.stands == ("frost | value price(n: number): number = 2 * n",)
    assert told(rule.about) == [
        "reeds: gives it another answer, line 8",
        "reeds: adds to it, line 7",
        "reeds: sets its highest answer, line 6",
    ]


@pytest.mark.parametrize(
    ("name", "title", "changes", "is_there"),
    [
        ("catch", "icons `catch`", ["reeds: extends icons `catch`, line 5"], True),
        ("calm", "requirement `calm` of `cast`", ["reeds: removes require `calm`, line 17"], False),
        (
            "deep",
            "requirement `deep` of `cast`",
            ["frost: replaces requirement `deep` of `cast`, line 7"],
            True,
        ),
        ("doze", "rule `doze`", ["frost: removes rule `doze`, line 6"], False),
        ("wake", "rule `wake`", ["frost: puts rules into an order, line 10"], True),
        ("winner", "`winner`", ["reeds: replaces `winner`, line 23"], True),
    ],
)
def test_other_things_that_can_change(name: str, title: str, changes: list[str], is_there: bool) -> None:
    rule = only(POND, name)
    assert rule.title == title
    assert told(rule.changes) == changes
    assert bool(rule.stands) is is_there


def test_two_things_of_one_name_are_told_both() -> None:
    rules, _ = amended(POND, "coins", 2)
    assert [rule.title for rule in rules] == ["zone `coins`", 'score `coins`, "Coins"']
    (removed,), _ = amended([*POND[:2]], "dry", 2)[0][:1], None
    assert removed.title == "end `dry`"
    assert removed.stands == ()


def test_a_name_that_is_not_there_is_answered_with_those_that_are() -> None:
    rules, names = amended(POND[:1], "nothing-there", 2)
    assert rules == []
    assert {"cast", "price", "calm", "winner", "water"} <= set(names)


# ------------------------------------------------------------------------------ real packs


def test_decorating_in_winter_is_told_with_the_packs_that_change_it() -> None:
    rule = only(["winter"], "decorate", 3)
    assert rule.first.pack == "tang_garden"
    assert {(each.pack, each.does) for each in rule.changes} >= {
        ("draw_three", "adds step `more` before `draw`"),
        ("tang_garden", "adds step `haggle` after `draw`"),
    }
    steps = [line.split("| ")[1].split()[1] for line in rule.stands if "| " in line and "    step " in line]
    assert steps == ["more", "draw", "haggle", "keep", "double", "discard", "turn_up"]
    assert rule.clauses["module.lantern-tokens.t05.03"].startswith("05 is used before")


def test_placing_a_tile_in_winter_is_waived_required_and_done_instead() -> None:
    rule = only(["winter", "bamboo-kingfisher"], "place_tile", 3)
    does = [(each.pack, each.does) for each in rule.about]
    assert ("winter", "requires `open_spot`") in does
    assert ("winter", "waives `empty`, `touch`, `match`") in does
    assert ("winter", "does something instead (`roofing`)") in does
    assert does.index(("tang_garden", "requires `touch`")) < does.index(("winter", "requires `open_spot`"))


def test_a_pack_that_removes_what_another_one_brought() -> None:
    rule = only(["winter"], "clear_dragon", 3)
    assert (rule.first.pack, rule.stands) == ("dragons", ())
    text = as_text(rule)
    assert "1. winter: removes action `clear_dragon`, " in text
    assert "it was removed, and is no longer there" in text
    assert "  @winter.dragon.07: " in text


def test_pairs_of_flowers_are_answered_anew_with_bamboo() -> None:
    text = as_text(only(["winter", "bamboo-kingfisher"], "flower_pairs", 3))
    assert text.startswith("value `flower_pairs`\n  tang_garden, ")
    assert "1. bamboo_kingfisher: gives it another answer, " in text


def test_a_piece_is_told_by_its_table() -> None:
    rule = only(["tang-garden"], "the_poet")
    assert rule.title == "table `figures`"
    assert "the_poet" in amended(["tang-garden"], "poet", 2)[1]


def test_a_requirement_is_told_with_the_law_that_it_names() -> None:
    rule = only(["dragons"], "release_card")
    (own,) = [each for each in rule.about if each.does == "requires `own_dragon`"]
    assert own.lines == (
        "require own_dragon(d) for release_card(d) @module.dragons.reserve.03",
        'law own_dragon(d: dragon): d in your dragons else "This dragon does not lie beside your board."',
    )


def test_zones_that_start_anew_with_a_verb_are_told_with_it() -> None:
    rule = only(["draw_three"], "decorate")
    assert [each.pack for each in rule.about if each.does == "zone `draws_more` starts anew with it"] == [
        "draw_three"
    ]
