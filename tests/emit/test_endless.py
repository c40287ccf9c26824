"""Work that would take for ever is stopped in compiled rules, and never done by the compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import RuleError, load

GAME = """\
tang 1
game work "Work"
players 2
at most 3 rounds
zone your coins: counter 0 .. 99 = 0
to setup: nothing happens
to round:
    for each q in players: q does go()
turn go: offer one main
action rest "Rest" is main: nothing happens
action dig "Dig" is main:
    {dig}
end never when no: finish the game
score coins "Coins" = {score}
winner: most score
"""


def _write(path: Path, dig: str, score: str) -> Path:
    path.write_text(GAME.format(dig=dig.replace("\n", "\n    "), score=score), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "dig",
    [
        "repeat 10000 times:\n    repeat 10000 times:\n        repeat 10000 times: gain 1 coins",
        "repeat 10000 times:\n    for each n in 1 .. 10000 + your coins: gain n coins",
        "for each n in 1 .. 50000, m in 1 .. 50000: gain m coins",
    ],
    ids=["repeat", "a range within", "pairs"],
)
def test_loops_within_loops_are_stopped(tmp_path: Path, dig: str) -> None:
    state = load(_write(tmp_path / "work.tang", dig, "your coins")).start(players=2, seed=1)
    with pytest.raises(RuleError, match="what follows this answer does not end"):
        state.play("dig")
    assert state.play("rest").decision.seat == 1


def test_a_loop_of_a_fixed_length_may_be_long(tmp_path: Path) -> None:
    dig = "repeat 300 times:\n    repeat 100 times: gain 1 coins"
    state = load(_write(tmp_path / "work.tang", dig, "your coins")).start(players=2, seed=1)
    assert state.play("dig").scores == (99, 0)


def test_the_compiler_counts_nothing_that_takes_long(tmp_path: Path) -> None:
    count = "count(a in 1 .. 9000, b in 1 .. 9000 where a + b is 7)"  # as much as the checker lets through
    score = f"if your coins > 90 then {count} else your coins"
    state = load(_write(tmp_path / "work.tang", "gain 2 coins", score)).start(players=2, seed=1)
    assert state.play("dig").scores == (2, 0)
