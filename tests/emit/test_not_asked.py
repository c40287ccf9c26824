"""What is not asked in the text of a game does no harm in compiled rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tangrules import ir, load
from tests.emit.lockstep import compiled, fresh, play_both, same_playout

GAMES = Path(__file__).parent / "games"


def program(name: str) -> ir.Program:
    return load(str(GAMES / f"{name}.tang")).rules(2).program


def test_there_is_nothing_to_choose() -> None:
    """Some of the lists that things are chosen from are empty whatever happens."""
    nowhere = program("nowhere")
    machine = compiled(nowhere)
    # Five rounds of two turns; what else there is to do is never open.
    assert play_both(nowhere, machine, fresh(nowhere, 1), Random(1), 30) == 10
    same_playout(machine, fresh(nowhere, 1), 1)
    state = fresh(nowhere, 1)
    machine.run(state)
    assert list(machine.answers(state)) == [(0, cell) for cell in range(16)]


def test_what_would_fail_is_not_asked() -> None:
    """A question behind `or` fails, and is not asked."""
    unless = program("unless")
    machine = compiled(unless)
    # Four rounds of two turns: nothing stops the game.
    assert play_both(unless, machine, fresh(unless, 1), Random(1), 30) == 8
    same_playout(machine, fresh(unless, 1), 1)


def test_what_has_no_colour_is_not_looked_up() -> None:
    """Tiles are chosen by their colours; that nothing has none is no colour to be told apart from others."""
    stamps = program("stamps")
    machine = compiled(stamps)
    for seed in range(3):
        assert play_both(stamps, machine, fresh(stamps, seed), Random(seed), 30) == 12
        same_playout(machine, fresh(stamps, seed), seed)
    state = fresh(stamps, 1)
    machine.run(state)
    # Red and blue lie on the board: four green tiles can be stamped, and seven cells are free.
    green = [(0, tile, 2) for tile in range(8, 12)]
    assert list(machine.answers(state)) == [*green, *[(1, cell) for cell in (1, 2, 3, 5, 6, 7, 8)]]


def test_elements_may_take_different_ways() -> None:
    """Of the first tiles no place is asked, of others it is, so that it cannot be told which words are read."""
    backs = program("backs")
    machine = compiled(backs)
    for seed in range(3):
        # Seven blue tiles can be taken, one a turn; the last one is no question.
        assert play_both(backs, machine, fresh(backs, seed), Random(seed), 30) == 6
        same_playout(machine, fresh(backs, seed), seed)
