"""Rule coverage: which rules, statements, branches, options, requirements and questions were used.

Examples and random games are played in the interpreter with a tracer. What is known of a rule is its name,
the clauses it cites and its line; the same rule at several numbers of players counts as one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import attrs

from tangrules.explain.reading import declarations, read_packs
from tangrules.ir import Program
from tangrules.link.complete import seat_counts
from tangrules.lower.pipeline import build_all
from tangrules.play.game import Game
from tangrules.syntax import tree
from tangrules.verify.conformance.games import play_random
from tangrules.verify.covered import KINDS, Coverage, Item
from tangrules.verify.examples import run_example
from tangrules.verify.tracing import Watch, forks_of

__all__ = ["KINDS", "Coverage", "Item", "combined", "measure"]

MOVES = 2_000

Wanted = Callable[[str, str], bool]
"""Whether an example is run: its file, and its title."""


def measure(
    names: str | Sequence[str],
    *,
    players: Iterable[int] | None = None,
    examples: bool = True,
    games: int = 0,
    seed: int = 0,
    wanted: Wanted | None = None,
    files: Collection[str] | None = None,
) -> Coverage:
    """Run the examples of packs, and play so many random games with each number of players.

    players: all numbers that the game allows, unless some are named. wanted: which examples are run, if not
    all. files: what is counted lies in these, if not in all.
    """
    listed = (names,) if isinstance(names, str) else tuple(names)
    packs = read_packs(listed)
    forks = forks_of(item for item in declarations(packs) if not isinstance(item, tree.Example))
    counts = tuple(seat_counts(packs) if players is None else players)
    whole = _Whole()
    for count in counts:
        program = build_all(listed, count).program
        watch = Watch(program, forks)
        for example in program.examples if examples else ():
            if wanted is None or wanted(program.origins[example.origin].file, example.title):
                run_example(program, example, watch.machine)
                whole.examples += 1
        game = Game.of(program)
        for number in range(games):
            _play(watch, game, count, seed + number)
            whole.games += 1
        whole.take(program, watch, files)
    return whole.coverage(listed, counts)


def combined(parts: Sequence[Coverage]) -> Coverage:
    """Return what several packs, measured one by one, have used together."""
    whole = _Whole()
    for part in parts:
        whole.examples += part.examples
        whole.games += part.games
        for item in part.items:
            whole.add(item)
        for file, line, done in part.statements:
            whole.lines[file, line] = whole.lines.get((file, line), 0) + done
    names = dict.fromkeys(name for part in parts for name in part.names)
    return whole.coverage(tuple(names), tuple(sorted({count for part in parts for count in part.players})))


def _play(watch: Watch, game: Game, players: int, seed: int) -> None:
    """Play a random game with compiled rules, then once more before the watch."""
    trail, _ = play_random(game, players, seed, MOVES)
    if trail.states:
        watch.follow(game.rules(players).blank(seed), trail.entries)


@attrs.define
class _Whole:
    """The sums over all numbers of players."""

    examples: int = 0
    games: int = 0
    found: dict[tuple[str, str, str, int, int], Item] = attrs.field(factory=dict)
    lines: dict[tuple[str, int], int] = attrs.field(factory=dict)

    def take(self, program: Program, watch: Watch, files: Collection[str] | None) -> None:
        """Add what a watch has seen."""
        for kind, name, origin, hits in watch.items():
            place = program.origins[origin]
            if files is None or place.file in files:
                self.add(Item(kind, name, place.file, place.line, place.column, place.cites, hits))
        for origin, done in watch.statements():
            place = program.origins[origin]
            if files is None or place.file in files:
                at = (place.file, place.line)
                self.lines[at] = self.lines.get(at, 0) + done

    def add(self, item: Item) -> None:
        """Add what was seen of one thing."""
        key = (item.kind, item.name, item.file, item.line, item.column)
        earlier = self.found.get(key)
        if earlier is not None:
            hits = tuple(one + two for one, two in zip(earlier.hits, item.hits, strict=True))
            item = attrs.evolve(earlier, hits=hits)
        self.found[key] = item

    def coverage(self, names: tuple[str, ...], players: tuple[int, ...]) -> Coverage:
        """Return the sums."""
        return Coverage(names, players, self.examples, self.games, self.items(), self.statements())

    def items(self) -> tuple[Item, ...]:
        """Return all that was found, by file and line."""
        order = list(KINDS)
        return tuple(
            sorted(
                self.found.values(),
                key=lambda item: (item.file, item.line, order.index(item.kind), item.name, item.column),
            )
        )

    def statements(self) -> tuple[tuple[str, int, int], ...]:
        """Return the lines with statements."""
        return tuple((file, line, hits) for (file, line), hits in sorted(self.lines.items()))
