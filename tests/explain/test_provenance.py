"""Where numbers come from: of a track with parts, each part's own steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangrules import State, UsageError, load
from tangrules.explain.provenance import story, whence

RACE = """\
tang 1
game race "Race"
players 2 to 2
at most 5 rounds

icons lane: red, blue
zone your coins: counter 0 .. 9 = 2
track your level[lane]: 0 to 9

to setup:
    for each q in players: q advances level[red] by 1

to round:
    for each q in players: q does run()

to run():
    advance level[blue] by 2
    advance level[red] by 1

end far when round_number >= 3: finish the round
score total "Total" = your level[red]
winner: most score then shared
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    file: Path = tmp_path_factory.mktemp("race") / "race.tang"
    file.write_text(RACE, encoding="utf-8")
    return load(file).start(players=2)


def test_one_part_is_told(state: State) -> None:
    found = whence(state, "level[blue]", 1)
    assert (found.zone, found.began, found.value) == ("seat 2.level[blue]", 0, 6)
    assert sum(source.delta for source in found.sources) == 6
    assert {source.part for source in found.sources} == {""}
    assert str(found).startswith("seat 2.level[blue]: 6\n  +")


def test_parts_are_told_apart(state: State) -> None:
    found = whence(state, "level")
    assert [(part.name, part.value) for part in found.parts] == [
        ("seat 1.level[red]", 4),
        ("seat 1.level[blue]", 6),
    ]
    reds = [source.delta for source in found.sources if source.part == "seat 1.level[red]"]
    assert sum(reds) == 4
    red, blue = str(found).split("\n\n")
    assert red == str(whence(state, "level[red]"))
    assert blue == str(whence(state, "level[blue]"))


def test_a_step_says_on_which_part_it_is(state: State) -> None:
    steps = {line.strip() for line in story(state) if "advance" in line}
    assert steps == {f"advance seat {seat}.level[{lane}]" for seat in (1, 2) for lane in ("red", "blue")}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("blue", r"no counter called `blue`: did you mean `level\[blue\]`\?"),
        ("levle", r"no counter called `levle`: did you mean `level`\?"),
        ("zzz", "no counter called `zzz`: there are coins, level"),
        ("level[blu]", r"`level` has no part `blu`: did you mean `blue`\?"),
        ("level[", r"no counter called `level\[`"),
        ("coins[blue]", "`coins` has no parts with names, so there is no `blue`"),
    ],
)
def test_what_is_no_counter_is_told(state: State, name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        whence(state, name)
