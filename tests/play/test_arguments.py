"""What is given wrongly is told in the library's own words, never as an error from inside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tangrules import ChanceError, Game, IllegalMove, State, TangError, UsageError, load, replay, sample
from tests.play import programs

CARDS = Game.of(programs.cards(2), programs.cards(3), compiled=False)
STATE = CARDS.start(players=2, seed=1)
VIEW = STATE.view(0)
SAVE = STATE.to_json()
wrong: Any = None

CALLS: dict[str, tuple[Callable[[], object], type[TangError], str]] = {
    "view: text": (lambda: STATE.view("1"), UsageError, "seat is '1': there are seats 0 to 1"),  # type: ignore[arg-type]
    "view: nothing": (lambda: STATE.view(wrong), UsageError, "seat is None"),
    "view: yes": (lambda: STATE.view(True), UsageError, "seat is True"),
    "decision_of: text": (lambda: STATE.decision_of("1"), UsageError, "seat is '1'"),  # type: ignore[arg-type]
    "why_not: text": (lambda: STATE.why_not("pass", seat="1"), UsageError, "seat is '1'"),  # type: ignore[arg-type]
    "play: seat": (lambda: STATE.play("pass", seat="x"), UsageError, "seat is 'x'"),  # type: ignore[arg-type]
    "play: object": (lambda: STATE.play({"a": 1}), IllegalMove, "`{'a': 1}` is not a move here"),  # type: ignore[arg-type]
    "play: nothing": (lambda: STATE.play(wrong), IllegalMove, "`None` is not a move here"),
    "play: texts": (lambda: STATE.play(("play", "card_1")), IllegalMove, "is not a move here"),  # type: ignore[arg-type]
    "why_not: object": (lambda: STATE.decision.options.find(3), IllegalMove, "`3` is not a move here"),  # type: ignore
    "see: part": (lambda: VIEW.see("coins", 2), UsageError, "no part 2 of `coins`: they are numbered from 0 to 1"),
    "see: one": (lambda: VIEW.see("deck", 1), UsageError, "no part 1 of `deck`: it has one, 0"),
    "see: name": (lambda: VIEW.see("deck", "top"), UsageError, "`deck` has no parts with names"),
    "see: nothing": (lambda: VIEW.see("deck", wrong), UsageError, "no part None of `deck`"),
    "see: near": (lambda: VIEW.see("dek"), UsageError, "there is no zone `dek`: did you mean `deck`?"),
    "see: zone": (lambda: VIEW.see(wrong), UsageError, "zone is None"),
    "sample: text": (lambda: sample(VIEW, seed="x"), UsageError, "seed is 'x'"),  # type: ignore[arg-type]
    "sample: negative": (lambda: sample(VIEW, seed=-1), UsageError, "seed is -1"),
    "sample: nothing": (lambda: sample(wrong), UsageError, "view is None"),
    "sample: seat": (lambda: sample(STATE, seat=9), UsageError, "seat is 9"),
    "from_json: nothing": (lambda: State.from_json(wrong), UsageError, "save is None"),
    "from_json: bytes": (lambda: State.from_json(SAVE.encode()), UsageError, "not its file or its bytes"),  # type: ignore[arg-type]
    "from_json: game": (lambda: State.from_json(SAVE, 3), UsageError, "game is 3"),  # type: ignore[arg-type]
    "replay: nothing": (lambda: replay(wrong), UsageError, "replay is None"),
    "replay: game": (lambda: replay(STATE.to_replay(), "cards"), UsageError, "game is 'cards'"),  # type: ignore[arg-type]
    "start: script": (lambda: CARDS.start(players=2, script=3), UsageError, "script is 3"),  # type: ignore[arg-type]
    "start: text": (lambda: CARDS.start(players=2, script={"deck": "card_3"}), UsageError, "give a list of outcomes"),
    "start: outcome": (lambda: CARDS.start(players=2, script={"deck": [None]}), UsageError, "says None"),  # type: ignore[list-item]
    "start: deck": (
        lambda: CARDS.start(players=2, script={"dek": ["card_3"]}),
        ChanceError,
        "the script names `dek`, and no deck is called so: did you mean `deck`?",
    ),
    "start: players": (lambda: CARDS.start(players=[2]), UsageError, "players is [2]"),  # type: ignore[arg-type]
    "load: number": (lambda: load(3), UsageError, "each must be a name or a path"),  # type: ignore[arg-type]
    "load: list": (lambda: load(["a"]), UsageError, "one argument for each"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_told(name: str) -> None:
    call, error, text = CALLS[name]
    with pytest.raises(error) as told:
        call()
    assert text in str(told.value)


def test_an_answer_may_be_a_list() -> None:
    state = CARDS.start(players=2, seed=1)
    assert state.decision is not None
    option = state.decision.options[0]
    given: Any = list(option.answer)
    assert state.play(given) == state.play(option)
    assert hash(state.play(given)) == hash(state.play(option))
    assert state.play(given).history == state.play(option).history


def test_a_path_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(__file__).parents[1] / "verify" / "games" / "coats.tang"
    file = tmp_path / "coats.tang"
    file.write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert load(file).start(players=2) == load(str(file)).start(players=2)
    assert load(Path("coats.tang")).start(players=2).players == 2
    with pytest.raises(UsageError, match="no file or folder"):
        load(Path("tang-garden"))


def test_parts_of_zones_go_by_their_names() -> None:
    view = load("tang-garden").start(players=2, seed=1).view(0)
    program = view.program
    stack = next(zone for zone in program.zones if zone.name == "stack")
    level = next(zone for zone in program.zones if zone.name == "level")
    assert view.see("stack", "greenery") != ()
    names = [view.rules.words.instance(stack, index) for index in range(stack.count)]
    at = names.index("stack[greenery]")
    assert view.see("stack", "greenery") == view.see("stack", at)
    parts = [view.rules.words.instance(level, index) for index in range(level.count)]
    assert view.see("level", 1, "greenery") == view.see("level", parts.index("seat 2.level[greenery]"))
    assert view.see("level", "greenery") == view.see("level", parts.index("seat 1.level[greenery]"))
    with pytest.raises(UsageError, match=r"`stack` has no part `greenry`: did you mean `greenery`\?"):
        view.see("stack", "greenry")
