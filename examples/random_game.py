"""Play one random game of Tang Garden and print the score pad: `python examples/random_game.py [SEED]`."""

import sys
from random import Random

import tangrules


def main(seed: int = 7) -> None:
    dice = Random(seed)
    game = tangrules.load("tang-garden")
    state = game.start(players=3, seed=seed)
    while not state.over:
        state = state.play(dice.choice(state.decision.options))
    print(state.result)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
