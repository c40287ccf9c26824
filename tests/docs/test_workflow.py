"""The workflow file that the documentation shows: its commands do what it says, on a game and on a faulty one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / "examples" / "verify-workflow.yml"
GAME = ROOT / "tests" / "verify" / "games" / "orchard.tang"


def commands() -> list[str]:
    """Return what the steps run, but for the installation: the library is there."""
    yaml = pytest.importorskip("yaml")
    steps = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["verify"]["steps"]
    found = [step["run"] for step in steps if "run" in step]
    assert found[0].startswith("pip install ")
    return found[1:]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = f'tangrules() {{ "{sys.executable}" -m tangrules "$@"; }}\n{command}'
    environment = {**os.environ, "GAME": "my_game.tang", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-e", "-c", program],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_has_the_parts_of_a_workflow() -> None:
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow[True] == ["push", "pull_request"]  # YAML reads `on` as yes
    job = workflow["jobs"]["verify"]
    assert job["runs-on"] == "ubuntu-latest"
    assert all(("uses" in step) is not ("run" in step) for step in job["steps"])
    assert job["env"] == {"GAME": "my_game.tang"}


def test_all_steps_pass_for_a_game_without_faults(tmp_path: Path) -> None:
    (tmp_path / "my_game.tang").write_text(GAME.read_text(encoding="utf-8"), encoding="utf-8")
    for command in commands():
        done = run(re.sub(r"--games \d+", "--games 1", command), tmp_path)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert (tmp_path / "coverage.info").read_text(encoding="utf-8").startswith("TN:\n")
    assert not (tmp_path / "found").exists()


def test_the_step_that_verifies_fails_for_a_faulty_one_and_what_it_found_is_a_test(tmp_path: Path) -> None:
    text = GAME.read_text(encoding="utf-8")
    wrong = text.replace("set bank to bank - taken", "set bank to bank + taken")
    (tmp_path / "my_game.tang").write_text(wrong, encoding="utf-8")
    *_, again, verify = commands()
    done = run(re.sub(r"--games \d+", "--games 1 --check invariants", verify), tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=my_game.tang,line=73,")
    (tmp_path / "found").rename(tmp_path / "counterexamples")
    assert run(again, tmp_path).returncode == 1
    (tmp_path / "my_game.tang").write_text(text, encoding="utf-8")
    assert run(again, tmp_path).returncode == 0
