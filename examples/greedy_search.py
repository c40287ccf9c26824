"""A player that looks one answer ahead, against two random ones: `python examples/greedy_search.py`.

`thaw` gives a mutable copy of a position. It is quick to copy and to play on, and answers are plain tuples.
"""

from random import Random

import tangrules

GREEDY = 0


def lead(table: tangrules.Thawed, seat: int) -> int:
    """Return how far a seat is ahead of the best of the others."""
    scores = table.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def best_answer(table: tangrules.Thawed, seat: int, dice: Random) -> tuple:
    """Try each answer on a copy, and return one of those after which the seat is furthest ahead."""
    rated = []
    future = dice.getrandbits(64)
    for answer in table.answers(seat):
        after = table.copy()
        after.state.rng = future  # what chance will really bring is not for players to know
        after.step(answer, seat)
        rated.append((lead(after, seat), dice.random(), answer))
    return max(rated)[-1]


def main(seed: int = 1) -> None:
    dice = Random(seed)
    table = tangrules.load("tang-garden").start(players=3, seed=seed).thaw()
    while not table.over:
        seat = table.seats[0]
        if seat == GREEDY:
            table.step(best_answer(table, seat, dice), seat)
        else:
            table.step(dice.choice(table.answers(seat)), seat)
    print(f"scores {table.scores()}, the greedy player is seat {GREEDY + 1}")


if __name__ == "__main__":
    main()
