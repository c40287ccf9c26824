"""The game in the terminal: everything that can be typed."""

from __future__ import annotations

from pathlib import Path

import pytest

LINES = """\
tang 1
game lines "Lines"
players 2
at most 9 rounds

piece stone:
    owner: player or nothing changes

table stones of stone:
    | name  | copies |
    | stone | 9      |

zone grid_of: grid 3 by 3 of stone
zone your left: counter 0 .. 9 = 5

to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn:
    choose "Where?" c in grid_of to put(c)
to put(c: cell):
    move first(s in stones where s in box)! to c
require free for put(c): c.stone is nothing else "There is a stone already."
end full when every(c in grid_of: c.stone is not nothing): finish the turn
score left "Stones left" = your left
winner: most score then shared
"""


@pytest.fixture
def lines(folder: Path) -> str:
    """A game on a grid, where moves are cells."""
    (folder / "lines.tang").write_text(LINES)
    return "lines.tang"


def test_a_whole_game_ends_with_the_score_pad(run, race: Path) -> None:
    ran = run("play", "race.tang", "--seed", "1", "--you", "0", "--against", "greedy,random")
    assert (ran.code, ran.err) == (0, "")
    assert "seat 1: 2\n" in ran.out
    assert ran.out.rstrip().endswith(("wins.", "win."))


def test_numbers_are_moves_where_moves_are_numbers(run, race: Path) -> None:
    ran = run("play", "race.tang", "--seed", "1", typed="2\nquit\n")
    assert "seat 1: How many coins do you take?\n  1  2\n" in ran.out
    assert "coins 2" in ran.out


def test_moves_are_numbered_and_can_be_typed(run, lines: str) -> None:
    ran = run("play", lines, typed="5\nr0c0\nquit\n")
    assert "  5. r1c1\n" in ran.out
    assert "r1 ·  St ·" in ran.out
    assert "r0 St ·  ·" in ran.out


def test_a_part_of_a_move_lists_those_with_it(run, lines: str) -> None:
    ran = run("play", lines, typed="r2\nmoves c1\nquit\n")
    assert "seat 1>   7. r2c0\n  8. r2c1\n  9. r2c2\n" in ran.out
    assert "seat 1>   2. r0c1\n  5. r1c1\n  8. r2c1\n" in ran.out


def test_why_tells_the_rule_that_refuses(run, lines: str) -> None:
    ran = run("play", lines, typed="r1c1\nwhy r1c1\nwhy r0c0\nwhy\nr1c1\nquit\n")
    assert "seat 2> free: There is a stone already.\n" in ran.out
    assert "seat 2> this move is allowed\n" in ran.out
    assert "seat 2> write the move behind `why`\n" in ran.out
    assert "seat 2> `r1c1` is not allowed\n  - free: There is a stone already.\n" in ran.out


HOLES = (
    LINES.replace("grid 3 by 3 of stone", "grid 3 by 3 of stone without (r1c1)")
    .replace(
        'choose "Where?" c in grid_of to put(c)', 'choose "Where?" c in grid_of, n in 1 .. 4 to put(c, n)'
    )
    .replace("to put(c: cell):", "to put(c: cell, n: number):")
    .replace("for put(c):", "for put(c, n):")
)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("r1c1 1", "there is no cell r1c1"),
        ("r9c9 1", "there is no cell r9c9: they go from r0c0 to r2c2"),
        ("r0c3 1", "there is no cell r0c3: they go from r0c0 to r2c2"),
        ("r0c0 7", "7 cannot be chosen: it is a number from 1 to 4"),
        ("r0c0 0", "0 cannot be chosen: it is a number from 1 to 4"),
        ("r0c0 -1", "-1 cannot be chosen: it is a number from 1 to 4"),
        ("r0c0 1", "this move is allowed"),
    ],
)
def test_why_tells_of_what_is_not_there(run, folder: Path, move: str, reason: str) -> None:
    (folder / "holes.tang").write_text(HOLES)
    ran = run("play", "holes.tang", typed=f"why {move}\nquit\n")
    assert ran.code == 0
    assert f"seat 1> {reason}\n" in ran.out


def test_what_cannot_be_a_move_is_answered(run, lines: str) -> None:
    ran = run("play", lines, typed="\n99\n0\nhello\nundo\nsave\nsave .\nquit\n")
    assert ran.code == 0
    assert "there is no move 99: they are numbered from 1 to 9" in ran.out
    assert "there is no move 0: they are numbered from 1 to 9" in ran.out
    assert "`hello` is not a move here" in ran.out
    assert "there is nothing to take back" in ran.out
    assert "write the file's name behind `save`" in ran.out
    assert "cannot write .: it is a folder" in ran.out


def test_undo_goes_back_to_the_last_decision(run, lines: str) -> None:
    ran = run("play", lines, typed="r1c1\nundo\nhistory\nquit\n")
    assert ran.out.count("round 1 · turn 1") == 2
    assert "seat 1> " in ran.out.rsplit("\n", 1)[-1] or ran.out.rstrip().endswith("seat 1>")


def test_help_score_and_history(run, lines: str) -> None:
    ran = run("play", lines, typed="r1c1\nhelp\nscore\nhistory\nquit\n")
    assert "why MOVE" in ran.out
    assert "Stones left        5        5" in ran.out
    assert "  1. seat 1: r1c1\n" in ran.out


def test_a_save_is_gone_on_with(run, saved: Path) -> None:
    ran = run("play", "race.tang", "--save", saved.name, typed="history\nquit\n")
    assert "  1. seat 1: 1\n  2. seat 2: 2\n" in ran.out


def test_the_end_of_the_input_leaves_quietly(run, race: Path) -> None:
    ran = run("play", "race.tang")
    assert (ran.code, ran.err) == (0, "")


def test_input_that_is_no_text_is_answered(run, race: Path) -> None:
    ran = run("play", "race.tang", typed=b"\xff\xfe\nquit\n")
    assert ran.code == 0
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("you", ["5", "x", "1,9", ""])
def test_seats_that_are_not_there(run, race: Path, you: str) -> None:
    ran = run("play", "race.tang", "--you", you)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"tangrules: you is {you!r}: name seats from 1 to 2, or 0 to look on\n"


def test_a_seat_is_named_once(run, race: Path) -> None:
    ran = run("play", "race.tang", "--you", "1,1")
    assert (ran.code, ran.out, ran.err) == (2, "", "tangrules: you is '1,1': name each seat once\n")


def test_a_hand_is_shown_to_its_seat_alone(run) -> None:
    meadow = Path(__file__).parent.parent / "draw" / "meadow.tang"
    ran = run("play", str(meadow), "--seed", "1", typed="quit\n")
    hands = next(line for line in ran.out.splitlines() if line.startswith("hand"))
    assert hands.count("▒ card ×2") == 1
    assert hands.rstrip().endswith("hand ▒ card ×2")


def test_why_of_a_number_is_of_the_move_with_it(run, lines: str) -> None:
    ran = run("play", lines, typed="why 999\nwhy 5\nquit\n")
    assert "seat 1> there is no move 999: they are numbered from 1 to 9\n" in ran.out
    assert "seat 1> this move is allowed\n" in ran.out


def test_a_history_of_nothing_says_so(run, lines: str) -> None:
    ran = run("play", lines, typed="history\nquit\n")
    assert "seat 1> nothing has been played yet\n" in ran.out


def test_the_score_of_a_game_that_goes_on_is_no_result(run, lines: str) -> None:
    ran = run("play", lines, typed="r1c1\nscore\nquit\n")
    assert "If the game ended now, " in ran.out
    assert " would win.\n" in ran.out
    assert " win.\n" not in ran.out.replace("would win.\n", "")
    assert " wins.\n" not in ran.out


def test_an_action_that_is_not_offered_is_explained(run) -> None:
    ran = run(
        "play", "tang-garden", "--players", "2", "--seed", "7", typed="influence\nwhy influence\nquit\n"
    )
    reason = "chance: Your three cubes have not reached a new threshold, and you hold no character token."
    assert f"`influence` is not possible now\n  - {reason}" in ran.out
    assert ran.out.count(reason) == 2
    assert "did you mean" not in ran.out


def test_bots_speak_as_the_menus_do(run) -> None:
    typed = "1\n" * 12 + "quit\n"
    ran = run("play", "tang-garden", "--players", "2", "--seed", "7", "--against", "random", typed=typed)
    told = [line for line in ran.out.splitlines() if line.startswith("seat 2: build: ")]
    assert told
    assert all(" at r" in line and " turned " in line for line in told)


SEALED = """\
tang 1
game sealed "Sealed"
players 2
at most 5 rounds

zone your coins: counter 0 .. 99 = 3, private

to setup: nothing happens
to round:
    for each q in players: q does take_turn()
turn take_turn:
    choose "How much do you save?" n in 0 .. 2: gain n coins
    in secret each q in players chooses "How much do you bid?" b in 0 .. q.coins as bids
    for each q in players: q loses bids[q].b coins
end never when no: finish the round
score coins "Coins" = your coins
winner: most score then shared
"""


@pytest.fixture
def sealed(folder: Path) -> str:
    """A game with hidden coins and secret bids."""
    (folder / "sealed.tang").write_text(SEALED)
    return "sealed.tang"


def test_hidden_coins_are_not_told_by_the_score(run, sealed: str) -> None:
    ran = run("play", sealed, "--seed", "1", typed="0\nscore\nquit\n")
    assert "score 3" in ran.out
    assert ran.out.count("score 0 + ?") == 2
    assert "Coins        3        ?\nTotal        3        ?\n" in ran.out
    assert "would win" not in ran.out


def test_undo_shows_no_board_of_another_seat_with_more_on_it(run, sealed: str) -> None:
    """Seat 2 is asked for its bid when seat 1 has given its own: that one is not for seat 2 to take back."""
    ran = run("play", sealed, "--seed", "1", typed="0\n1\nundo\nhistory\nquit\n")
    after = ran.out.split("seat 2> ")[1:]
    assert after[0] == "there is nothing to take back\n"
    assert "seat 1: …" in after[1]


def test_undo_goes_back_to_an_own_decision_behind_those_of_others(run, sealed: str) -> None:
    ran = run("play", sealed, "--seed", "1", "--you", "1,2", typed="0\n1\n2\n0\nundo\nquit\n")
    assert "what others answered in secret has been told: that is not taken back" in ran.out


def test_undo_behind_answers_in_secret_is_refused_until_they_are_told(run, sealed: str) -> None:
    ran = run("play", sealed, "--seed", "1", "--you", "1", "--against", "random", typed="0\nundo\nquit\n")
    assert ran.out.count("seat 1: How much do you save?") == 2
    ran = run("play", sealed, "--seed", "1", "--you", "1", "--against", "random", typed="0\n0\nundo\nquit\n")
    assert "what others answered in secret has been told: that is not taken back" in ran.out


def test_a_replay_for_a_seat_tells_what_it_has_seen(run, sealed: str) -> None:
    run("play", sealed, "--seed", "1", typed="0\n1\n2\nsave game.json\nquit\n")
    ran = run("replay", "game.json", sealed, "--seat", "1")
    assert ran.code == 0
    assert "(seat 1 -1)" in ran.out
    assert "seat 2 -2" not in ran.out
    assert "seat 2 -2" in run("replay", "game.json", sealed).out
