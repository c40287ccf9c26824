"""What rule coverage comes to, as text, JSON or a tracefile of lcov."""

from __future__ import annotations

import json
from collections.abc import Iterator

import attrs

from tangrules.packs.naming import located

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
_VERSION = 1


@attrs.frozen
class Item:
    """Something that can be used. `hits`: how often each of what `KINDS` names has happened."""

    kind: str
    name: str
    file: str
    line: int
    column: int
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
                    "column": item.column,
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


def _record(coverage: Coverage, file: str) -> Iterator[str]:
    rules = [item for item in coverage.of("rule") if item.file == file]
    others = [item for item in coverage.items if item.file == file and item.kind != "rule"]
    lines = [(line, hits) for name, line, hits in coverage.statements if name == file]
    yield "TN:"
    yield f"SF:{located(file)}"
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
