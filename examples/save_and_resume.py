"""Stop a game in the middle, save it, and go on with it: `python examples/save_and_resume.py`.

A save is text. It can be kept in a file or a database, and another process can go on with it.
"""

import tempfile
from pathlib import Path

import tangrules


def first_half() -> str:
    state = tangrules.load("tang-garden").start(players=2, seed=3)
    for _ in range(20):
        state = state.play(state.decision.options[0])
    print(f"saved after {len(state.history)} moves: {state!r}")
    return state.to_json()


def second_half(save: str) -> tangrules.State:
    state = tangrules.State.from_json(save)
    assert state == tangrules.State.from_json(save)  # equal positions are equal values
    while not state.over:
        state = state.play(state.decision.options[-1])
    return state


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(first_half(), encoding="utf-8")
        state = second_half(file.read_text(encoding="utf-8"))
    print(state.result)
    again = tangrules.replay(state.to_replay())  # the whole game as text, played again from its start
    end = "the same" if again.state == state else "another"
    print(f"played again: {len(again.states) - 1} moves, {end} end")


if __name__ == "__main__":
    main()
