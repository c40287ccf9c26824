"""Headers are read without the parser, and read alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangrules.diagnostics import Reporter
from tangrules.packs import available, scenarios_folder
from tangrules.packs.header import scan_header, scan_summary
from tangrules.syntax import parse, tree

FULL = """
-- The storms of the third voyage.
-- They come in autumn.

tang 1  -- the edition
module storms "Storms -- at sea"
players 2 to 4
at most 30 rounds
ledger "rulebook/storms.toml", "rulebook/gales.toml"
extends boats
requires calm, tides
-- a remark between
excludes doldrums

include "gusts.tang"
include "squalls.tang"
recommends sails "they dry faster" @sea.wind.01 @sea.wind-2.02
discourages oars
only one weather
value gusts: number = 2
"""


def test_a_header_is_read_with_all_that_it_says() -> None:
    header = scan_header(FULL, "storms.tang")
    assert header is not None
    assert (header.edition, header.form, header.name.text) == (1, "module", "storms")
    assert header.title == "Storms -- at sea"
    assert (header.players, header.horizon) == ((2, 4), 30)
    assert [text.value for text in header.includes] == ["gusts.tang", "squalls.tang"]
    assert [text.value for text in header.ledgers] == ["rulebook/storms.toml", "rulebook/gales.toml"]
    assert [(line.word, [name.text for name in line.names]) for line in header.others] == [
        ("extends", ["boats"]),
        ("requires", ["calm", "tides"]),
        ("excludes", ["doldrums"]),
        ("recommends", ["sails"]),
        ("discourages", ["oars"]),
        ("only one", ["weather"]),
    ]
    advice = header.others[3]
    assert advice.reason == "they dry faster"
    assert [cite.id for cite in advice.cites] == ["sea.wind.01", "sea.wind-2.02"]
    assert str(header.requires[1].span) == "storms.tang:11:16"


def test_the_parser_reads_the_same_header() -> None:
    reporter = Reporter()
    file = parse(FULL, "storms.tang", reporter)
    assert file is not None
    header = scan_header(FULL, "storms.tang")
    assert header == file.header
    assert header is not None
    for ours, theirs in zip(header.requires, file.header.requires, strict=True):
        assert ours.span == theirs.span


@pytest.mark.parametrize(
    "text", ["", "\n", "-- nothing", "value x: number = 1", "tang\ngame boats", "tang 1"]
)
def test_a_file_without_a_header_has_none(text: str) -> None:
    assert scan_header(text, "x.tang") is None


def test_a_part_names_its_pack() -> None:
    header = scan_header("tang 1\r\npart of storms\r\n", "x.tang")
    assert header is not None
    assert (header.form, header.name.text) == ("part", "storms")


def test_the_summary_is_the_first_remark() -> None:
    assert scan_summary(FULL) == "The storms of the third voyage. They come in autumn."
    assert scan_summary("tang 1\ngame boats\n") == ""


_LINES = st.sampled_from(
    [
        "players 2",
        "players 2 to 3",
        "players 2 to",
        "at most 3 rounds",
        "at most 1 round",
        "at most rounds",
        'include "a.tang"',
        'include "a.tang", "b.tang"',
        'include "a.tang",',
        "ledger a",
        "extends boats",
        "extends boats, ships",
        "extends boats ships",
        "requires",
        'excludes a "why" @b.01 @b.02',
        "excludes a @b.01",
        "recommends a, b @b.01 @",
        'only one season "why" @b.01',
        "only one",
        "only two seasons",
        'discourages a "why" "more"',
        'discourages "why"',
        "-- remark",
        "",
        "value x: number = 1",
    ]
)


@settings(deadline=None)  # the first mistake of a process takes longer: Lark is loaded then
@given(st.lists(_LINES, max_size=6), st.sampled_from(["game a", 'module a "A"', "mix a 'A'", "part of a"]))
def test_both_agree_on_whatever_can_be_parsed(lines: list[str], opening: str) -> None:
    text = "\n".join(["tang 1", opening, *lines]) + "\n"
    file = parse(text, "a.tang", Reporter())
    if file is not None and isinstance(file, tree.File):
        assert scan_header(text, "a.tang") == file.header


@given(st.text())
def test_any_text_can_be_scanned(text: str) -> None:
    scan_header(text, "a.tang")
    scan_header(f"tang 1\ngame a\n{text}", "a.tang")
    scan_summary(text)


def test_shipped_packs_have_the_headers_that_the_parser_reads() -> None:
    assert scenarios_folder() is not None
    for info in available():
        text = info.path.read_text(encoding="utf-8")
        file = parse(text, "a.tang", Reporter())
        assert file is not None, info.name
        assert scan_header(text, "a.tang") == file.header
