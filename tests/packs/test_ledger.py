"""Ledgers are read whole, and every fault of a damaged one is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tangrules.diagnostics import Reporter
from tangrules.packs import Ledger, available, load_packs
from tangrules.packs.ledger_text import read_ledger

GOOD = """
[[rule]]
id = "boats.toll.01"
section = "Tolls"
kind = "quantity"
says = "Two coins."
missing = "The picture."
unclear = "Each time?"
ruling = "Yes."
example = "2 boats => 4 coins"
changes = ["boats.toll.00"]
"""


def read(*texts: str) -> tuple[Ledger, list[str]]:
    reporter = Reporter()
    ledger = read_ledger([(f"{number}.toml", text) for number, text in enumerate(texts)], reporter)
    return ledger, [f"{found.code} {found.span}: {found.message}" for found in reporter.diagnostics]


def test_an_entry_has_all_its_fields() -> None:
    ledger, faults = read(GOOD)
    assert faults == []
    (entry,) = ledger.entries.values()
    assert (entry.id, entry.section, entry.kind, entry.says) == (
        "boats.toll.01",
        "Tolls",
        "quantity",
        "Two coins.",
    )
    assert (entry.missing, entry.unclear, entry.ruling) == ("The picture.", "Each time?", "Yes.")
    assert (entry.example, entry.changes) == ("2 boats => 4 coins", ("boats.toll.00",))
    assert str(entry.span) == "0.toml:3:7"


def test_an_id_may_stand_once_in_all_files() -> None:
    ledger, faults = read(GOOD, GOOD)
    assert len(ledger.entries) == 1
    assert faults == ["E-DUPLICATE 1.toml:3:7: there are two entries `boats.toll.01`"]


@pytest.mark.parametrize(
    ("text", "place", "fault"),
    [
        ("[[rule", "1:7", "this ledger is no TOML: expected ']]' at the end of an array declaration"),
        ("rule = 1", "1:1", "the entries of a ledger begin with `[[rule]]`"),
        ("rule = [1]", "1:1", "an entry of a ledger is a table"),
        ("[[rules]]", "1:1", "a ledger has no `rules`"),
        (GOOD.replace('"Yes."', "3"), "3:7", "entry `boats.toll.01`: `ruling` is not text"),
        (
            GOOD.replace('["boats.toll.00"]', "3"),
            "3:7",
            "entry `boats.toll.01`: `changes` is not a list of ids",
        ),
        (GOOD.replace("ruling", "span"), "3:7", "entry `boats.toll.01`: there is no field `span`"),
        (GOOD.replace("boats.toll.01", "Boats"), "3:7", "`Boats` is no id"),
        (GOOD.replace("quantity", "amount"), "3:7", "entry `boats.toll.01`: there is no kind `amount`"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, place: str, fault: str) -> None:
    (told,) = read(text)[1]
    assert told.endswith(f" 0.toml:{place}: {fault}")


def test_all_faults_of_an_entry_are_told_at_once() -> None:
    _, faults = read('[[rule]]\nid = 3\nsay = "x"\n')
    assert len(faults) == 5


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    read(text)


def test_shipped_ledgers_are_whole() -> None:
    for info in available():
        reporter = Reporter()
        packs = load_packs([info.name], reporter)
        known = {key for pack in packs for key in pack.ledger.entries}
        for pack in packs:
            for entry in pack.ledger.entries.values():
                # Clauses of a part that is not among these packs may be named too.
                own = {change for change in entry.changes if change.split(".")[0] == "base"}
                assert own <= known, entry.id
        assert not [found for found in reporter.diagnostics if str(found.span or "").endswith(".toml")]
