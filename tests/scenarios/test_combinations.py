"""Shipped packs together: what may be combined is played, what may not is refused with its reason.

The tables are those of the rulebooks' notes on compatibility. Each pack with the base game, each allowed pair,
and all allowed packs together go through the whole conformance suite here: a game from its first question to its
last, with all checks, at as many positions as `tangrules verify` looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tangrules import Game, syntax
from tangrules.diagnostics import Reporter, ScenarioError, Severity
from tangrules.lower.pipeline import build_all
from tangrules.packs import available, load_packs
from tangrules.packs.choosing import allowed, joinable, whole_of
from tangrules.verify.conformance import CHECKS, verify

SCENARIOS = (
    *("summer", "autumn", "autumn_solo", "winter", "spring", "equinox", "solstice", "promenade", "market"),
    "peach_festival",
)
FORBIDDEN = {
    "bamboo_kingfisher": {"summer", "autumn_solo"},
    "flying_lanterns": {"summer", "autumn_solo"},
    "draw_three": {"autumn_solo"},
    "neglect_spot": {"autumn_solo"},
    "combo_action": {"autumn_solo"},
    "reserve_tile": {"autumn_solo"},
    "copy_lantern": {"autumn_solo"},
    "dragons": set(),
    "nocturnal": set(),
}
"""The shipped modules, and the scenarios that each of them may not join."""

MODULES = tuple(sorted(FORBIDDEN))
SHIPPED_SCENARIOS = ("winter", "spring", "peach_festival")
PACKS = (*MODULES, *SHIPPED_SCENARIOS)
NEVER = set(combinations(SHIPPED_SCENARIOS, 2))
PAIRS = [pair for pair in combinations(PACKS, 2) if pair not in NEVER]
TOGETHER = [(*MODULES, scenario) for scenario in SHIPPED_SCENARIOS] + [MODULES]

CLAUSES = {
    ("bamboo_kingfisher", "summer"): "@module.bamboo-kingfisher.option.02",
    ("bamboo_kingfisher", "autumn_solo"): "@module.bamboo-kingfisher.option.03",
    ("flying_lanterns", "summer"): "@module.flying-lanterns.option.02",
    ("flying_lanterns", "autumn_solo"): "@module.flying-lanterns.option.03",
    **{
        (token, "autumn_solo"): "@module.lantern-tokens.option.05" for token in ("draw_three", "copy_lantern")
    },
}


@pytest.fixture(autouse=True)
def _each_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "parse_bytes", lambda data, name, _reporter: _parsed(data, name))


_parse = syntax.parse_bytes


@cache
def _parsed(data: bytes, name: str) -> Any:
    return _parse(data, name, Reporter())


def distinct(pairs: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield those that are not the same packs as an earlier one, with all that they need."""
    seen: set[frozenset[str]] = set()
    for pair in pairs:
        whole = frozenset(info.name for info in whole_of(pair))
        if whole not in seen:
            seen.add(whole)
            yield pair


WITH_THE_BASE_GAME = [(name,) for name in (*PACKS, "lantern_choice")]
"""The base game is a pack, too: these are its pairs. What a pack needs is brought along."""

DIFFERENT = list(distinct([*WITH_THE_BASE_GAME, *PAIRS, *(("lantern_choice", name) for name in PACKS)]))


def seats_of(packs: tuple[str, ...]) -> int:
    """Choose a number of players, so that all of them have their turn among the pairs."""
    return 2 + DIFFERENT.index(packs) % 3


# ------------------------------------------------------------------------------ what headers say


def test_the_tables_name_all_shipped_packs() -> None:
    others = {"tang_garden", "hanging_gardens", "lantern_choice"}
    assert {info.name for info in available() if info.form != "mix"} == {*PACKS, *others}


@pytest.mark.parametrize("module", MODULES)
def test_headers_forbid_what_the_rulebook_forbids(module: str) -> None:
    excluded = {name for info in whole_of([module]) for name in info.excludes}
    assert excluded == FORBIDDEN[module]


@pytest.mark.parametrize("scenario", SHIPPED_SCENARIOS)
def test_a_scenario_is_played_without_another_one(scenario: str) -> None:
    may_join = {info.name for info in joinable(whole_of([scenario]))}
    (info,) = [info for info in available() if info.name == scenario]
    assert info.named("only one") == ("scenario",)
    brought = {info.name for info in whole_of([scenario])}
    assert may_join | brought >= set(MODULES)
    assert not may_join & set(SCENARIOS)


@pytest.mark.parametrize("pair", list(combinations(PACKS, 2)), ids="+".join)
def test_each_pair_is_allowed_or_not(pair: tuple[str, str]) -> None:
    assert allowed(whole_of(pair)) is (pair not in NEVER)


@pytest.mark.parametrize("pair", sorted(NEVER), ids="+".join)
def test_two_scenarios_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(ScenarioError) as refused:
        build_all(pair, 3)
    (found,) = [each for each in refused.value.diagnostics if each.code == "E-EXCLUDES"]
    one, other = sorted(pair)
    assert found.message == (
        f"`{other}` cannot be played together with `{one}`: a game is played in one scenario alone"
    )
    assert found.related[0].message == f"`{one}` is the one scenario"


@pytest.mark.parametrize(("module", "scenario"), sorted(CLAUSES))
def test_a_scenario_that_is_not_shipped_is_refused_with_the_clause(
    module: str, scenario: str, tmp_path: Path
) -> None:
    other = tmp_path / f"{scenario}.tang"
    other.write_text(f"tang 1\nmodule {scenario}\nextends tang_garden\n", encoding="utf-8")
    reporter = Reporter()
    load_packs([module, str(other)], reporter)
    (found,) = [each for each in reporter.diagnostics if each.code == "E-EXCLUDES"]
    assert f"cannot be played together with `{scenario}`: " in found.message
    assert CLAUSES[module, scenario] in found.message


def test_a_set_of_cards_recommends_bamboo_and_advises_against_another_set(tmp_path: Path) -> None:
    for name, other in (("nature", "bush"), ("bush", "nature")):
        text = (
            f"tang 1\nmodule {name}\nextends tang_garden\n"
            'recommends bamboo_kingfisher "its cards pair with all of them"\n'
            f'discourages {other} "the deck grows thin in pairs"\n'
        )
        (tmp_path / f"{name}.tang").write_text(text, encoding="utf-8")
    nature, bush = str(tmp_path / "nature.tang"), str(tmp_path / "bush.tang")

    def notes(*packs: str) -> list[str]:
        reporter = Reporter()
        load_packs(packs, reporter)
        assert {found.severity for found in reporter.diagnostics} <= {Severity.NOTE}
        return sorted(f"{found.code} {found.message}" for found in reporter.diagnostics)

    advice = "is better played with `bamboo_kingfisher`: its cards pair with all of them"
    assert notes(nature) == [f"N-RECOMMENDS `nature` {advice}"]
    assert notes(nature, "bamboo_kingfisher") == []
    assert notes(nature, bush, "bamboo-kingfisher") == [
        "N-DISCOURAGES `bush` is better played without `nature`: the deck grows thin in pairs",
        "N-DISCOURAGES `nature` is better played without `bush`: the deck grows thin in pairs",
    ]


# ------------------------------------------------------------------------------ games


def conform(packs: tuple[str, ...], players: int, seed: int) -> int:
    """Put packs through the suite: no warning, no finding, no check that looked at nothing; count the moves."""
    built = build_all(packs, players, examples=False)
    assert built.warnings == ()
    report = verify(Game.of(built.program), players=players, games=1, seed=seed)
    assert report.clean, [str(found) for found in report.findings]
    assert {tally.check for tally in report.tallies if tally.looks} == {check.name for check in CHECKS}
    return report.moves


def test_each_allowed_pair_is_played() -> None:
    shipped = sorted({*PACKS, "lantern_choice", "tang_garden"})
    allowed_pairs = {pair for pair in combinations(shipped, 2) if allowed(whole_of(pair))}
    assert len(allowed_pairs) == 14 * 13 // 2 - 3
    wholes = {frozenset(info.name for info in whole_of(packs)) for packs in DIFFERENT}
    assert {frozenset(info.name for info in whole_of(pair)) for pair in allowed_pairs} == wholes


@pytest.mark.parametrize("packs", DIFFERENT, ids="+".join)
def test_a_pair_conforms(packs: tuple[str, ...]) -> None:
    assert conform(packs, seats_of(packs), seed=1) > 20


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("packs", TOGETHER, ids=lambda packs: packs[-1])
def test_all_that_may_be_combined_conforms(packs: tuple[str, ...], players: int) -> None:
    assert conform(packs, players, seed=4) > 40
