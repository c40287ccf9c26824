"""`expect q sees …` of what counters, flags, notes and tracks hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import ScenarioError
from tangrules.lower.pipeline import build_all
from tangrules.verify.examples import run_examples

GAME = """tang 1
game purse "Purse"
players 2
at most 2 rounds

icons colour: red, blue
zone your coins: counter 0 .. 9 = 3, private
zone your mark: note of colour or nothing, private
zone your ready: flag
zone pot: counter 0 .. 9 = 1, secret
track your level[colour]: 0 to 3

to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn:
    choose one way:
        option earn: gain 1 coins
        option wait: nothing happens
end rich when any(q in players: q.ready): finish the round
winner: most score then shared
score level = your level[red]

example "it":
"""


def told(folder: Path, *lines: str) -> list[str]:
    """Return the failures of an example."""
    path = folder / "purse.tang"
    path.write_text(GAME + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    program = build_all([str(path)], 2).program
    (result,) = run_examples(program)
    return [failure.message for failure in result.failures]


def test_private_ones_are_seen_by_their_player_alone(tmp_path: Path) -> None:
    lines = (
        "expect seat 1 sees your coins",
        "expect seat 2 does not see seat 1.coins",
        "expect seat 2 sees seat 2.coins",
        "expect seat 1 does not see seat 2.mark",
        "expect seat 1 sees seat 1.mark",
    )
    assert told(tmp_path, *lines) == []


def test_public_ones_are_seen_by_all_and_secret_ones_by_nobody(tmp_path: Path) -> None:
    lines = (
        "expect seat 2 sees seat 1.ready",
        "expect seat 2 sees seat 1.level[blue]",
        "expect seat 1 does not see pot",
    )
    assert told(tmp_path, *lines) == []


def test_a_failure_names_the_player_and_the_zone(tmp_path: Path) -> None:
    assert told(tmp_path, "expect seat 2 sees seat 1.coins", "expect seat 2 does not see seat 1.ready") == [
        "seat 2 does not see what `coins` holds",
        "seat 2 sees what `ready` holds",
    ]


@pytest.mark.parametrize("what", ["player_count", "1 + your coins", "3"])
def test_what_lies_nowhere_is_not_seen(tmp_path: Path, what: str) -> None:
    with pytest.raises(
        ScenarioError, match="only pieces, and what lies in a zone, are seen; this is a number"
    ):
        told(tmp_path, f"expect seat 1 sees {what}")
