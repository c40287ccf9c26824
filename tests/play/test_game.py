"""Playing through the public names."""

from __future__ import annotations

import attrs
import pytest

from tangrules import Game, IllegalMove, NeedChance, RuleError, State, UsageError, ir, load
from tests.play import programs

DUEL = Game.of(programs.duel(), compiled=False)
CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)
BIDS = Game.of(programs.bids(), compiled=False)


def rigged() -> State:
    """Seat 1 holds cards 3 (worth 3) and 1 (worth 1)."""
    return CARDS.start(players=2, script={"deck": ["card_3", "card_1", "card_4", "card_8"]})


def options(state: State) -> list[str]:
    assert state.decision is not None
    return [option.text for option in state.decision.options]


def test_playing_gives_a_new_state_and_leaves_the_old_one() -> None:
    first = DUEL.start(players=2)
    key = first.key()
    second = first.play("place: r1c1")
    assert first.key() == key
    assert first != second
    assert "place: r1c1" in options(first)
    assert "place: r1c1" not in options(second)


def test_undo_is_keeping_the_earlier_state() -> None:
    first = DUEL.start(players=2)
    first.play("r1c1")
    assert first.play("r0c0") == DUEL.start(players=2).play("r0c0")


def test_equal_positions_are_equal_whatever_the_way() -> None:
    one = DUEL.start(players=2, seed=1)
    for move in ("r0c0", "r2c2", "r0c1"):
        one = one.play(move)
    other = DUEL.start(players=2, seed=2)
    for move in ("r0c0", "r2c2", "r0c1"):
        other = other.play(move)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, one.copy()}) == 1


def test_a_decision_says_who_is_asked_and_what() -> None:
    decision = DUEL.start(players=2).decision
    assert decision is not None
    assert (decision.seat, decision.name, decision.prompt, decision.kind) == (0, "place", "Where?", "choice")


def test_options_are_a_sequence() -> None:
    decision = DUEL.start(players=2).decision
    assert decision is not None
    assert len(decision.options) == 9
    assert decision.options[4].answer == (0, 4)
    assert [option.text for option in decision.options[1:3]] == ["place: r0c1", "place: r0c2"]
    assert decision.options[4] in decision.options
    assert (0, 4) in decision.options
    assert "place: r1c1" in decision.options
    assert (0, 9) not in decision.options
    assert "place: r7c7" not in decision.options
    assert 5 not in decision.options


def test_an_option_shows_its_parts() -> None:
    decision = rigged().decision
    assert decision is not None
    assert [option.labels for option in decision.options] == [
        ("play", "card_1"),
        ("play", "card_3", "a coin"),
        ("pass",),
    ]
    assert [option.title for option in decision.options] == ["Play a card", "Play a card", "Play nothing"]


@pytest.mark.parametrize(
    "move",
    [
        "play: card_1",
        "PLAY:  Card_1",
        "play card_1",
        "card_1",
        "Play a card: card_1",
        (0, 0, 0),
    ],
)
def test_a_move_can_be_typed_in_several_ways(move: str | tuple[int, ...]) -> None:
    assert rigged().play(move) == rigged().play("play: card_1")


def test_a_price_need_not_be_named_if_only_one_fits() -> None:
    assert rigged().play("play: card_3") == rigged().play("play: card_3 with a coin")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("play: card_8", "`play: card_8` is not allowed\n  - card_8 cannot be chosen"),
        ("card_1 with a coin", "`play: card_1 with a coin` is not allowed\n  - there is nothing to pay for"),
        (
            (0, 2, 0),
            "`play: card_3` is not allowed\n"
            "  - cheap: it costs more than 2 @cards.03\n"
            "  - allowed with a coin",
        ),
        ("play: carrd_1", "`play: carrd_1` is not a move here\n  - did you mean `play: card_1`?"),
        ((7,), "[7] is not a move here"),
        ((0, 99, 0), "[0, 99, 0] is not a move here"),
        ((), "[] is not a move here"),
    ],
)
def test_an_illegal_move_says_why(move: str | tuple[int, ...], message: str) -> None:
    state = rigged()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert str(caught.value).startswith(message)
    assert state == rigged()


def test_why_not_gives_the_rules_own_words() -> None:
    state = DUEL.start(players=2).play("r1c1")
    assert state.why_not("r1c1") == ("free: the cell is taken @duel.02",)
    assert state.why_not("r1c2") == ()


def test_a_move_after_the_end_is_illegal() -> None:
    state = DUEL.start(players=2)
    for move in ("r0c0", "r1c0", "r0c1", "r1c1", "r0c2"):
        state = state.play(move)
    assert state.over
    assert state.decision is None
    assert state.result.winners == (0,)
    assert state.why_not("r2c2") == ("the game is over",)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("r2c2")


def test_a_failing_rule_leaves_the_state_as_it_was() -> None:
    program = programs.duel()
    board = program.zones[0]
    fails = ir.Store(0, ir.Const(99), ir.Const(0), origin=1)
    code = program.verbs[1].code
    broken = tuple(fails if isinstance(done, ir.Put) else done for done in code.instructions)
    verbs = (program.verbs[0], attrs.evolve(program.verbs[1], code=attrs.evolve(code, instructions=broken)))
    state = Game.of(attrs.evolve(program, verbs=verbs), compiled=False).start(players=2)
    key = state.key()
    with pytest.raises(RuleError, match=f"{board.name} has no part 99") as caught:
        state.play("r1c1")
    assert str(caught.value.span) == "hand.tang:7:5"
    assert state.key() == key


def test_history_tells_the_moves() -> None:
    state = rigged().play("card_3").play("pass")
    assert [(move.seat, move.decision, move.text) for move in state.history] == [
        (0, "turn", "play: card_3 with a coin"),
        (1, "turn", "pass"),
    ]


def test_several_seats_answer_in_secret() -> None:
    state = BIDS.start(players=3)
    assert state.pending == (0, 1)
    later = state.play("2", seat=1)
    assert later.pending == (0,)
    assert later.play("bid: 1").raw().V[9:12] == [3, 1, 0]
    with pytest.raises(IllegalMove, match="it is not for seat 2 to answer now"):
        later.play("1", seat=1)


def test_a_script_decides_what_is_drawn() -> None:
    assert options(rigged()) == ["play: card_1", "play: card_3 with a coin", "pass"]


def test_equal_seeds_give_equal_games() -> None:
    assert CARDS.playout(players=3, seed=4) == CARDS.playout(players=3, seed=4)
    assert CARDS.start(players=2, seed=4) == CARDS.start(players=2, seed=4)
    games = {CARDS.start(players=2, seed=seed) for seed in range(20)}
    assert len(games) > 10


@pytest.mark.parametrize("seed", range(10))
def test_compiled_rules_play_the_same_games(seed: int) -> None:
    for program in (programs.duel(), programs.cards(), programs.bids()):
        plain, fast = Game.of(program, compiled=False), Game.of(program)
        seats = program.players
        assert fast.playout(players=seats, seed=seed) == plain.playout(players=seats, seed=seed)


def test_chance_can_be_left_to_the_caller() -> None:
    state = rigged().play("pass").play("pass").play("play: card_1")
    fast = state.thaw(caller=True)
    with pytest.raises(NeedChance) as caught:
        fast.step((1,))
    assert (caught.value.name, caught.value.items) == ("deck", (1, 4, 5, 6))
    results = []
    for item in caught.value.items:
        branch = fast.copy()
        branch.decide(item)
        results.append(branch.state.Z[3])
    assert results == [(1, 2), (2, 4), (2, 5), (2, 6)]


def test_a_playout_counts_decisions_and_scores() -> None:
    played = CARDS.playout(players=2, seed=1)
    assert played.decisions == 5
    assert len(played.scores) == 2
    assert played.winners


def test_a_thawed_state_is_played_in_place() -> None:
    state = DUEL.start(players=2)
    fast = state.thaw()
    other = fast.copy()
    fast.step(fast.answers()[4])
    assert fast.seats == (1,)
    assert other.answers() == state.thaw().answers()
    while not fast.over:
        fast.step(fast.answers()[0])
    assert fast.winners() == (0, 1)
    assert state == DUEL.start(players=2)


def test_scores_can_be_asked_at_any_time() -> None:
    state = rigged()
    assert state.scores == (5, 1)
    with pytest.raises(UsageError, match="the game is not over"):
        _ = state.result
    assert state.standing.winners == (0,)


def test_states_are_shown_shortly() -> None:
    assert repr(BIDS.start(players=3)) == "<bids, 3 seats, seat 1 and seat 2 to answer>"
    assert repr(DUEL) == "<Game of duel>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 5}, "players is 5: this game is for 2 or 3"),
        ({"players": 0}, "players is 0: this game is for 2 or 3"),
        ({"players": 2, "seed": -1}, "seed is -1: it must be a number from 0"),
        ({"players": 2, "seed": True}, "seed is True"),
    ],
)
def test_bad_arguments_are_refused_at_the_door(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CARDS.start(**arguments)


def test_loading_needs_packs() -> None:
    with pytest.raises(UsageError, match="at least one pack"):
        load()
    with pytest.raises(UsageError, match="each must be a name or a path"):
        load(5)  # type: ignore[arg-type]
