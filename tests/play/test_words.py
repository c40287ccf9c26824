"""Values in words, and words back to values."""

from __future__ import annotations

import attrs
import pytest

from tangrules.ir import NIL, GridDef, PieceDef, TypeInfo, ZoneDef
from tangrules.play.words import Words, in_range
from tests.play import programs

CELL = TypeInfo("cell", "field")
WORDS = Words(
    attrs.evolve(
        programs.cards(3),
        icons=("oak", "ash", "elm"),
        icon_sets={"tree": (0, 1, 2), "low": (1, 2)},
        pieces=(PieceDef("hut", "house", "houses", 0), PieceDef("inn", "house", "houses", 1)),
        kinds={"house": (0, 1)},
        sites=((0, 0, 0), (0, 1, 1), (1, 0, 0)),
        slots=((1, 0), (1, 1)),
        zones=(
            ZoneDef("field", "space", 0, 12, index=(CELL,), sizes=(12,), grid=GridDef(4, 3)),
            ZoneDef("rim", "space", 12, 8, index=(TypeInfo("side"),), sizes=(4, 2)),
            ZoneDef("level", "value", 20, 9, per_seat=True, index=(TypeInfo("icon", "tree"),), sizes=(3,)),
            ZoneDef("purse", "value", 29, 3, per_seat=True),
            ZoneDef("bank", "value", 32, 1),
        ),
    )
)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (TypeInfo("number"), -3, "-3"),
        (TypeInfo("number"), NIL, "nothing"),
        (TypeInfo("yesno"), 1, "yes"),
        (TypeInfo("seat"), 2, "seat 3"),
        (TypeInfo("icon", "low"), 1, "ash"),
        (TypeInfo("piece", "house"), 1, "inn"),
        (TypeInfo("piece", "house", optional=True), -1, "nothing"),
        (CELL, 6, "r1c2"),
        (TypeInfo("edge", "field"), 25, "r1c2 east"),
        (TypeInfo("area", "field"), 49, "r1c2 area 2"),
        (TypeInfo("site"), 1, "hut site 2"),
        (TypeInfo("slot"), 1, "rim[north] 2"),
        (TypeInfo("side"), 3, "west"),
        (TypeInfo("turn"), 2, "2"),
    ],
)
def test_a_value_is_written_and_read(kind: TypeInfo, value: int, text: str) -> None:
    assert WORDS.text(kind, value) == text
    if value != NIL:
        assert WORDS.read(kind, f"{text} and more") == (value, "and more")
        assert WORDS.read(kind, text) == (value, "")


def test_lists_are_joined() -> None:
    kind = TypeInfo("list", element=TypeInfo("icon", "tree"))
    assert WORDS.text(kind, (0, 2)) == "oak + elm"
    assert WORDS.text(kind, ()) == "none"


def test_what_is_no_value_is_not_read() -> None:
    assert WORDS.read(TypeInfo("icon", "low"), "oak") is None
    assert WORDS.read(TypeInfo("number"), "x") is None
    assert WORDS.read(TypeInfo("number"), "3rd") is None


def test_instances_are_named_by_seat_and_index() -> None:
    zones = {zone.name: zone for zone in WORDS.program.zones}
    assert WORDS.instance(zones["level"], 5) == "seat 2.level[elm]"
    assert WORDS.instance(zones["purse"], 2) == "seat 3.purse"
    assert WORDS.instance(zones["rim"], 3) == "rim[east] 2"
    assert WORDS.instance(zones["bank"], 0) == "bank"
    assert WORDS.instance(zones["field"], 6) == "field[r1c2]"


def test_an_offset_belongs_to_a_zone() -> None:
    found = WORDS.zone_of_offset(25)
    assert found is not None
    assert (found[0].name, found[1]) == ("level", 5)
    assert WORDS.zone_of_offset(99) is None


def test_ranges_of_types() -> None:
    assert in_range(WORDS.program, WORDS, TypeInfo("icon", "low"), 2)
    assert not in_range(WORDS.program, WORDS, TypeInfo("icon", "low"), 0)
    assert not in_range(WORDS.program, WORDS, TypeInfo("seat"), -1)
    assert in_range(WORDS.program, WORDS, TypeInfo("seat", optional=True), -1)
