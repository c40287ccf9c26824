"""What a rule that failed tells of the verbs under way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import RuleError, load
from tangrules.runtime.trail import trail

GAME = """\
tang 1
game rounds "Rounds"
players 2
at most 9 rounds
zone lamp: counter 0 .. 9 = 0
zone your coins: counter 0 .. 9 = 0
track your way: 0 to 9:
    at 2:
        lose 1 way
        advance way
to setup: nothing happens
to round:
    for each q in players: q does go()
turn go: offer one main
action light "Light" is main: set lamp to 1
action walk "Walk" is main: advance way by 2
action sing "Sing" is main: sing_on()
to sing_on(): hum()
to hum():
    if your coins is 0: sing_on()
whenever lamp is 1 as dim: set lamp to 2
whenever lamp is 2: set lamp to 1
end never when no: finish the game
winner: most your coins
"""


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), ()),
        (("a", "b"), ("in a", "in b")),
        (("#settle", "a", "#main"), ("in a",)),
        (("#advance_way", "#after_walk", "go"), ("in way", "in walk", "in go")),
        (("a", "a", "b"), ("in a", "in a", "in b")),
        (("a", "b") * 4 + ("a", "c"), ("in a", "in b", "and so on, 4 times around", "in a", "in c")),
        (("a",) * 3, ("in a", "and so on, 3 times around")),
        (tuple("abcdefghijkl"), (*(f"in {n}" for n in "abcdefghij"), "and 2 more")),
    ],
)
def test_a_circle_is_told_once(names: tuple[str, ...], told: tuple[str, ...]) -> None:
    assert trail(names) == told


@pytest.mark.parametrize(
    ("move", "message", "circle", "lines"),
    [
        ("sing", "more than 500 verbs were under way at once", ("in sing_on", "in hum"), (18, 20)),
        ("walk", "more than 500 verbs were under way at once", ("in way",), (10,)),
        ("light", "rules with `whenever` set each other off without end: `dim`, `lamp is 2`", (), (21,)),
    ],
)
def test_what_never_ends_is_stopped_and_its_circle_shown(
    tmp_path: Path, move: str, message: str, circle: tuple[str, ...], lines: tuple[int, ...]
) -> None:
    path = tmp_path / "rounds.tang"
    path.write_text(GAME, encoding="utf-8")
    state = load(path).start(players=2, seed=1)
    with pytest.raises(RuleError) as caught:
        state.play(move)
    error = caught.value
    assert error.args[0] == f"{message} (E-FUEL)"
    assert error.span is not None
    assert error.span.line in lines
    assert set(error.trail[: len(circle)]) == set(circle)
    if circle:
        assert error.trail[len(circle)].startswith("and so on, ")
    assert error.trail[-1] == "in round"
