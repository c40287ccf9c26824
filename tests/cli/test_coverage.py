"""`--coverage` of `test` and `verify`: what it tells, where it goes, and in which format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.verify.faults import GAMES

EXAMPLES = """
example "resting pays a coin":
    given nothing set up
    seat 1 does rest()
    expect your coins is 5
"""


@pytest.fixture
def orchard(folder: Path) -> Path:
    path = folder / "orchard.tang"
    path.write_text((GAMES / "orchard.tang").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return 1 + next(at for at, line in enumerate(lines) if line.startswith(text))


def test_examples_tell_what_they_used_after_their_results(run, orchard: Path) -> None:
    ran = run("test", "orchard.tang", "--coverage")
    assert ran.code == 0
    results, coverage = ran.out.split("\n\n", 1)
    assert results.startswith("orchard.tang ..\n")
    assert coverage.startswith("orchard.tang: 2 examples, 0 random games\n")
    line = line_of(orchard, "require apart")
    assert f"  orchard.tang:{line}: requirement apart: never failed\n" in coverage
    assert f"  orchard.tang:{line_of(orchard, 'action rest')}: option rest: never chosen\n" in coverage


def test_words_choose_the_examples_that_count(run, orchard: Path) -> None:
    found = coverage_of(run, "test", "orchard.tang", "-k", "grows on another")
    assert found["examples"] == 1
    assert hits(found, "requirement", "free") == (0, 1)
    assert hits(found, "rule", "plant_it/put") == (0,)


def coverage_of(run, *arguments: str) -> dict:
    assert run(*arguments, "--coverage-file", "rules.json").code == 0
    return json.loads(Path("rules.json").read_text(encoding="utf-8"))


def hits(coverage: dict, kind: str, name: str) -> tuple[int, ...]:
    (item,) = (item for item in coverage["items"] if (item["kind"], item["name"]) == (kind, name))
    words = ("used", "yes", "no", "chosen", "held", "failed", "asked", "reached")
    return tuple(item[word] for word in words if word in item)


def test_several_packs_are_summed_and_only_their_own_rules_count(run, orchard: Path, folder: Path) -> None:
    (folder / "more.tang").write_text(
        'tang 1\nmodule more "More"\nextends orchard\n\n'
        f"after you rest(): gain 1 coins\n{EXAMPLES.replace('is 5', 'is 6')}",
        encoding="utf-8",
    )
    found = coverage_of(run, "test", "more.tang")
    assert {item["file"] for item in found["items"]} == {"more.tang"}
    both = coverage_of(run, "test", "orchard.tang", "more.tang")
    assert {item["file"] for item in both["items"]} == {"orchard.tang", "more.tang"}
    assert both["examples"] == found["examples"] + 2
    assert hits(both, "requirement", "free") == (1, 1)


def test_clauses_are_told_by_their_ids(run, orchard: Path, folder: Path) -> None:
    (folder / "clauses.toml").write_text(
        '[[rule]]\nid = "orchard.apart.1"\nsection = "Planting"\nkind = "legality"\n'
        'says = "No fruit touches one of its sort."\n',
        encoding="utf-8",
    )
    text = orchard.read_text(encoding="utf-8").replace("at most 20 rounds", "at most 20 rounds\n@@")
    text = text.replace("@@", 'ledger "clauses.toml"').replace(
        "plant_it(f, c): none(", "plant_it(f, c) @orchard.apart.1: none("
    )
    orchard.write_text(text, encoding="utf-8")
    ran = run("test", "orchard.tang", "--coverage")
    assert ran.code == 0, ran.err
    assert "requirement apart: never failed @orchard.apart.1\n" in ran.out


def test_games_tell_what_they_used(run, orchard: Path) -> None:
    ran = run("verify", "orchard.tang", "--games", "1", "--players", "2", "--check", "acts", "--coverage")
    assert ran.code == 0
    assert "\n\norchard.tang: 0 examples, 1 random game\n" in ran.out


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [
        ("rules.info", None, "TN:\nSF:orchard.tang\n"),
        ("rules.json", None, '{\n  "version": 1,'),
        ("rules.txt", None, "orchard.tang: 2 examples"),
        ("rules.txt", "lcov", "TN:\nSF:orchard.tang\n"),
        ("rules.info", "json", '{\n  "version": 1,'),
    ],
)
def test_the_name_says_the_format_unless_an_option_does(
    run, orchard: Path, name: str, form: str | None, begins: str
) -> None:
    chosen = () if form is None else ("--coverage-format", form)
    assert run("test", "orchard.tang", "--coverage-file", name, *chosen).code == 0
    assert Path(name).read_text(encoding="utf-8").startswith(begins)


def test_a_format_alone_prints_it(run, orchard: Path) -> None:
    ran = run("test", "orchard.tang", "--coverage-format", "lcov")
    assert "\nTN:\nSF:orchard.tang\n" in ran.out


def test_two_documents_are_not_printed_into_each_other(run, orchard: Path) -> None:
    for arguments in (("test", "orchard.tang", "--json"), ("verify", "orchard.tang", "--format", "sarif")):
        ran = run(*arguments, "--coverage")
        assert ran.code == 2
        assert ran.err.startswith("tangrules: two documents cannot both be printed")
        assert ran.out == ""
    ran = run("test", "orchard.tang", "--json", "--coverage-file", "rules.json")
    assert (json.loads(ran.out)["passed"], json.loads(Path("rules.json").read_text())["examples"]) == (2, 2)


def test_a_scenario_is_not_written_over(run, orchard: Path) -> None:
    before = orchard.read_bytes()
    ran = run("test", "orchard.tang", "--coverage-file", "orchard.tang")
    assert ran.code == 2
    assert "is a scenario file, and is not written over" in ran.err
    assert orchard.read_bytes() == before
