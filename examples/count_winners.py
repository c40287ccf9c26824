"""Play many random games and count who wins: `python examples/count_winners.py [GAMES] [PACK …]`.

With a pack of your own it shows what a change of the rules does:

    python examples/count_winners.py 200 examples/fan_character.tang
"""

import sys
from collections import Counter
from statistics import mean

import tangrules

PLAYERS = 3


def main(games: int = 100, *packs: str) -> None:
    game = tangrules.load(*(packs or ("tang-garden",)))
    wins: Counter[int] = Counter()
    scores: list[int] = []
    for seed in range(games):
        played = game.playout(players=PLAYERS, seed=seed)
        for seat in played.winners:
            wins[seat] += 1 / len(played.winners)  # a shared win counts in parts
        scores += played.scores
    for seat in range(PLAYERS):
        print(f"seat {seat + 1} wins {wins[seat] / games:.0%}")
    print(f"a player scores {mean(scores):.1f} on average, {max(scores)} at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
