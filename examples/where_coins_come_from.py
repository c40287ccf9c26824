"""Play a game, then tell which rules gave a player coins: `python examples/where_coins_come_from.py`."""

from collections import Counter
from random import Random

import tangrules
from tangrules.explain.provenance import whence


def main(seed: int = 5, seat: int = 0) -> None:
    dice = Random(seed)
    state = tangrules.load("tang-garden").start(players=2, seed=seed)
    while not state.over:
        state = state.play(dice.choice(state.decision.options))

    found = whence(state, "coins", seat)
    print(f"{found.zone}: {found.value}, of these {found.began} at the beginning")
    by_rule: Counter[str] = Counter()
    for source in found.sources:
        by_rule[source.rule] += source.delta
    for rule, coins in by_rule.most_common():
        clauses = {cite for source in found.sources if source.rule == rule for cite in source.cites}
        print(f"  {coins:+d}  {rule}  ({', '.join(sorted(clauses))})")

    first = found.sources[0]
    print(f"The first of them came in turn {first.turn}, because of:")
    for cause in first.because:
        print(f"  {cause}")


if __name__ == "__main__":
    main()
