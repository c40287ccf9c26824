"""Saves: a round trip at every decision, and a clear message for every damage."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangrules import Game, SaveError, State, UsageError
from tangrules.play.saves import LONGEST
from tangrules.runtime.chance import Caller
from tests.play import programs

DUEL = Game.of(programs.duel(), compiled=False)
CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)
BIDS = Game.of(programs.bids((3, 3, 3)), compiled=False)


def middle() -> State:
    """Cards in the deck, both hands and on the pile, one coin spent."""
    state = CARDS.start(players=2, script={"deck": ["card_3", "card_1", "card_4", "card_8"]})
    return state.play("card_3")


@pytest.mark.parametrize("game", [DUEL, CARDS, BIDS], ids=["duel", "cards", "bids"])
def test_a_game_goes_on_from_a_save_as_without_it(game: Game) -> None:
    players = {"duel": 2, "cards": 3, "bids": 3}[game.packs[0]]
    state = game.start(players=players, seed=11)
    while not state.over:
        assert state.decision is not None
        loaded = State.from_json(state.to_json(), game)
        assert loaded == state
        assert loaded.history == state.history
        assert loaded.to_json() == state.to_json()
        move = state.decision.options[-1]
        assert loaded.play(move.text) == state.play(move)
        state = state.play(move)
    assert State.from_json(state.to_json(), game).result == state.result


def test_a_save_keeps_the_script_that_is_left() -> None:
    state = CARDS.start(players=2, script={"deck": ["card_3", "card_1", "card_4", "card_8", "card_7"]})
    after = State.from_json(state.to_json(), CARDS).play("card_3").play("pass")
    assert after.raw().Z[3] == (0, 6)


def test_what_the_caller_decides_cannot_be_saved() -> None:
    plain = DUEL.start(players=2)
    raw = plain.raw()
    raw.source = Caller()
    state = State(DUEL, plain.rules, raw, plain.beginning)
    with pytest.raises(UsageError, match="decided by the caller"):
        state.to_json()


def damaged(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(middle().to_json())
    change(data)
    return json.dumps(data)


def put(name: str, index: int, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda data: data[name].__setitem__(index, value)


def both(*changes: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda data: [change(data) for change in changes]


DAMAGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "other format": (lambda d: d.update(format=2), "this save has format 2; this version reads format 1"),
    "no format": (lambda d: d.pop("format"), "it does not say its format"),
    "unknown key": (lambda d: d.update(extra=1), "unknown: extra"),
    "missing key": (lambda d: d.pop("rng"), "rng is missing"),
    "text for a number": (put("V", 3, "1"), '"1" is not a whole number @ save.V'),
    "yes for a number": (put("V", 3, True), "true is not a whole number"),
    "a number too large": (put("V", 3, 1 << 70), "is too large"),
    "text for a list": (lambda d: d.update(V="abc"), '"abc" is not a list'),
    "list for a text": (lambda d: d.update(game=[]), "[] is not a text"),
    "other rules": (lambda d: d.update(fingerprint="x"), "with other rules: the files of cards are not what they were"),
    "other game": (lambda d: d.update(game="duel"), "other rules: it is of duel, and the game here is cards"),
    "a pack more": (lambda d: d.update(packs=["cards", "jokers"], fingerprint="x"), "with jokers, which is not here"),
    "other seats": (lambda d: d.update(players=3), "V has 27 entries and must have 28"),
    "no such seats": (lambda d: d.update(players=7), "this save is of 7 players"),
    "bad generator": (lambda d: d.update(rng="12"), 'rng is "12", not a number such as 0x2a'),
    "V too short": (lambda d: d["V"].pop(), "V has 26 entries and must have 27"),
    "Z too long": (lambda d: d["Z"].append([]), "Z has 7 entries and must have 6"),
    "a number out of bounds": (put("V", 17, 10), "seat 1.coins cannot be 10"),
    "an attribute out of bounds": (put("V", 20, -1), "worn[card_2] cannot be -1"),
    "a guard changed": (put("V", 8, 3), "V[8] never changes"),
    "knowledge of no seat": (put("V", 9, 4), "what the seats know is out of range"),
    "an outcome that is none": (put("V", 2, 9), "the outcome cannot be 9"),
    "a piece twice": (put("Z", 5, [2, 2]), "card_3 is in 2 places"),
    "a piece lost": (put("Z", 5, []), "card_3 is nowhere"),
    "a piece lost in the box": (both(put("Z", 5, []), lambda d: d["box"].append(99)), "there is no piece 99"),
    "a piece that is none": (put("Z", 5, [8]), "pile holds pieces that it cannot"),
    "a hand out of order": (put("Z", 4, [7, 3]), "seat 2.hand is not in order"),
    "no such verb": (put("stack", 0, [9, 0]), "there is no verb 9"),
    "no such instruction": (lambda d: d["stack"][0].__setitem__(1, 99), "main has no instruction 99"),
    "a list for a verb": (lambda d: d["stack"][0].__setitem__(0, [1]), "there is no verb [1]"),
    "a frame too short": (put("stack", 0, [0]), "a frame is too short"),
    "too few locals": (lambda d: d["stack"][1].pop(), "take_turn has 4 locals and must have 5"),
    "a dead local": (lambda d: d["stack"][1].__setitem__(6, 5), "local 4 of take_turn does not matter any"),
    "a seat that is none": (lambda d: d["stack"][1].__setitem__(2, 5), "you of take_turn cannot be 5"),
    "no caller": (lambda d: d["stack"][0].__setitem__(1, 1), "main has not called take_turn there"),
    "nothing asked": (lambda d: d["stack"].pop(), "main does not ask anything there"),
    "frames without end": (lambda d: d.update(stack=d["stack"] * 999), "verbs are under way"),
    "a history of nobody": (lambda d: d.update(journal=[[0, 9, []]]), "decision 0 and seat 9, which do not"),
    "a history of nonsense": (lambda d: d.update(journal=[[0, 1, [5]]]), "history holds what is no answer"),
    "a history line too short": (lambda d: d.update(journal=[[0, 1]]), "[0, 1] is not a decision, a seat"),
    "a script of lists": (lambda d: d["script"]["queues"].update(deck=[[]]), "[] is not a whole number"),
    "no stack": (lambda d: d.update(stack=[]), "its history leads to another position"),
    "turns without end": (put("V", 0, 1_000_000), "its history leads to another position"),
    "rounds without end": (put("V", 1, 1_000_000), "its history leads to another position"),
    "a coin more": (put("V", 17, 2), "its history leads to another position"),
    "another generator": (lambda d: d.update(rng="0x2a"), "its history leads to another position"),
    "another seed": (both(lambda d: d.update(seed="0x2a"), lambda d: d.update(script=None)), "damaged"),
    "no history": (lambda d: d.update(journal=[]), "its history leads to another position"),
    "a history of a move that was not asked": (
        lambda d: d["journal"].insert(0, [d["journal"][0][0], 1, d["journal"][0][2]]),
        "move 1 of its history answers what is not asked there",
    ),
    "a history of a move too much": (
        lambda d: d.update(journal=d["journal"] * 2),
        "of its history",
    ),
    "an open secret": (lambda d: d["script"].update(why=1), "unknown: why"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named(name: str) -> None:
    change, message = DAMAGES[name]
    with pytest.raises(SaveError) as caught:
        State.from_json(damaged(change), CARDS)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this save is damaged: it is no JSON, or cut off, at line 1, column 1"),
        (middle().to_json()[:-40], "this save is damaged: it is no JSON, or cut off, at line 1, column"),
        ("[]", "this is not a save"),
        ('{"format": 1.5}', "1.5 is not a whole number"),
        ('{"format": NaN}', "NaN is not a whole number"),
        ("[" * 100_000, "this save is nested too deeply"),
        ('{"format": ' + "9" * 5_000 + "}", "this save is damaged: 9{40}… is too large"),
        ('{"format": 1, "format": 1}', "this save is damaged: it says twice what format is"),
        (" " * (LONGEST + 1), "this save is too long"),
    ],
    ids=[
        "empty",
        "cut off",
        "a list",
        "a fraction",
        "not a number",
        "nested",
        "many digits",
        "twice",
        "huge",
    ],
)
def test_what_is_no_save_is_refused(text: str, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        State.from_json(text, CARDS)


def test_a_question_without_an_answer_is_refused() -> None:
    program = programs.duel()
    data = json.loads(DUEL.start(players=2).to_json())
    data["V"][9:18] = list(range(9))
    data["box"] = [9]
    with pytest.raises(SaveError, match="the open question cannot be asked"):
        State.from_json(json.dumps(data), Game.of(program, compiled=False))


@pytest.mark.parametrize("packs", [[], ["../secrets"], ["/etc/passwd"], ["a.tang"], ["x" * 99]])
def test_a_save_cannot_name_a_path(packs: list[str]) -> None:
    text = damaged(lambda d: d.update(packs=packs))
    with pytest.raises(SaveError, match="does not name shipped packs"):
        State.from_json(text)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_damage_is_a_save_error_or_a_state(data: st.DataObject) -> None:
    saved = json.loads(middle().to_json())
    where: Any = saved
    for _ in range(data.draw(st.integers(1, 3))):
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(where[key], list | dict) or data.draw(st.booleans()):
            junk = st.one_of(st.integers(-9, 99), st.none(), st.text(max_size=2), st.just([]), st.just([[1]]))
            where[key] = data.draw(junk)
            break
        where = where[key]
    try:
        state = State.from_json(json.dumps(saved), CARDS)
    except SaveError:
        return
    assert (state, state.history) == (middle(), middle().history)


# Each of these is put in the place of each part of a save, at any depth.
JUNK: tuple[Any, ...] = (
    None, True, "", "x", "1", [], {}, [[]], [0], {"V": 1}, -1, 0, 1, 2, 7, 99, 1_000_000, 1 << 62, 1 << 64, 10**30,
)  # fmt: skip
PYTHON = re.compile(
    r"None|True|False|Error|Traceback|class|object at|\(\d*,|\bdict\b|tuple|\bint\b|\bstr\b|' object"
)


def parts_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all parts of a document."""
    if path:
        yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from parts_of(value[key], (*path, key))


def put_at(text: str, path: tuple[Any, ...], change: Callable[[Any, Any], object]) -> str:
    """A document with one part of it changed."""
    data = json.loads(text)
    where = data
    for key in path[:-1]:
        where = where[key]
    change(where, path[-1])
    return json.dumps(data)


def changes() -> Iterator[Callable[[Any, Any], object]]:
    """What can happen to a part: it is lost, it stands twice, something else stands there."""
    yield lambda where, key: where.pop(key)
    yield lambda where, key: where.insert(key, where[key]) if isinstance(where, list) else None
    for junk in JUNK:
        yield lambda where, key, junk=junk: where.__setitem__(key, junk)


def over() -> State:
    """A game that has been played to its end."""
    state = DUEL.start(players=2, seed=3)
    while state.decision is not None:
        state = state.play(state.decision.options[-1])
    return state


SAVED = {
    "cards": (CARDS, middle().to_json()),
    "bids": (BIDS, BIDS.start(players=3, seed=2).play("1", seat=1).to_json()),
    "over": (DUEL, over().to_json()),
}


@pytest.mark.parametrize("name", SAVED)
def test_each_part_damaged_in_each_way_is_refused_or_the_same(name: str) -> None:
    game, text = SAVED[name]
    state = State.from_json(text, game)
    told: list[str] = []
    for path in parts_of(json.loads(text)):
        for change in changes():
            try:
                loaded = State.from_json(put_at(text, path, change), game)
            except SaveError as error:
                told.append(f"{path}: {error}")
            else:
                assert (loaded, loaded.history) == (state, state.history), path
    assert len(told) > 500
    assert [message for message in told if PYTHON.search(message.split(": ", 1)[1])] == []


def test_states_of_other_rules_are_never_equal() -> None:
    other = Game.of(attrs.evolve(programs.duel(), fingerprint="else"), compiled=False)
    assert other.start(players=2) != DUEL.start(players=2)
