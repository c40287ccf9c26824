"""What headers say about other packs: refusals name both packs, the reason and the clauses; advice is a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules.diagnostics import Diagnostic, Reporter, Severity, UsageError
from tangrules.packs import load_packs
from tangrules.packs.choosing import allowed, joinable, whole_of

BOATS = "tang 1\ngame boats\nplayers 2\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boats.tang").write_text(BOATS, encoding="utf-8")


def put(name: str, *lines: str) -> str:
    path = Path(f"{name}.tang")
    path.write_text("\n".join(["tang 1", f"module {name}", "extends boats", *lines, ""]), encoding="utf-8")
    return str(path)


def found(*chosen: str) -> tuple[Diagnostic, ...]:
    reporter = Reporter()
    load_packs(chosen, reporter)
    return reporter.diagnostics


def only(*chosen: str) -> Diagnostic:
    (diagnostic,) = found(*chosen)
    return diagnostic


def test_a_refusal_names_both_packs_the_reason_and_the_clauses() -> None:
    storms = put("storms", 'excludes calm, tides "a sea is wild or calm" @sea.02 @sea.03')
    refused = only(storms, put("calm"))
    assert refused.code == "E-EXCLUDES"
    assert refused.message == (
        "`storms` cannot be played together with `calm`: a sea is wild or calm (@sea.02, @sea.03)"
    )
    assert str(refused.span) == "storms.tang:4:10"
    assert [str(other.span) for other in refused.related] == ["calm.tang:2:8"]


def test_a_refusal_of_both_sides_is_told_once() -> None:
    storms = put("storms", 'excludes calm "a sea is wild or calm"')
    refused = only(storms, put("calm", 'excludes storms "no wind blows" @sea.04'))
    assert refused.message == "`calm` cannot be played together with `storms`: no wind blows (@sea.04)"
    assert [other.message for other in refused.related] == ["`storms` says so too: a sea is wild or calm"]


def test_a_refusal_says_who_brings_the_packs_in() -> None:
    put("calm")
    put("storms", "excludes calm")
    becalmed = put("becalmed", 'requires calm "without wind" @sea.05')
    refused = only(becalmed, put("autumn", "requires storms"))
    assert refused.message == "`storms` cannot be played together with `calm`"
    assert [(str(other.span), other.message) for other in refused.related] == [
        ("calm.tang:2:8", "`calm` is here"),
        ("becalmed.tang:4:10", "`becalmed` brings in `calm`: without wind (@sea.05)"),
        ("autumn.tang:4:10", "`autumn` brings in `storms`"),
    ]


def test_a_required_pack_that_is_not_there_is_missed_with_the_reason() -> None:
    missed = only(put("storms", 'requires gales "storms are gales that grew" @sea.06'))
    assert missed.code == "E-MISSING"
    assert missed.message == "there is no pack `gales`: storms are gales that grew (@sea.06)"


def test_a_recommended_pack_that_was_not_chosen_is_a_note() -> None:
    storms = put("storms", 'recommends calm "after a storm one wants to rest" @sea.07')
    advice = only(storms)
    assert (advice.code, advice.severity) == ("N-RECOMMENDS", Severity.NOTE)
    assert advice.message == (
        "`storms` is better played with `calm`: after a storm one wants to rest (@sea.07)"
    )
    assert found(storms, put("calm")) == ()


def test_a_pack_chosen_against_advice_is_a_note() -> None:
    storms = put("storms", 'discourages calm "it is dull" @sea.08')
    assert found(storms) == ()
    advice = only(storms, put("calm"))
    assert (advice.code, advice.severity) == ("N-DISCOURAGES", Severity.NOTE)
    assert advice.message == "`storms` is better played without `calm`: it is dull (@sea.08)"


def test_what_is_allowed_is_judged_with_all_that_is_needed() -> None:
    put("storms", "excludes calm")
    put("calm")
    assert [pack.name for pack in whole_of([put("becalmed", "requires calm")])] == [
        "becalmed",
        "boats",
        "calm",
    ]
    assert allowed(whole_of(["storms.tang"]))
    assert allowed(whole_of(["becalmed.tang", "calm.tang"]))
    assert not allowed(whole_of(["becalmed.tang", "storms.tang"]))


def test_two_games_are_not_allowed() -> None:
    Path("ships.tang").write_text(BOATS.replace("boats", "ships"), encoding="utf-8")
    assert not allowed(whole_of(["boats.tang", "ships.tang"]))


def test_no_shipped_pack_joins_a_game_of_ones_own() -> None:
    assert joinable(whole_of(["boats.tang"])) == []


def test_a_file_that_is_no_pack_cannot_be_chosen() -> None:
    Path("sails.tang").write_text("tang 1\npart of boats\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no main file"):
        whole_of(["sails.tang"])


def test_of_a_group_one_pack_only_can_be_in_a_game() -> None:
    storms = put("storms", 'only one weather "a day has one weather" @sea.09')
    calm = put("calm", 'only one weather "a day has one weather"')
    assert found(storms, put("tides", "only one moon_phase")) == ()
    refused = only(storms, calm)
    assert refused.code == "E-EXCLUDES"
    assert refused.message == (
        "`storms` cannot be played together with `calm`: a day has one weather (@sea.09)"
    )
    assert [(str(other.span), other.message) for other in refused.related] == [
        ("calm.tang:4:10", "`calm` is the one weather")
    ]
    assert not allowed(whole_of([storms, calm]))
    assert allowed(whole_of([storms, "tides.tang"]))
