"""The pytest plugin: examples and invariants are tests where they are asked for, and nowhere else."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import tangrules
from tangrules.verify.conformance import keep, verify
from tests.verify.faults import FAULTS, GAMES

pytest_plugins = ["pytester"]

ORCHARD = (GAMES / "orchard.tang").read_text(encoding="utf-8")
WRONG = """
example "pears are cheap":
    given nothing set up
    given: move pear_1 to your basket
    seat 1 does plant_it(pear_1, r0c0)
    expect your coins is 5
"""
INSTALLED = any(point.name == "tangrules" for point in entry_points(group="pytest11"))
PLUGIN = () if INSTALLED else ("-p", "tangrules.verify.pytest_plugin")


@pytest.fixture(scope="module", autouse=True)
def whole_library() -> None:
    """Import all modules before: pytester forgets those that a run inside of this process imports first."""
    for module in pkgutil.walk_packages(tangrules.__path__, "tangrules."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    (pytester.path / "orchard.tang").write_text(ORCHARD, encoding="utf-8")
    return pytester.path


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", *arguments)


def test_a_named_file_is_collected(pytester: pytest.Pytester, folder: Path) -> None:
    result = run(pytester, "-v", "orchard.tang")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(
        [
            "orchard.tang::invariant coins_are_kept PASSED*",
            "orchard.tang::planting pays what the fruit is worth [[]2[]] PASSED*",
            "orchard.tang::no fruit grows on another [[]3[]] PASSED*",
        ]
    )


def test_nothing_is_collected_unless_it_is_asked_for(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makepyfile("def test_python(): pass")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, ".").assert_outcomes(passed=1)


def test_patterns_in_the_settings_ask(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makeini("[pytest]\ntang_files = games/*.tang\ntang_games = 1\n")
    run(pytester).assert_outcomes()
    (folder / "games").mkdir()
    (folder / "orchard.tang").rename(folder / "games" / "orchard.tang")
    run(pytester).assert_outcomes(passed=4)


def test_k_selects_by_name(pytester: pytest.Pytester, folder: Path) -> None:
    run(pytester, "orchard.tang", "-k", "planting").assert_outcomes(passed=1, deselected=3)


def test_a_failure_shows_rule_line_and_position(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "orchard.tang").write_text(ORCHARD + WRONG, encoding="utf-8")
    result = run(pytester, "orchard.tang", "-k", "cheap")
    result.assert_outcomes(failed=1, deselected=4)
    line = (ORCHARD + WRONG).splitlines().index("    expect your coins is 5") + 1
    result.stdout.fnmatch_lines(
        [
            f"*orchard.tang:{line}:5: `your coins is 5` does not hold",
            f"  {line} |     expect your coins is 5",
            "*left: 6",
            "*right: 5",
            "*in example pears are cheap",
            "Orchard*",
            "*c0 c1 c2",
            "coins 6*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:*")
    result.stdout.no_fnmatch_line("*the game is over*")


def test_in_a_process_of_its_own_failures_show_no_stack(tmp_path: Path) -> None:
    wrong = ORCHARD.replace("set bank to bank - taken", "set bank to bank + taken") + WRONG
    (tmp_path / "orchard.tang").write_text(wrong, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:cacheprovider", "orchard.tang"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "2 failed, 3 passed" in done.stdout
    assert "orchard.tang:73:1: invariant coins_are_kept does not hold" in done.stdout
    assert "`your coins is 5` does not hold" in done.stdout
    assert "tangrules replay 1" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert ".py:" not in done.stdout


def test_an_invariant_that_fails_shows_the_game(pytester: pytest.Pytester, folder: Path) -> None:
    text = ORCHARD.replace("set bank to bank - taken", "set bank to bank + taken")
    (folder / "orchard.tang").write_text(text, encoding="utf-8")
    result = run(pytester, "orchard.tang", "-k", "invariant")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        ["*invariant coins_are_kept does not hold", "*invariant coins_are_kept: bank*", "tangrules replay 1"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_scenario_with_faults_shows_them(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "orchard.tang").write_text(ORCHARD.replace("zone sack: deck", "zone sack: dek"), "utf-8")
    result = run(pytester, "orchard.tang")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error*orchard.tang:17:12: `dek` is not a kind of zone", "*zone sack: dek*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_example_for_too_many_players_fails(pytester: pytest.Pytester, folder: Path) -> None:
    text = ORCHARD.replace('on another" for 3 players', 'on another" for 4 players')
    (folder / "orchard.tang").write_text(text, encoding="utf-8")
    result = run(pytester, "orchard.tang", "-k", "another")
    result.assert_outcomes(failed=1, deselected=3)
    result.stdout.fnmatch_lines(["*this example is for 4 players, the game for 2 to 3*"])


def test_parts_are_collected_through_their_pack(pytester: pytest.Pytester, folder: Path) -> None:
    game, examples = ORCHARD.split('example "planting', 1)
    game = game.replace("at most 20 rounds", 'at most 20 rounds\ninclude "more.tang"')
    (folder / "orchard.tang").write_text(game, encoding="utf-8")
    part = f'tang 1\npart of orchard\n\nexample "planting{examples}'
    (folder / "more.tang").write_text(part, encoding="utf-8")
    pytester.makeini("[pytest]\ntang_files = *.tang\ntang_games = 1\n")
    run(pytester).assert_outcomes(passed=4)
    result = run(pytester, "more.tang")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*more.tang is a part of the pack orchard: name its main file*"])


def test_kept_counterexamples_are_tests(pytester: pytest.Pytester, folder: Path) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "lost_piece")
    path = fault.write(folder)
    keep(verify(str(path), games=3, players=2, checks=["invariants"]), folder / "kept")
    (kept,) = (folder / "kept").iterdir()
    result = run(pytester, str(kept))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*invariants: invariant fruit_is_kept does not hold", "Orchard*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    path.write_text(ORCHARD, encoding="utf-8")
    run(pytester, str(kept)).assert_outcomes(passed=1)


def test_the_plugin_imports_no_engine_for_others(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    loaded = [name for name in sys.modules if name.startswith('tangrules')]\n"
        "    assert set(loaded) <= {'tangrules', 'tangrules.verify', 'tangrules.verify.pytest_plugin'}\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", *PLUGIN, "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
