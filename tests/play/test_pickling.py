"""Games and states in pickles: the same on the other side, or a clear refusal."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from tangrules import Caller, Game, SaveError, State, UsageError, load, sample
from tangrules.play import pickling
from tests.play import programs

COATS = Path(__file__).parents[1] / "verify" / "games" / "coats.tang"
CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)
BIDS = Game.of(programs.bids((3, 3, 3)), compiled=False)

T = TypeVar("T")


def sent(thing: T) -> T:
    found: T = pickle.loads(pickle.dumps(thing))
    return found


def first_move(state: State) -> State:
    assert state.decision is not None
    return state.play(state.decision.options[0])


def test_a_state_goes_on_in_another_process() -> None:
    state = load(COATS).start(players=2, seed=3)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        after = pool.submit(first_move, state).result()
    assert after == first_move(state)
    assert after.to_json() == first_move(state).to_json()
    assert after.history == first_move(state).history


@pytest.mark.parametrize("game", [CARDS, BIDS], ids=["cards", "bids"])
def test_a_state_of_programs_is_the_same(game: Game) -> None:
    state = game.start(players=3, seed=11)
    while not state.over:
        assert sent(state) == state
        assert sent(state).to_json() == state.to_json()
        state = first_move(state)
    assert sent(state).result == state.result


def test_a_script_that_is_left_is_sent() -> None:
    state = CARDS.start(players=2, script={"deck": ["card_3", "card_1", "card_4", "card_8", "card_7"]})
    assert sent(state).play("pass") == state.play("pass")
    assert sent(state).to_json() == state.to_json()


def test_a_game_keeps_its_packs() -> None:
    game = load(COATS)
    assert sent(game).start(players=2, seed=1) == game.start(players=2, seed=1)
    assert sent(sent(game)).packs == (str(COATS),)


def test_the_folder_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(COATS.parent)
    state = load("coats.tang").start(players=2, seed=1)
    data = pickle.dumps(state)
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(data) == state


def test_options_and_decisions_are_the_same() -> None:
    state = BIDS.start(players=3, seed=1)
    assert state.decision is not None
    decision = sent(state.decision_of(1))
    assert (decision.seat, decision.kind) == (1, "secret")
    assert [option.text for option in decision.options] == [
        option.text for option in state.decision_of(1).options
    ]
    option = state.decision.options[1]
    assert sent(option) == option
    assert (sent(option).text, sent(option).labels) == (option.text, option.labels)
    assert list(sent(state.decision.options)) == list(state.decision.options)


def test_samples_and_thawed_positions_are_sent() -> None:
    state = load(COATS).start(players=2, seed=3)
    dealt = sample(state.view(0), seed=9)
    assert sent(dealt) == dealt
    table = sent(dealt.thaw(caller=True))
    assert isinstance(table.state.source, Caller)
    assert table.state == dealt.raw()


def test_other_rules_are_told(tmp_path: Path) -> None:
    file = tmp_path / "coats.tang"
    file.write_bytes(COATS.read_bytes())
    data = pickle.dumps(load(file).start(players=2, seed=1))
    assert pickle.loads(data).players == 2
    file.write_text(file.read_text("utf-8") + "\n-- another\n", "utf-8")
    pickling._games.clear()  # as in another process
    with pytest.raises(SaveError, match="the rules have changed since this was pickled"):
        pickle.loads(data)


def test_what_cannot_be_pickled_says_so() -> None:
    made = Game(("mine",), lambda players: programs.cards(players))
    with pytest.raises(UsageError, match="made by a function"):
        pickle.dumps(made)
    with pytest.raises(UsageError, match="a view is not pickled"):
        pickle.dumps(CARDS.start(players=2).view(0))


def test_a_copy_of_a_state_is_the_state() -> None:
    state = CARDS.start(players=2)
    assert copy.copy(state) is state
    assert copy.deepcopy([state])[0] is state
