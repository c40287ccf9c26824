"""Runs the examples of packs, and reports on them in the manner of pytest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from tangrules.cli import console
from tangrules.cli.console import counted
from tangrules.cli.targets import Target, files_of, targets_of
from tangrules.diagnostics import did_you_mean
from tangrules.explain.reading import declarations, read_packs, stray_examples
from tangrules.ir import ExampleDef, Program
from tangrules.link.complete import own_seat_range, seat_counts
from tangrules.lower.pipeline import build_all
from tangrules.packs import Pack
from tangrules.runtime.driver import Machine
from tangrules.syntax import tree
from tangrules.verify.examples import run_example
from tangrules.verify.findings import ExampleResult, Failure

if TYPE_CHECKING:
    from tangrules.verify.coverage import Coverage


@attrs.frozen
class Case:
    """An example with its place, and what came of it at each number of players it is for."""

    file: str
    line: int
    title: str
    results: dict[int, ExampleResult]

    @property
    def failures(self) -> list[tuple[int, ExampleResult]]:
        """The results that did not pass, by number of players."""
        return [(players, result) for players, result in self.results.items() if not result.passed]


@attrs.frozen
class Tested:
    """All examples that were run, and the files that have none."""

    cases: tuple[Case, ...]
    without: tuple[str, ...]
    players: tuple[int, ...]
    titles: tuple[str, ...] = ()  # of all examples, also of those that were not asked for

    @property
    def failed(self) -> list[Case]:
        """The examples that did not pass at some number of players."""
        return [case for case in self.cases if case.failures]


def run_targets(
    named: Sequence[str], *, together: bool, players: int | None, words: str, compiled: bool
) -> Tested:
    """Run the examples in the files of what is named."""
    targets = targets_of(named)
    groups = _groups(targets, together=together)
    cases: list[Case] = []
    counts: set[int] = set()
    titles: list[str] = []
    without = [target.name for target in targets if target.lost]
    for group in groups:
        run = _Run([str(target.main) for target in group], players, compiled)
        asked = run.examples(run.wanted(group))
        titles += [item.title for item in asked]
        named_so = [item for item in asked if words.casefold() in item.title.casefold()]
        found = run.cases(named_so)
        counts.update(run.counts if not found else {players for case in found for players in case.results})
        cases += found
        files = {item.span.file for item in asked}
        for target in group:
            without += [
                name for name in target.only or (target.name,) if not files & _own(run.packs, target, name)
            ]
    return Tested(tuple(sorted(cases, key=_place)), tuple(without), tuple(sorted(counts)), tuple(titles))


def _groups(targets: Sequence[Target], *, together: bool) -> list[list[Target]]:
    """Return what is tested as one combination."""
    whole = [target for target in targets if not target.lost]
    return [whole] if together and whole else [[target] for target in whole]


def measured(named: Sequence[str], *, together: bool, players: int | None, words: str) -> Coverage:
    """Return which rules of the packs that are named their examples use."""
    from tangrules.verify.coverage import combined

    groups = _groups(targets_of(named), together=together)
    return combined([_measured(group, players, words.casefold()) for group in groups])


def _measured(group: Sequence[Target], players: int | None, words: str) -> Coverage:
    from tangrules.verify.coverage import measure

    mains = [str(target.main) for target in group]
    run = _Run(mains, players, compiled=False)
    asked = run.wanted(group)

    def wanted(file: str, title: str) -> bool:
        return file in asked and words in title.casefold()

    own: frozenset[str] = frozenset()
    for target in group:
        own |= files_of(run.packs, target.main)
    found = measure(mains, players=run.counts, wanted=wanted, files=own)
    return attrs.evolve(found, names=tuple(target.name for target in group))


def _own(packs: Sequence[Pack], target: Target, name: str) -> frozenset[str]:
    """Return the files that a name stands for: the part itself, or all of a pack."""
    return frozenset([name]) if target.only else files_of(packs, target.main)


def _place(case: Case) -> tuple[str, int]:
    return case.file, case.line


class _Run:
    """The examples of one combination of packs."""

    def __init__(self, names: Sequence[str], players: int | None, compiled: bool) -> None:
        self._names = names
        self._compiled = compiled
        self.packs = read_packs(names)
        self._whole = players is None
        self.counts = seat_counts(self.packs, players)
        self._lowest = seat_counts(self.packs, None)[0]
        self._strays = {id(item): pack for pack, item in stray_examples(self.packs)}

    def wanted(self, group: Sequence[Target]) -> frozenset[str]:
        """Return the files whose examples were asked for."""
        found: set[str] = set()
        for target in group:
            found |= set(target.only) or files_of(self.packs, target.main)
        return frozenset(found)

    def examples(self, files: frozenset[str]) -> list[tree.Example]:
        """Return the examples in some files that are for the numbers of players asked for, or for none.

        One for which only another pack leaves no room is left out.
        """
        found = [item for item in declarations(self.packs) if isinstance(item, tree.Example)]
        return [item for item in found if item.span.file in files and self._is_run(item)]

    def _is_run(self, item: tree.Example) -> bool:
        return self._players(item) in self.counts or (self._whole and id(item) in self._strays)

    def _players(self, item: tree.Example) -> int:
        """Return the number of players that an example is for: the lowest, if it names none."""
        return self._lowest if item.players is None else item.players

    def cases(self, asked: Sequence[tree.Example]) -> list[Case]:
        """Run some examples, each at its number of players; only for these numbers rules are built."""
        places = {(item.span.file, item.span.line): item for item in asked}
        needed = {self._players(item) for item in asked}
        cases: dict[tuple[str, int], Case] = {}
        for players in [count for count in self.counts if count in needed] or self.counts[:1]:
            program = build_all(self._names, players).program
            machine = _compiled(program) if self._compiled else None
            for example in program.examples:
                origin = program.origins[example.origin]
                place = (origin.file, origin.line)
                if place in places:
                    case = cases.setdefault(place, Case(*place, example.title, {}))
                    case.results[players] = run_example(program, example, machine)
        for place, item in places.items():
            if self._players(item) not in self.counts:
                cases[place] = self._stray(item)
        return list(cases.values())

    def _stray(self, item: tree.Example) -> Case:
        """Let an example fail that is for a number of players that its pack is not for."""
        players = self._players(item)
        low, high = own_seat_range(self._strays[id(item)], self.packs)
        message = f"this example is for {counted(players, 'player')}, the game for {low} to {high}"
        failed = ExampleResult(ExampleDef(item.title, players, 1, ()), [Failure(None, message)], 0)
        return Case(item.span.file, item.span.line, item.title, {players: failed})


def _compiled(program: Program) -> Machine:
    from tangrules.emit import compile as compile_program

    return compile_program(program)


# ------------------------------------------------------------------------------ report


def nothing_ran(tested: Tested, words: str) -> str:
    """Say why no example was run: that is never a success."""
    if words and tested.titles:
        hint = did_you_mean(words, {word for title in tested.titles for word in (title, *title.split())})
        many = counted(len(tested.titles), "example")
        return f"nothing was tested: none of {many} has {words!r} in its title" + (
            f": {hint}" if hint else ""
        )
    where = ", ".join(tested.without)
    return (
        f"nothing was tested: there are no examples{f' in {where}' if where else ''}{_seats(tested.players)}"
    )


def report(tested: Tested, seconds: float, *, verbose: bool, require: bool) -> str:
    """Return the report on all examples."""
    lines: list[str] = []
    for file in dict.fromkeys(case.file for case in tested.cases):
        some = [case for case in tested.cases if case.file == file]
        if verbose:
            lines += [f"{file}:{case.line} {_verdict(case)} {case.title}" for case in some]
        else:
            lines.append(f"{file} {''.join('F' if case.failures else '.' for case in some)}")
    if tested.failed:
        lines += ["", _rule(" failures ")]
        for case in tested.failed:
            lines += ["", *_failure(case)]
    notes = [f"{name}: no examples" + (" (--require)" if require else "") for name in tested.without]
    passed = len(tested.cases) - len(tested.failed)
    told = [f"{len(tested.failed)} failed"] * bool(tested.failed)
    told += [f"{passed} passed"] * bool(passed or not tested.cases)
    seats = _seats(tested.players)
    return "\n".join([*lines, *notes, _rule(f" {', '.join(told)}{seats} in {seconds:.2f} s ")])


def _verdict(case: Case) -> str:
    return "FAILED" if case.failures else "passed"


def _failure(case: Case) -> list[str]:
    lines = [f'{case.file}:{case.line}: "{case.title}"']
    for players, result in case.failures:
        lines.append(f"  with {counted(players, 'player')}:")
        lines += [f"    {line}" for failure in result.failures for line in str(failure).split("\n")]
        if (
            _told([result]) == _told(each for _, each in case.failures if each is not result)
            and len(case.failures) > 1
        ):
            others = ", ".join(str(other) for other, _ in case.failures if other != players)
            return [*lines, f"  and the same with {others} players"]
    return lines


def _told(results: Iterable[ExampleResult]) -> set[str]:
    return {str(failure) for result in results for failure in result.failures}


def _seats(players: Sequence[int]) -> str:
    if not players:
        return ""
    low, high = players[0], players[-1]
    return f" with {low} to {high} players" if low != high else f" with {counted(low, 'player')}"


def _rule(text: str) -> str:
    width = min(console.room(), 100)
    side = max((width - len(text)) // 2, 3)
    return f"{'=' * side}{text}{'=' * side}"


def document(tested: Tested) -> dict[str, object]:
    """Return the results as plain data."""
    return {
        "players": list(tested.players),
        "passed": len(tested.cases) - len(tested.failed),
        "failed": len(tested.failed),
        "without_examples": list(tested.without),
        "examples": [
            {
                "file": case.file,
                "line": case.line,
                "title": case.title,
                "passed": not case.failures,
                "failures": [
                    {"players": players, "message": str(failure)}
                    for players, result in case.failures
                    for failure in result.failures
                ],
            }
            for case in tested.cases
        ],
    }
