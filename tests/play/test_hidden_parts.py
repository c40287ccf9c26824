"""What is chosen in secret, and pieces of which a part is seen in a hidden zone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tangrules import Game, ScenarioError, load
from tangrules.lower.pipeline import build
from tangrules.play.sample import deal
from tangrules.play.seen import UNSEEN, moves_seen
from tangrules.play.views import Back

GAME = """tang 1
game fair "Fair"
players 2 to 3
at most 1 rounds

icons suit: club, heart
icons value_of: low, high
piece card:
    suit: suit
    worth: number
    worn: yesno = no changes
table cards of card:
    | name   | suit  | worth |
    | club_1 | club  | 1     |
    | club_2 | club  | 2     |
    | club_3 | club  | 3     |
    | heart_1 | heart | 1    |
    | heart_2 | heart | 2    |
    | heart_3 | heart | 3    |

zone stock: deck of card, secret
zone your hand: set of card, private
zone chest: set of card, secret but for suit
zone safe: set of card, secret but for suit and worth
zone your mark: note of value_of or nothing, private

to setup:
    move cards to stock
    shuffle stock
    for each q in players: q draws 2 from stock to q.hand
to round:
    for each q in players: q does play()
turn play:
    step mark:
        choose in secret "High or low?" v in value_of: set your mark to v
    step store:
        choose "Which card goes into the chest?" c in your hand: move c to chest
    step guess:
        choose in secret one guess "And?":
            option first: set your mark to nothing
            option second: nothing happens
end done after round when round_number > 0: finish the game
winner: most score then shared
score mark = if your mark is high then 1 else 0
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("fair") / "fair.tang"
    file.write_text(GAME, encoding="utf-8")
    return load(str(file))


def test_what_is_chosen_in_secret_is_told_to_nobody_else(game: Game) -> None:
    low, high = (game.start(players=2, seed=3).play(answer) for answer in ("low", "high"))
    assert low.view(1) == high.view(1)
    assert moves_seen(low, 1) == moves_seen(high, 1)
    assert [move.text for move in moves_seen(low, 1)] == [UNSEEN]
    assert [move.text for move in moves_seen(low, 0)] == ["low"]
    assert low.view(0) != high.view(0)


def test_a_secret_choice_of_one_thing_is_hidden_too(game: Game) -> None:
    state = game.start(players=2, seed=3).play("low")
    state = state.play(state.decision_of(0).options[0])
    one, two = state.play("first"), state.play("second")
    assert one.view(1) == two.view(1)
    assert moves_seen(one, 1) == moves_seen(two, 1)


def test_a_part_of_a_hidden_piece_is_seen(game: Game) -> None:
    state = game.start(players=2, seed=3).play("low")
    card = state.decision_of(0).options[0].text
    state = state.play(card)
    (back,) = state.view(1).see("chest")
    assert isinstance(back, Back)
    ((column, suit),) = back.shown
    program = state.rules.program
    assert program.tables[column].name == "card.suit"
    assert program.icons[suit if isinstance(suit, int) else -1] == card.split("_")[0]
    assert state.view(0).see("chest") == (next(p for p, c in enumerate(program.pieces) if c.name == card),)


def test_a_sample_puts_only_what_fits_there(game: Game) -> None:
    state = game.start(players=2, seed=3).play("low")
    card = state.decision_of(0).options[0].text
    state = state.play(card).play("second")
    view = state.view(1)
    program = state.rules.program
    chest = next(zone for zone in program.zones if zone.name == "chest")
    seen = Counter(program.pieces[deal(view, seed=seed).Z[chest.base][0]].name for seed in range(300))
    mine = {program.pieces[piece].name for piece in view.see("hand", 1) if isinstance(piece, int)}
    fitting = {piece.name for piece in program.pieces if piece.name.startswith(card[:-1])} - mine
    assert set(seen) == fitting
    assert min(seen.values()) > 300 / len(fitting) / 2


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("secret but for suit\n", "secret but for sut\n", "E-NAME"),
        ("secret but for suit\n", "secret but for worn\n", "E-KIND"),
        ("or nothing, private\n", "or nothing, private but for suit\n", "E-NAME"),
    ],
)
def test_what_is_seen_is_printed_on_the_piece(tmp_path: Path, old: str, new: str, code: str) -> None:
    file = tmp_path / "fair.tang"
    file.write_text(GAME.replace(old, new), encoding="utf-8")
    with pytest.raises(ScenarioError, match=code):
        build([str(file)], 2)
