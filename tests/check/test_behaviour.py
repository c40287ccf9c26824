"""What the language does: the examples in tests/check/games, each a test, run in the reference interpreter.

Every expected value is worked out by hand. A game is about one part of the language.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tangrules.lower.pipeline import Built, build_all
from tangrules.verify.examples import run_example

GAMES = Path(__file__).parent / "games"
_EXAMPLE = re.compile(r'^example "([^"]+)"(?: for (\d+) players?)?:', re.MULTILINE)
_SEATS = re.compile(r"^players (\d+)", re.MULTILINE)


def _examples() -> list[tuple[str, str, int]]:
    found = []
    for path in sorted(GAMES.glob("*.tang")):
        text = path.read_text(encoding="utf-8")
        least = re.search(_SEATS, text)
        assert least is not None
        found += [(path.stem, title, int(seats or least[1])) for title, seats in _EXAMPLE.findall(text)]
    return found


EXAMPLES = _examples()


@cache
def built(game: str, players: int) -> Built:
    return build_all([str(GAMES / f"{game}.tang")], players)


@pytest.mark.parametrize(("game", "title", "players"), EXAMPLES, ids=[f"{g}: {t}" for g, t, _ in EXAMPLES])
def test_the_example_holds(game: str, title: str, players: int) -> None:
    program = built(game, players).program
    (example,) = [example for example in program.examples if example.title == title]
    assert [str(failure) for failure in run_example(program, example).failures] == []


@pytest.mark.parametrize("game", sorted({game for game, _, _ in EXAMPLES}))
def test_a_game_is_checked_without_a_word(game: str) -> None:
    seats = {players for name, _, players in EXAMPLES if name == game}
    warnings = [warning for players in seats for warning in built(game, players).warnings]
    # Examples do not count as callers, and much in these games is there for them alone.
    assert [warning for warning in warnings if warning.code != "W-UNCALLED"] == []


def test_titles_are_unique() -> None:
    assert len({(game, title) for game, title, _ in EXAMPLES}) == len(EXAMPLES)
