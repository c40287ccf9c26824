"""Rule coverage: which rules, statements, branches, options, requirements and questions were used.

Examples and random games are played in the interpreter with a tracer. What is known of a rule is its name,
the clauses it cites and its line; the same rule at several numbers of players counts as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

import attrs

from tangrules.explain.reading import declarations, read_packs
from tangrules.ir import Program
from tangrules.link.complete import seat_range
from tangrules.lower.pipeline import build_all
from tangrules.play.game import Game
from tangrules.syntax import tree
from tangrules.verify.conformance.games import play_random
from tangrules.verify.examples import run_examples
from tangrules.verify.tracing import Watch, forks_of

KINDS = {
    "rule": ("used",),
    "branch": ("yes", "no"),
    "option": ("chosen",),
    "requirement": ("held", "failed"),
    "question": ("asked",),
    "end": ("reached",),
}
"""The kinds of things that are counted, and what must have happened to each of them."""

_PLURALS = {kind: f"{kind}s" for kind in ("statement", *KINDS)} | {"branch": "branches"}
MOVES = 2_000
_VERSION = 1


@attrs.frozen
class Item:
    """Something that can be used. `hits`: how often each of what `KINDS` names has happened."""

    kind: str
    name: str
    file: str
    line: int
    cites: tuple[str, ...]
    hits: tuple[int, ...]

    @property
    def covered(self) -> bool:
        """Whether all has happened."""
        return all(self.hits)

    @property
    def missing(self) -> str:
        """What has not happened."""
        return " and ".join(
            f"never {word}" for word, hits in zip(KINDS[self.kind], self.hits, strict=True) if not hits
        )


@attrs.frozen
class Coverage:
    """What was used in so many examples and games. `statements` are lines with how often they were done."""

    names: tuple[str, ...]
    players: tuple[int, ...]
    examples: int
    games: int
    items: tuple[Item, ...]
    statements: tuple[tuple[str, int, int], ...]

    def of(self, kind: str) -> tuple[Item, ...]:
        """Return the things of one kind."""
        return tuple(item for item in self.items if item.kind == kind)

    def totals(self) -> dict[str, tuple[int, int]]:
        """Return for each kind, and for statements, how many were used and how many there are."""
        counts = {kind: (sum(item.covered for item in self.of(kind)), len(self.of(kind))) for kind in KINDS}
        return {"statement": (sum(hits > 0 for *_, hits in self.statements), len(self.statements)), **counts}

    def text(self) -> str:
        """Return the coverage for people: totals, then what was not used."""
        tested = f"{_counted(self.examples, 'example')}, {_counted(self.games, 'random game')}"
        lines = [f"{', '.join(self.names)}: {tested}", ""]
        for kind, (used, whole) in self.totals().items():
            if whole:
                lines.append(f"  {_PLURALS[kind]:<12} {used:>5} of {whole:<5} {100 * used // whole:>3} %")
        missed = [item for item in self.items if not item.covered]
        if missed:
            lines.append("")
            lines += [
                f"  {item.file}:{item.line}: {item.kind} {item.name}: {item.missing}{_cited(item)}"
                for item in missed
            ]
        unused = [
            f"  {file}:{line}: statement never done" for file, line, hits in self.statements if not hits
        ]
        return "\n".join([*lines, *unused])

    def json(self) -> str:
        """Return the coverage as JSON."""
        document = {
            "version": _VERSION,
            "packs": list(self.names),
            "players": list(self.players),
            "examples": self.examples,
            "games": self.games,
            "totals": {kind: {"used": used, "of": whole} for kind, (used, whole) in self.totals().items()},
            "items": [
                {
                    "kind": item.kind,
                    "name": item.name,
                    "file": item.file,
                    "line": item.line,
                    "cites": list(item.cites),
                    **dict(zip(KINDS[item.kind], item.hits, strict=True)),
                }
                for item in self.items
            ],
            "statements": [
                {"file": file, "line": line, "done": hits} for file, line, hits in self.statements
            ],
        }
        return json.dumps(document, indent=2, ensure_ascii=False)

    def lcov(self) -> str:
        """Return the coverage as a tracefile of lcov: rules are its functions, statements its lines."""
        files = sorted({item.file for item in self.items} | {file for file, *_ in self.statements})
        return "\n".join(line for file in files for line in _record(self, file)) + "\n"

    def written(self, form: str) -> str:
        """Return the coverage as "text", "json" or "lcov", to be written to a file."""
        made = {"text": self.text, "json": self.json, "lcov": self.lcov}[form]()
        return made.rstrip("\n") + "\n"

    def __str__(self) -> str:
        return self.text()


def measure(
    names: str | Sequence[str],
    *,
    players: Iterable[int] | None = None,
    examples: bool = True,
    games: int = 0,
    seed: int = 0,
) -> Coverage:
    """Run the examples of packs, and play so many random games with each number of players."""
    listed = (names,) if isinstance(names, str) else tuple(names)
    packs = read_packs(listed)
    forks = forks_of(item for item in declarations(packs) if not isinstance(item, tree.Example))
    low, high = seat_range(packs)
    counts = tuple(range(low, high + 1) if players is None else players)
    whole = _Whole()
    for count in counts:
        program = build_all(listed, count).program
        watch = Watch(program, forks)
        if examples:
            whole.examples += len(run_examples(program, watch.machine))
        game = Game.of(program)
        for number in range(games):
            _play(watch, game, count, seed + number)
            whole.games += 1
        whole.take(program, watch)
    return Coverage(listed, counts, whole.examples, whole.games, whole.items(), whole.statements())


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

    def take(self, program: Program, watch: Watch) -> None:
        """Add what a watch has seen."""
        for kind, name, origin, hits in watch.items():
            place = program.origins[origin]
            key = (kind, name, place.file, place.line, place.column)
            earlier = self.found.get(key)
            if earlier is not None:
                hits = tuple(one + two for one, two in zip(earlier.hits, hits, strict=True))
            self.found[key] = Item(kind, name, place.file, place.line, place.cites, hits)
        for origin, done in watch.statements():
            place = program.origins[origin]
            at = (place.file, place.line)
            self.lines[at] = self.lines.get(at, 0) + done

    def items(self) -> tuple[Item, ...]:
        """Return all that was found, by file and line."""
        order = list(KINDS)
        return tuple(
            sorted(
                self.found.values(),
                key=lambda item: (item.file, item.line, order.index(item.kind), item.name),
            )
        )

    def statements(self) -> tuple[tuple[str, int, int], ...]:
        """Return the lines with statements."""
        return tuple((file, line, hits) for (file, line), hits in sorted(self.lines.items()))


def _record(coverage: Coverage, file: str) -> Iterator[str]:
    rules = [item for item in coverage.of("rule") if item.file == file]
    others = [item for item in coverage.items if item.file == file and item.kind != "rule"]
    lines = [(line, hits) for name, line, hits in coverage.statements if name == file]
    yield "TN:"
    yield f"SF:{file}"
    for item in rules:
        yield f"FN:{item.line},{item.name}"
    for item in rules:
        yield f"FNDA:{item.hits[0]},{item.name}"
    yield f"FNF:{len(rules)}"
    yield f"FNH:{sum(item.covered for item in rules)}"
    for block, item in enumerate(others):
        for branch, hits in enumerate(item.hits):
            yield f"BRDA:{item.line},{block},{branch},{hits}"
    yield f"BRF:{sum(len(item.hits) for item in others)}"
    yield f"BRH:{sum(hits > 0 for item in others for hits in item.hits)}"
    for line, hits in lines:
        yield f"DA:{line},{hits}"
    yield f"LF:{len(lines)}"
    yield f"LH:{sum(hits > 0 for _, hits in lines)}"
    yield "end_of_record"


def _cited(item: Item) -> str:
    return "".join(f" @{cite}" for cite in item.cites)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
